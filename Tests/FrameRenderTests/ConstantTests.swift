@testable import FramePlan
import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// Images of a single color, which resampling preserves.
@Suite struct ConstantTests {
  static let matrices: [AffineTransform] = [
    .moved(0.5, 0.25), .turned(30), .turned(45), .turned(12).then(.scaled(1.7, 1.7)),
    .turned(77).then(.scaled(0.31, 0.31)), .scaled(0.5, 0.5), .scaled(3, 0.4), .scaled(-1, 1.3),
    .turned(35).then(.scaled(0.2, 1)), AffineTransform(1, 0, 0.8, 1, 0, 0), .scaled(8, 8),
  ]

  @Test("A constant image stays constant", arguments: Filter.allCases, [Light.linear, .srgb])
  func constant(filter: Filter, light: Light) throws {
    for format in [PixelFormat.rgba8, .rgba16] {
      let top = format.depth.maximum
      let colors = [[top, top, top, top], [200 * top / 255, 3, top / 2 + 1, top], [0, 0, 0, top]]
      for (i, matrix) in Self.matrices.enumerated() where Trials.includes(i, of: 3) {
        let color = colors[i % colors.count]
        let image = Images.filled(9, 9, format, color)
        let canvas = size(8, 8)
        let plan = RenderPlan(
          image, by: matrix.centered(image.size, in: canvas), canvas: canvas, filter: filter, light: light)
        let result = try plan.rendered(image)
        expectTrue(result[4, 4, 3] > 0)
        for y in 0..<8 {
          for x in 0..<8 where result[x, y, 3] > 0 {
            expectEqual(Array(result.pixel(x, y).prefix(3)), Array(color.prefix(3)), "\(matrix)")
          }
        }
      }
    }
  }

  @Test("A constant alpha stays constant inside the image", arguments: Filter.allCases)
  func constantAlpha(filter: Filter) throws {
    for format in [PixelFormat.rgba8, .rgba16] {
      let color = [90, 20, 150, 100]
      let image = Images.filled(9, 9, format, color)
      for matrix in [AffineTransform.turned(30), .scaled(2.5, 2.5), .turned(35).then(.scaled(0.2, 1))] {
        let plan = RenderPlan(
          image, by: matrix.then(.scaled(4, 4)).centered(image.size, in: size(3, 3)), canvas: size(3, 3),
          filter: filter)
        let result = try plan.rendered(image)
        expectEqual(result, Images.filled(3, 3, format, color), "\(matrix)")
      }
    }
  }

  @Test("A white image on white stays white up to its edges", arguments: Filter.allCases)
  func white(filter: Filter) throws {
    for format in [PixelFormat.rgb8, .rgb16, .gray8, .gray16] {
      let white = [Int](repeating: format.depth.maximum, count: format.channels.rawValue)
      let image = Images.filled(9, 9, format, white)
      let plan = RenderPlan(
        [image], canvas: size(12, 12),
        [.draw(image, by: .turned(17).centered(image.size, in: size(12, 12)))], background: .white,
        filter: filter, output: format)
      try expectEqual(plan.rendered(image), Images.filled(12, 12, format, white))
    }
  }
}
