import FrameCompare
import FrameImage
import TestSupport
import Testing

@Suite struct IgnoringTests {
  private let plain = Bitmap.white(9, 7)
  private let dotted = Bitmap.white(9, 7, [(0, 0), (4, 3), (5, 3), (8, 6)])

  @Test("One pixel over the hard threshold is too much, however many may differ")
  func hardThreshold() {
    let tolerance = Tolerance(threshold: 0.1, hardThreshold: 0.5, limit: .pixels(10))
    let one = difference(plain, Bitmap.white(9, 7, [(4, 3)])) {
      ($0.threshold, $0.hardThreshold) = (0.1, 0.5)
    }
    expectEqual(one.overHardThreshold, 1)
    expectTrue(!tolerance.allows(one))
    expectTrue(
      Tolerance(threshold: 0.1, limit: .pixels(1)).allows(difference(plain, Bitmap.white(9, 7, [(4, 3)]))))
  }

  @Test("Pixels in ignored rectangles are skipped, and overlaps are counted once")
  func rectangles() {
    let found = difference(plain, dotted) {
      $0.ignored = [PixelRect(4, 3, 1, 1), PixelRect(3, 2, 2, 2), PixelRect(-5, -5, 6, 6)]
      $0.hardThreshold = 0.5
      $0.metrics = Set(ComparisonMetric.allCases)
    }
    expectEqual(found.differing, 2)
    expectEqual(found.overHardThreshold, 2)
    expectEqual(found.ignored, 5)
    expectEqual(found.box, PixelRect(5, 3, 4, 4))
    let compared: Double = 9 * 7 - 5
    expectEqual(found.metrics[.mae], 2 / compared)
  }

  @Test("An ignored rectangle may lie outside the image, at any distance")
  func outside() {
    let far = PixelSize(width: PixelSize.maximumSide, height: PixelSize.maximumSide)!
    let found = difference(plain, dotted) {
      $0.ignored = [
        PixelRect(x: .max, y: 0, size: far), PixelRect(x: .min, y: .min, size: far),
        PixelRect(x: 0, y: .max, size: far), PixelRect(9, 7, 3, 3),
      ]
    }
    expectTrue((found.differing, found.ignored) == (4, 0))
  }

  @Test("With everything ignored, nothing differs")
  func everything() {
    let found = difference(plain, dotted) {
      $0.ignored = [PixelRect(0, 0, 9, 7)]
      $0.metrics = Set(ComparisonMetric.allCases)
    }
    expectTrue((found.differing, found.ignored, found.maxDifference) == (0, 63, 0))
    for metric in ComparisonMetric.allCases {
      expectEqual(found.metrics[metric], metric.valueForEqualImages)
    }
  }

  @Test("Black mask pixels are ignored in any pixel format", arguments: [PixelFormat.gray8, .rgba8, .rgb16])
  func mask(_ format: PixelFormat) throws {
    var mask = Bitmap(size: plain.size, format: format)
    for y in 0..<7 {
      for x in 0..<9 where x < 5 {
        for channel in 0..<min(3, format.channels.rawValue) { mask[x, y, channel] = 1 }
      }
    }
    var options = ComparisonOptions()
    options.ignored = [PixelRect(0, 0, 1, 1)]
    let found = try ImageComparison(options: options).run(ComparedImages(plain, dotted, mask: mask))
    expectEqual(found.differing, 1)
    expectEqual(found.ignored, 4 * 7 + 1)
    expectEqual(found.box, PixelRect(4, 3, 1, 1))
  }

  @Test("Images known to be equal are not read, but ignored pixels are counted")
  func equal() throws {
    let mask = Bitmap.white(9, 7, [(0, 0), (1, 0), (8, 6)])
    var options = ComparisonOptions()
    options.ignored = [PixelRect(-1, -1, 2, 3)]
    options.metrics = Set(ComparisonMetric.allCases)
    let known = try ImageComparison(options: options).differenceOfEqualImages(plain.size, mask: mask)
    let found = try ImageComparison(options: options).run(ComparedImages(plain, plain, mask: mask))
    expectEqual(found, known)
    expectTrue(known.ignored == 4 && known.comparedPixels == 59)
  }

  @Test("The percentage in a message, used as a limit, allows the difference")
  func share() throws {
    for height in [1, 3, 7, 29, 97, 1000] {
      for count in [1, 2, 3, 7, 29, 57, 58, 100] {
        let size = try #require(PixelSize(width: 100, height: height))
        var found = ImageDifference(expectedSize: size, actualSize: size)
        found.differing = count
        let line = found.details(isAllowed: false)
        let said = try #require(line.firstMatch(of: /\((less than )?([0-9.]+)%\)/))
        let limit = DifferenceLimit.percent(try #require(Double(said.2)))
        expectTrue(limit.allows(count, of: 100 * height), "\(line)")
        expectTrue(!limit.allows(count + max(1, height / 50), of: 100 * height), "\(line)")
      }
    }
  }

  @Test("A mask of another size is refused")
  func maskSize() {
    let mask = Bitmap.white(9, 8)
    #expect(throws: ComparisonError.maskSize(mask.size, needed: plain.size)) {
      try ImageComparison(options: .init()).run(ComparedImages(plain, dotted, mask: mask))
    }
  }
}
