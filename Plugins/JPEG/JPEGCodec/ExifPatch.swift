import FrameModel

/// Changes single numbers of a TIFF structure, as EXIF holds it (CIPA DC-008, 4.5), where they stand.
struct ExifPatch {
  private(set) var bytes: [UInt8]

  /// - Parameter tiff: from the byte order mark on.
  init(_ tiff: [UInt8]) {
    bytes = tiff
  }

  private static let orientationTag = 0x0112
  private static let short = 3

  /// A structure that says nothing but an orientation.
  static func tiff(_ orientation: Orientation) -> [UInt8] {
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + [0x01, 0x12, 0, 3, 0, 0, 0, 1]
      + [0, UInt8(orientation.rawValue), 0, 0] + [0, 0, 0, 0]
  }

  /// - Parameter adding: puts an entry where there is none.
  /// - Returns: whether the structure says this orientation now.
  mutating func setOrientation(_ orientation: Orientation, adding: Bool) -> Bool {
    guard let directory else { return false }
    for i in 0..<directory.count where number(directory.entry(i), 2) == Self.orientationTag {
      guard number(directory.entry(i) + 2, 2) == Self.short else { return false }
      set(directory.entry(i) + 8, 2, orientation.rawValue)
      return true
    }
    if adding { add(orientation, to: directory) }
    return adding
  }

  /// Makes IFD0 the last directory: IFD1 is the thumbnail's.
  mutating func unlinkThumbnail() {
    guard let directory else { return }
    set(directory.end, 4, 0)
  }

  // MARK: The first directory

  private struct Directory {
    var start: Int
    var count: Int

    func entry(_ i: Int) -> Int { start + 2 + 12 * i }
    /// Where the next directory's place is said.
    var end: Int { entry(count) }
  }

  /// nil where there is none, or not all of one.
  private var directory: Directory? {
    guard number(2, 2) == 42, let start = number(4, 4), let count = number(start, 2) else { return nil }
    let directory = Directory(start: start, count: count)
    return directory.end + 4 <= bytes.count ? directory : nil
  }

  /// Behind everything else stands a longer directory, to which the header then leads: nothing moves.
  private mutating func add(_ orientation: Orientation, to directory: Directory) {
    if bytes.count % 2 == 1 { bytes.append(0) }
    let start = bytes.count
    let old = (0..<directory.count).map { Array(bytes[directory.entry($0)..<directory.entry($0 + 1)]) }
    let next = bytes[directory.end..<directory.end + 4]
    // Entries are in the order of their tags.
    let place = (0..<directory.count).first { (number(directory.entry($0), 2) ?? 0) > Self.orientationTag }
    let entries =
      old[..<(place ?? old.count)] + [[UInt8](repeating: 0, count: 12)] + old[(place ?? old.count)...]
    bytes += [0, 0] + entries.joined() + next
    let entry = start + 2 + 12 * (place ?? old.count)
    set(start, 2, entries.count)
    set(entry, 2, Self.orientationTag)
    set(entry + 2, 2, Self.short)
    set(entry + 4, 4, 1)
    set(entry + 8, 2, orientation.rawValue)
    set(4, 4, start)
  }

  // MARK: Numbers

  private var isLittleEndian: Bool? {
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): return true
    case (0x4D, 0x4D): return false
    default: return nil
    }
  }

  private func number(_ offset: Int, _ count: Int) -> Int? {
    guard let isLittleEndian, offset >= 0, offset + count <= bytes.count else { return nil }
    let digits = bytes[offset..<offset + count]
    return (isLittleEndian ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func set(_ offset: Int, _ count: Int, _ value: Int) {
    for i in 0..<count {
      let shift = 8 * (isLittleEndian == true ? i : count - 1 - i)
      bytes[offset + i] = UInt8(value >> shift & 0xFF)
    }
  }
}
