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
    let (undefined, long) = (7, 4)
    let primaryImage = 0x030000
    let images = [primaryImage, first, 0, 0, 0, second.length, second.offset, 0]
    let fields = [
      ExifBlock.Value(tag: Tag.version, type: undefined, count: 4, bytes: Array("0100".utf8)[...]),
      ExifBlock.Value(tag: Tag.count, type: long, count: 1, bytes: UInt32(2).bigEndianBytes[...]),
      ExifBlock.Value(
        tag: Tag.entries, type: undefined, count: 2 * entryBytes,
        bytes: images.flatMap { UInt32(truncatingIfNeeded: $0).bigEndianBytes }[...]),
    ]
    return ExifBlock(isLittleEndian: false, fields).bytes
  }

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
