import FrameCodec
import FrameImage
import JPEGCodec
import Testing

/// Returns an image with slopes and edges of many kinds, the same in each run.
func sample(width: Int, height: Int, _ format: PixelFormat = .rgb8) throws -> Bitmap {
  let size = try #require(PixelSize(width: width, height: height))
  var bitmap = Bitmap(size: size, format: format)
  for y in 0..<height {
    for x in 0..<width {
      for c in 0..<format.channels.rawValue {
        bitmap[x, y, c] = (x * (3 + c) + y * (7 - c) + (x * y >> 3)) & 0xFF
      }
    }
  }
  return bitmap
}

func encode(
  _ bitmap: Bitmap, metadata: ImageMetadata = ImageMetadata(), quality: Int? = nil, bandRows: Int = 16
) throws -> [UInt8] {
  let output = ByteOutput()
  var encoder = try JPEGCodec().encoder(
    output,
    EncodeRequest(size: bitmap.size, pixels: bitmap.format, metadata: metadata, quality: quality))
  let band = bandRows * bitmap.rowBytes
  for start in stride(from: 0, to: bitmap.bytes.count, by: band) {
    let rows = Array(bitmap.bytes[start..<min(start + band, bitmap.bytes.count)])
    try encoder.write(rows.span)
  }
  try encoder.finish()
  return output.bytes
}

/// Encodes an image with settings that the closure chooses, or those of another image.
func encoded(
  _ bitmap: Bitmap, quality: Int = 80, like model: (any LosslessReader)? = nil,
  _ change: (inout EncodeRequest) -> Void
) throws -> [UInt8] {
  var request = EncodeRequest(size: bitmap.size, pixels: bitmap.format, quality: quality)
  change(&request)
  let output = ByteOutput()
  var encoder = try model?.encoder(output, request) ?? JPEGCodec().encoder(output, request)
  try encoder.write(bitmap.bytes.span)
  try encoder.finish()
  return output.bytes
}

func probe(_ bytes: [UInt8], limits: Limits = Limits()) throws -> ImageHeader {
  try JPEGCodec().open(ByteInput(bytes: bytes), limits: limits).header
}

/// Moves the blocks of an image.
func transform(
  _ bytes: [UInt8], into output: ByteOutput = ByteOutput(), _ request: TransformRequest
) throws -> [CodecNotice] {
  try lossless(bytes, limits: request.limits).move(output, request)
}

func lossless(_ bytes: [UInt8], limits: Limits = Limits()) throws -> any LosslessReader {
  try #require(try JPEGCodec().open(ByteInput(bytes: bytes), limits: limits) as? any LosslessReader)
}

struct Decoded {
  var bitmap: Bitmap
  var notices: [CodecNotice]

  var damage: CodecNotice? {
    notices.first { notice in
      if case .damage = notice { true } else { false }
    }
  }
}

func decode(
  _ bytes: [UInt8], _ reduction: ShrinkFactor = .none, onDamage: DamagePolicy = .fail,
  limits: Limits = Limits(), threads: Int = 1
) throws -> Decoded {
  var decoder = try JPEGCodec().decoder(
    ByteInput(bytes: bytes),
    DecodeRequest(reduction: reduction, onDamage: onDamage, limits: limits, threads: threads))
  let pixels = try readRows(&decoder, 0..<decoder.size.height)
  try decoder.finish()
  let bitmap = try #require(Bitmap(size: decoder.size, format: decoder.format, bytes: pixels))
  return Decoded(bitmap: bitmap, notices: decoder.notices)
}

func readRows(_ decoder: inout CheckedDecoder, _ rows: Range<Int>) throws -> [UInt8] {
  let rowBytes = decoder.format.rowBytes(width: decoder.size.width)
  var pixels = [UInt8](repeating: 0, count: rows.count * rowBytes)
  var span = pixels.mutableSpan
  try decoder.read(from: rows.lowerBound, into: &span)
  return pixels
}

/// Returns the offset of the first occurrence of a marker.
func index(of marker: UInt8, in bytes: [UInt8]) -> Int? {
  bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == marker }
}

/// Returns the codec error that the closure throws, or nil.
func codecError(_ body: () throws -> Void) -> CodecError? {
  do {
    try body()
    return nil
  } catch {
    return error as? CodecError
  }
}

extension CodecError {
  var isDamaged: Bool { if case .damaged = self { true } else { false } }
  var isTruncated: Bool { if case .truncated = self { true } else { false } }
  var isUnsupported: Bool { if case .unsupported = self { true } else { false } }
  var isMisuse: Bool { if case .misuse = self { true } else { false } }
  var limitKind: LimitExceeded.Kind? {
    if case .limit(let exceeded) = self { exceeded.kind } else { nil }
  }
}
