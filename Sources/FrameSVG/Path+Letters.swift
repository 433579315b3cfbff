import FrameModel

extension Path {
  /// The outlines of a text with no more decimals than a millionth of their box needs: half of a document was digits
  /// that nobody sees.
  var roundedLetters: Path {
    guard let box = boundingBox else { return self }
    let side = max(box.size.width, box.size.height)
    var power = 1.0
    while power < 1e12, side * power < 1e6 { power *= 10 }
    func rounded(_ p: Point) -> Point {
      Point(x: (p.x * power).rounded() / power, y: (p.y * power).rounded() / power)
    }
    return Path(
      elements.map { element in
        switch element {
        case .move(let p): .move(rounded(p))
        case .line(let p): .line(rounded(p))
        case .quadratic(let c, to: let p): .quadratic(rounded(c), to: rounded(p))
        case .cubic(let c, let d, to: let p): .cubic(rounded(c), rounded(d), to: rounded(p))
        case .arc, .close: element
        }
      })
  }
}
