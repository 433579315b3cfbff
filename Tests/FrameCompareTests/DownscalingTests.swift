import FrameCompare
import FrameGeometry
import FrameImage
import TestSupport
import Testing

@Suite struct DownscalingTests {
  /// Pairs of a source size and a target size that is not larger.
  static let cases: [(PixelSize, PixelSize)] = oddSizes.flatMap { size in
    [(1, 1), (2, 3), (3, 2), (5, 5), (16, 12), (24, 18), (size.width, size.height)].map { part in
      (size, .of(min(size.width, part.0), min(size.height, part.1)))
    }
  }

  private func mean(_ image: Bitmap, to target: PixelSize, rowsAtATime: Int = 1) -> Bitmap {
    var reducer = AreaDownscaler(image.size, image.format.channels, to: target)
    let band = image.rowBytes * rowsAtATime
    for start in stride(from: 0, to: image.bytes.count, by: band) {
      let rows = Array(image.bytes[start..<min(start + band, image.bytes.count)])
      reducer.write(rows.span)
    }
    return reducer.image
  }

  private func peak(_ image: Bitmap, to target: PixelSize) -> Bitmap {
    var reducer = PeakDownscaler(image.size, to: target)
    reducer.write(image.bytes.span)
    return reducer.image
  }

  /// The expected mean repeats each source pixel `target.width` times across and `target.height` times down, so that
  /// each target pixel is a mean of whole pixels.
  @Test(
    "The mean equals its definition", arguments: cases)
  func mean(size: PixelSize, target: PixelSize) {
    var chance = Chance(3)
    for format in [PixelFormat.gray8, .rgb8] {
      let image = chance.bitmap(size.width, size.height, format)
      let reduced = mean(image, to: target)
      for y in 0..<target.height {
        for x in 0..<target.width {
          for channel in 0..<format.channels.rawValue {
            var sum = 0
            for row in y * size.height..<(y + 1) * size.height {
              for column in x * size.width..<(x + 1) * size.width {
                sum += image[column / target.width, row / target.height, channel]
              }
            }
            let wanted = Int((Double(sum) / Double(size.area)).rounded())
            expectEqual(reduced[x, y, channel], wanted, "\(x) \(y)")
          }
        }
      }
    }
  }

  @Test(
    "The peak equals its definition", arguments: cases)
  func peak(size: PixelSize, target: PixelSize) {
    var chance = Chance(4)
    let image = chance.bitmap(size.width, size.height, .gray8)
    var wanted = Bitmap(size: target, format: .gray8)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let column = (2 * x + 1) * target.width / (2 * size.width)
        let row = (2 * y + 1) * target.height / (2 * size.height)
        wanted[column, row, 0] = max(wanted[column, row, 0], image[x, y, 0])
      }
    }
    expectEqual(peak(image, to: target), wanted)
  }

  @Test(
    "A constant image stays constant, and the same size is a copy", arguments: oddSizes)
  func constant(size: PixelSize) {
    let gray = Bitmap(size: size, format: .gray8, bytes: [UInt8](repeating: 77, count: size.area))!
    let small = PixelSize.of((size.width + 1) / 2, (size.height + 2) / 3)
    expectTrue(mean(gray, to: small).bytes.allSatisfy { $0 == 77 })
    var chance = Chance(5)
    let image = chance.bitmap(size.width, size.height)
    expectEqual(mean(image, to: size), image)
  }

  @Test("Bands of any height give the same rows") func bands() {
    var chance = Chance(6)
    let image = chance.bitmap(17, 23)
    let whole = mean(image, to: .of(5, 7), rowsAtATime: 23)
    for rows in [1, 2, 7] { expectEqual(mean(image, to: .of(5, 7), rowsAtATime: rows), whole) }
  }

  /// A mean over 10,000 pixels loses a single bright pixel; the peak keeps it.
  @Test("A single pixel survives the reduction") func singlePixel() {
    for (x, y) in [(0, 0), (999, 699), (123, 456)] {
      var image = Bitmap(size: .of(1000, 700), format: .gray8)
      image[x, y, 0] = 3
      let reduced = peak(image, to: .of(10, 7))
      expectEqual(reduced.bytes.count { $0 == 3 }, 1)
      expectEqual(reduced[x / 100, y / 100, 0], 3)
      expectTrue(mean(image, to: .of(10, 7)).bytes.allSatisfy { $0 == 0 })
    }
  }
}

extension PixelSize {
  fileprivate static func of(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height)!
  }
}

/// A generator of random images that are the same in every run.
private struct Chance {
  private var state: SplitMix64

  init(_ seed: UInt64) { state = SplitMix64(seed: seed) }

  mutating func bitmap(_ width: Int, _ height: Int, _ format: PixelFormat = .rgb8) -> Bitmap {
    let size = PixelSize.of(width, height)
    let bytes = (0..<format.rowBytes(width: width) * height).map { _ in
      UInt8(truncatingIfNeeded: state.next())
    }
    return Bitmap(size: size, format: format, bytes: bytes)!
  }
}

/// Sizes with edge cases: a single pixel, a single row or column, primes.
private let oddSizes = [(1, 1), (1, 7), (9, 1), (2, 2), (5, 6), (7, 13), (17, 12), (24, 19)].map {
  PixelSize.of($0, $1)
}
