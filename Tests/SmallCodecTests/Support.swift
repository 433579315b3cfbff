import FrameCodec
import FrameGeometry
import FrameImage
import Testing

struct Decoded: Equatable {
  var size: PixelSize
  var format: PixelFormat
  var bytes: [UInt8]
  var notices: [CodecNotice]

  /// The samples. The bytes of 16-bit samples are in native order.
  var samples: [Int] {
    guard format.depth == .sixteen else { return bytes.map { Int($0) } }
    return bytes.withUnsafeBytes { raw in
      (0..<raw.count / 2).map { Int(raw.loadUnaligned(fromByteOffset: $0 * 2, as: UInt16.self)) }
    }
  }
}

extension Codec {
  /// Decodes a whole image in bands of `band` rows.
  func decode(
    _ bytes: [UInt8], _ policy: DamagePolicy = .fail, band: Int = 16, limits: Limits = Limits()
  ) throws -> Decoded {
    let request = DecodeRequest(onDamage: policy, limits: limits)
    var decoder = try decoder(ByteInput(bytes: bytes), request)
    let rowBytes = decoder.format.rowBytes(width: decoder.size.width)
    var pixels: [UInt8] = []
    for row in stride(from: 0, to: decoder.size.height, by: band) {
      // Not zeros, so that a row that is not written is noticed.
      var rows = [UInt8](repeating: 0xA5, count: min(band, decoder.size.height - row) * rowBytes)
      var span = rows.mutableSpan
      try decoder.read(from: row, into: &span)
      pixels += rows
    }
    try decoder.finish()
    return Decoded(size: decoder.size, format: decoder.format, bytes: pixels, notices: decoder.notices)
  }

  func probe(_ bytes: [UInt8], limits: Limits = Limits()) throws -> ImageHeader {
    try open(ByteInput(bytes: bytes), limits: limits).header
  }

  func encode(_ image: Bitmap, _ metadata: ImageMetadata = ImageMetadata(), band: Int = 16) throws -> [UInt8]
  {
    let output = ByteOutput()
    let request = EncodeRequest(size: image.size, pixels: image.format, metadata: metadata)
    var encoder = try encoder(output, request)
    for row in stride(from: 0, to: image.size.height, by: band) {
      let end = min(row + band, image.size.height)
      try encoder.write(image.bytes.span.extracting(row * image.rowBytes..<end * image.rowBytes))
    }
    try encoder.finish()
    return output.bytes
  }
}

extension SplitMix64: RandomNumberGenerator {}

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

extension CodecError {
  var kind: String {
    switch self {
    case .empty: "empty"
    case .damaged: "damaged"
    case .truncated: "truncated"
    case .unsupported: "unsupported"
    case .limit: "limit"
    default: "\(self)"
    }
  }
}
