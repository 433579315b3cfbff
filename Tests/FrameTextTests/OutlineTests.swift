import FrameGeometry
import FrameText
import TestSupport
import Testing

/// Tests that outlines are those of the font, with y flipped and moved to the line's baseline. A contour begins at
/// the leftmost end of its lines and curves. The numbers for Inter are those that fonttools reads from the file with
/// `TTFont(file).getGlyphSet(location={"wght": 400})`.
@Suite struct OutlineTests {
  private let baseline = 2728.0

  private func path(_ points: [(Double, Double)]) -> [Path.Element] {
    let placed = points.map { Point(x: $0.0, y: baseline - $0.1) }
    return [.move(placed[0])] + placed.dropFirst().map { .line($0) } + [.close]
  }

  @Test("A glyph of straight lines matches the font")
  func lines() throws {
    let set = try set("v", in: .inter)
    expectEqual(
      set.path.elements,
      path([
        (96, 1536), (352, 1536), (776, 312), (792, 312), (1216, 1536), (1472, 1536), (904, 0), (664, 0),
      ]))
    expectEqual(set.lines[0].width, 1568)
    expectEqual(set.lines[0].origin, Point(x: 0, y: baseline))
  }

  @Test("A glyph of quadratic curves matches the font, including implied points")
  func parabolas() throws {
    let dot = try set("i", in: .inter).path.elements.split { $0 == .close }[1]
    func q(_ cx: Double, _ cy: Double, _ x: Double, _ y: Double) -> Path.Element {
      .quadratic(Point(x: cx, y: baseline - cy), to: Point(x: x, y: baseline - y))
    }
    expectEqual(
      Array(dot),
      [
        .move(Point(x: 168, y: baseline - 1952)),
        q(168, 2018, 217.5, 2065), q(267, 2112, 336, 2112), q(405, 2112, 454.5, 2065),
        q(504, 2018, 504, 1952),
        q(504, 1886, 454.5, 1839), q(405, 1792, 336, 1792), q(267, 1792, 217.5, 1839),
        q(168, 1886, 168, 1952),
      ])
  }

  @Test("A glyph of cubic curves matches the font")
  func cubics() throws {
    func c(_ n: Double...) -> Path.Element {
      .cubic(Point(x: n[0], y: 850 - n[1]), Point(x: n[2], y: 850 - n[3]), to: Point(x: n[4], y: 850 - n[5]))
    }
    let style = TextStyle.bars.with { $0.font = .file("curves.otf") }
    try expectEqual(
      set("o", in: style).path.elements,
      [
        .move(Point(x: 0, y: 600)), c(0, 90, 90, 0, 200, 0), c(310, 0, 400, 90, 400, 250),
        c(400, 410, 310, 500, 200, 500), c(90, 500, 0, 410, 0, 250), .close,
      ])
  }

  @Test("A weight between two masters is interpolated")
  func weight() throws {
    let set = try set("v", in: .inter.with { $0.weight = 700 })
    let expected = path([
      (48, 1536), (498.4, 1536), (816.8, 436.8), (832.8, 436.8), (1151.2, 1536), (1601.6, 1536), (1064.8, 0),
      (584.8, 0),
    ])
    expectEqual(set.path.elements.count, expected.count)
    for (element, wanted) in zip(set.path.elements, expected) {
      switch (element, wanted) {
      case (.move(let a), .move(let b)), (.line(let a), .line(let b)):
        // A position on a variation axis has 14 fractional bits, and a coordinate has 6.
        expectTrue(abs(a.x - b.x) < 0.05 && abs(a.y - b.y) < 0.05, "\(a) is not \(b)")
      default: expectEqual(element, wanted)
      }
    }
  }

  @Test("The size only scales outlines, because there is no hinting", arguments: [1, 7.3, 16, 704, 60_000])
  func size(size: Double) throws {
    let large = try set("To be", in: .inter.with { $0.weight = 333 })
    let small = try set("To be", in: .inter.with { ($0.weight, $0.size) = (333, size) })
    let grown = small.path.applying(AffineTransform(scaleX: 2816 / size, y: 2816 / size))
    for (a, b) in zip(points(grown), points(large.path)) {
      expectTrue(abs(a.x - b.x) < 1e-9 * 2816 && abs(a.y - b.y) < 1e-9 * 2816)
    }
    expectTrue(abs(small.lines[0].width * 2816 / size - large.lines[0].width) < 1e-8)
  }

  private func points(_ path: Path) -> [Point] {
    path.elements.flatMap { element -> [Point] in
      switch element {
      case .move(let p), .line(let p): [p]
      case .quadratic(let c, let p): [c, p]
      case .cubic(let c, let d, let p): [c, d, p]
      case .arc, .close: []
      }
    }
  }
}
