import FrameGeometry
import TestSupport
import Testing

@Suite struct InscribedRectTests {
  /// Returns whether a rectangle lies inside a transformed one, by the definition.
  private func isInside(_ rect: Rect, _ source: Rect, _ transform: AffineTransform) -> Bool {
    let slack = 1e-9 * max(source.size.width, source.size.height)
    return rect.corners.allSatisfy { corner in
      guard let p = transform.inverse.map({ corner.applying($0) }) else { return false }
      return p.x >= source.minX - slack && p.x <= source.maxX + slack && p.y >= source.minY - slack
        && p.y <= source.maxY + slack
    }
  }

  private func grown(_ rect: Rect, _ dx: Double, _ dy: Double) -> Rect {
    Rect(
      x: rect.midX - (rect.size.width + dx) / 2, y: rect.midY - (rect.size.height + dy) / 2,
      width: rect.size.width + dx, height: rect.size.height + dy)
  }

  private func randomTransform(_ random: inout SplitMix64, general: Bool) -> AffineTransform {
    func number(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * Double(random.next() >> 11) / 0x1p53
    }
    var transform = AffineTransform(rotation: Angle(degrees: number(-180, 180)))
    if general {
      transform = AffineTransform(
        number(-2, 2), number(-2, 2), number(-2, 2), number(-2, 2), number(-50, 50), number(-50, 50))
    }
    return transform
  }

  @Test("The rectangle is inside, and one pixel more is not") func laws() throws {
    var random = SplitMix64(seed: 7)
    for number in 0..<1000 {
      let source = Rect(
        x: 0, y: 0, width: Double(20 + random.next() % 3000), height: Double(20 + random.next() % 3000))
      let transform = randomTransform(&random, general: number % 2 == 1)
      guard abs(transform.determinant) > 0.1 else { continue }
      let inside = try #require(InscribedRect(source, applying: transform))
      guard let rect = inside.largest() else { continue }
      expectTrue(
        rect.size.width == rect.size.width.rounded() && rect.size.height == rect.size.height.rounded())
      expectTrue(isInside(rect, source, transform))
      expectTrue(!isInside(grown(rect, 1, 0), source, transform))
      expectTrue(!isInside(grown(rect, 0, 1), source, transform))
      // The area that a rotation by an angle leaves is known (a closed form in calculus texts).
      let wide = try #require(inside.largest(aspectRatio: 16.0 / 9))
      expectTrue(isInside(wide, source, transform))
      expectTrue(!isInside(grown(wide, 2, 2), source, transform))
      expectTrue(abs(wide.size.width * 9 / 16 - wide.size.height) <= 0.5)
      expectTrue(wide.size.width * wide.size.height <= rect.size.width * rect.size.height)
    }
  }

  @Test("No rectangle of whole pixels is larger") func bruteForce() throws {
    var random = SplitMix64(seed: 3)
    for number in 0..<60 {
      let source = Rect(
        x: 0, y: 0, width: Double(3 + random.next() % 30), height: Double(3 + random.next() % 30))
      let transform = randomTransform(&random, general: number % 2 == 1)
      guard abs(transform.determinant) > 0.05 else { continue }
      let inside = try #require(InscribedRect(source, applying: transform))
      let center = Point(x: source.midX, y: source.midY).applying(transform)
      var best = 0.0
      for width in 1...100 {
        for height in 1...100 {
          let rect = Rect(
            x: center.x - Double(width) / 2, y: center.y - Double(height) / 2, width: Double(width),
            height: Double(height))
          if isInside(rect, source, transform) { best = max(best, Double(width * height)) }
        }
      }
      let found = inside.largest().map { $0.size.width * $0.size.height } ?? 0
      expectEqual(found, best)
    }
  }

  @Test("A rectangle turned by right angles is itself") func rightAngles() throws {
    let source = Rect(x: 0, y: 0, width: 301, height: 200)
    for (degrees, width, height) in [(0.0, 301.0, 200.0), (90, 200, 301), (180, 301, 200), (-90, 200, 301)] {
      let turn = AffineTransform(rotation: Angle(degrees: degrees))
      let rect = try #require(InscribedRect(source, applying: turn)?.largest())
      expectEqual(rect.size, Size(width: width, height: height))
      expectEqual(rect, source.applying(turn))
    }
  }

  /// By the closed form: a square turned by 45 degrees contains the square with half of its area.
  @Test("Known rectangles are found") func known() throws {
    let half = AffineTransform(rotation: Angle(degrees: 45))
    let square = try #require(
      InscribedRect(Rect(x: 0, y: 0, width: 1000, height: 1000), applying: half)?.largest())
    expectTrue(square.size.width * square.size.height >= 706 * 708 - 2000)
    expectEqual(square.size.width + square.size.height, 1414)
    let nothing = InscribedRect(Rect(x: 0, y: 0, width: 1, height: 1), applying: half)
    expectTrue(nothing?.largest() == nil)
    expectTrue(
      InscribedRect(Rect(x: 0, y: 0, width: 9, height: 9), applying: AffineTransform(1, 1, 1, 1, 0, 0)) == nil
    )
  }
}
