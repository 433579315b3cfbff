import FrameCodec
import FrameImage

/// The texts of a PNG (PNG specification 11.3.4), including XMP and the profiles that ImageMagick writes in
/// hexadecimal.
struct PNGTexts {
  private(set) var blocks: [MetadataBlock] = []
  private(set) var notices: [CodecNotice] = []
  private var count = 0

  static let types: Set = ["tEXt", "zTXt", "iTXt"]
  /// Adobe's XMP specification, part 3, 1.1.5.
  static let xmpKeyword = "XML:com.adobe.xmp"
  static let profileKeyword = "Raw profile type "
  /// The maximum number of chunks; the same as libpng's default.
  static let maximum = 1_000
  /// The maximum length of a keyword.
  fileprivate static let longest = 79

  /// - Returns: the length of the text in bytes.
  /// - Throws: `CodecError.limit` for more than `maximum` bytes, or too many texts.
  mutating func take(_ type: String, _ data: [UInt8], maximum: Int) throws(CodecError) -> Int {
    count += 1
    guard count <= Self.maximum else {
      throw .limit(LimitExceeded(.parts("text chunks"), needed: count, allowed: Self.maximum))
    }
    guard let text = try PNGText(type, data, maximum: maximum) else {
      drop(.comment)
      return 0
    }
    if text.keyword == Self.xmpKeyword {
      add(MetadataBlock(.xmp, text.bytes))
    } else if text.keyword.hasPrefix(Self.profileKeyword) {
      take(profile: String(text.keyword.dropFirst(Self.profileKeyword.count)), text.bytes)
    } else if !text.bytes.isEmpty {
      blocks.append(text.block)
    }
    return text.bytes.count
  }

  private mutating func add(_ block: MetadataBlock) {
    if blocks.first(block.kind) == nil { blocks.append(block) }
  }

  private mutating func drop(_ kind: MetadataBlock.Kind) {
    if !notices.contains(.metadataDropped(kind)) { notices.append(.metadataDropped(kind)) }
  }

  /// The kind of a profile depends on its first bytes as well as on its name.
  private mutating func take(profile name: String, _ text: [UInt8]) {
    let kinds: [String: MetadataBlock.Kind] = [
      "exif": .exif, "app1": .exif, "xmp": .xmp, "iptc": .iptc, "8bim": .iptc,
    ]
    // An ICC profile in this form is a copy of iCCP's.
    guard let kind = kinds[name.lowercased()] else { return }
    guard let bytes = HexProfile.bytes(of: text) else { return drop(kind) }
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    switch kind {
    case .exif where bytes.starts(with: xmp): add(MetadataBlock(.xmp, Array(bytes.dropFirst(xmp.count))))
    case .exif: add(MetadataBlock(exif: bytes))
    case .iptc where bytes.first == 0x1C: add(MetadataBlock(.iptc, bytes))
    case .iptc:
      switch PhotoshopResources.iptc(in: bytes) {
      case .none: break
      case .whole(let records): add(MetadataBlock(.iptc, records))
      case .damaged: drop(.iptc)
      }
    default: add(MetadataBlock(kind, bytes))
    }
  }
}

/// A parsed text chunk.
struct PNGText {
  /// As it is written, so that a text does not become a profile, or get another purpose, when it is copied.
  let keyword: String
  /// In the encoding of the chunk.
  let bytes: [UInt8]
  private let isUTF8: Bool

  /// The text as a comment. "Comment" is not a keyword but marks texts without one.
  var block: MetadataBlock {
    let keyword = keyword == "Comment" ? nil : keyword
    return isUTF8
      ? MetadataBlock(.comment, keyword: keyword, bytes) : MetadataBlock(latin1: bytes, keyword: keyword)
  }

  /// - Returns: nil for an invalid chunk.
  /// - Throws: `CodecError.limit` for a text of more than `maximum` bytes.
  init?(_ type: String, _ data: [UInt8], maximum: Int) throws(CodecError) {
    // A keyword of at least one byte, and a zero.
    guard let end = data.prefix(PNGTexts.longest + 1).firstIndex(of: 0), end > 0 else { return nil }
    keyword = Latin1.text(of: PNGTexts.name(Latin1.text(of: data[..<end])))
    isUTF8 = type == "iTXt"
    var rest = data[(end + 1)...]
    var isCompressed = type == "zTXt"
    if type == "iTXt" {
      // The compression flag and method, and two zero-terminated texts: the language and the translated keyword.
      guard let flag = rest.popFirst(), flag <= 1 else { return nil }
      isCompressed = flag == 1
    }
    if type != "tEXt" {
      guard let method = rest.popFirst(), method == 0 || !isCompressed else { return nil }
    }
    if type == "iTXt" {
      for _ in 0..<2 {
        guard let zero = rest.firstIndex(of: 0) else { return nil }
        rest = rest[(zero + 1)...]
      }
    }
    if isCompressed {
      guard let text = try ZlibStream.inflated(Array(rest), maximum: maximum) else { return nil }
      bytes = text
    } else {
      bytes = Array(rest)
    }
  }
}

/// ImageMagick's "Raw profile type" texts: a line with the name, one with the number of bytes, and lines of
/// hexadecimal digits.
enum HexProfile {
  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")
  private static let bytesPerLine = 36

  /// - Returns: nil for other characters or a wrong number of bytes.
  static func bytes(of text: [UInt8]) -> [UInt8]? {
    let lines = text.drop { $0 == newline }.split(separator: newline, maxSplits: 2)
    guard lines.count == 3,
      let count = Int(String(decoding: lines[1].drop { $0 == space }, as: UTF8.self)),
      count >= 0, count <= text.count
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var high: Int?
    for byte in lines[2] where byte != newline && byte != space && byte != 0x0D {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      if let first = high {
        bytes.append(UInt8(first << 4 | digit))
        high = nil
      } else {
        high = digit
      }
    }
    return bytes.count == count && high == nil ? bytes : nil
  }

  static func text(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    let count = "\(bytes.count)"
    var text = Array("\n\(name)\n\(String(repeating: " ", count: max(0, 8 - count.count)))\(count)".utf8)
    for (i, byte) in bytes.enumerated() {
      if i % bytesPerLine == 0 { text.append(newline) }
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return text + [newline]
  }
}

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
  fileprivate static func name(_ keyword: String) -> [UInt8] {
    let bytes = keyword.unicodeScalars.map { scalar -> UInt8 in
      let isPrintable = (0x20...0x7E).contains(scalar.value) || (0xA1...0xFF).contains(scalar.value)
      return isPrintable ? UInt8(scalar.value) : 0x20
    }
    var name = Array(bytes.split(separator: 0x20).joined(separator: [0x20]).prefix(longest))
    if name.last == 0x20 { name.removeLast() }
    return name.isEmpty ? Array("Comment".utf8) : name
  }
}
