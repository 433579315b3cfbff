import FrameCodec
import FrameImage

/// Encodes one raw image with a maxval of 255 or 65535.
final class PNMEncoder: ImageEncoder {
  private let output: ByteOutput
  private let pixels: PixelFormat
  /// True if gray becomes three equal samples.
  private let triples: Bool

  /// Writes the header.
  ///
  /// - Throws: `CodecError.unsupported` for color, alpha or a profile that the kind cannot store, `.writeFailed`.
  init(
    _ output: ByteOutput, _ kind: PNMCodec.Kind, _ request: EncodeRequest
  ) throws(CodecError) {
    let channels = request.pixels.channels
    let title = "\(kind)".uppercased()
    guard kind == .pam || !channels.hasAlpha else {
      throw .unsupported(detail: "\(title) cannot store alpha")
    }
    guard kind != .pgm || channels.isGray else {
      throw .unsupported(detail: "PGM cannot store color; PPM and PAM can")
    }
    guard request.metadata.profile == nil else {
      throw .unsupported(detail: "\(title) cannot store a color profile")
    }
    self.output = output
    let size = request.size
    pixels = request.pixels
    triples = kind == .ppm && channels.isGray
    let maxval = pixels.depth.maximum
    let header =
      kind == .pam
      ? """
      P7
      WIDTH \(size.width)
      HEIGHT \(size.height)
      DEPTH \(channels.rawValue)
      MAXVAL \(maxval)
      TUPLTYPE \(Self.tupleType(channels))
      ENDHDR

      """
      : "\(channels.isGray && !triples ? "P5" : "P6")\n\(size.width) \(size.height)\n\(maxval)\n"
    try output.write(Array(header.utf8))
  }

  private static func tupleType(_ channels: PixelFormat.Channels) -> String {
    (channels.isGray ? "GRAYSCALE" : "RGB") + (channels.hasAlpha ? "_ALPHA" : "")
  }

  func write(_ band: Span<UInt8>) throws(CodecError) {
    if pixels.depth == .eight, !triples { return try output.write(band) }
    let repeats = triples ? 3 : 1
    var bytes: [UInt8] = []
    bytes.reserveCapacity(band.count * repeats)
    for at in stride(from: 0, to: band.count, by: pixels.depth.bytes) {
      for _ in 0..<repeats {
        if pixels.depth == .eight {
          bytes.append(band[at])
        } else {
          let sample = band.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt16.self)
          bytes.append(UInt8(sample >> 8))
          bytes.append(UInt8(truncatingIfNeeded: sample))
        }
      }
    }
    try output.write(bytes)
  }

  func finish() {}
}
