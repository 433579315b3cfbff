import FrameGeometry
import FrameImage
import TestSupport
import Testing

@Suite struct AreaSumsTests {
  /// The size of an image, and the size of a grid.
  static let cases: [(PixelSize, PixelSize)] = oddSizes.flatMap { size in
    [(1, 1), (2, 3), (3, 2), (5, 5), (16, 12), (24, 18), (size.width, size.height)].map {
      (size, .of($0, $1))
    }
  }

  /// Returns the means of the samples in the cells.
  private func mean(_ image: Bitmap, to target: PixelSize) -> Bitmap {
    let area = image.size.area
    var sums = AreaSums(image.size, over: target, channels: image.format.channels.rawValue)
    var means: [UInt8] = []
    for start in stride(from: 0, to: image.bytes.count, by: image.rowBytes) {
      sums.add(image.bytes[start..<start + image.rowBytes].map { Int($0) }) { sums in
        means += sums.map { UInt8(($0 + area / 2) / area) }
      }
    }
    return Bitmap(size: target, format: image.format, bytes: means)!
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
    "A constant image stays constant, and the same size is a copy", arguments: oddSizes)
  func constant(size: PixelSize) {
    let gray = Bitmap(size: size, format: .gray8, bytes: [UInt8](repeating: 77, count: size.area))!
    let small = PixelSize.of((size.width + 1) / 2, (size.height + 2) / 3)
    expectTrue(mean(gray, to: small).bytes.allSatisfy { $0 == 77 })
    var chance = Chance(5)
    let image = chance.bitmap(size.width, size.height)
    expectEqual(mean(image, to: size), image)
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
