import FrameGeometry
import FrameImage
import FrameText

/// A typesetter that draws every character as a square of the font size, on one line and without gaps. It has no
/// glyph for a question mark, and no weight but 400.
struct SquareLetters: Typesetter {
  func set(_ text: String, in style: TextStyle) throws(TextError) -> TypesetText {
    try style.check(Limits())
    if case .file(let file) = style.font { throw .noFile(file) }
    let width = Double(text.count) * style.size
    let left =
      switch style.alignment {
      case .leading, .left: 0.0
      case .center: -width / 2
      case .right: -width
      }
    var path = Path()
    for i in 0..<text.count {
      path.elements +=
        Path(Rect(x: left + Double(i) * style.size, y: 0, width: style.size, height: style.size))
        .elements
    }
    return TypesetText(
      path: path, box: Rect(x: left, y: 0, width: width, height: style.size),
      lines: [.init(text: text, origin: Point(x: left, y: style.size * 0.75), width: width)],
      missing: text.contains("?") ? ["?"] : [], weight: 400)
  }
}
