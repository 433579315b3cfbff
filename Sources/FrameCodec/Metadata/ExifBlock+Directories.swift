extension ExifBlock {
  /// A directory: the number of its entries, the entries of twelve bytes each, the place of the next one.
  struct Directory: Hashable {
    var offset: Int
    /// Entries that are there.
    var count: Int
    /// False where the bytes end before it does.
    var isWhole: Bool

    /// What it takes up, with the place of the next one.
    var range: Range<Int> { offset..<offset + 2 + 12 * count + (isWhole ? 4 : 0) }
    var nextAt: Int { offset + 2 + 12 * count }

    func entries(in block: ExifBlock) -> [Entry] {
      (0..<count).map { Entry(at: offset + 2 + 12 * $0, in: block) }
    }
  }

  struct Entry: Hashable {
    var at: Int
    var tag: Int
    var type: Int
    var count: Int

    init(at: Int, in block: ExifBlock) {
      self.at = at
      tag = block.number(at: at, 2) ?? 0
      type = block.number(at: at + 2, 2) ?? 0
      count = block.number(at: at + 4, 4) ?? 0
    }
  }

  /// The directories of a sound structure: none lies over another.
  struct Layout {
    var main: Directory
    var exif: Directory?
    var gps: Directory?
    var interoperability: Directory?
    /// The thumbnail's, and whatever follows it.
    var chain: [Directory] = []
  }

  var main: Directory {
    // `init` has looked for it.
    directory(at: number(at: 4, 4)) ?? Directory(offset: 8, count: 0, isWhole: false)
  }

  func directory(at offset: Int?) -> Directory? {
    guard let offset, offset >= 8, let count = number(at: offset, 2) else { return nil }
    let room = bytes.count - offset - 2
    let isWhole = 12 * count + 4 <= room
    return Directory(offset: offset, count: min(count, room / 12), isWhole: isWhole)
  }

  /// Where another directory lies, by the entry that names it.
  func pointer(_ tag: Int, in directory: Directory) -> Int? {
    let entry = directory.entries(in: self).first {
      $0.tag == tag && ($0.type == Kind.long || $0.type == Kind.ifd)
    }
    return entry.flatMap { number(at: $0.at + 8, 4) }
  }

  func next(of directory: Directory) -> Int {
    number(at: directory.nextAt, 4) ?? 0
  }

  /// The bytes of an entry's values, in the entry or elsewhere; nil where they are not all there, or their
  /// type is not known.
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
  /// - Returns: nil where the first one is cut off, or two lie over each other: then nothing can be taken
  ///   out without harm.
  var layout: Layout? {
    let main = self.main
    guard main.isWhole else { return nil }
    var layout = Layout(main: main)
    layout.exif = pointer(Tag.exif, in: main).flatMap { directory(at: $0) }
    layout.gps = pointer(Tag.gps, in: main).flatMap { directory(at: $0) }
    layout.interoperability = layout.exif.flatMap { exif in
      pointer(Tag.interoperability, in: exif).flatMap { directory(at: $0) }
    }
    var last = main
    // More than a thumbnail's is rare; a chain that leads back to itself ends here, too.
    while last.isWhole, layout.chain.count < 16, let next = directory(at: next(of: last)) {
      layout.chain.append(next)
      last = next
    }
    let all = [main, layout.exif, layout.gps, layout.interoperability].compactMap(\.self) + layout.chain
    let ranges = all.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
    let overlaps = zip(ranges, ranges.dropFirst()).contains { $0.upperBound > $1.lowerBound }
    return overlaps ? nil : layout
  }
}
