import FrameGeometry
import FrameImage

/// The images that the tests compare. They use integer arithmetic only, exactly as pixelmatch-counts.py does.
enum DrawnImage: String, Sendable {
  case plain, noise, veil, ramp, bars, line, disc, ghost

  /// Draws an image.
  ///
  /// - Parameter changed: The number of color changes after drawing. They may hit the same pixel twice.
  func draw(_ p: Int, _ width: Int, _ height: Int, changed: Int = 0) -> Bitmap {
    var random = SplitMix64(seed: UInt64(p))
    var data: [Int] = []
    for y in 0..<height {
      for x in 0..<width { data += pixel(p, x, y, width, height, &random) }
    }
    random = SplitMix64(seed: UInt64(changed))
    for _ in 0..<changed {
      let at = (random.byte() * 256 + random.byte()) % (width * height) * 4
      for channel in 0..<3 { data[at + channel] = random.byte() }
    }
    let size = PixelSize(width: width, height: height)!
    return Bitmap(size: size, format: .rgba8, bytes: data.map { UInt8($0) })!
  }

  private func pixel(
    _ p: Int, _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ random: inout SplitMix64
  ) -> [Int] {
    switch self {
    case .plain: return [p * 50 % 256, p * 70 % 256, p * 90 % 256, 255]
    case .noise: return [random.byte(), random.byte(), random.byte(), 255]
    case .veil: return [random.byte(), random.byte(), random.byte(), random.byte()]
    case .ramp: return [x * p % 256, y * p % 256, (x + y) * p % 256, 255]
    case .bars:
      return (x + p) / 2 % 3 == 0 && y % 5 != 0 ? [20, 20, 30, 255] : [250, 250, 250, 255]
    case .line:
      let n = covered { i, j in 8 * (4 * y + j) > p * (4 * x + i) + 20 }
      return [255 - n * 15, 255 - n * 12, 255 - n * 9, 255]
    case .disc, .ghost:
      let n = covered { i, j in
        let (dx, dy) = (4 * x + i - 2 * width, 4 * y + j - 2 * height)
        return dx * dx + dy * dy < p * p
      }
      return self == .disc ? [240 - n * 14, 240 - n * 10, 240, 255] : [200, 40, 10, n * 255 / 16]
    }
  }

  /// Returns how many of a pixel's 16 sample points are inside a shape.
  private func covered(_ inside: (Int, Int) -> Bool) -> Int {
    (0..<16).count { inside($0 / 4, $0 % 4) }
  }
}

extension SplitMix64 {
  fileprivate mutating func byte() -> Int { Int(next() & 255) }
}
