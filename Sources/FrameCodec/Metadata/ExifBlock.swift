import FrameGeometry

/// EXIF, a TIFF structure (CIPA DC-008, 4.5 and 4.6), parsed without trusting any offset, count or chain.
///
/// It is only changed in place. Maker notes contain offsets into the whole that only their maker knows, so values
/// keep their offsets, and removed ones become zeros.
package struct ExifBlock: Equatable, Sendable {
  /// Offsets count from their start.
  package internal(set) var bytes: [UInt8]
  let isLittleEndian: Bool

  /// Returns whether a TIFF structure may begin like this, with its byte order mark and its version.
  package static func begins(_ start: some Collection<UInt8>) -> Bool {
    start.starts(with: [0x49, 0x49, 42, 0]) || start.starts(with: [0x4D, 0x4D, 0, 42])
  }

  /// The orientation of the stored image: the Orientation tag of the first directory; nil if it is missing or invalid.
  package var orientation: Orientation? {
    main.entries(in: self).lazy.compactMap(orientation).first
  }

  /// Returns the orientation in an entry. The specification requires a SHORT; other programs write it, and other
  /// readers accept it, in any integer type. It stands in the entry itself, so that no other change of the block affects it.
  ///
  /// - Returns: nil for another tag, another type, values elsewhere, and an invalid number.
  func orientation(in entry: Entry) -> Orientation? {
    guard entry.tag == Tag.orientation, Kind.isInteger(entry.type), entry.count >= 1,
      let size = Kind.size(entry.type), let range = valueRange(of: entry), range.lowerBound == entry.at + 8
    else { return nil }
    return number(at: range.lowerBound, size).flatMap(Orientation.init)
  }

  /// True if it contains the location where the image was taken.
  ///
  /// Many cameras write a directory that tells only its version.
  package var hasPlace: Bool {
    guard let offset = placePointer, offset != 0 else { return false }
    guard let directory = directory(at: offset), directory.isWhole else { return true }
    return directory.entries(in: self).contains { $0.tag != Tag.placeVersion }
  }

  /// True if it contains a thumbnail or a preview, or another directory after the first one.
  package var hasThumbnail: Bool {
    main.isWhole && next(of: main) != 0 || entry(Tag.subimages, in: main) != nil
  }

  /// True if there is no entry.
  package var isEmpty: Bool { main.count == 0 }

  /// The time when the image was taken, in EXIF's own form: "2026:11:21 22:19:51".
  package var date: String? {
    guard let range = values(of: Tag.dateTaken, in: exif, [Kind.ascii]), range.count >= 19 else { return nil }
    let text = bytes[range].prefix(19)
    // An unknown date has blanks or zeros in place of its numbers (CIPA DC-008, 4.6.5 F).
    let isDate =
      text.allSatisfy { (0x20...0x3A).contains($0) } && text.contains { (0x31...0x39).contains($0) }
    return isDate ? String(decoding: text, as: UTF8.self) : nil
  }

  /// The model of the camera; nil if it is unknown or not plain text.
  package var camera: String? {
    guard let range = values(of: Tag.model, in: main, [Kind.ascii]) else { return nil }
    var text = bytes[range].prefix { $0 != 0 }
    while text.last == 0x20 { text.removeLast() }
    guard (1...100).contains(text.count), text.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// Pixels per meter, horizontally and vertically, as stored; nil if absent.
  package var resolution: ImageMetadata.Resolution? {
    var values: [Int: Double] = [:]
    var unit = 2
    for entry in main.entries(in: self) {
      if entry.tag == Tag.resolutionUnit, entry.type == Kind.short { unit = number(at: entry.at + 8, 2) ?? 0 }
      guard entry.tag == Tag.xResolution || entry.tag == Tag.yResolution, entry.type == Kind.rational,
        let at = valueRange(of: entry)?.lowerBound,
        let above = number(at: at, 4), let below = number(at: at + 4, 4), above > 0, below > 0
      else { continue }
      values[entry.tag] = Double(above) / Double(below)
    }
    let scales = [2: 1 / 0.0254, 3: 100.0]
    guard let scale = scales[unit], let x = values[Tag.xResolution], let y = values[Tag.yResolution] else {
      return nil
    }
    return .init(x: x * scale, y: y * scale)
  }

  // MARK: Numbers

  /// Returns the number in this many bytes; nil if they are incomplete.
  package func number(at offset: Int?, _ count: Int) -> Int? {
    guard let offset, offset >= 0, count <= bytes.count, offset <= bytes.count - count else { return nil }
    var number = 0
    for i in 0..<count {
      number = number << 8 | Int(bytes[offset + (isLittleEndian ? count - 1 - i : i)])
    }
    return number
  }

  /// Returns a number in this many bytes.
  private func encoded(_ number: Int, _ count: Int) -> [UInt8] {
    let bytes = Array(number.bigEndianBytes.suffix(count))
    return isLittleEndian ? bytes.reversed() : bytes
  }

  package mutating func put(_ number: Int, at offset: Int, _ count: Int) {
    for i in 0..<count {
      bytes[offset + (isLittleEndian ? i : count - 1 - i)] = UInt8(truncatingIfNeeded: number >> (8 * i))
    }
  }

  enum Tag {
    static let placeVersion = 0
    static let imageWidth = 0x0100
    static let imageLength = 0x0101
    static let model = 0x0110
    static let stripOffsets = 0x0111
    static let orientation = 0x0112
    static let stripByteCounts = 0x0117
    static let xResolution = 0x011A
    static let yResolution = 0x011B
    static let resolutionUnit = 0x0128
    static let dateTime = 0x0132
    static let artist = 0x013B
    static let subimages = 0x014A
    static let thumbnailOffset = 0x0201
    static let thumbnailLength = 0x0202
    static let relatedWidth = 0x1001
    static let relatedLength = 0x1002
    static let copyright = 0x8298
    static let exif = 0x8769
    static let gps = 0x8825
    static let timeZone = 0x882A
    static let dateTaken = 0x9003
    static let dateDigitized = 0x9004
    static let subjectArea = 0x9214
    static let makerNote = 0x927C
    static let windowsAuthor = 0x9C9D
    static let pixelXDimension = 0xA002
    static let pixelYDimension = 0xA003
    static let interoperability = 0xA005
    static let subjectLocation = 0xA214
    /// EXIF 3.0.
    static let photographer = 0xA437
  }

  /// Types of values (TIFF 6.0, section 2).
  enum Kind {
    static let ascii = 2
    static let short = 3
    static let long = 4
    static let rational = 5
    static let signedRational = 10
    static let ifd = 13

    /// BYTE, SHORT, LONG and their signed forms.
    static func isInteger(_ type: Int) -> Bool { [1, 3, 4, 6, 8, 9].contains(type) }

    /// Returns the bytes of one value; nil for an unknown type.
    static func size(_ type: Int) -> Int? {
      switch type {
      case 1, 2, 6, 7, 129: 1
      case 3, 8: 2
      case 4, 9, 11, 13: 4
      case 5, 10, 12: 8
      default: nil
      }
    }
  }
}

extension [MetadataBlock] {
  /// The orientation of the stored image, from the EXIF block (CIPA DC-008, 4.6.4). If that states none, from the XMP packet; if
  /// neither does, `.up`.
  package var orientation: Orientation {
    first(.exif).flatMap { ExifBlock($0.bytes)?.orientation }
      ?? first(.xmp).flatMap { XMPPacket($0.bytes).orientation } ?? .up
  }
}

extension ExifBlock {
  /// - Parameter tiff: from the byte order mark on, without "Exif\0\0".
  /// - Returns: nil if this is not a TIFF structure, or its first directory begins outside of it.
  package init?(_ tiff: [UInt8]) {
    guard Self.begins(tiff) else { return nil }
    (bytes, isLittleEndian) = (tiff, tiff[0] == 0x49)
    guard directory(at: number(at: 4, 4)) != nil else { return nil }
  }

  private static let empty = ExifBlock(isLittleEndian: false, [])

  /// A block that contains only an orientation.
  package init(orientation: Orientation) {
    self = Self.empty.oriented(orientation, adding: true) ?? Self.empty
  }

  /// Returns the block with another orientation: replaced in place if there is one; otherwise, if requested, in a
  /// longer first directory at the end, to which the header then points, so that nothing moves.
  ///
  /// - Returns: nil if the first directory is truncated or full, or has an orientation that is not an integer.
  package func oriented(_ orientation: Orientation, adding: Bool) -> ExifBlock? {
    guard main.isWhole else { return nil }
    var result = self
    if let entry = self.entry(Tag.orientation, in: main) {
      guard Kind.isInteger(entry.type) else { return nil }
      result.put(orientation, in: entry)
    } else if adding {
      guard result.add([entry(Tag.orientation, Kind.short, orientation.rawValue)]) else { return nil }
    }
    return result
  }

  /// A block that contains only a resolution.
  package init(resolution: ImageMetadata.Resolution) {
    self = Self.empty.withResolution(resolution, adding: true) ?? Self.empty
  }

  /// Returns the block with another resolution: replaced if there is one, in place where that changes nothing else;
  /// otherwise, if requested, in a longer first directory at the end.
  ///
  /// - Returns: nil if the first directory is truncated or full.
  package func withResolution(_ resolution: ImageMetadata.Resolution, adding: Bool) -> ExifBlock? {
    guard main.isWhole else { return nil }
    var result = self
    var added: [NewEntry] = []
    // What a number must not replace: the header, for offsets of 0; directories; the first number.
    var taken = layout.map { [0..<8] + $0.directories.map(\.range) } ?? [0..<8, main.range]
    for (tag, perMeter) in [(Tag.xResolution, resolution.x), (Tag.yResolution, resolution.y)] {
      let value = Self.dotsPerInch(perMeter)
      let old = self.entry(tag, in: main)
      var at: Int?
      if let old, old.type == Kind.rational, old.count == 1, let range = valueRange(of: old),
        !taken.contains(where: range.overlaps)
      {
        at = range.lowerBound
        taken.append(range)
      } else if adding || old != nil {
        if result.bytes.count % 2 == 1 { result.bytes.append(0) }
        let end = result.bytes.count
        result.bytes += [UInt8](repeating: 0, count: 8)
        let new = entry(tag, Kind.rational, end)
        if let old { result.replace(old, with: new) } else { added.append(new) }
        at = end
      }
      guard let at else { continue }
      result.put(value.above, at: at, 4)
      result.put(value.below, at: at + 4, 4)
    }
    let inch = entry(Tag.resolutionUnit, Kind.short, 2)
    if let unit = self.entry(Tag.resolutionUnit, in: main) {
      result.replace(unit, with: inch)
    } else if !added.isEmpty {
      // Without a unit, it is the inch.
      added.append(inch)
    }
    return added.isEmpty || result.add(added) ? result : nil
  }

  private mutating func replace(_ old: Entry, with entry: NewEntry) {
    bytes.replaceSubrange(old.at..<old.at + 12, with: entry.bytes)
  }

  /// Returns dots per inch as a fraction: exactly if it is whole, else in hundredths.
  private static func dotsPerInch(_ perMeter: Double) -> (above: Int, below: Int) {
    let hundredths = (perMeter * 2.54).rounded()
    guard hundredths >= 1, hundredths < 0x7FFF_FFFF else { return (0, 1) }
    let number = Int(hundredths)
    return number % 100 == 0 ? (number / 100, 1) : (number, 100)
  }

  private typealias NewEntry = (tag: Int, bytes: [UInt8])

  /// Returns an entry with a single value, or with the offset of one.
  private func entry(_ tag: Int, _ type: Int, _ value: Int) -> NewEntry {
    let start = encoded(tag, 2) + encoded(type, 2) + encoded(1, 4)
    return (tag, start + (type == Kind.short ? encoded(value, 2) + [0, 0] : encoded(value, 4)))
  }

  /// Adds entries in a longer first directory at the end, to which the header then points, so that nothing moves.
  ///
  /// - Returns: false if there is no room for them, because a directory has two bytes for the number of its entries.
  private mutating func add(_ added: [NewEntry]) -> Bool {
    let old = main
    guard old.count + added.count <= 0xFFFF else { return false }
    // Entries are sorted by tag.
    var all = old.entries(in: self).map { (tag: $0.tag, bytes: Array(bytes[$0.at..<$0.at + 12])) }
    for entry in added { all.insert(entry, at: all.firstIndex { $0.tag > entry.tag } ?? all.count) }
    let directory = encoded(all.count, 2) + all.flatMap(\.bytes) + encoded(next(of: old), 4)
    if bytes.count % 2 == 1 { bytes.append(0) }
    let start = bytes.count
    bytes += directory
    put(start, at: 4, 4)
    return true
  }
}
