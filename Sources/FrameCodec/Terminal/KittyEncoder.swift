import FrameGeometry
import FrameImage

/// The terminal graphics protocol of kitty, https://sw.kovidgoyal.net/kitty/graphics-protocol/: pixels in
/// base64, in escape codes with at most 4096 bytes of it each.
enum KittyEncoder {
  /// The bytes of a chunk, which become 4096 bytes of base64. A multiple of three, because the protocol
  /// requires that only the last chunk is padded.
  static let chunkBytes = 3072

  static func bytes(of image: Bitmap) -> [UInt8] {
    let pixels = image.bytes
    var out: [UInt8] = []
    out.reserveCapacity(pixels.count / 3 * 4 + pixels.count / 256 + 64)
    for place in pixels.indices.parts(of: chunkBytes) {
      out += "\u{1B}_G".utf8
      if place.lowerBound == 0 {
        // Transmit and display, 24 bits per pixel. q=2 suppresses the reply, which would otherwise arrive as
        // typed text.
        out += "a=T,f=24,s=\(image.size.width),v=\(image.size.height),q=2,".utf8
      }
      out += "m=\(place.upperBound < pixels.count ? 1 : 0);".utf8
      out.append(base64: pixels[place])
      out += "\u{1B}\\".utf8
    }
    // The protocol leaves the cursor at the end of the last row of the image.
    out += "\n".utf8
    return out
  }
}

extension [UInt8] {
  /// Appends the bytes in base64 (RFC 4648), with padding.
  mutating func append(base64 bytes: ArraySlice<UInt8>) {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for place in bytes.indices.parts(of: 3) {
      let group = bytes[place]
      var bits = 0
      for byte in group { bits = bits << 8 | Int(byte) }
      bits <<= 8 * (3 - group.count)
      for digit in 0..<4 {
        append(digit <= group.count ? alphabet[bits >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
      }
    }
  }
}
