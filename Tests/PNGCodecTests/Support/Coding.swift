import FrameCodec
import FrameImage
import PNGCodec
import Testing

struct Decoded {
  var size: PixelSize
  var format: PixelFormat
  var bytes: [UInt8]
  var notices: [CodecNotice]

  /// Returns the samples of a row. The bytes of 16-bit samples are in native order.
  func samples(row: Int) -> [Int] {
    let rowBytes = format.rowBytes(width: size.width)
    let row = bytes[row * rowBytes..<(row + 1) * rowBytes]
    guard format.depth == .sixteen else { return row.map { Int($0) } }
    return row.withUnsafeBytes { raw in
      (0..<raw.count / 2).map { Int(raw.loadUnaligned(fromByteOffset: $0 * 2, as: UInt16.self)) }
    }
  }
}

/// Decodes a whole image in bands of `band` rows.
func decode(
  _ png: [UInt8], _ policy: DamagePolicy = .fail, band: Int = 16, limits: Limits = Limits()
) throws -> Decoded {
  let request = DecodeRequest(onDamage: policy, limits: limits)
  let decoder = try PNGCodec().decoder(ByteInput(bytes: png), request)
  return try drain(decoder, band: band)
}

func drain(_ source: CheckedDecoder, band: Int = 16) throws -> Decoded {
  var decoder = source
  let rowBytes = decoder.format.rowBytes(width: decoder.size.width)
  var bytes: [UInt8] = []
  for row in stride(from: 0, to: decoder.size.height, by: band) {
    // Not zeros, so that a row that is not written is noticed.
    var rows = [UInt8](repeating: 0xA5, count: min(band, decoder.size.height - row) * rowBytes)
    var span = rows.mutableSpan
    try decoder.read(from: row, into: &span)
    bytes += rows
  }
  try decoder.finish()
  return Decoded(size: decoder.size, format: decoder.format, bytes: bytes, notices: decoder.notices)
}

func probe(_ png: [UInt8], limits: Limits = Limits()) throws -> ImageHeader {
  try PNGCodec().open(ByteInput(bytes: png), limits: limits).header
}

/// Encodes a whole image in bands of `band` rows.
func encode(
  _ image: Bitmap, _ metadata: ImageMetadata = ImageMetadata(), band: Int = 16
) throws -> [UInt8] {
  let output = ByteOutput()
  var encoder = try PNGCodec().encoder(
    output, EncodeRequest(size: image.size, pixels: image.format, metadata: metadata))
  for row in stride(from: 0, to: image.size.height, by: band) {
    let end = min(row + band, image.size.height)
    let rows = Array(image.bytes[row * image.rowBytes..<end * image.rowBytes])
    try encoder.write(rows.span)
  }
  try encoder.finish()
  return output.bytes
}

/// Returns a pseudorandom image, the same in each run.
func noise(_ width: Int, _ height: Int, _ format: PixelFormat) throws -> Bitmap {
  let size = try #require(PixelSize(width: width, height: height))
  var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  let bytes = (0..<format.rowBytes(width: width) * height).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 56)
  }
  return try #require(Bitmap(size: size, format: format, bytes: bytes))
}

/// Returns the error of an expression that must fail.
func failure(_ body: () throws -> some Any) throws -> CodecError {
  do {
    _ = try body()
  } catch let error as CodecError {
    return error
  }
  throw Unexpected.success
}

enum Unexpected: Error { case success }
