import TestSupport
import Testing

@testable import FrameGeometry

/// Glyph outlines that share their curves, which draw the same as separate elements.
@Suite struct GlyphOutlinesTests {
  private let letter = [
    Path.Element.move(Point(x: 0.1, y: 0.7)), .quadratic(Point(x: 300, y: 900.25), to: Point(x: 611, y: 3)),
    .line(Point(x: 40, y: -120)), .close,
  ]
  private let dot = [
    Path.Element.move(Point(x: 5, y: 5)), .line(Point(x: 9, y: 5)), .line(Point(x: 9, y: 9)), .close,
  ]
  private let scale = 48.0 / 2048

  private var glyphs: GlyphRun {
    var glyphs = GlyphRun(scale: scale)
    let (a, b, none) = (glyphs.add(letter), glyphs.add(dot), glyphs.add([]))
    for i in 0..<40 {
      glyphs.draw(i % 3 == 0 ? b : a, at: Point(x: Double(i) * 13.3, y: 50.1))
      glyphs.draw(none, at: .zero)
    }
    return glyphs
  }

  /// The same outlines as separate elements.
  private var elements: Path {
    Path(
      (0..<40).flatMap { (i: Int) -> [Path.Element] in
        let place = AffineTransform(scale, 0, 0, -scale, Double(i) * 13.3, 50.1)
        return Path(i % 3 == 0 ? dot : letter).applying(place).elements
      })
  }

  @Test("Glyph elements equal the outline of each glyph at its place, bit for bit")
  func sameElements() {
    expectEqual(Path(glyphs).elements, elements.elements)
    expectTrue(Path(glyphs).count == elements.count && !Path(glyphs).isEmpty)
    let (move, turn) = (AffineTransform(translationX: 3.3, y: -7.1), AffineTransform(0.3, 1.2, -0.7, 2, 5, 6))
    expectEqual(
      Path(glyphs).applying(move).applying(turn).elements, elements.applying(move).applying(turn).elements)
  }

  @Test("Bounding boxes and contours of glyphs equal those of separate elements")
  func sameGeometry() {
    let turn = AffineTransform(0.3, 1.2, -0.7, 2, 5, 6)
    let (shared, plain) = (Path(glyphs).applying(turn), elements.applying(turn))
    expectEqual(shared.boundingBox, plain.boundingBox)
    expectEqual(shared.flattened(tolerance: 0.01), plain.flattened(tolerance: 0.01))
  }

  @Test("Glyphs beside the window are left out, and those inside are unchanged")
  func window() {
    let window = Rect(x: 200, y: 0, width: 30, height: 100)
    let all = Path(glyphs).flattened(tolerance: 0.01)
    let seen = Path(glyphs).flattened(tolerance: 0.01, window: window)
    expectTrue(seen.count < 10)
    for x in stride(from: 200.0, to: 230, by: 0.7) {
      for y in stride(from: 0.5, to: 100, by: 3) {
        expectEqual(Outline(all).contains(Point(x: x, y: y)), Outline(seen).contains(Point(x: x, y: y)))
      }
    }
  }

  @Test("A glyph takes less than a hundred bytes, however many curves it has")
  func small() {
    var glyphs = GlyphRun(scale: 1)
    let number = glyphs.add(Array(repeating: letter, count: 100).flatMap { $0 })
    for i in 0..<1000 { glyphs.draw(number, at: Point(x: Double(i), y: 0)) }
    expectTrue(Path(glyphs).heldBytes < 100_000 && Path(glyphs).count == 400_000)
  }

  @Test("Appending an element to glyphs converts them to elements")
  func appending() {
    var path = Path(glyphs)
    path.line(to: .zero)
    expectEqual(path.elements, elements.elements + [.line(.zero)])
  }
}
