import FrameCodec

extension PNGTexts {
  /// Longer texts are compressed if that makes them shorter.
  private static let compressedFrom = 1024

  /// Returns the chunks for metadata blocks: eXIf, XMP in iTXt, IPTC as ImageMagick writes it, and texts.
  static func chunks(_ blocks: [MetadataBlock]) -> [(type: String, data: [UInt8])] {
    var chunks: [(type: String, data: [UInt8])] = []
    if let exif = blocks.first(.exif) { chunks.append(("eXIf", exif.bytes)) }
    // Adobe requires it uncompressed, so that programs that do not know PNG can find it.
    if let xmp = blocks.first(.xmp) {
      chunks.append(("iTXt", Array(xmpKeyword.utf8) + [0, 0, 0, 0, 0] + xmp.bytes))
    }
    if let iptc = blocks.first(.iptc) {
      let text = HexProfile.text("iptc", PhotoshopResources.wrapping(iptc: iptc.bytes))
      chunks.append(chunk(profileKeyword + "iptc", text, compressedFrom: 0))
    }
    for block in blocks where block.kind == .comment {
      // A zero would end the text.
      let text = block.bytes.map { $0 == 0 ? 0x20 : $0 }
      chunks.append(chunk(block.keyword ?? "Comment", text, compressedFrom: compressedFrom))
    }
    return chunks
  }

  private static func chunk(
    _ keyword: String, _ text: [UInt8], compressedFrom: Int
  ) -> (type: String, data: [UInt8]) {
    let name = Self.name(keyword) + [0]
    let isPlain = text.allSatisfy { $0 < 0x80 }
    if text.count >= compressedFrom, let stream = ZlibStream.deflated(text), stream.count < text.count {
      return isPlain ? ("zTXt", name + [0] + stream) : ("iTXt", name + [1, 0, 0, 0] + stream)
    }
    return isPlain ? ("tEXt", name + text) : ("iTXt", name + [0, 0, 0, 0] + text)
  }

  /// Returns a valid keyword (PNG specification 11.3.4.2): 1 to 79 bytes of printable Latin-1 without spaces at the
  /// ends.
  private static func name(_ keyword: String) -> [UInt8] {
    let bytes = keyword.unicodeScalars.map { scalar -> UInt8 in
      let isPrintable = (0x20...0x7E).contains(scalar.value) || (0xA1...0xFF).contains(scalar.value)
      return isPrintable ? UInt8(scalar.value) : 0x20
    }
    var name = Array(bytes.split(separator: 0x20).joined(separator: [0x20]).prefix(79))
    if name.last == 0x20 { name.removeLast() }
    return name.isEmpty ? Array("Comment".utf8) : name
  }
}
