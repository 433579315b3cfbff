import CPNG
import FrameCodec
import FrameModel

/// The contents of IHDR, PLTE and tRNS, as libpng interprets them.
struct PNGHeader {
  let size: PixelSize
  /// The format of the decoded pixels.
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

  /// The most memory that decoding needs: all rows of an interlaced image; libpng's current and previous row, stored
  /// and expanded; three rows of the fast path; and the inflate state of zlib and ISA-L.
  var decoderBytes: Int {
    let row = pixels.rowBytes(width: size.width)
    return (isInterlaced ? row * size.height : 0) + 7 * row + (288 << 10)
  }

  /// Checks IHDR before libpng does, to report limits as such and not as libpng's message.
  ///
  /// An invalid IHDR (PNG specification 5.6, 11.2.1) passes; libpng reports what is wrong with it.
  ///
  /// - Throws: `CodecError.limit`, `.damaged` if the first chunk is not IHDR.
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
