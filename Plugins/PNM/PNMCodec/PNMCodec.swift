import FrameCodec
import FrameModel

/// The formats of Netpbm, which are a header in plain text and then nothing but samples: PBM, PGM and PPM,
/// plain and raw (P1 to P6), and PAM (P7) for images in black and white, gray or color, with alpha or
/// without.
///
/// This is the codec to read first when another one is to be written: there is no library under it.
///
/// Samples up to 255 are decoded to 8 bits and larger ones to 16, by `round(value * white / maxval)`. They
/// count as sRGB, as nearly all programs have it, though the specification has another curve (ppm(5)).
///
/// One codec reads all of them; what it writes is a matter of its kind, because people who say `.ppm` mean a
/// file that every reader of PPM understands, and that is P6 alone.
public struct PNMCodec: Codec {
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// P6; gray is written as three equal samples.
    case ppm
    /// P5; color is refused.
    case pgm
    /// P7, the only one with alpha.
    case pam
    /// P5 or P6, whichever holds the pixels.
    case pnm
  }

  public let kind: Kind

  public init(_ kind: Kind) {
    self.kind = kind
  }

  public var format: ImageFormat {
    let name = "\(kind)"
    return ImageFormat(
      name: name, title: name.uppercased(), extensions: [name],
      signatures: magicNumbers.flatMap(Self.signatures),
      capabilities: ImageFormat.Capabilities(
        alpha: kind == .pam, depths: [.eight, .sixteen], maximumSide: PixelSize.maximumSide,
        isLossy: false, profile: false))
  }

  /// Of the files that are called by this kind's name. Bitmaps come under PGM: they are decoded to gray, and
  /// are not written.
  private var magicNumbers: [String] {
    switch kind {
    case .ppm: ["P3", "P6"]
    case .pgm: ["P1", "P2", "P4", "P5"]
    case .pam: ["P7"]
    case .pnm: []
    }
  }

  /// A magic number and what may follow it: white space or a comment, but after P7, which old thumbnails
  /// begin with too, a newline alone (pam(5)).
  private static func signatures(_ magic: String) -> [ImageFormat.Signature] {
    let next = magic == "P7" ? "\n" : " \t\n\u{B}\u{C}\r#"
    return next.utf8.map { ImageFormat.Signature(Array(magic.utf8) + [$0]) }
  }

  public var library: String { "Swift" }

  /// - Throws: `CodecError.empty`, `.damaged`, `.truncated`, `.unsupported` for tuples of another type,
  ///   `.readFailed`, and `.limit` for an image that is too large or a header without an end.
  public func probe(_ input: ByteInput, limits: Limits) throws(CodecError) -> ImageHeader {
    let header = try PNMHeader(input, limits: limits)
    return ImageHeader(
      size: header.size, pixels: header.pixels, traits: header.traits,
      notices: try header.isFollowedByAnother(in: input) ? [.firstFrameOnly(of: nil)] : [])
  }

  /// - Throws: as `probe`.
  public func makeDecoder(
    _ input: ByteInput, _ request: DecodeRequest
  ) throws(CodecError) -> any ImageDecoder {
    guard request.reduction == .none else {
      throw .unsupported(detail: "\(format.title) has no reduction on load")
    }
    return try PNMDecoder(input, PNMHeader(input, limits: request.limits), request)
  }

  /// - Throws: `CodecError.unsupported` for what the kind does not hold, `.writeFailed`.
  public func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest
  ) throws(CodecError) -> any ImageEncoder {
    try PNMEncoder(output, kind, request)
  }
}
