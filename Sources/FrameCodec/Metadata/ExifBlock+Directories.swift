extension ExifBlock {
  /// A directory: the number of its entries, entries of twelve bytes each, the offset of the next directory.
  package struct Directory: Equatable {
    var offset: Int
    /// The number of complete entries.
    var count: Int
    /// True if the directory ends before the bytes do.
    var isWhole: Bool

    /// Its bytes, including the offset of the next directory.
    var range: Range<Int> { offset..<offset + 2 + 12 * count + (isWhole ? 4 : 0) }
    var nextAt: Int { offset + 2 + 12 * count }

    func entries(in block: ExifBlock) -> [Entry] {
      (0..<count).map { Entry(at: offset + 2 + 12 * $0, in: block) }
    }
  }

  package struct Entry: Equatable {
    let at, tag, type, count: Int

    init(at: Int, in block: ExifBlock) {
      self.at = at
      tag = block.number(at: at, 2) ?? 0
      type = block.number(at: at + 2, 2) ?? 0
      count = block.number(at: at + 4, 4) ?? 0
    }
  }

  /// The directories of a valid structure, which do not overlap.
  struct Layout {
    var main: Directory
    var exif: Directory?
    var gps: Directory?
    var interoperability: Directory?
    /// The directories of other images: first the thumbnail's and the ones that follow it, then the previews'.
    var chain: [Directory] = []

    var directories: [Directory] { [main, exif, gps, interoperability].compactMap(\.self) + chain }
  }

  package var main: Directory {
    // `init` has checked for it.
    directory(at: number(at: 4, 4)) ?? Directory(offset: 8, count: 0, isWhole: false)
  }

  func directory(at offset: Int?) -> Directory? {
    guard let offset, offset >= 8, let count = number(at: offset, 2) else { return nil }
    let room = bytes.count - offset - 2
    let isWhole = 12 * count + 4 <= room
    return Directory(offset: offset, count: min(count, room / 12), isWhole: isWhole)
  }

  /// Returns the offset of another directory, from the entry that contains it.
  private func pointer(_ tag: Int, in directory: Directory?) -> Int? {
    entry(tag, in: directory, [Kind.long, Kind.ifd]).flatMap { number(at: $0.at + 8, 4) }
  }

  /// Returns the first entry of a directory with a tag and one of some types.
  ///
  /// - Parameter types: nil for any type.
  func entry(_ tag: Int, in directory: Directory?, _ types: Set<Int>? = nil) -> Entry? {
    directory?.entries(in: self).first { $0.tag == tag && types?.contains($0.type) ?? true }
  }

  /// Returns the bytes of the values of that entry; nil without it, or if they are incomplete.
  package func values(of tag: Int, in directory: Directory?, _ types: Set<Int>? = nil) -> Range<Int>? {
    entry(tag, in: directory, types).flatMap(valueRange)
  }

  /// The EXIF directory.
  var exif: Directory? { directory(at: pointer(Tag.exif, in: main)) }

  /// The interoperability directory.
  var interoperability: Directory? { directory(at: pointer(Tag.interoperability, in: exif)) }

  /// The offset of the GPS directory. Some programs put the entry that refers to it into the EXIF directory.
  var placePointer: Int? {
    pointer(Tag.gps, in: main) ?? pointer(Tag.gps, in: exif)
  }

  /// The directories of other images (TIFF's technical note 1, "Tree structure"), such as the previews in a camera's own files.
  private var subimages: [Directory] {
    guard let range = values(of: Tag.subimages, in: main, [Kind.long, Kind.ifd]) else { return [] }
    return stride(from: range.lowerBound, to: range.upperBound, by: 4).prefix(16).compactMap {
      directory(at: number(at: $0, 4))
    }
  }

  func next(of directory: Directory) -> Int {
    number(at: directory.nextAt, 4) ?? 0
  }

  /// Returns the bytes of an entry's values, in the entry or elsewhere; nil if they are incomplete or of unknown
  /// type.
  func valueRange(of entry: Entry) -> Range<Int>? {
    guard let size = Kind.size(entry.type) else { return nil }
    let length = size * entry.count
    guard length > 4 else { return entry.at + 8..<entry.at + 8 + length }
    guard let offset = number(at: entry.at + 8, 4), length <= bytes.count, offset <= bytes.count - length
    else { return nil }
    return offset..<offset + length
  }

  /// All directories.
  ///
  /// - Returns: nil if the first one is truncated, or two overlap: then nothing can be removed safely.
  var layout: Layout? {
    let main = self.main
    guard main.isWhole else { return nil }
    var layout = Layout(main: main)
    layout.exif = exif
    layout.gps = directory(at: placePointer)
    layout.interoperability = interoperability
    var last = main
    // More than a thumbnail's directory is rare; this also ends circular chains.
    while last.isWhole, layout.chain.count < 16, let next = directory(at: next(of: last)) {
      layout.chain.append(next)
      last = next
    }
    layout.chain += subimages
    let ranges = layout.directories.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
    let overlaps = zip(ranges, ranges.dropFirst()).contains { $0.upperBound > $1.lowerBound }
    return overlaps ? nil : layout
  }
}
