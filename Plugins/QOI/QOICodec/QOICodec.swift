import FrameCodec
import FrameImage

/// QOI, the "Quite OK Image Format" (specification 1.0, qoiformat.org): lossless 8-bit RGB or RGBA, almost as cheap
/// as a copy.
///
/// This codec is pure Swift and decodes as rows are read. Gray is written as three equal samples.
package struct QOICodec: Codec {
  package init() {}

  package let format = ImageFormat(
    name: "qoi", title: "QOI", extensions: ["qoi"],
    signatures: [ImageFormat.Signature(QOIHeader.magic)],
    capabilities: ImageFormat.Capabilities(
      alpha: true, depths: [.eight], maximumSide: PixelSize.maximumSide, loss: .nothing, profile: false,
      colorimetry: .linear))

  package let library = "Swift"

  /// - Throws: `CodecError.empty`, `.damaged`, `.truncated`, `.readFailed`, and `.limit` for an image that is too
  ///   large.
  package func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
    QOIReader(input, try QOIHeader(input, limits: limits))
  }

  /// - Throws: `CodecError.unsupported` for 16 bits or a profile, `.writeFailed`.
  package func makeEncoder(
    _ output: ByteOutput, _ request: EncodeRequest
  ) throws(CodecError) -> any ImageEncoder {
    try QOIEncoder(output, request)
  }
}

/// A QOI file whose header has been read.
private final class QOIReader: ImageReader {
  let header: ImageHeader
  private let input: ByteInput
  private let stored: QOIHeader

  init(_ input: ByteInput, _ stored: QOIHeader) {
    (self.input, self.stored) = (input, stored)
    var metadata = ImageMetadata()
    if stored.isLinear { metadata.colorimetry = ImageMetadata.Colorimetry(gamma: 100_000) }
    header = ImageHeader(size: stored.size, pixels: stored.pixels, metadata: metadata)
  }

  func makeDecoder(_ request: DecodeRequest) throws(CodecError) -> any ImageDecoder {
    try QOIDecoder(input, stored, request)
  }
}

/// The 14-byte header of a file.
struct QOIHeader {
  static let magic = Array("qoif".utf8)
  static let length = 14
  /// The last bytes of a file.
  static let endMarker: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

  let size: PixelSize
  let hasAlpha: Bool
  /// True if the header marks all channels as linear, not only alpha. The specification calls this informative, and
  /// Pillow sets it for sRGB by default, so it cannot be trusted.
  let isLinear: Bool

  var bytes: [UInt8] {
    let sides = [size.width, size.height].flatMap { UInt32(truncatingIfNeeded: $0).bigEndianBytes }
    return Self.magic + sides + [hasAlpha ? 4 : 3, isLinear ? 1 : 0]
  }

  var pixels: PixelFormat { hasAlpha ? .rgba8 : .rgb8 }
}

extension QOIHeader {
  /// - Throws: `CodecError.empty`, `.damaged`, `.truncated`, `.limit`, `.readFailed`.
  init(_ input: ByteInput, limits: Limits) throws(CodecError) {
    if input.length == 0 { throw .empty }
    let bytes = try input.read(at: 0, count: Self.length)
    guard bytes.starts(with: Self.magic.prefix(bytes.count)) else {
      throw .damaged(detail: "the file does not start with qoif")
    }
    guard bytes.count == Self.length else { throw .truncated(detail: "the file ends within the header") }
    let (width, height) = (Int(bigEndianBytes: bytes[4..<8]), Int(bigEndianBytes: bytes[8..<12]))
    guard bytes[12] == 3 || bytes[12] == 4 else {
      throw .damaged(detail: "\(bytes[12]) channels instead of 3 or 4")
    }
    guard bytes[13] <= 1 else { throw .damaged(detail: "the color space is \(bytes[13]) instead of 0 or 1") }
    size = try CodecError.size(width: width, height: height, within: limits)
    hasAlpha = bytes[12] == 4
    isLinear = bytes[13] == 1
  }
}

/// A pixel in one word. Red is in the lowest byte, so on little-endian machines a pixel has the same bytes as in a
/// row.
struct QOIPixel: Equatable {
  var value: UInt32

  /// The pixel that precedes the first one.
  static let first = QOIPixel(value: 0xFF00_0000)

  @inline(__always) var red: UInt8 { UInt8(truncatingIfNeeded: value) }
  @inline(__always) var green: UInt8 { UInt8(truncatingIfNeeded: value >> 8) }
  @inline(__always) var blue: UInt8 { UInt8(truncatingIfNeeded: value >> 16) }
  @inline(__always) var alpha: UInt8 { UInt8(truncatingIfNeeded: value >> 24) }

  @inline(__always) init(value: UInt32) {
    self.value = value
  }

  @inline(__always) init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) {
    value = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
  }

  /// The index in the table of seen pixels: (3 red + 5 green + 7 blue + 11 alpha) mod 64.
  @inline(__always) var slot: Int {
    let sum = 3 &* (value & 0xFF) &+ 5 &* (value >> 8 & 0xFF) &+ 7 &* (value >> 16 & 0xFF)
    return Int(truncatingIfNeeded: (sum &+ 11 &* (value >> 24)) & 63)
  }

  /// The table before the first pixel.
  static let emptyTable = [QOIPixel](repeating: QOIPixel(value: 0), count: 64)
}

/// The first byte of each kind of encoded pixel. Two-bit tags have a value in the other six bits.
enum QOITag {
  static let index: UInt8 = 0x00
  static let difference: UInt8 = 0x40
  static let luma: UInt8 = 0x80
  static let run: UInt8 = 0xC0
  static let rgb: UInt8 = 0xFE
  static let rgba: UInt8 = 0xFF

  /// Longer runs would collide with `rgb` and `rgba`.
  static let longestRun = 62
}
