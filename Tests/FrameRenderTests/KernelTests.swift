@testable import FramePlan
import FrameGeometry
import FrameImage
import FrameRender
import TestSupport
import Testing

/// All instruction sets compared with scalar code, bit for bit. The images are wide enough that rows consist of whole
/// vectors and remainders. (All other pixel tests also run with every instruction set.)
@Suite struct KernelTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var filter: Filter
    var light: Light
    var source: PixelFormat
    var output: PixelFormat
    var testDescription: String {
      "\(filter.rawValue) \(light.rawValue) \(source.channels)\(source.depth.rawValue) to "
        + "\(output.channels)\(output.depth.rawValue)"
    }
  }

  static let cases = Filter.allCases.flatMap { filter in
    Light.allCases.flatMap { light in
      Images.allFormats.map { source in
        let channels: PixelFormat.Channels = source.channels.hasAlpha ? .rgba : source.channels
        return Case(
          filter: filter, light: light, source: source, output: PixelFormat(channels, source.depth))
      }
    }
  }

  private static let matrices: [AffineTransform] = [
    // Separable weights, computed for each pixel.
    .turned(7), .turned(120).then(.scaled(0.7, 0.7)), .scaled(0.45, 0.45).then(.turned(-12)),
    .scaled(3, 3).then(.turned(45)), .turned(30.1), .scaled(0.99999999, 0.99999999).then(.turned(23.7)),
    .turned(5).then(.scaled(0.05, 0.05)),
    // Axis-aligned transforms, some with swapped axes.
    .scaled(0.37, 0.21), .scaled(2.7, 5.1), .scaled(-0.6, 1.3), .moved(0.25, 0.75),
    .turned(90).then(.scaled(0.6, 0.3)), .turned(-90).then(.scaled(2.3, -1.7)),
    // Weights that are not separable.
    .turned(35).then(.scaled(0.2, 0.9)), AffineTransform(1, 0.2, 1.9, 0.9, 0, 0),
    .turned(-50).then(.scaled(0.07, 0.3)),
    // Footprints far larger than the image.
    .scaled(0.004, 0.004).then(.turned(20)), .scaled(0.01, 0.003), .turned(10).then(.scaled(0.02, 1)),
  ]

  @Test("Every instruction set produces the same bits as the scalar code", arguments: cases.indices)
  func bits(_ number: Int) throws {
    let test = Self.cases[number]
    for (i, linear) in Self.matrices.enumerated() where Trials.includes(i + number, of: 20) {
      let image = Images.noiseWithHoles(37 + i, 41 - i, test.source)
      let canvas = size(i % 3 == 0 ? 71 : 19, i % 2 == 0 ? 21 : 18)
      let matrix = linear.centered(image.size, in: canvas).then(.moved(0.1234, 0.2987))
      let plan = RenderPlan(
        image, by: matrix, canvas: canvas, filter: test.filter, light: test.light, output: test.output)
      let specified = try plan.rendered([image], by: .scalar)
      for kernels in InstructionSet.available {
        try expectEqual(plan.rendered([image], by: kernels), specified, "\(kernels.name), matrix \(i)")
      }
    }
  }

  /// Footprints that are large and still lie entirely inside the image.
  @Test("Instruction sets agree on large footprints", arguments: [Filter.cubic, .lanczos3], [60.0, 66, 80])
  func largeFootprints(filter: Filter, reduction: Double) throws {
    let side = Trials.count(900, few: 300)
    let image = Images.noiseWithHoles(side, side, .rgba8)
    let canvas = size(4, 4)
    let matrix = AffineTransform.turned(30).then(.scaled(1 / reduction, 1 / reduction))
      .centered(image.size, in: canvas)
    let plan = RenderPlan(
      image, by: matrix, canvas: canvas, filter: filter, light: .srgb, output: .rgba8)
    let specified = try plan.rendered([image], by: .scalar)
    for kernels in InstructionSet.available {
      try expectEqual(plan.rendered([image], by: kernels), specified, "\(kernels.name)")
    }
  }

  @Test("Scalar code is always available, and names identify instruction sets")
  func names() {
    expectEqual(InstructionSet.available.first, .scalar)
    expectTrue(InstructionSet.available.allSatisfy { InstructionSet(named: $0.name) == $0 })
    expectEqual(Set(InstructionSet.available.map(\.name)).count, InstructionSet.available.count)
    expectTrue(InstructionSet(named: "mmx") == nil)
    #if arch(x86_64)
      expectTrue(InstructionSet.available.count >= 2)
    #endif
  }
}
