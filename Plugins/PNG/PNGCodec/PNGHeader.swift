import CPNG
import FrameCodec
import FrameModel

/// What IHDR, PLTE and tRNS say, as libpng understands them.
struct PNGHeader {
  let size: PixelSize
  /// As decoded.
  let pixels: PixelFormat
  let isInterlaced: Bool
  let hasPalette: Bool

  init(_ header: cpng_header, _ limits: Limits) throws(CodecError) {
    size = try CodecError.size(width: Int(header.width), height: Int(header.height), within: limits)
    guard let channels = PixelFormat.Channels(rawValue: Int(header.channels)),
      let depth = PixelFormat.Depth(rawValue: Int(header.depth))
    else { throw .unsupported(detail: "\(header.channels) channels of \(header.depth) bits") }
    pixels = PixelFormat(channels, depth)
    isInterlaced = header.interlaced != 0
    hasPalette = header.palette != 0
  }

  var traits: [String] {
    (isInterlaced ? ["interlaced"] : []) + (hasPalette ? ["palette"] : [])
  }

  /// The most that a decode holds: all rows where they are interlaced, libpng's current and previous
  /// row, stored and expanded, three rows of the shortcut for plain images, and what zlib and ISA-L
  /// need to inflate.
  var decoderBytes: Int {
    let row = pixels.rowBytes(width: size.width)
    return (isInterlaced ? row * size.height : 0) + 7 * row + (288 << 10)
  }

  /// Looks at IHDR before libpng does, for the limits' own error in place of libpng's sentence.
  ///
  /// An IHDR that is not as it should be (PNG specification 5.6, 11.2.1) passes: libpng says what is
  /// wrong with it.
  ///
  /// - Throws: `CodecError.limit`, `.damaged` where the first chunk is another one.
  static func check(_ input: ByteInput, _ limits: Limits) throws(CodecError) {
    var walk = PNGWalk(input)
    guard try walk.startsWithSignature(), let first = try walk.next() else { return }
    guard first.type == "IHDR" else {
      throw .damaged(detail: "\(first.type): comes before IHDR")
    }
    guard first.length == 13, let bytes = try first.read(input) else { return }
    let width = Int(bytes.bigEndian(at: 0)), height = Int(bytes.bigEndian(at: 4))
    guard (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height) else { return }
    _ = try CodecError.size(width: width, height: height, within: limits)
  }
}
