/// A block of metadata in the form of its own standard: the same for all file formats, without the wrapping that a
/// format adds.
package struct MetadataBlock: Hashable, Sendable {
  /// In the order in which files store them.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A TIFF structure from its byte order mark on (CIPA DC-008, 4.5).
    case exif
    /// An XMP packet in UTF-8 (ISO 16684-1).
    case xmp
    /// Records of IPTC's Information Interchange Model (IIM 4.2), without the Photoshop resource around them.
    case iptc
    /// Text in UTF-8.
    case comment
  }

  package var kind: Kind
  /// The subject of a text, if the format has one: "Title", "Author"; nil for a plain comment.
  package var keyword: String?
  package var bytes: [UInt8]

  package init(_ kind: Kind, keyword: String? = nil, _ bytes: [UInt8]) {
    self.kind = kind
    self.keyword = keyword
    self.bytes = bytes
  }

  /// EXIF, from which the mark of JPEG's segments is removed. Some programs write it in other formats, too.
  package init(exif bytes: [UInt8]) {
    let mark = Array("Exif\0\0".utf8)
    self.init(.exif, bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes)
  }

  /// A text of unknown encoding: UTF-8 if valid, else Latin-1. Zeros at its end are removed.
  ///
  /// - Returns: nil if nothing is left.
  package init?(comment text: [UInt8], keyword: String? = nil) {
    let end = text.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    guard end > 0 else { return nil }
    self.init(latin1: Array(text[..<end]), keyword: keyword)
  }

  /// A text in Latin-1 (ISO 8859-1), or in UTF-8, which many programs write instead.
  package init(latin1 text: [UInt8], keyword: String?) {
    let isUTF8 = String(validating: text, as: UTF8.self) != nil
    self.init(.comment, keyword: keyword, isUTF8 ? text : Latin1.utf8(of: text))
  }

  /// The text for a format without keywords. A keyword other than "Description" is prepended.
  package var commentText: [UInt8] {
    guard let keyword, keyword != "Description" else { return bytes }
    return Array("\(keyword): ".utf8) + bytes
  }
}

/// Latin-1 (ISO 8859-1), whose bytes are Unicode's first 256 characters.
package enum Latin1 {
  package static func text(of bytes: some Collection<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
    return String(scalars)
  }

  package static func utf8(of bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.allSatisfy { $0 < 0x80 } ? Array(bytes) : Array(text(of: bytes).utf8)
  }
}

extension Sequence<MetadataBlock> {
  /// Returns the first block of a kind; a file has one of EXIF, XMP and IPTC.
  package func first(_ kind: MetadataBlock.Kind) -> MetadataBlock? { first { $0.kind == kind } }
}

/// Records of IPTC's Information Interchange Model (IIM 4.2, part 1, 1.6): a marker, the numbers of record and data
/// set, a length, the data.
package struct IPTCRecords: Equatable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Removes records, but not those with the character set and the versions, which are needed to read the others.
  ///
  /// - Returns: the records that stay, and what removed ones were about; nil if they are invalid and cannot be separated.
  package func edited(where stays: (MetadataPart) -> Bool) -> (records: IPTCRecords, gone: Set<MetadataPart>)?
  {
    var result: [UInt8] = []
    var gone: Set<MetadataPart> = []
    var at = 0
    while at < bytes.count {
      // Photoshop pads with zeros.
      if bytes[at] == 0, bytes[at...].allSatisfy({ $0 == 0 }) { break }
      guard let (part, range) = record(at: at) else { return nil }
      if let part, !stays(part) {
        gone.insert(part)
      } else {
        result += bytes[range]
      }
      at = range.upperBound
    }
    return (IPTCRecords(result), gone)
  }

  /// True if there is no information.
  package var isEmpty: Bool { edited { _ in false }?.gone.isEmpty ?? true }

  /// - Returns: what the record is about, or nil for the character set and the versions; nil if it is invalid.
  private func record(at start: Int) -> (part: MetadataPart?, range: Range<Int>)? {
    guard bytes[start] == 0x1C, start + 5 <= bytes.count else { return nil }
    var length = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
    var header = 5
    if length & 0x8000 != 0 {
      // The length of the length field.
      let count = length & 0x7FFF
      guard (1...4).contains(count), start + 5 + count <= bytes.count else { return nil }
      length = Int(bigEndianBytes: bytes[start + 5..<start + 5 + count])
      header += count
    }
    guard length <= bytes.count - start - header else { return nil }
    let range = start..<start + header + length
    switch (bytes[start + 1], bytes[start + 2]) {
    case (1, 0), (1, 90), (2, 0): return (nil, range)
    case (2, let dataSet): return (MetadataPart(dataSet: dataSet), range)
    default: return (.others, range)
    }
  }
}

/// Photoshop's image resources, in which files store IPTC: "8BIM", a number, a name, a length, the data.
package enum PhotoshopResources {
  private static let signature = Array("8BIM".utf8)
  private static let iptc = 0x0404

  /// The IPTC records in a file's resources.
  package enum Records: Equatable, Sendable {
    case none
    case whole([UInt8])
    /// The resources are truncated within or before the records.
    case damaged
  }

  /// Finds the IPTC records in the resources.
  package static func iptc(in resources: [UInt8]) -> Records {
    var at = 0
    while at + 12 <= resources.count {
      // Other programs have signatures of their own: AgHg, DCSR, PHUT, MeSa.
      let number = Int(resources[at + 4]) << 8 | Int(resources[at + 5])
      let name = (Int(resources[at + 6]) + 2) & ~1
      let lengthAt = at + 6 + name
      // A length beyond the end is damage only in Photoshop's own resources.
      let isOwn = resources[at..<at + 4].elementsEqual(signature)
      guard lengthAt + 4 <= resources.count else { return isOwn ? .damaged : .none }
      let length = Int(bigEndianBytes: resources[lengthAt..<lengthAt + 4])
      let start = lengthAt + 4
      guard length <= resources.count - start else { return isOwn ? .damaged : .none }
      if number == iptc, isOwn {
        return length == 0 ? .none : .whole(Array(resources[start..<start + length]))
      }
      at = start + (length + 1) & ~1
    }
    return resources.dropFirst(at).starts(with: signature) ? .damaged : .none
  }

  /// Returns a resource with these records.
  package static func wrapping(iptc records: [UInt8]) -> [UInt8] {
    signature + UInt16(iptc).bigEndianBytes + [0, 0]
      + UInt32(truncatingIfNeeded: records.count).bigEndianBytes + records
      + (records.count % 2 == 1 ? [0] : [])
  }
}
