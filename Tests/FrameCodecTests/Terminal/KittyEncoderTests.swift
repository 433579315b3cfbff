import FrameImage
import TestSupport
import Testing

@testable import FrameCodec

@Suite struct KittyEncoderTests {
  /// The test vectors of RFC 4648.
  @Test(
    "Base64 equals Foundation's",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func base64(text: String, wanted: String) {
    var out: [UInt8] = []
    out.append(base64: Array(text.utf8)[...])
    expectEqual(String(decoding: out, as: UTF8.self), wanted)
  }

  @Test("A pixel is encoded in kitty's protocol") func pixel() {
    let red = Bitmap(size: .of(1, 1), format: .rgb8, bytes: [255, 0, 0])!
    expectEqual(
      String(decoding: TerminalGraphics.kitty.bytes(of: red), as: UTF8.self),
      "\u{1B}_Ga=T,f=24,s=1,v=1,q=2,m=0;/wAA\u{1B}\\\n")
  }

  /// A chunk holds 1024 pixels.
  @Test(
    "The chunks add up to the image",
    arguments: [(1024, 1, 1), (1025, 1, 2), (64, 32, 2), (100, 77, 8), (1, 3000, 3)])
  func chunks(width: Int, height: Int, count: Int) throws {
    var chance = Chance(1)
    let image = chance.bitmap(width, height)
    let text = String(decoding: TerminalGraphics.kitty.bytes(of: image), as: UTF8.self)
    expectTrue(text.hasSuffix("\u{1B}\\\n"))
    let pieces = text.dropLast().split(separator: "\u{1B}\\")
    expectEqual(pieces.count, count)
    var pixels: [UInt8] = []
    for (i, piece) in pieces.enumerated() {
      expectTrue(piece.hasPrefix("\u{1B}_G"))
      let parts = piece.dropFirst(3).split(separator: ";", maxSplits: 1)
      let more = i < count - 1 ? "m=1" : "m=0"
      expectTrue(parts[0] == (i == 0 ? "a=T,f=24,s=\(width),v=\(height),q=2,\(more)" : more))
      expectTrue(parts[1].utf8.count <= 4096)
      expectTrue(i == count - 1 || parts[1].utf8.count % 4 == 0 && !parts[1].contains("="))
      pixels += try decoded(base64: parts[1])
    }
    expectEqual(pixels, image.bytes)
  }

  private func decoded(base64 text: Substring) throws -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var (bits, count, bytes) = (0, 0, [UInt8]())
    for digit in text where digit != "=" {
      bits = bits << 6 | (try #require(alphabet.firstIndex(of: digit)))
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 255))
      }
    }
    return bytes
  }
}
