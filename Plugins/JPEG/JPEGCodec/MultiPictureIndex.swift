import FrameCodec

/// The index of the images in a file (CIPA DC-007, 5.2): a TIFF structure with 16 bytes for each image.
struct MultiPictureIndex: Equatable {
  struct Entry: Equatable {
    /// The bytes of the image.
    var length: Int
    /// From the byte order mark of the index; 0 for the first image, which begins the file.
    var offset: Int
    /// True for a smaller version of the first image, as cameras write for their screens.
    var isPreview = false
  }

  let entries: [Entry]
  private let bytes: [UInt8]
  private let isLittleEndian: Bool
  /// The offset of the first entry in `bytes`.
  private let start: Int

  private static let entryBytes = 16
  /// More images than any camera writes into a file.
  private static let mostImages = 32

  private enum Tag {
    static let version = 0xB000
    static let count = 0xB001
    static let entries = 0xB002
  }

  /// - Parameter body: the segment after its name, from the byte order mark on.
  /// - Returns: nil for an index that is damaged, or has more images than any camera writes.
  init?(_ body: ArraySlice<UInt8>) {
    let bytes = Array(body)
    let isLittleEndian: Bool
    switch bytes.prefix(2) {
    case [0x49, 0x49]: isLittleEndian = true
    case [0x4D, 0x4D]: isLittleEndian = false
    default: return nil
    }
    func number(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at <= bytes.count - count else { return nil }
      let part = bytes[at..<at + count]
      return isLittleEndian ? Int(bigEndianBytes: part.reversed()) : Int(bigEndianBytes: part)
    }
    guard number(2, 2) == 42, let directory = number(4, 4), let fields = number(directory, 2) else {
      return nil
    }
    var found: (start: Int, count: Int)?
    for field in 0..<min(fields, 16) {
      let at = directory + 2 + 12 * field
      guard number(at, 2) == Tag.entries, let length = number(at + 4, 4), let start = number(at + 8, 4) else {
        continue
      }
      found = (start, length / Self.entryBytes)
    }
    guard let found, (1...Self.mostImages).contains(found.count) else { return nil }
    var entries: [Entry] = []
    for index in 0..<found.count {
      let at = found.start + Self.entryBytes * index
      guard let kind = number(at, 4), let length = number(at + 4, 4), let offset = number(at + 8, 4),
        number(at + 12, 4) != nil
      else { return nil }
      // CIPA DC-007, 5.2.3.3.1: the last three bytes are the type, of which the first is 1 for "large thumbnails".
      entries.append(Entry(length: length, offset: offset, isPreview: kind >> 16 & 0xFF == 1))
    }
    (self.entries, self.bytes, self.isLittleEndian, start) = (entries, bytes, isLittleEndian, found.start)
  }

  /// An index of two images, of which the second is of an undefined type, as for gain maps.
  ///
  /// - Parameters:
  ///   - first: the bytes of the first image.
  ///   - second: the second image.
  static func body(first: Int, second: Entry) -> [UInt8] {
    func number(_ number: Int, _ count: Int) -> [UInt8] {
      number.bigEndianBytes.suffix(count)
    }
    func field(_ tag: Int, type: Int, count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + value
    }
    let (undefined, long) = (7, 4)
    let directory =
      number(3, 2) + field(Tag.version, type: undefined, count: 4, Array("0100".utf8))
      + field(Tag.count, type: long, count: 1, number(2, 4))
      + field(Tag.entries, type: undefined, count: 2 * entryBytes, number(entriesAt, 4)) + number(0, 4)
    let primaryImage = 0x030000
    return Array("MM\0*".utf8) + number(8, 4) + directory
      + number(primaryImage, 4) + number(first, 4) + number(0, 8)
      + number(0, 4) + number(second.length, 4) + number(second.offset, 4) + number(0, 4)
  }

  /// A header, three fields, and the offset of the next directory.
  private static let entriesAt = 8 + 2 + 3 * 12 + 4

  /// Returns the body for a file in which the first image has grown.
  ///
  /// - Parameters:
  ///   - growth: the bytes by which the first image has grown.
  ///   - growthBefore: those of them that are before the index.
  func body(growth: Int, before growthBefore: Int) -> [UInt8] {
    var result = bytes
    for (index, entry) in entries.enumerated() {
      let at = start + Self.entryBytes * index
      let change =
        index == 0 ? (at + 4, entry.length + growth) : (at + 8, entry.offset + growth - growthBefore)
      for byte in 0..<4 {
        let shift = 8 * (isLittleEndian ? byte : 3 - byte)
        result[change.0 + byte] = UInt8(truncatingIfNeeded: change.1 >> shift)
      }
    }
    return result
  }
}
