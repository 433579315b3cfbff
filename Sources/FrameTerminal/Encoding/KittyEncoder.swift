import FrameModel

/// The terminal graphics protocol of kitty, https://sw.kovidgoyal.net/kitty/graphics-protocol/: pixels in
/// base64, in escape codes of at most 4096 bytes of it each.
enum KittyEncoder {
  /// 4096 bytes of base64. Whole triples, so that only the last piece is padded, as the protocol wants it.
  static let pieceBytes = 3072

  static func bytes(of image: Bitmap) -> [UInt8] {
    let pixels = image.bytes
    var out: [UInt8] = []
    out.reserveCapacity(pixels.count / 3 * 4 + pixels.count / 256 + 64)
    for start in stride(from: 0, to: pixels.count, by: pieceBytes) {
      let end = min(start + pieceBytes, pixels.count)
      out += "\u{1B}_G".utf8
      if start == 0 {
        // Transmit and display; 24 bits a pixel; say nothing in return, it would end up as typed text.
        out += "a=T,f=24,s=\(image.size.width),v=\(image.size.height),q=2,".utf8
      }
      out += "m=\(end < pixels.count ? 1 : 0);".utf8
      out.append(base64: pixels[start..<end])
      out += "\u{1B}\\".utf8
    }
    // The cursor is left behind the image's last row.
    out += "\n".utf8
    return out
  }
}
