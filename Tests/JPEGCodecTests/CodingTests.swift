import FrameCodec
import FrameGeometry
import FrameImage
import JPEGCodec
import TestSupport
import Testing

/// Huffman tables, scans and chroma subsampling of encoded images.
@Suite struct CodingTests {
  @Test("Optimized tables make the file shorter and change no pixel", arguments: [PixelFormat.rgb8, .gray8])
  func optimizedTables(format: PixelFormat) throws {
    for (width, height) in [(1, 1), (8, 8), (17, 33), (200, 130)] {
      let bitmap = try sample(width: width, height: height, format)
      for quality in [1, 50, 90, 100] {
        let standard = try encoded(bitmap, quality: quality) { _ in }
        let optimized = try encoded(bitmap, quality: quality) { $0.holdsImage = true }
        expectTrue(optimized.count < standard.count)
        try expectEqual(decode(optimized).bitmap, decode(standard).bitmap)
        try expectEqual(probe(optimized).traits, [])
      }
    }
  }

  @Test("A progressive image has the same pixels") func progressive() throws {
    let bitmap = try sample(width: 77, height: 50)
    for chroma in ChromaSubsampling.allCases {
      let baseline = try encoded(bitmap) { $0.chroma = chroma }
      let progressive = try encoded(bitmap) {
        $0.chroma = chroma
        $0.isProgressive = true
      }
      try expectEqual(probe(progressive).traits, ["progressive"])
      try expectEqual(decode(progressive).bitmap, decode(baseline).bitmap)
    }
  }

  @Test("Colors that are stored as RGB are not rounded to luminance and chroma") func keepsRGB() throws {
    // A block of one color has one coefficient for each channel.
    var bitmap = Bitmap(size: try #require(PixelSize(width: 80, height: 80)), format: .rgb8)
    for y in 0..<80 {
      for x in 0..<80 {
        for c in 0..<3 { bitmap[x, y, c] = (x / 8 * 67 + y / 8 * 29 + c * 101) & 255 }
      }
    }
    let stored = try encoded(bitmap, quality: 100) { ($0.keepsRGB, $0.chroma) = (true, .half) }
    try expectEqual(decode(stored).bitmap, bitmap)
    try expectEqual(probe(stored).blocks?.mcu, PixelSize(width: 8, height: 8))
    try expectTrue(decode(encoded(bitmap, quality: 100) { _ in }).bitmap != bitmap)
  }

  @Test(
    "The chroma subsampling is the requested one, or follows from the quality",
    arguments: [
      (nil, 89, 16, 16), (nil, 90, 8, 8), (.full, 10, 8, 8), (.halfWidth, 95, 16, 8), (.half, 95, 16, 16),
    ] as [(ChromaSubsampling?, Int, Int, Int)])
  func subsampling(chroma: ChromaSubsampling?, quality: Int, width: Int, height: Int) throws {
    let bytes = try encoded(try sample(width: 40, height: 40), quality: quality) { $0.chroma = chroma }
    try expectEqual(probe(bytes).blocks?.mcu, PixelSize(width: width, height: height))
  }

  /// The decoder counts the coefficients in the file.
  @Test("The bytes of coefficients are those of the file's blocks") func coefficientBytes() throws {
    for (width, height) in [(1, 1), (8, 8), (9, 17), (100, 31), (16, 160)] {
      for format in [PixelFormat.rgb8, .gray8] {
        for chroma in ChromaSubsampling.allCases {
          let bitmap = try sample(width: width, height: height, format)
          var request = EncodeRequest(size: bitmap.size, pixels: format, quality: 70)
          request.chroma = chroma
          let bytes = try encoded(bitmap) { $0.chroma = chroma }
          let header = try probe(bytes)
          expectEqual(JPEGCodec().heldBytes(request, like: nil), header.blocks?.bytes)
          // An encoder that imitates the image has as many.
          request.chroma = nil
          expectEqual(JPEGCodec().heldBytes(request, like: header), header.blocks?.bytes)
        }
      }
    }
  }

  @Test("The bytes of coefficients of huge images do not overflow") func hugeImages() throws {
    let size = try #require(PixelSize(width: 65_500, height: 65_500))
    let request = EncodeRequest(size: size, pixels: .rgb8, quality: 100)
    expectEqual(JPEGCodec().heldBytes(request, like: nil), 8188 * 8188 * 384)
  }

  @Test("Imitating an image keeps its subsampling in a progressive image") func imitation() throws {
    let bitmap = try sample(width: 50, height: 40)
    let model = try encoded(bitmap, quality: 60) { $0.chroma = .halfWidth }
    let again = try encoded(bitmap, like: lossless(model)) {
      $0.isProgressive = true
      $0.holdsImage = true
    }
    try expectEqual(probe(again).blocks?.mcu, PixelSize(width: 16, height: 8))
    try expectEqual(probe(again).traits, ["progressive"])
    try expectEqual(decode(again).bitmap, decode(model).bitmap)
  }

  @Test("A lossless transform can make an image progressive") func progressiveTransform() throws {
    let jpeg = try encoded(try sample(width: 48, height: 32)) { _ in }
    let header = try probe(jpeg)
    let whole = PixelRect(x: 0, y: 0, size: header.size)
    for orientation in [Orientation.up, .right, .down] {
      var request = TransformRequest(
        LosslessTransform(.exact, orientation, source: whole),
        metadata: .replaced(header.metadata, keepsUnknown: true))
      let (plain, progressive) = (ByteOutput(), ByteOutput())
      _ = try transform(jpeg, into: plain, request)
      request.isProgressive = true
      _ = try transform(jpeg, into: progressive, request)
      try expectEqual(probe(progressive.bytes).traits, ["progressive"])
      try expectEqual(decode(progressive.bytes).bitmap, decode(plain.bytes).bitmap)
    }
  }

  @Test("A lossless transform can set the resolution") func resolution() throws {
    let resolution = ImageMetadata.Resolution(x: 300 / 0.0254, y: 300 / 0.0254)
    let jpeg = try encoded(try sample(width: 16, height: 16)) { _ in }
    // Without JFIF, the resolution is stored in EXIF.
    let bare = Array(jpeg[..<2] + jpeg[20...])
    for bytes in [jpeg, bare] {
      let header = try probe(bytes)
      let whole = PixelRect(x: 0, y: 0, size: header.size)
      for orientation in [Orientation.up, .left] {
        var request = TransformRequest(
          LosslessTransform(.exact, orientation, source: whole),
          metadata: .replaced(header.metadata, keepsUnknown: true))
        request.resolution = resolution
        let output = ByteOutput()
        _ = try transform(bytes, into: output, request)
        let found = try #require(try probe(output.bytes).metadata.resolution)
        expectTrue(abs(found.x - resolution.x) < 1e-6 && abs(found.y - resolution.y) < 1e-6)
      }
    }
  }
}
