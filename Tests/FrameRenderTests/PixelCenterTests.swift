@testable import FramePlan
import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// Pixel centers at +0.5, so that nothing shifts by half a pixel. The expected numbers are computed by hand.
@Suite struct PixelCenterTests {
  private func row(_ samples: [Int]) -> Bitmap {
    Images.drawn(samples.count, 1, .gray8) { x, _, _ in samples[x] }
  }

  private func scaled(_ samples: [Int], by x: Double, to width: Int, _ filter: Filter) throws -> [Int] {
    let image = row(samples)
    let plan = RenderPlan(
      image, by: .scaled(x, 1), canvas: size(width, 1), filter: filter, light: .srgb)
    return try plan.rendered(image).samples(0)
  }

  @Test("Two pixels enlarged to four are sampled at -0.25, 0.25, 0.75 and 1.25")
  func enlarged() throws {
    try expectEqual(scaled([0, 200], by: 2, to: 4, .linear), [0, 50, 150, 200])
    try expectEqual(scaled([0, 200], by: 2, to: 4, .nearest), [0, 0, 200, 200])
    // Catmull-Rom at 1/4 between 0, 0, 200, 200 has the weights -9, 111, 29, -3 of 128. It overshoots at the ends.
    try expectEqual(scaled([0, 200], by: 2, to: 4, .cubic), [0, 41, 159, 214])
  }

  @Test("Enlarging three times keeps each pixel's value at its center", arguments: [Filter.linear, .cubic])
  func threeTimes(filter: Filter) throws {
    let result = try scaled([10, 80, 30, 200], by: 3, to: 12, filter)
    expectEqual([1, 4, 7, 10].map { result[$0] }, [10, 80, 30, 200])
  }

  @Test("Halving weighs four pixels by 1, 3, 3 and 1 eighths")
  func halved() throws {
    // At the ends the edge pixel is repeated:
    // (3·10 + 3·80 + 10 + 31) / 8 = 38.875, (3·31 + 3·120 + 80 + 250) / 8 = 97.875,
    // (3·250 + 3·6 + 120 + 6) / 8 = 111.75.
    try expectEqual(scaled([10, 80, 31, 120, 250, 6], by: 0.5, to: 3, .linear), [39, 98, 112])
  }

  @Test("A shift by half a pixel averages neighbors")
  func half() throws {
    let image = row([0, 100, 200, 40])
    let plan = RenderPlan(
      image, by: .moved(0.5, 0), canvas: size(5, 1), filter: .linear, light: .srgb,
      output: PixelFormat(.grayAlpha, .eight))
    let result = try plan.rendered(image)
    expectEqual(result.samples(0), [0, 50, 150, 120, 40])
    // The first and the last pixel are half covered. That reduces alpha and does not darken any color.
    expectEqual(result.samples(1), [128, 255, 255, 255, 128])
  }

  private static let symmetric: [AffineTransform] = [
    .scaled(1.5, 1.5), .scaled(0.45, 0.45), .turned(45), .turned(90).then(.scaled(0.7, 0.7)),
  ]

  @Test("A symmetric image stays symmetric", arguments: Filter.allCases)
  func symmetry(filter: Filter) throws {
    let side = 9
    let image = Images.drawn(side, side, .gray8) { x, y, _ in
      let (u, v) = (abs(2 * x + 1 - side), abs(2 * y + 1 - side))
      return min(255, u * u * 3 + v * v * 3)
    }
    for matrix in Self.symmetric where filter != .nearest || matrix.b == 0 {
      for canvas in [size(13, 13), size(12, 12)] {
        let plan = RenderPlan(
          [image], canvas: canvas, [.draw(image, by: matrix.centered(image.size, in: canvas))],
          background: .white, filter: filter, output: .gray8)
        let result = try plan.rendered(image)
        try expectClose(result, try turned(result, .down), "\(matrix) turned")
        try expectClose(result, try turned(result, .upMirrored), "\(matrix) mirrored")
      }
    }
  }

  private func turned(_ image: Bitmap, _ form: Orientation) throws -> Bitmap {
    let matrix = form.uprightTransform(stored: image.size)
    return try RenderPlan(image, by: matrix, canvas: image.size).rendered(image)
  }

  /// Expects equal images up to rounding. Sums are added from the left, so a symmetric sum may round to either side
  /// of a half.
  private func expectClose(_ a: Bitmap, _ b: Bitmap, _ comment: String) throws {
    expectEqual(a.size, b.size)
    let differences = zip(a.samples(0), b.samples(0)).map { abs($0 - $1) }
    expectTrue(differences.max()! <= 1, comment)
    expectTrue(differences.filter { $0 > 0 }.count <= differences.count / 50, comment)
  }
}
