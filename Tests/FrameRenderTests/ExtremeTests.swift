@testable import FramePlan
import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// Plans with extreme values: none may hang, trap or draw anything wrong.
@Suite(.timeLimit(.minutes(1))) struct ExtremeTests {
  private let image = Images.noise(20, 20, .rgba8)

  private func render(
    _ matrix: AffineTransform, _ filter: Filter = .cubic, canvas: PixelSize = size(8, 8)
  ) throws -> Bitmap {
    let matrix = matrix.centered(image.size, in: canvas)
    return try RenderPlan(image, by: matrix, canvas: canvas, filter: filter).rendered(image)
  }

  @Test("An image scaled to a millionth disappears", arguments: Filter.allCases)
  func tiny(filter: Filter) throws {
    let nothing = Bitmap(size: size(8, 8), format: .rgba8)
    try expectEqual(render(.scaled(1e-6, 1e-6), filter), nothing)
    try expectEqual(render(.scaled(1e-6, 1e-6).then(.turned(30)), filter), nothing)
    try expectEqual(render(.scaled(1e-150, 1e-150), filter), nothing)
  }

  @Test("An image enlarged a million times fills the canvas", arguments: Filter.allCases)
  func huge(filter: Filter) throws {
    let opaque = Images.filled(20, 20, .rgb8, [9, 99, 199])
    for turn in [0.0, 30] {
      let matrix = AffineTransform.scaled(1e6, 1e6).then(.turned(turn)).centered(opaque.size, in: size(8, 8))
      let plan = RenderPlan(opaque, by: matrix, canvas: size(8, 8), filter: filter)
      try expectEqual(plan.rendered(opaque), Images.filled(8, 8, .rgb8, [9, 99, 199]))
    }
  }

  @Test("A very thin image keeps its colors", arguments: [Filter.nearest, .linear, .cubic])
  func thin(filter: Filter) throws {
    let image = Images.filled(60, 60, .rgb16, [65535, 100, 7])
    let canvas = size(8, 8)
    let scales = [(1e-3, 1.0), (1e-9, 1), (1e-200, 1), (1e-4, 1e4), (1, 1e-2)]
    for (i, (x, y)) in scales.enumerated() where Trials.includes(i, of: 2) {
      for turn in [0.0, 30, 45] {
        // The rotation comes first, so the footprint is oblique to the image's axes.
        let matrix = AffineTransform.turned(turn).then(.scaled(x, y)).centered(image.size, in: canvas)
        let result = try RenderPlan(image, by: matrix, canvas: canvas, filter: filter, output: .rgba16)
          .rendered(image)
        for i in 0..<canvas.area where result[i % 8, i / 8, 3] > 0 {
          expectEqual(Array(result.pixel(i % 8, i / 8).prefix(3)), [65535, 100, 7])
        }
      }
    }
  }

  @Test("Canvases of 65535 by 1 and 1 by 65535 pixels are rendered", arguments: [(65535, 1), (1, 65535)])
  func long(width: Int, height: Int) throws {
    let pixel = Images.filled(2, 2, .gray8, [77])
    let matrix = AffineTransform.scaled(Double(width) / 2, Double(height) / 2)
    let plan = RenderPlan(pixel, by: matrix, canvas: size(width, height), filter: .nearest)
    try expectEqual(plan.rendered(pixel), Images.filled(width, height, .gray8, [77]))
  }

  @Test("Images far outside the canvas are not visible")
  func far() throws {
    for far in [1e3, 1e9, -1e9] {
      let plan = RenderPlan(image, by: AffineTransform.turned(5).then(.moved(far, far)), canvas: size(4, 4))
      try expectEqual(plan.rendered(image), Bitmap(size: size(4, 4), format: .rgba8))
    }
  }

  @Test("A matrix without an inverse draws nothing")
  func singular() throws {
    let plan = RenderPlan(image, by: AffineTransform(1, 1, 1, 1, 0, 0), canvas: size(4, 4))
    try expectEqual(plan.rendered(image), Bitmap(size: size(4, 4), format: .rgba8))
  }

  @Test("An image of a single pixel can be resampled", arguments: Filter.allCases)
  func onePixel(filter: Filter) throws {
    let pixel = Images.filled(1, 1, .rgb8, [1, 128, 255])
    let matrix = AffineTransform.turned(30).then(.scaled(20, 20)).centered(pixel.size, in: size(6, 6))
    let plan = RenderPlan(pixel, by: matrix, canvas: size(6, 6), filter: filter)
    try expectEqual(plan.rendered(pixel), Images.filled(6, 6, .rgb8, [1, 128, 255]))
  }
}
