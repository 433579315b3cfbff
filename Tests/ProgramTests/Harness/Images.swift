import FrameCodec
import FrameImage
import JPEGCodec
import PNGCodec
import Testing

/// Small images, encoded by the project's own codecs.
enum Images {
  /// Every pixel differs, so moved or swapped pixels are noticed.
  static func bitmap(_ width: Int, _ height: Int, _ format: PixelFormat = .rgb8, seed: Int = 1) throws
    -> Bitmap
  {
    let size = try #require(PixelSize(width: width, height: height))
    var state = UInt32(truncatingIfNeeded: seed &* 2_654_435_761 | 1)
    let bytes = (0..<format.rowBytes(width: width) * height).map { _ in
      // xorshift32, Marsaglia 2003.
      state ^= state << 13
      state ^= state >> 17
      state ^= state << 5
      return UInt8(state >> 24)
    }
    return try #require(Bitmap(size: size, format: format, bytes: bytes))
  }

  static func png(
    _ width: Int = 8, _ height: Int = 6, _ format: PixelFormat = .rgb8, seed: Int = 1
  ) throws -> [UInt8] {
    try encode(bitmap(width, height, format, seed: seed), PNGCodec())
  }

  static func jpeg(_ width: Int = 16, _ height: Int = 12, seed: Int = 1) throws -> [UInt8] {
    try encode(bitmap(width, height, seed: seed), JPEGCodec())
  }

  static func encode(
    _ bitmap: Bitmap, _ codec: any Codec, metadata: ImageMetadata = ImageMetadata()
  ) throws -> [UInt8] {
    let output = ByteOutput()
    let request = EncodeRequest(size: bitmap.size, pixels: bitmap.format, metadata: metadata)
    var encoder = try codec.encoder(output, request)
    try encoder.write(bitmap.bytes.span)
    try encoder.finish()
    return output.bytes
  }

  /// - Throws: The codec's error.
  static func decode(_ bytes: [UInt8]?) throws -> Bitmap {
    let input = ByteInput(bytes: try #require(bytes))
    let codec = try CodecList([JPEGCodec(), PNGCodec()]).codec(for: input)
    var decoder = try codec.decoder(input, DecodeRequest())
    var pixels = [UInt8](
      repeating: 0, count: decoder.format.rowBytes(width: decoder.size.width) * decoder.size.height)
    var span = pixels.mutableSpan
    try decoder.read(from: 0, into: &span)
    try decoder.finish()
    return try #require(Bitmap(size: decoder.size, format: decoder.format, bytes: pixels))
  }

  static func isPNG(_ bytes: [UInt8]?) -> Bool { bytes?.starts(with: [0x89, 0x50, 0x4E, 0x47]) ?? false }
  static func isJPEG(_ bytes: [UInt8]?) -> Bool { bytes?.starts(with: [0xFF, 0xD8, 0xFF]) ?? false }
}
