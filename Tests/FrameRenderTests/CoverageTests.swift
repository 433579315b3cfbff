@testable import FramePlan
import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// Exact coverage along the edges of a shape: the total alpha is the shape's area.
@Suite struct CoverageTests {
  private let canvas = size(24, 24)

  /// Returns the total alpha of the output in pixels. A 16-bit code is off by at most half a unit.
  private func area(_ image: Bitmap) -> Double {
    image.samples(image.format.channels.rawValue - 1).reduce(0.0) { $0 + Double($1) / 65535 }
  }

  private static let matrices: [AffineTransform] = [
    .identity, .moved(0.3, 0.7), .turned(30), .turned(45), .turned(89.9), .scaled(0.37, 1.1),
    AffineTransform(1, 0.3, 0.9, 1, 0, 0), AffineTransform(-0.8, 0.2, 0.1, 0.9, 0, 0),
    // Smaller than a pixel in one or both directions.
    .scaled(1, 0.01).then(.turned(20)), .scaled(0.02, 0.03), .scaled(0.04, 0.04).then(.turned(10)),
  ]

  @Test("The total alpha of an opaque rectangle equals its area", arguments: Filter.allCases)
  func rectangles(filter: Filter) throws {
    let image = Images.filled(10, 8, .rgb16, [65535, 300, 40000])
    for (i, matrix) in Self.matrices.enumerated() where Trials.includes(i, of: 3) {
      // Off center, so that no edge coincides with the edge of a pixel.
      let matrix = matrix.centered(image.size, in: canvas).then(.moved(0.213, -0.377))
      let expected = 80 * abs(matrix.determinant)
      let drawn = RenderPlan(image, by: matrix, canvas: canvas, filter: filter, output: .rgba16)
      let touched = try drawn.rendered(image)
      expectTrue(abs(area(touched) - expected) < 1e-3, "\(matrix)")
      guard filter == .cubic else { continue }
      let card = RenderPlan.Item.card(Rect(x: 0, y: 0, width: 10, height: 8), .white, by: matrix)
      let plan = RenderPlan([], canvas: canvas, [card], output: .rgba16)
      try expectEqual(plan.rendered([]).samples(3), touched.samples(3), "\(matrix)")
    }
  }

  @Test("Each pixel of a rotated rectangle has its exact coverage")
  func shares() throws {
    // A square with side √2 that stands on its corner covers half of each of the four pixels around its center.
    let square = Rect(x: -0.5, y: -0.5, width: 1, height: 1)
    let matrix = AffineTransform.scaled(2.0.squareRoot(), 2.0.squareRoot()).then(.turned(45))
      .then(.moved(2, 2))
    let plan = RenderPlan([], canvas: size(4, 4), [.card(square, .white, by: matrix)], output: .rgba16)
    let result = try plan.rendered([])
    for y in 0..<4 {
      for x in 0..<4 {
        let isTouched = (1...2).contains(x) && (1...2).contains(y)
        expectEqual(result[x, y, 3], (isTouched ? 32768 : 0))
      }
    }
  }

  @Test("The visible part of an image can end at fractions of stored pixels")
  func visible() throws {
    let image = Images.filled(8, 8, .rgb16, [0, 0, 65535])
    let part = Rect(x: 1.25, y: 2, width: 4.5, height: 3.5)
    for matrix in [AffineTransform.identity, .turned(30), .scaled(1.5, 0.6)] {
      let item = RenderPlan.Item.draw(
        image, by: matrix.centered(image.size, in: canvas), visible: part)
      let plan = RenderPlan([image], canvas: canvas, [item], output: .rgba16)
      expectTrue(abs(area(try plan.rendered(image)) - 4.5 * 3.5 * abs(matrix.determinant)) < 1e-3)
    }
  }

  @Test("A copied image that is cut at whole pixels is still a direct copy")
  func visibleCopy() throws {
    let image = Images.noise(6, 6, .rgba8)
    let item = RenderPlan.Item.draw(
      image, by: .moved(1, 0), visible: Rect(x: 2, y: 1, width: 3, height: 4))
    let plan = RenderPlan([image], canvas: size(7, 6), [item], output: .rgba8)
    let result = try plan.rendered(image)
    expectTrue(plan.copied != nil)
    for y in 0..<6 {
      for x in 0..<7 {
        let isShown = (3..<6).contains(x) && (1..<5).contains(y)
        expectTrue(result.pixel(x, y) == (isShown ? image.pixel(x - 1, y) : [0, 0, 0, 0]))
      }
    }
  }

  @Test("Cutting an image does not change the remaining pixels: filters still read beyond the cut")
  func cutKeepsTaps() throws {
    let image = Images.noise(10, 10, .rgb8)
    let matrix = AffineTransform.turned(20).then(.scaled(1.3, 1.3)).centered(image.size, in: size(14, 14))
    func rendered(_ visible: Rect?) throws -> Bitmap {
      let item = RenderPlan.Item.draw(image, by: matrix, visible: visible)
      return try RenderPlan([image], canvas: size(14, 14), [item], output: .rgba8).rendered(image)
    }
    let whole = try rendered(nil)
    let part = try rendered(Rect(x: 2, y: 3, width: 6, height: 5))
    var seen = 0
    for y in 0..<14 {
      for x in 0..<14 where part[x, y, 3] == 255 {
        expectEqual(part.pixel(x, y), whole.pixel(x, y))
        seen += 1
      }
    }
    expectTrue(seen > 25)
  }

  @Test("A group's clip cuts its items along an outline", arguments: [1.0, 0.5])
  func clip(opacity: Double) throws {
    let outline = RenderPlan.Clip(
      Path(Rect(x: -4, y: -3, width: 8, height: 6)),
      matrix: AffineTransform.turned(25).then(.moved(12.3, 11.9)))
    let card = RenderPlan.Item.card(Rect(x: 0, y: 0, width: 24, height: 24), .white)
    let plan = RenderPlan(
      [], canvas: canvas, [.group([card], opacity: opacity, clip: outline)], output: .rgba16)
    expectTrue(abs(area(try plan.rendered([])) - 48 * opacity) < 1e-3)
  }
}
