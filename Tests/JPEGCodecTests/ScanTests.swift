import FrameCodec
import FrameImage
import JPEGCodec
import TestSupport
import Testing

/// Scans of a progressive image: those that a reduced image does not need, and those that two threads share.
@Suite struct ScanTests {
  /// The offset of each scan's data, and the first coefficient that it codes.
  private func scans(_ bytes: [UInt8]) -> [(data: Int, firstCoefficient: Int)] {
    bytes.indices.dropLast(10).compactMap { i in
      guard bytes[i] == 0xFF, bytes[i + 1] == 0xDA else { return nil }
      let components = Int(bytes[i + 4])
      return (i + 8 + 2 * components, Int(bytes[i + 5 + 2 * components]))
    }
  }

  private func image(
    _ bitmap: Bitmap, chroma: ChromaSubsampling = .full, isProgressive: Bool = true
  ) throws -> [UInt8] {
    try encoded(bitmap, quality: 85) { ($0.chroma, $0.isProgressive) = (chroma, isProgressive) }
  }

  @Test(
    "A progressive image has the pixels of a baseline one at every reduction",
    arguments: ChromaSubsampling.allCases)
  func reductions(chroma: ChromaSubsampling) throws {
    for format in [PixelFormat.rgb8, .gray8] {
      for (width, height) in [(1, 1), (8, 8), (77, 50), (16, 200)] {
        let bitmap = try sample(width: width, height: height, format)
        let baseline = try image(bitmap, chroma: chroma, isProgressive: false)
        let progressive = try image(bitmap, chroma: chroma, isProgressive: true)
        for reduction in ShrinkFactor.allCases {
          try expectEqual(
            decode(progressive, reduction).bitmap, decode(baseline, reduction).bitmap,
            "\(width)x\(height), \(reduction)")
        }
      }
    }
  }

  @Test("At an eighth, only the DC coefficients are decoded") func dcOnly() throws {
    let bytes = try image(sample(width: 200, height: 200))
    let expected = try decode(bytes, .eighth).bitmap
    for scan in scans(bytes) where scan.firstCoefficient > 0 {
      // Ones only, which are no Huffman code (ITU-T T.81, C), so that decoding these bytes finds damage.
      var broken = bytes
      for i in scan.data..<scan.data + 8 { broken[i] = i % 2 == scan.data % 2 ? 0xFF : 0 }
      expectEqual(codecError { _ = try decode(broken) }?.isDamaged, true)
      try expectEqual(decode(broken, .eighth).bitmap, expected)
    }
  }

  @Test("A reduced image that ends too early is truncated, whichever scan it lacks") func truncation() throws
  {
    let bytes = try image(sample(width: 100, height: 60))
    for scan in scans(bytes) {
      let cut = Array(bytes[..<(scan.data + 2)])
      expectEqual(codecError { _ = try decode(cut, .eighth) }?.isTruncated, true)
    }
    expectEqual(codecError { _ = try decode(Array(bytes.dropLast(2)), .eighth) }?.isDamaged, true)
  }

  @Test("What follows the image is reported as without a reduction") func rest() throws {
    let bytes = try image(sample(width: 64, height: 64)) + [1, 2, 3]
    try expectEqual(decode(bytes, .eighth).notices, decode(bytes).notices)
  }

  // MARK: Two threads

  private let largeSize = PixelSize(width: 1000, height: 600)!

  /// A file that is large enough for two threads.
  private func largeImage(_ chroma: ChromaSubsampling = .full) throws -> [UInt8] {
    var state: UInt32 = 1
    let samples = (0..<3 * largeSize.width * largeSize.height).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    let bytes = try image(#require(Bitmap(size: largeSize, format: .rgb8, bytes: samples)), chroma: chroma)
    try #require(bytes.count >= 256 << 10)
    return bytes
  }

  @Test(
    "Two threads decode the pixels that one decodes, at every reduction",
    arguments: ChromaSubsampling.allCases)
  func twoThreads(chroma: ChromaSubsampling) throws {
    let bytes = try largeImage(chroma)
    for reduction in ShrinkFactor.allCases {
      try expectEqual(
        decode(bytes, reduction, threads: 2).bitmap, decode(bytes, reduction).bitmap, "\(reduction)")
    }
  }

  @Test("Damage in a scan has the same result with two threads as with one") func damageWithTwoThreads()
    throws
  {
    let bytes = try largeImage()
    for scan in scans(bytes) {
      var broken = bytes
      for i in scan.data + 100..<scan.data + 120 { broken[i] = i % 2 == scan.data % 2 ? 0xFF : 0 }
      let expected = try decode(broken, onDamage: .salvage)
      let found = try decode(broken, onDamage: .salvage, threads: 2)
      expectTrue(expected.damage != nil)
      expectEqual(found.bitmap, expected.bitmap)
      expectEqual(found.notices, expected.notices)
    }
    let cut = Array(bytes.dropLast(20_000))
    let found = try decode(cut, onDamage: .salvage, threads: 2)
    expectTrue(found.bitmap == (try decode(cut, onDamage: .salvage).bitmap))
  }

  @Test("An image that lacks scans is estimated as by one thread") func missingScans() throws {
    let bytes = try largeImage()
    let last = try #require(scans(bytes).last)
    // The last scan begins with its marker, a length, one component, and three bytes.
    let cut = bytes[..<(last.data - 10)] + [0xFF, 0xD9]
    try expectEqual(decode(Array(cut), threads: 2).bitmap, decode(Array(cut)).bitmap)
  }
}
