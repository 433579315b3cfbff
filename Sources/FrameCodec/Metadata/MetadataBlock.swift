/// A block of metadata in the form of its own standard: the same for all file formats, without the wrapping that a
/// format adds.
public struct MetadataBlock: Hashable, Sendable {
  /// In the order in which files store them.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A TIFF structure from its byte order mark on (CIPA DC-008, 4.5).
    case exif
    /// An XMP packet in UTF-8 (ISO 16684-1).
    case xmp
    /// Records of IPTC's Information Interchange Model (IIM 4.2), without the Photoshop resource around them.
    case iptc
    /// Text in UTF-8.
    case comment
  }

  public var kind: Kind
  /// The subject of a text, if the format has one: "Title", "Author"; nil for a plain comment.
  public var keyword: String?
  public var bytes: [UInt8]

  public init(_ kind: Kind, keyword: String? = nil, _ bytes: [UInt8]) {
    self.kind = kind
    self.keyword = keyword
    self.bytes = bytes
  }

  /// A text of unknown encoding: UTF-8 if valid, else Latin-1. Zeros at its end are removed.
  ///
  /// - Returns: nil if nothing is left.
  public init?(comment text: [UInt8], keyword: String? = nil) {
    let end = text.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    guard end > 0 else { return nil }
    let whole = text[..<end]
    let isUTF8 = String(validating: whole, as: UTF8.self) != nil
    self.init(.comment, keyword: keyword, isUTF8 ? Array(whole) : Latin1.utf8(of: whole))
  }

  /// A text in Latin-1 (ISO 8859-1).
  public init(latin1 text: [UInt8], keyword: String?) {
    self.init(.comment, keyword: keyword, Latin1.utf8(of: text))
  }
}

extension MetadataBlock {
  /// The text for a format without keywords. A keyword other than "Description" is prepended.
  public var commentText: [UInt8] {
    guard let keyword, keyword != "Description" else { return bytes }
    return Array("\(keyword): ".utf8) + bytes
  }
}

/// Latin-1 (ISO 8859-1), whose bytes are Unicode's first 256 characters.
public enum Latin1 {
  public static func text(of bytes: some Collection<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
    return String(scalars)
  }

  public static func utf8(of bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.allSatisfy { $0 < 0x80 } ? Array(bytes) : Array(text(of: bytes).utf8)
  }
}

extension Sequence<MetadataBlock> {
  /// Returns the first block of a kind; a file has one of EXIF, XMP and IPTC.
  public func first(_ kind: MetadataBlock.Kind) -> MetadataBlock? { first { $0.kind == kind } }
}
