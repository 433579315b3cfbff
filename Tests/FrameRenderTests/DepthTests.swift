@testable import FramePlan
import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// Depths of 8 and 16 bits, which are preserved from end to end.
@Suite struct DepthTests {
  /// Returns a ramp that rises by three 16-bit codes per pixel.
  private func ramp(_ width: Int) -> Bitmap {
    Images.drawn(width, 4, .gray16) { x, y, _ in 30000 + x * 3 + y * 101 }
  }

  @Test("A 16-bit image is resampled in 16 bits", arguments: [Light.linear, .srgb])
  func kept(light: Light) throws {
    let image = ramp(40)
    let plan = RenderPlan(image, by: .scaled(3, 1), canvas: size(120, 4), filter: .linear, light: light)
    let result = try plan.rendered(image)
    // Enlarged three times, the ramp rises by one code per pixel, far less than 8 bits can resolve.
    for x in 1..<118 { expectEqual(result[x + 1, 0, 0] - result[x, 0, 0], 1) }
  }

  @Test("16 bits are rounded to 8, not truncated")
  func narrowed() throws {
    let image = Images.drawn(256, 2, .gray16) { x, y, _ in
      min(max(x * 257 + (y == 0 ? 128 : -128), 0), 65535)
    }
    let plan = RenderPlan(image, by: .identity, canvas: image.size, output: .gray8)
    let result = try plan.rendered(image)
    for x in 0..<256 {
      expectEqual(result[x, 0, 0], x)
      expectEqual(result[x, 1, 0], x)
    }
  }

  @Test("8 bits are widened to 16 without loss")
  func widened() throws {
    let image = Images.drawn(256, 1, .gray8) { x, _, _ in x }
    let plan = RenderPlan(image, by: .identity, canvas: image.size, output: .gray16)
    let result = try plan.rendered(image)
    for x in 0..<256 { expectEqual(result[x, 0, 0], x * 257) }
  }

  @Test("Images of 8 and 16 bits can be drawn side by side")
  func mixed() throws {
    let narrow = Images.filled(1, 1, .rgb8, [255, 7, 100])
    let wide = Images.filled(1, 1, .rgba16, [1, 65534, 300, 65535])
    let items: [RenderPlan.Item] = [.draw(narrow, 0, by: .identity), .draw(wide, 1, by: .moved(1, 0))]
    let plan = RenderPlan([narrow, wide], canvas: size(2, 1), items, output: .rgb16)
    let result = try plan.rendered([narrow, wide])
    expectEqual(result.pixel(0, 0), [65535, 7 * 257, 100 * 257])
    expectEqual(result.pixel(1, 0), [1, 65534, 300])
  }

  @Test("A gray image renders the same as its three-channel equivalent", arguments: [false, true])
  func gray(alpha: Bool) throws {
    let one = Images.noise(9, 9, PixelFormat(.init(gray: true, alpha: alpha), .eight))
    let three = Images.drawn(9, 9, PixelFormat(.init(gray: false, alpha: alpha), .eight)) { x, y, c in
      c < 3 ? one[x, y, 0] : one[x, y, 1]
    }
    let matrix = AffineTransform.turned(30).centered(one.size, in: size(10, 10))
    let gray = try RenderPlan(one, by: matrix, canvas: size(10, 10), output: PixelFormat(.grayAlpha, .eight))
      .rendered(one)
    let color = try RenderPlan(three, by: matrix, canvas: size(10, 10), output: .rgba8).rendered(three)
    for channel in 0..<3 { expectEqual(color.samples(channel), gray.samples(0)) }
    expectEqual(color.samples(3), gray.samples(1))
  }
}
