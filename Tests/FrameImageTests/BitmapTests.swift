import FrameGeometry
import FrameImage
import TestSupport
import Testing

@Suite struct BitmapTests {
  @Test("The byte count of a bitmap must match its size and format") func byteCount() {
    for n in [0, 23, 25, 48] {
      let bytes = [UInt8](repeating: 7, count: n)
      expectTrue(Bitmap(size: size(4, 2), format: .rgb8, bytes: bytes) == nil)
    }
    let whole = Bitmap(size: size(4, 2), format: .rgb8, bytes: [UInt8](repeating: 7, count: 24))
    expectEqual(whole?.rowBytes, 12)
    let black = Bitmap(size: size(4, 2), format: .rgba16)
    expectEqual(black.bytes, [UInt8](repeating: 0, count: 64))
  }

  @Test(
    "Samples read back as written for every channel layout and depth",
    arguments: PixelFormat.Channels.allCases,
    PixelFormat.Depth.allCases)
  func samples(channels: PixelFormat.Channels, depth: PixelFormat.Depth) {
    var bitmap = Bitmap(size: size(3, 2), format: PixelFormat(channels, depth))
    var numbers = SplitMix64(seed: 9)
    var expected: [Int] = []
    for y in 0..<2 {
      for x in 0..<3 {
        for channel in 0..<channels.rawValue {
          let value = Int(numbers.next() % UInt64(depth.maximum + 1))
          bitmap[x, y, channel] = value
          expected.append(value)
        }
      }
    }
    var found: [Int] = []
    for y in 0..<2 {
      for x in 0..<3 {
        for channel in 0..<channels.rawValue { found.append(bitmap[x, y, channel]) }
      }
    }
    expectEqual(found, expected)
    expectEqual(bitmap.bytes.count, bitmap.rowBytes * 2)
    bitmap[0, 0, 0] = depth.maximum
    expectEqual(bitmap[0, 0, 0], depth.maximum)
  }

  @Test(
    "Rows copied in bands of any height give an equal bitmap", arguments: [1, 2, 3, 7])
  func bands(band: Int)
    throws
  {
    let image = try noise(5, 7, .rgb16)
    var copy = Bitmap(size: image.size, format: image.format)
    var row = 0
    while row < 7 {
      let rows = min(band, 7 - row)
      var bytes = [UInt8](repeating: 0, count: rows * image.rowBytes)
      var span = bytes.mutableSpan
      image.read(from: row, into: &span)
      copy.write(bytes.span)
      row += rows
    }
    copy.finish()
    expectEqual(copy, image)
    expectEqual(copy.hashValue, image.hashValue)
  }

  @Test("Rows can be read without reading the rows before them") func skippedRows() throws {
    let image = try noise(4, 6, .gray8)
    for row in [1, 2, 5] {
      var bytes = [UInt8](repeating: 0, count: 4)
      var span = bytes.mutableSpan
      image.read(from: row, into: &span)
      expectEqual(bytes, Array(image.bytes[row * 4..<row * 4 + 4]))
    }
  }

  @Test("Bitmaps with equal bytes but different formats or sizes are unequal") func formatEquality() throws {
    let bytes: [UInt8] = [1, 2, 3, 4]
    let gray = try #require(Bitmap(size: size(4, 1), format: .gray8, bytes: bytes))
    let deep = try #require(Bitmap(size: size(2, 1), format: .gray16, bytes: bytes))
    let high = try #require(Bitmap(size: size(1, 4), format: .gray8, bytes: bytes))
    expectTrue(gray != deep && gray != high)
  }

  private func noise(_ width: Int, _ height: Int, _ format: PixelFormat) throws -> Bitmap {
    var numbers = SplitMix64(seed: 3)
    let bytes = (0..<format.rowBytes(width: width) * height).map { _ in
      UInt8(truncatingIfNeeded: numbers.next())
    }
    return try #require(Bitmap(size: size(width, height), format: format, bytes: bytes))
  }
}
