import FrameCodec
import FrameImage
import JPEGCodec
import Testing

/// Scans of a progressive image that a reduced image does not need.
@Suite struct ScanTests {
  /// The offset of each scan's data, and the first coefficient that it codes.
  private func scans(_ bytes: [UInt8]) -> [(data: Int, firstCoefficient: Int)] {
    bytes.indices.dropLast(10).compactMap { i in
      guard bytes[i] == 0xFF, bytes[i + 1] == 0xDA else { return nil }
      let components = Int(bytes[i + 4])
      return (i + 8 + 2 * components, Int(bytes[i + 5 + 2 * components]))
    }
  }

  private func encoded(_ bitmap: Bitmap, chroma: ChromaSubsampling, isProgressive: Bool) throws -> [UInt8] {
    var request = EncodeRequest(size: bitmap.size, pixels: bitmap.format, quality: 85)
    (request.chroma, request.isProgressive) = (chroma, isProgressive)
    let output = ByteOutput()
    var encoder = try JPEGCodec().encoder(output, request)
    try encoder.write(bitmap.bytes.span)
    try encoder.finish()
    return output.bytes
  }

  @Test(
    "A progressive image has the pixels of a baseline one at every reduction",
    arguments: ChromaSubsampling.allCases)
  func reductions(chroma: ChromaSubsampling) throws {
    for format in [PixelFormat.rgb8, .gray8] {
      for (width, height) in [(1, 1), (8, 8), (77, 50), (16, 200)] {
        let bitmap = try sample(width: width, height: height, format)
        let baseline = try encoded(bitmap, chroma: chroma, isProgressive: false)
        let progressive = try encoded(bitmap, chroma: chroma, isProgressive: true)
        for reduction in ShrinkFactor.allCases {
          #expect(
            try decode(progressive, reduction).bitmap == decode(baseline, reduction).bitmap,
            "\(width)x\(height), \(reduction)")
        }
      }
    }
  }

  @Test("At an eighth, only the means of blocks are decoded") func meansOnly() throws {
    let bytes = try encoded(sample(width: 200, height: 200), chroma: .full, isProgressive: true)
    let expected = try decode(bytes, .eighth).bitmap
    for scan in scans(bytes) where scan.firstCoefficient > 0 {
      // No code of this scan's tables consists of ones only (ITU-T T.81, C), so decoding these bytes finds damage.
      var broken = bytes
      for i in scan.data..<scan.data + 8 { broken[i] = i % 2 == scan.data % 2 ? 0xFF : 0 }
      #expect(codecError { _ = try decode(broken) }?.isDamaged == true)
      #expect(try decode(broken, .eighth).bitmap == expected)
    }
  }

  @Test("A reduced image that ends too early is truncated, whichever scan it lacks") func truncation() throws
  {
    let bytes = try encoded(sample(width: 100, height: 60), chroma: .full, isProgressive: true)
    for scan in scans(bytes) {
      let cut = Array(bytes[..<(scan.data + 2)])
      #expect(codecError { _ = try decode(cut, .eighth) }?.isTruncated == true)
    }
    #expect(codecError { _ = try decode(bytes.dropLast(2), .eighth) }?.isTruncated == true)
  }

  @Test("What follows the image is reported as without a reduction") func rest() throws {
    let bytes = try encoded(sample(width: 64, height: 64), chroma: .full, isProgressive: true) + [1, 2, 3]
    #expect(try decode(bytes, .eighth).notices == decode(bytes).notices)
  }
}

private func decode(_ bytes: ArraySlice<UInt8>, _ reduction: ShrinkFactor) throws -> Decoded {
  try decode(Array(bytes), reduction)
}
