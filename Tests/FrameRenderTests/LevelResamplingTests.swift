@testable import FramePlan
import FrameGeometry
import FrameImage
import FrameRender
import TestSupport
import Testing

/// Opaque images with 8 bits that shrink to a half or less along their axes, which are resampled in integers.
@Suite struct LevelResamplingTests {
  private static let scales: [(x: Double, y: Double)] = [
    (0.49, 0.3), (0.5, 0.5), (0.37, 0.21), (0.1, 0.13), (-0.3, 0.4), (0.3, -0.07), (0.08, 0.066),
  ]

  private func plan(
    _ image: Bitmap, _ scale: (x: Double, y: Double), light: Light = .linear, filter: Filter = .cubic,
    output: PixelFormat = .rgb8
  ) -> RenderPlan {
    let canvas = size(100, 310)
    let matrix = AffineTransform.scaled(scale.x, scale.y).centered(image.size, in: canvas).then(
      .moved(0.3, 0.7))
    return RenderPlan(image, by: matrix, canvas: canvas, filter: filter, light: light, output: output)
  }

  /// Returns the samples of a plan's output with 16 bits, which is computed in floats, with 8 bits in place of 16.
  private func exact(_ plan: RenderPlan, _ image: Bitmap) throws -> [Int] {
    var plan = plan
    plan.output = PixelFormat(plan.output.channels, .sixteen)
    let result = try plan.rendered([image], by: .fastest)
    let (width, height, count) = (result.size.width, result.size.height, plan.output.channels.rawValue)
    return (0..<height).flatMap { y in
      (0..<width).flatMap { x in (0..<count).map { (result[x, y, $0] + 128) / 257 } }
    }
  }

  @Test(
    "At most 2% of the samples differ from exact ones, by 1", arguments: scales,
    [Light.linear, .srgb])
  func exactness(scale: (x: Double, y: Double), light: Light) throws {
    var count = 0
    for (format, filter) in [(PixelFormat.rgb8, Filter.cubic), (.gray8, .lanczos3), (.gray8, .linear)] {
      let bright = Images.noise(290, 410, format)
      // So dark that rounding light matters most. Because of the ramp, means of the noise are evenly spread between codes.
      let dark = Images.drawn(290, 410, format) { x, y, c in bright[x, y, c] % 5 + x * 10 / 290 }
      for image in [bright, dark] {
        let plan = plan(image, scale, light: light, filter: filter, output: format)
        let result = try plan.rendered([image], by: .fastest)
        let differences = zip(result.bytes, try exact(plan, image)).map { abs(Int($0) - $1) }
        let drawn = 290 * abs(scale.x) * 410 * abs(scale.y) * Double(format.channels.rawValue)
        count += differences.count { $0 > 0 }
        let share = Double(differences.count { $0 > 0 }) / min(drawn, Double(differences.count))
        expectTrue(differences.allSatisfy { $0 <= 1 })
        expectTrue(share <= (light == .linear ? 0.02 : 0.01))
      }
    }
    // Otherwise this would compare floats with themselves.
    expectTrue(count > 0)
  }

  /// The absolute values of Lanczos's weights sum to 1.40 here, the most for any reduction.
  @Test("Sums of rows fit into 16 bits even if white is where weights are positive, and black elsewhere")
  func extremeSums() throws {
    // The center of the 26th row of the output is 51 rows from the source's top, and a lobe is two rows wide.
    let image = Images.drawn(100, 100, .gray8) { _, y, _ in
      Int(abs(Double(y) + 0.5 - 51) / 2) % 2 == 0 ? 255 : 0
    }
    for (bright, expected) in [(image, 255), (Images.drawn(100, 100, .gray8) { 255 - image[$0, $1, $2] }, 0)]
    {
      let plan = RenderPlan(bright, by: .scaled(0.5, 0.5), canvas: size(50, 50), filter: .lanczos3)
      try expectEqual(plan.rendered(bright)[25, 25, 0], expected)
    }
  }

  @Test("Instruction sets give the bits of the specification", arguments: scales)
  func kernels(scale: (x: Double, y: Double)) throws {
    for (format, filter) in [(PixelFormat.rgb8, Filter.cubic), (.gray8, .lanczos3), (.rgb8, .linear)] {
      let image = Images.noise(150, 131, format)
      let plan = plan(image, scale, filter: filter)
      let specified = try plan.rendered([image], by: .scalar)
      for kernels in InstructionSet.available {
        try expectEqual(plan.rendered([image], by: kernels), specified, "\(kernels.name), \(format)")
      }
    }
  }

  @Test("Every shade remains that shade", arguments: [Light.linear, .srgb])
  func shades(light: Light) throws {
    for code in 0...255 {
      let image = Images.filled(40, 40, .gray8, [code])
      let matrix = AffineTransform.scaled(0.25, 0.3)
      let plan = RenderPlan(image, by: matrix, canvas: size(10, 12), light: light)
      try expectEqual(plan.rendered([image], by: .fastest), Images.filled(10, 12, .gray8, [code]))
    }
  }

  @Test("A curve that is flat near black needs more bits, and keeps every shade")
  func steepCurve() throws {
    for code in stride(from: 0, through: 255, by: 5) {
      let image = Images.filled(40, 40, .gray8, [code])
      var plan = RenderPlan(image, by: .scaled(0.25, 0.3), canvas: size(10, 12))
      plan.toneCurve = .formula(ToneCurve.Formula(exponent: 2.6))
      try expectEqual(plan.rendered([image], by: .fastest), Images.filled(10, 12, .gray8, [code]))
    }
  }

  @Test("Neither windows nor threads change a bit", arguments: scales)
  func windows(scale: (x: Double, y: Double)) throws {
    let image = Images.noise(290, 410, .rgb8)
    try plan(image, scale).expectSameInWindowsAndThreads(image)
  }

  @Test("A turned image gives the turned output", arguments: [90.0, 180, 270])
  func rightAngles(degrees: Double) throws {
    let image = Images.noise(140, 140, .rgb8)
    let scale = AffineTransform.scaled(0.3, 0.25)
    let canvas = size(42, 42)
    let upright = try RenderPlan(image, by: scale.centered(image.size, in: canvas), canvas: canvas).rendered(
      image)
    let turned = try RenderPlan(
      image, by: scale.then(.turned(degrees)).centered(image.size, in: canvas), canvas: canvas
    ).rendered(image)
    for y in 0..<42 {
      for x in 0..<42 {
        let (u, v) = degrees == 90 ? (y, 41 - x) : degrees == 180 ? (41 - x, 41 - y) : (41 - y, x)
        expectTrue((0..<3).allSatisfy { abs(turned[x, y, $0] - upright[u, v, $0]) <= 1 }, "\(x),\(y)")
      }
    }
  }

  @Test("An image in a group with a color edit is not rounded before the edit")
  func colorEdits() throws {
    let image = Images.drawn(200, 200, .rgb8) { x, y, _ in (x + y) % 9 }
    var plan = RenderPlan(image, by: .scaled(0.3, 0.3), canvas: size(60, 60), output: .rgb8)
    var group = RenderPlan.GroupDraw(layer: "photo", items: plan.items)
    group.colors = ColorFunction([.exposure(stops: 4)])
    plan.items = [.group(group)]
    let result = try plan.rendered([image], by: .fastest)
    let differences = zip(result.bytes, try exact(plan, image)).map { abs(Int($0) - $1) }
    expectTrue(differences.count { $0 > 0 } <= differences.count / 500)
  }
}
