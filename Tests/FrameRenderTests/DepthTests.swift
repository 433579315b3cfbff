import FrameModel
import FrameRender
import Testing

/// 8 and 16 bits are kept end to end.
@Suite struct DepthTests {
  /// A ramp in single codes of 16 bits.
  private func ramp(_ width: Int) -> Bitmap {
    Pictures.drawn(width, 4, .gray16) { x, y, _ in 30000 + x * 3 + y * 101 }
  }

  @Test("A 16-bit picture is resampled in 16 bits", arguments: [Light.linear, .srgb])
  func kept(light: Light) throws {
    let picture = ramp(40)
    let plan = RenderPlan(picture, by: .scaled(3, 1), canvas: size(120, 4), filter: .linear, light: light)
    let result = try plan.rendered(picture)
    // Every code on the way is there: one step a pixel, far below what 8 bits could tell apart.
    for x in 1..<118 { #expect(result[x + 1, 0, 0] - result[x, 0, 0] == 1) }
  }

  @Test("16 bits become 8 by rounding, not by cutting off")
  func narrowed() throws {
    let picture = Pictures.drawn(256, 2, .gray16) { x, y, _ in
      min(max(x * 257 + (y == 0 ? 128 : -128), 0), 65535)
    }
    let plan = RenderPlan(picture, by: .identity, canvas: picture.size, output: .gray8)
    let result = try plan.rendered(picture)
    for x in 0..<256 {
      #expect(result[x, 0, 0] == x)
      #expect(result[x, 1, 0] == x)
    }
  }

  @Test("8 bits become 16 without a code's loss")
  func widened() throws {
    let picture = Pictures.drawn(256, 1, .gray8) { x, _, _ in x }
    let plan = RenderPlan(picture, by: .identity, canvas: picture.size, output: .gray16)
    let result = try plan.rendered(picture)
    for x in 0..<256 { #expect(result[x, 0, 0] == x * 257) }
  }

  @Test("Pictures of both depths lie side by side")
  func mixed() throws {
    let narrow = Pictures.filled(1, 1, .rgb8, [255, 7, 100])
    let wide = Pictures.filled(1, 1, .rgba16, [1, 65534, 300, 65535])
    let items: [RenderPlan.Item] = [.draw(narrow, 0, by: .identity), .draw(wide, 1, by: .moved(1, 0))]
    let plan = RenderPlan([narrow, wide], canvas: size(2, 1), items, output: .rgb16)
    let result = try plan.rendered([narrow, wide])
    #expect(result.pixel(0, 0) == [65535, 7 * 257, 100 * 257])
    #expect(result.pixel(1, 0) == [1, 65534, 300])
  }

  @Test("Gray stays gray, and is what its three channels would be", arguments: [false, true])
  func gray(alpha: Bool) throws {
    let one = Pictures.noise(9, 9, PixelFormat(.init(gray: true, alpha: alpha), .eight))
    let three = Pictures.drawn(9, 9, PixelFormat(.init(gray: false, alpha: alpha), .eight)) { x, y, c in
      c < 3 ? one[x, y, 0] : one[x, y, 1]
    }
    let matrix = AffineTransform.turned(30).centred(one.size, in: size(10, 10))
    let gray = try RenderPlan(one, by: matrix, canvas: size(10, 10), output: PixelFormat(.grayAlpha, .eight))
      .rendered(one)
    let colour = try RenderPlan(three, by: matrix, canvas: size(10, 10), output: .rgba8).rendered(three)
    for channel in 0..<3 { #expect(colour.samples(channel) == gray.samples(0)) }
    #expect(colour.samples(3) == gray.samples(1))
  }
}
