@testable import FramePlan
import FrameGeometry
import FrameImage
import FrameRender
import TestSupport
import Testing

/// Images turned or in perspective whose opaque pixels are resampled from bytes to bytes.
@Suite struct ByteResamplingTests {
  private static let formats: [PixelFormat] = [.gray8, PixelFormat(.grayAlpha, .eight), .rgb8, .rgba8]
  private static let matrices: [AffineTransform] = [
    .turned(12), .turned(-101.5), .turned(45), .scaled(2.3, 2.3).then(.turned(77)),
    .scaled(-1, 1).then(.turned(3)),
  ]

  private func plan(
    _ image: Bitmap, by linear: AffineTransform, _ light: Light, output: PixelFormat? = nil
  ) -> RenderPlan {
    let canvas = size(100, 310)
    let matrix = linear.centered(image.size, in: canvas).then(.moved(0.1234, 0.2987))
    return RenderPlan(image, by: matrix, canvas: canvas, light: light, output: output)
  }

  /// Returns the plan with an item that shows nothing, so that painters draw everything.
  private func painted(_ plan: RenderPlan) -> RenderPlan {
    var other = plan
    other.items.append(.card(Rect(x: -9, y: -9, width: 1, height: 1), .black))
    return other
  }

  private func differences(_ a: Bitmap, _ b: Bitmap) -> (largest: Int, count: Int) {
    let all = zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }
    return (all.max() ?? 0, all.count { $0 > 0 })
  }

  @Test("Samples differ by at most 1 from those of painters, and few do", arguments: formats, matrices)
  func painters(format: PixelFormat, matrix: AffineTransform) throws {
    let image = Images.noise(120, 290, format)
    for light in Light.allCases {
      let plan = plan(image, by: matrix, light)
      let (result, expected) = (try plan.rendered(image), try painted(plan).rendered(image))
      let (largest, count) = differences(result, expected)
      expectTrue(largest <= 1)
      expectTrue(Double(count) / Double(result.bytes.count) < 0.01)
      // Otherwise this would compare painters with themselves: noise has hardly any opaque pixels.
      expectTrue(count > 0 || format.channels.hasAlpha)
    }
  }

  @Test("In shadows, where levels are closest, few samples differ in linear light") func shadows() throws {
    let image = Images.drawn(120, 290, .rgb8) { x, y, c in (x * 31 + y * 17 + x * y * 7 + c * 5) % 13 }
    let plan = plan(image, by: .turned(12), .linear)
    let (result, expected) = (try plan.rendered(image), try painted(plan).rendered(image))
    let (largest, count) = differences(result, expected)
    expectEqual(largest, 1)
    expectTrue(Double(count) / Double(result.bytes.count) < 0.02)
  }

  @Test(
    "An opaque image does not change if it has an alpha channel, and gray is gray", arguments: matrices,
    Light.allCases)
  func opaque(matrix: AffineTransform, light: Light) throws {
    let colors = Images.noise(61, 45, .rgb8)
    let withAlpha = Images.drawn(61, 45, .rgba8) { x, y, c in c == 3 ? 255 : colors[x, y, c] }
    let result = try plan(colors, by: matrix, light, output: .rgba8).rendered(colors)
    try expectEqual(plan(withAlpha, by: matrix, light, output: .rgba8).rendered(withAlpha), result)

    let gray = Images.noise(61, 45, .gray8)
    let grayColors = Images.drawn(61, 45, .rgb8) { x, y, _ in gray[x, y, 0] }
    try expectEqual(
      plan(gray, by: matrix, light, output: .rgb8).rendered(gray),
      plan(grayColors, by: matrix, light, output: .rgb8).rendered(grayColors))
  }

  @Test("A constant image remains constant", arguments: [0, 1, 77, 128, 254, 255], matrices)
  func constant(value: Int, matrix: AffineTransform) throws {
    let image = Images.filled(70, 70, .rgb8, [value, 255 - value, value])
    for light in Light.allCases {
      let plan = plan(image, by: matrix, light).windowed(40, 145, size(20, 20))
      try expectEqual(plan.rendered(image), Images.filled(20, 20, .rgb8, [value, 255 - value, value]))
    }
  }

  @Test("Painters draw the pixels near transparent ones", arguments: Light.allCases)
  func holes(light: Light) throws {
    let image = Images.drawn(90, 90, .rgba8) { x, y, c in
      c == 3 ? (x / 30 + y / 30) % 2 == 0 ? 255 : 254 : (x * 7 + y * 13 + 85 * c) & 255
    }
    let plan = plan(image, by: .turned(20), light)
    let (result, expected) = (try plan.rendered(image), try painted(plan).rendered(image))
    expectTrue(differences(result, expected).largest <= 1)
    for y in 0..<result.size.height {
      for x in 0..<result.size.width where expected[x, y, 3] != 255 {
        expectTrue((0..<4).allSatisfy { result[x, y, $0] == expected[x, y, $0] }, "\(x),\(y)")
      }
    }
  }

  @Test("Neither windows nor threads change a bit", arguments: formats, Light.allCases)
  func windows(format: PixelFormat, light: Light) throws {
    let image = Images.noiseWithHoles(120, 290, format)
    try plan(image, by: .turned(9), light).expectSameInWindowsAndThreads(image)
    try plan(image, by: .scaled(1.7, 1.7).then(.turned(95)), light).expectSameInWindowsAndThreads(image)
  }

  @Test("At the edges of an image, too, samples are within 1 of those of painters", arguments: matrices)
  func edges(matrix: AffineTransform) throws {
    let image = Images.noise(23, 31, .rgb8)
    for light in Light.allCases {
      let plan = plan(image, by: matrix, light)
      expectTrue(differences(try plan.rendered(image), try painted(plan).rendered(image)).largest <= 1)
    }
  }

  // MARK: In perspective

  /// Enlarged everywhere, enlarged in part, upside down and mirrored, and receding to a tenth.
  private static let quads: [Quad] = [
    [-12.1, 3.2, 97.4, -8.3, 109.9, 318.7, -20.2, 300.1], [5.3, 20.1, 98.7, 45.2, 95.1, 240.3, 2.2, 305.4],
    [101.3, 305.2, -3.7, 290.1, 6.6, 8.4, 88.9, 2.1], [40.2, 3.1, 55.7, 4.4, 140.3, 308.2, -60.4, 305.5],
  ].map(Quad.init(numbers:))

  private func plan(_ image: Bitmap, _ quad: Quad, _ light: Light) -> RenderPlan {
    RenderPlan(
      [image], canvas: size(100, 310), [.draw(image, corners: quad)], light: light,
      output: image.format.channels.hasAlpha ? image.format : .rgb8)
  }

  @Test(
    "Few samples of an image in perspective differ from the samples of painters, by at most 1",
    arguments: quads)
  func perspective(quad: Quad) throws {
    let images = [Images.noise(73, 190, .rgb8), Images.noise(73, 190, .gray8)]
    for image in images {
      for light in Light.allCases {
        let plan = plan(image, quad, light)
        let (result, expected) = (try plan.rendered(image), try painted(plan).rendered(image))
        let (largest, count) = differences(result, expected)
        expectEqual(largest, 1)
        expectTrue(Double(count) / Double(result.bytes.count) < 0.01)
      }
    }
  }

  @Test(
    "Neither windows, nor threads, nor kernels change a bit in perspective", arguments: quads, Light.allCases)
  func windowsInPerspective(quad: Quad, light: Light) throws {
    for image in [Images.noise(73, 190, .rgb8), Images.noiseWithHoles(73, 190, .rgba8)] {
      let plan = plan(image, quad, light)
      try plan.expectSameInWindowsAndThreads(image)
      let specified = try plan.rendered([image], by: .scalar)
      for kernels in InstructionSet.available.dropFirst() {
        try expectEqual(plan.rendered([image], by: kernels), specified, kernels.name)
      }
    }
  }

  @Test("An enlarged part of an image next to its horizon is drawn", arguments: [1e-3, 0.03, 0.7, 8])
  func horizon(distance: Double) throws {
    let image = Images.noise(40, 40, .rgb8)
    // The top side is as far from the horizon as the sides meet above it.
    let quad = Quad(numbers: [50 - distance, 20.3, 50 + distance, 20.3, 98.2, 300, 1.7, 299.1])
    for light in Light.allCases {
      let plan = plan(image, quad, light)
      let (result, expected) = (try plan.rendered(image), try painted(plan).rendered(image))
      expectEqual(differences(result, expected).largest, 1)
      try expectEqual(plan.rendered([image], by: .scalar), result)
    }
  }
}
