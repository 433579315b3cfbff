import FrameCodec
import FrameImage

/// The Netpbm formats, a text header followed by samples: PBM, PGM and PPM, plain and raw (P1 to P6), and PAM (P7)
/// for black and white, gray and color images, with or without alpha.
///
/// This is the codec to read first if you want to write another one: it uses no library.
///
/// Samples up to 255 are decoded to 8 bits and larger ones to 16, by `round(value * white / maxval)`. They are
/// treated as sRGB, as in nearly all programs, although the specification has another transfer function (ppm(5)).
///
/// One codec reads all of them. Which one is written depends on the kind, because `.ppm` means a file that every PPM
/// reader understands, and that is only P6.
package struct PNMCodec: Codec {
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// P6. Gray is written as three equal samples.
    case ppm
    /// P5. Color is refused.
    case pgm
    /// P7, the only kind with alpha.
    case pam
    /// P5 or P6, depending on the pixels.
    case pnm
  }

  package let kind: Kind

  package init(_ kind: Kind) {
    self.kind = kind
  }

  package var format: ImageFormat {
    let name = "\(kind)"
    return ImageFormat(
      name: name, title: name.uppercased(), extensions: [name],
      signatures: magicNumbers.flatMap(Self.signatures),
      capabilities: ImageFormat.Capabilities(
        alpha: kind == .pam, depths: [.eight, .sixteen], maximumSide: PixelSize.maximumSide,
        loss: .nothing, profile: false))
  }

  /// The magic numbers of files with this kind's extension. Bitmaps belong to PGM: they are decoded to gray and not
  /// written.
  private var magicNumbers: [String] {
    switch kind {
    case .ppm: ["P3", "P6"]
    case .pgm: ["P1", "P2", "P4", "P5"]
    case .pam: ["P7"]
    case .pnm: []
    }
  }

  /// A magic number and what may follow it: white space or a comment. After P7 only a newline may follow (pam(5)),
  /// because old thumbnails also begin with P7.
  private static func signatures(_ magic: String) -> [ImageFormat.Signature] {
    let next = magic == "P7" ? "\n" : " \t\n\u{B}\u{C}\r#"
    return next.utf8.map { ImageFormat.Signature(Array(magic.utf8) + [$0]) }
  }

  package var library: String { "Swift" }

  /// - Throws: `CodecError.empty`, `.damaged`, `.truncated`, `.unsupported` for other tuple types, `.readFailed`, and
  ///   `.limit` for an image that is too large or a header without an end.
  package func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
    try PNMReader(input, PNMHeader(input, limits: limits))
  }

  /// - Throws: `CodecError.unsupported` for pixels that the kind cannot store, `.writeFailed`.
  package func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest
  ) throws(CodecError) -> any ImageEncoder {
    try PNMEncoder(output, kind, request)
  }
}

/// A Netpbm file whose header has been read.
private final class PNMReader: ImageReader {
  let header: ImageHeader
  private let input: ByteInput
  private let stored: PNMHeader

  init(_ input: ByteInput, _ stored: PNMHeader) throws(CodecError) {
    (self.input, self.stored) = (input, stored)
    header = ImageHeader(
      size: stored.size, pixels: stored.pixels, traits: stored.traits,
      notices: try stored.isFollowedByAnother(in: input) ? [.oneOfSeveral(of: nil)] : [])
  }

  func makeDecoder(_ request: DecodeRequest) throws(CodecError) -> any ImageDecoder {
    try PNMDecoder(input, stored, request)
  }
}

/// Decodes the rows of one image. Samples above maxval become white, and missing samples become 0, which is black.
/// Data after the image that is not another image is damage.
final class PNMDecoder: ImageDecoder {
  let size: PixelSize
  let format: PixelFormat
  private(set) var damage = Damage()

  private var raster: any PNMRaster
  /// The next row.
  private var row = 0

  /// - Throws: `CodecError.limit` if rows need too much memory.
  init(_ input: ByteInput, _ header: PNMHeader, _ request: DecodeRequest) throws(CodecError) {
    size = header.size
    format = header.pixels
    // One stored row and one skipped row, or the text that is read ahead.
    let held = 2 * format.rowBytes(width: size.width) + 1 << 16
    try CodecError.limited(request.limits.check(memory: held))
    raster =
      switch header.raster {
      case .plain: PNMPlainRaster(input, header)
      case .raw, .bits: PNMRawRaster(input, header)
      }
  }

  func read(into band: inout MutableSpan<UInt8>) throws(CodecError) {
    try raster.read(&band, from: row, &damage)
    row += band.count / format.rowBytes(width: size.width)
  }

  func skip(_ rows: Int) throws(CodecError) {
    if raster.isSoundUnread {
      row += rows
    } else {
      try readOver(rows)
    }
  }

  /// Checks the unread rows and what follows the last one.
  func finish(unread: Int) throws(CodecError) {
    try skip(unread)
    if damage.loss == nil { try raster.finish(&damage) }
  }
}
