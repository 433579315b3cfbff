import FrameCompare
import FrameImage
import TestSupport
import Testing

/// Tests of the pixel hash against its definition, which other programs can compute as well. The expected values are
/// from Python:
///
///     hashlib.sha256(b"frameit-pixels 1\n2 1 8 rgb\n" + bytes([1, 2, 3, 4, 5, 6])).hexdigest()
@Suite struct PixelHashTests {
  private func hash(
    _ width: Int, _ height: Int, _ format: PixelFormat, _ samples: [Int], rowsAtOnce: Int = 1
  ) throws -> String {
    let bytes = samples.flatMap { sample -> [UInt8] in
      format.depth == .eight
        ? [UInt8(sample)] : withUnsafeBytes(of: UInt16(sample)) { Array($0) }
    }
    let size = try #require(PixelSize(width: width, height: height))
    let image = try #require(Bitmap(size: size, format: format, bytes: bytes))
    var hash = PixelHash(size: size, format: format)
    for row in stride(from: 0, to: height, by: rowsAtOnce) {
      let end = min(height, row + rowsAtOnce)
      let band = Array(image.bytes[row * image.rowBytes..<end * image.rowBytes])
      hash.write(band.span)
    }
    expectTrue(hash.text == nil)
    hash.finish()
    return try #require(hash.text)
  }

  @Test("8-bit samples are hashed unchanged, after the header text")
  func eight() throws {
    try expectEqual(
      hash(2, 1, .rgb8, [1, 2, 3, 4, 5, 6]),
      "215dc9c5bbc2b3b3d6d61886be26c78090fd8c430f27c843fad2a6d1583c9100")
    try expectEqual(
      hash(1, 2, PixelFormat(.grayAlpha, .eight), [7, 0, 8, 255]),
      "86ec16597442404763a02ed7d902ca2146233c39e9fb4950286b7b9394571ca9")
  }

  @Test("16-bit samples are hashed with the high byte first, on every machine")
  func sixteen() throws {
    try expectEqual(
      hash(1, 1, .rgb16, [0x1234, 0x5678, 0x9ABC]),
      "1df9361ad83e57910a1ef0b71c92b92cba25bf91bd93ae1d70e5d5fc34ba2257")
    try expectEqual(
      hash(1, 1, PixelFormat(.grayAlpha, .sixteen), [0x1234, 0xFF00]),
      "cc018e376938e7d1b71927c18806b4c44ec1efe15d8479a39054f649577cafbd")
  }

  @Test("Gray has the hash of three equal channels", arguments: PixelFormat.Depth.allCases, [false, true])
  func gray(depth: PixelFormat.Depth, alpha: Bool) throws {
    let rest = alpha ? [77] : []
    let one = [9, 200].flatMap { [$0] + rest }
    let three = [9, 200].flatMap { [$0, $0, $0] + rest }
    let gray = try hash(2, 1, PixelFormat(.init(gray: true, alpha: alpha), depth), one)
    expectTrue(gray == (try hash(2, 1, PixelFormat(.init(gray: false, alpha: alpha), depth), three)))
    if !alpha, depth == .eight {
      expectEqual(gray, "52942eee3788bcae6c89042d75bf600b566da4d6068a0700995fef0f83287d84")
    }
  }

  @Test("Depth, alpha, size and every sample change the hash")
  func differences() throws {
    let samples = [1, 2, 3, 4, 5, 6]
    let hashes = [
      try hash(2, 1, .rgb8, samples),
      try hash(1, 2, .rgb8, samples),
      try hash(2, 1, .rgb16, samples),
      try hash(2, 1, .rgb16, samples.map { $0 * 257 }),
      try hash(2, 1, .rgba8, [1, 2, 3, 255, 4, 5, 6, 254]),
      try hash(2, 1, .rgb8, [4, 5, 6, 1, 2, 3]),
      try hash(2, 1, .rgb8, [1, 2, 3, 4, 5, 7]),
      try hash(6, 1, .gray8, samples),
    ]
    expectEqual(Set(hashes).count, hashes.count)
  }

  @Test(
    "Opaque alpha does not change the hash, in bands of any height", arguments: PixelFormat.Depth.allCases)
  func opaqueAlpha(depth: PixelFormat.Depth) throws {
    let opaque = depth == .eight ? 255 : 65_535
    let pixels = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    for rows in 1...3 {
      let plain = try hash(1, 3, PixelFormat(.rgb, depth), pixels.flatMap(\.self), rowsAtOnce: rows)
      let samples = pixels.flatMap { $0 + [opaque] }
      try expectEqual(hash(1, 3, PixelFormat(.rgba, depth), samples, rowsAtOnce: rows), plain)
      // A pixel that is not opaque, in any row.
      let others = try (0..<3).map { row in
        var samples = samples
        samples[4 * row + 3] -= 1
        return try hash(1, 3, PixelFormat(.rgba, depth), samples, rowsAtOnce: rows)
      }
      expectEqual(Set(others + [plain]).count, 4)
    }
  }

  @Test(
    "Band height does not change the hash", arguments: [1, 2, 3, 7],
    [PixelFormat.gray8, .rgba8, .gray16, .rgb16])
  func bands(rowsAtOnce: Int, format: PixelFormat) throws {
    let count = 3 * 7 * format.channels.rawValue
    let samples = (0..<count).map { $0 * 37 % 256 }
    let atOnce = try hash(3, 7, format, samples, rowsAtOnce: 7)
    try expectEqual(hash(3, 7, format, samples, rowsAtOnce: rowsAtOnce), atOnce)
  }

  @Test("The hash is 64 lowercase hexadecimal digits")
  func digits() throws {
    let text = try hash(1, 1, .gray8, [0])
    expectEqual(text.count, 64)
    expectTrue(text.allSatisfy { "0123456789abcdef".contains($0) })
  }
}
