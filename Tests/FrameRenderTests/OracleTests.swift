@testable import FramePlan
import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// The renderer compared with an exact evaluation of the same formula. With 8 bits, samples differ by at most 1, and
/// at most 1% of them differ (2% in linear light). With 16 bits, samples differ by at most 2.
@Suite struct OracleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var filter: Filter
    var light: Light
    var format: PixelFormat
    var testDescription: String {
      "\(filter.rawValue) \(light.rawValue) \(format.channels) \(format.depth.rawValue)"
    }
  }

  static let cases = Filter.allCases.flatMap { filter in
    [Light.linear, .srgb].flatMap { light in
      [PixelFormat.rgb8, .rgba8, .rgb16, .rgba16].map { Case(filter: filter, light: light, format: $0) }
    }
  }

  /// The linear part, and the side of the image that it transforms.
  private static let matrices: [(AffineTransform, side: Int)] = [
    (.moved(0.37, 0.61), 11), (.turned(30), 11), (.turned(133), 11),
    // Reductions.
    (.scaled(1 / 3.0, 1 / 3.0), 24), (.scaled(1 / 3.0, 1 / 3.0).then(.turned(20)), 24),
    (.scaled(0.1, 0.1).then(.turned(20)), 30), (.scaled(0.02, 0.02).then(.turned(10)), 50),
    // Footprints that are oblique to the image's axes.
    (.turned(35).then(.scaled(0.2, 1)), 14), (AffineTransform(1, 0.1, 1.7, 0.9, 0, 0), 9),
    (AffineTransform(0.3, 0.4, -0.9, 0.35, 0, 0), 14), (.turned(-50).then(.scaled(0.05, 0.6)), 24),
    // Enlargements, one of them in one direction only.
    (.scaled(3.7, 3.7).then(.turned(-8)), 5), (.scaled(8, 8), 4), (.scaled(2.6, 0.4), 9),
    // Reflections.
    (.scaled(-0.6, 0.9).then(.turned(100)), 13), (.scaled(1, -1).then(.turned(45)), 9),
  ]

  @Test("The renderer matches the exact formula within the tolerance", arguments: cases.indices)
  func formula(_ number: Int) throws {
    let test = Self.cases[number]
    let isWide = test.format.depth == .sixteen
    let output = PixelFormat(.rgba, test.format.depth)
    let canvas = size(10, 10)
    var worst = Worst()
    for (i, (linear, side)) in Self.matrices.enumerated() where Trials.includes(i + number, of: 3) {
      let images = [
        Images.noiseWithHoles(side, side, test.format), Images.zonePlate(side, test.format),
      ]
      // Alternates between the two images from case to case.
      let image = images[(i + (isWide ? 1 : 0) + (test.light == .srgb ? 1 : 0)) % 2]
      // Slightly off center: exact symmetry would give ties for nearest, which may be broken either way.
      let matrix = linear.centered(image.size, in: canvas).then(.moved(0.1234, 0.2987))
      let plan = RenderPlan(
        image, by: matrix, canvas: canvas, filter: test.filter, light: test.light, output: output)
      let exact = Oracle(
        source: image, matrix: matrix, filter: test.filter, light: test.light, output: output)
      worst.compare(try plan.rendered(image), exact.render(canvas), matrix: i)
    }
    let share = Double(worst.different) / Double(worst.samples)
    print("oracle: \(test.testDescription): \(worst)")
    expectTrue(worst.samples > 1000)
    expectTrue(worst.difference <= (isWide ? 2 : 1), "\(worst)")
    expectTrue(isWide || share <= (test.light == .linear ? 0.02 : 0.01), "\(worst)")
  }

  /// The differences that comparisons find.
  struct Worst: CustomStringConvertible {
    var difference = 0
    /// The matrix with the largest difference.
    var matrix: Int?
    var different = 0
    var samples = 0

    mutating func compare(_ result: Bitmap, _ exact: [[Double]], matrix: Int) {
      let top = Double(result.format.depth.maximum)
      for (i, pixel) in exact.enumerated() {
        let (x, y) = (i % result.size.width, i / result.size.width)
        let codes = pixel.map { Int(($0 * top).rounded()) }
        // A pixel that either result considers fully transparent has no color to compare.
        let isSeen = codes[3] > 0 && result[x, y, 3] > 0
        // With very little alpha, a color is the quotient of two tiny numbers. Then the light that it adds to an
        // image is compared instead.
        let share = pixel[3] < 1.0 / 64 ? pixel[3] : 1
        for channel in isSeen ? 0..<4 : 3..<4 {
          let apart = Double(abs(result[x, y, channel] - codes[channel]))
          let difference = Int((channel < 3 ? apart * share : apart).rounded(.up))
          samples += 1
          if difference > 0 { different += 1 }
          if difference > self.difference { (self.difference, self.matrix) = (difference, matrix) }
        }
      }
    }

    var description: String {
      let percent = Double(different * 100_000 / max(samples, 1)) / 1000
      let place = matrix.map { " by matrix \($0)" } ?? ""
      return "at most \(difference)\(place), \(percent)% of \(samples) samples"
    }
  }
}
