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
  private let tiff: ExifBlock
  /// The offset of the first entry.
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
    guard let tiff = ExifBlock(Array(body)), let range = tiff.values(of: Tag.entries, in: tiff.main),
      (1...Self.mostImages).contains(range.count / Self.entryBytes)
    else { return nil }
    entries = (0..<range.count / Self.entryBytes).map { index in
      func number(_ at: Int) -> Int {
        tiff.number(at: range.lowerBound + Self.entryBytes * index + at, 4) ?? 0
      }
      // CIPA DC-007, 5.2.3.3.1: the last three bytes are the type, of which the first is 1 for "large thumbnails".
      return Entry(length: number(4), offset: number(8), isPreview: number(0) >> 16 & 0xFF == 1)
    }
    (self.tiff, start) = (tiff, range.lowerBound)
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
    var result = tiff
    for (index, entry) in entries.enumerated() {
      let at = start + Self.entryBytes * index
      if index == 0 {
        result.put(entry.length + growth, at: at + 4, 4)
      } else {
        result.put(entry.offset + growth - growthBefore, at: at + 8, 4)
      }
    }
    return result.bytes
  }
}
