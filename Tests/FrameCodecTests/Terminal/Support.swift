import FrameGeometry
import FrameImage
import Testing

extension PixelSize {
  static func of(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height)! }
}

/// A generator of random images that are the same in every run.
struct Chance {
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
let oddSizes = [(1, 1), (1, 7), (9, 1), (2, 2), (5, 6), (7, 13), (17, 12), (24, 19)].map {
  PixelSize.of($0, $1)
}
