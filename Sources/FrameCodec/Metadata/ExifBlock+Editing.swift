import FrameGeometry
import FrameImage

/// The changes of EXIF for an edited image.
package struct ExifEdit: Equatable, Sendable {
  /// The output's size. Sizes that are not the image's are replaced.
  package var size: PixelSize?
  /// True if rows have become columns.
  package var swapsAxes = false
  /// True if the image has moved within the output.
  package var moves = false
  /// What goes: the place, dates, the copyright and the resolution.
  package var drops: Set<MetadataPart> = []
}

extension ExifBlock {
  /// Returns the block of an upright image without its thumbnail, and with the other changes.
  ///
  /// Everything that is kept stays at its offset byte for byte. Removed values become zeros, and are cut off at the
  /// end.
  ///
  /// - Returns: nil if the structure is too damaged.
  /// - Complexity: O(*n* log *n*) in the number of entries.
  package func edited(_ edit: ExifEdit) -> ExifBlock? {
    var result = self
    result.setValues(edit)
    let drops = edit.drops
    let isComplete = { (layout: Layout) in
      (!drops.contains(.gps) || canErasePlace(layout))
        && (drops.isDisjoint(with: [.date, .copyright]) || canEraseFields(layout))
    }
    if let layout, isComplete(layout) {
      result.remove(edit, layout)
    } else if drops.contains(.gps) && (namesPlace || hasCopies) || !drops.subtracting([.gps]).isEmpty
      || hasThumbnail
    {
      return nil
    }
    // In a damaged structure, a byte may belong to two values.
    return result.isUpright ? result : nil
  }

  /// Also if the coordinates themselves cannot be found.
  private var namesPlace: Bool {
    [main, exif].contains { entry(Tag.gps, in: $0) != nil }
  }

  /// True if there are copies of other metadata, which may contain a location.
  private var hasCopies: Bool { main.entries(in: self).contains { Self.embeddedTags.contains($0.tag) } }

  /// Returns whether there are no coordinates, or all of them are found.
  private func canErasePlace(_ layout: Layout) -> Bool {
    guard let gps = layout.gps else { return !namesPlace }
    return gps.isWhole && gps.entries(in: self).allSatisfy { valueRange(of: $0) != nil }
  }

  /// Returns whether all directories that can contain dates and names are complete.
  private func canEraseFields(_ layout: Layout) -> Bool {
    [layout.exif, layout.gps].allSatisfy { $0?.isWhole ?? true }
  }

  /// Returns what there is of a place, dates, a copyright and a thumbnail.
  ///
  /// - Parameter placeTime: counts the time and the date of the position as a date.
  func parts(placeTime: Bool = true) -> Set<MetadataPart> {
    let gps = placeTime ? directory(at: placePointer) : nil
    let tags = [main, exif].compactMap(\.self).flatMap { $0.entries(in: self) }.map(\.tag)
    let placeTags = gps?.entries(in: self).map(\.tag) ?? []
    var parts: Set<MetadataPart> = hasThumbnail ? [.thumbnail] : []
    if hasPlace { parts.insert(.gps) }
    if !MetadataPart.placeTimeTags.isDisjoint(with: placeTags) { parts.insert(.date) }
    for part in [MetadataPart.date, .copyright] where !MetadataPart.tags(of: [part]).isDisjoint(with: tags) {
      parts.insert(part)
    }
    return parts
  }

  private var isUpright: Bool {
    main.entries(in: self).allSatisfy { orientation(in: $0) ?? .up == .up }
  }

  // MARK: Values

  private mutating func setValues(_ edit: ExifEdit) {
    let (exif, interoperability) = (self.exif, self.interoperability)
    if let size = edit.size {
      set(size.width, tag: Tag.imageWidth, in: main)
      set(size.height, tag: Tag.imageLength, in: main)
      set(size.width, tag: Tag.pixelXDimension, in: exif)
      set(size.height, tag: Tag.pixelYDimension, in: exif)
      set(size.width, tag: Tag.relatedWidth, in: interoperability)
      set(size.height, tag: Tag.relatedLength, in: interoperability)
    }
    if edit.swapsAxes { swapResolutions() }
    // An invalid orientation was not applied, and stays.
    for entry in main.entries(in: self) where orientation(in: entry) != nil { put(.up, in: entry) }
  }

  /// Writes an orientation in the type that all readers accept.
  mutating func put(_ orientation: Orientation, in entry: Entry) {
    put(Tag.orientation, at: entry.at, 2)
    put(Kind.short, at: entry.at + 2, 2)
    put(1, at: entry.at + 4, 4)
    put(orientation.rawValue, at: entry.at + 8, 2)
    put(0, at: entry.at + 10, 2)
  }

  /// Replaces a number if it exists, in its type.
  private mutating func set(_ value: Int, tag: Int, in directory: Directory?) {
    guard let directory else { return }
    for entry in directory.entries(in: self) where entry.tag == tag && entry.count == 1 {
      switch entry.type {
      case Kind.short where value <= 0xFFFF: put(value, at: entry.at + 8, 2)
      case Kind.long: put(value, at: entry.at + 8, 4)
      default: break
      }
    }
  }

  private mutating func swapResolutions() {
    let entries = main.entries(in: self).filter { $0.type == Kind.rational && $0.count == 1 }
    guard let x = entries.first(where: { $0.tag == Tag.xResolution }),
      let y = entries.first(where: { $0.tag == Tag.yResolution }),
      let xAt = number(at: x.at + 8, 4), let yAt = number(at: y.at + 8, 4)
    else { return }
    put(yAt, at: x.at + 8, 4)
    put(xAt, at: y.at + 8, 4)
  }

  // MARK: Removal

  /// The maximum number of zeros between values.
  private static let padding = 16
  /// The maximum number of parts of a thumbnail.
  private static let strips = 4096
  /// The tags with copies of XMP, IPTC and Photoshop resources in TIFF files.
  private static let embeddedTags: Set = [0x02BC, 0x83BB, 0x8649]

  private mutating func remove(_ edit: ExifEdit, _ layout: Layout) {
    var removed = layout.chain.flatMap { ranges(of: $0) + thumbnailRanges(of: $0) }
    put(0, at: layout.main.nextAt, 4)
    var tags = MetadataPart.tags(of: edit.drops).union([Tag.subimages])
    if !edit.drops.isSubset(of: [.resolution]) { tags.formUnion(Self.embeddedTags) }
    var kept = layout
    removed += take(tags, from: &kept.main)
    removed += take(tags.union(edit.moves ? MetadataPart.tags(of: [.subject]) : []), from: &kept.exif)
    if edit.drops.contains(.gps) {
      if let gps = layout.gps { removed += ranges(of: gps) }
      kept.gps = nil
    } else if edit.drops.contains(.date) {
      removed += take(MetadataPart.placeTimeTags, from: &kept.gps)
    }
    kept.chain = []
    let staying = [kept.main, kept.exif, kept.gps, kept.interoperability].compactMap(\.self)
    erase(removed, but: [0..<8] + staying.flatMap { ranges(of: $0) })
  }

  /// Returns the ranges of a directory's own bytes and of its values.
  private func ranges(of directory: Directory) -> [Range<Int>] {
    [directory.range] + directory.entries(in: self).compactMap { valueRange(of: $0) }
  }

  /// Returns the ranges of the thumbnail that a directory describes (CIPA DC-008, 4.6.2 and 4.6.8).
  private func thumbnailRanges(of directory: Directory) -> [Range<Int>] {
    func numbers(_ tag: Int) -> [Int] {
      guard let entry = entry(tag, in: directory, [Kind.short, Kind.long]), let size = Kind.size(entry.type),
        let range = valueRange(of: entry)
      else { return [] }
      let places = stride(from: range.lowerBound, to: range.upperBound, by: size).prefix(Self.strips)
      return places.compactMap { number(at: $0, size) }
    }
    let places = zip(numbers(Tag.thumbnailOffset), numbers(Tag.thumbnailLength))
    let strips = zip(numbers(Tag.stripOffsets), numbers(Tag.stripByteCounts))
    return (Array(places) + Array(strips)).compactMap { start, length in
      start <= bytes.count - length ? start..<start + length : nil
    }
  }

  /// Removes entries of a directory and moves up the following ones.
  ///
  /// - Returns: the ranges that become free.
  private mutating func take(_ tags: Set<Int>, from directory: inout Directory?) -> [Range<Int>] {
    guard var whole = directory, whole.isWhole else { return [] }
    defer { directory = whole }
    return take(tags, from: &whole)
  }

  private mutating func take(_ tags: Set<Int>, from directory: inout Directory) -> [Range<Int>] {
    let entries = directory.entries(in: self)
    let staying = entries.filter { !tags.contains($0.tag) }
    guard staying.count < entries.count else { return [] }
    let values = entries.filter { tags.contains($0.tag) }.compactMap { valueRange(of: $0) }
    let before = directory
    let next = next(of: directory)
    let kept = staying.flatMap { bytes[$0.at..<$0.at + 12] }
    directory.count = staying.count
    put(staying.count, at: directory.offset, 2)
    bytes.replaceSubrange(directory.offset + 2..<directory.nextAt, with: kept)
    put(next, at: directory.nextAt, 4)
    return values + [directory.range.upperBound..<before.range.upperBound]
  }

  /// Zeroes the bytes that nothing needs any more, and cuts them off at the end.
  private mutating func erase(_ removed: [Range<Int>], but kept: [Range<Int>]) {
    let kept = kept.merged
    var free: [Range<Int>] = []
    var i = 0
    for range in removed.merged {
      var start = range.lowerBound
      while i < kept.count, kept[i].upperBound <= start { i += 1 }
      var j = i
      while j < kept.count, kept[j].lowerBound < range.upperBound {
        if start < kept[j].lowerBound { free.append(start..<kept[j].lowerBound) }
        start = max(start, kept[j].upperBound)
        j += 1
      }
      if start < range.upperBound { free.append(start..<range.upperBound) }
    }
    for range in free {
      for at in range { bytes[at] = 0 }
    }
    let end = kept.last?.upperBound ?? 0
    while let last = free.popLast(), last.lowerBound >= end, bytes.count - last.upperBound <= Self.padding,
      bytes[last.upperBound...].allSatisfy({ $0 == 0 })
    {
      bytes.removeSubrange(last.lowerBound...)
    }
  }
}

extension [Range<Int>] {
  /// The same ranges in rising order, merged.
  fileprivate var merged: [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

// MARK: Parts

extension ExifBlock {
  /// Returns a new block with some of this one's entries.
  ///
  /// - Parameters:
  ///   - parts: what the entries are about: the place, dates, the copyright and the resolution.
  ///   - placeTime: includes the time of the position.
  /// - Returns: nil if none of them exists.
  package func keeping(_ parts: Set<MetadataPart>, placeTime: Bool = true) -> ExifBlock? {
    let tags = MetadataPart.tags(of: parts).subtracting([Tag.gps])
    let first = values(in: main, where: tags.contains)
    let others = exif.map { values(in: $0, where: tags.contains) } ?? []
    let gps = parts.contains(.gps) ? directory(at: placePointer) : nil
    // GPS tags are small numbers (CIPA DC-008, 4.6.6); each counts once.
    let place =
      gps.map { values(in: $0) { $0 < 0x100 && (placeTime || !MetadataPart.placeTimeTags.contains($0)) } }
      ?? []
    let directories = [(tag: Tag.exif, values: others), (tag: Tag.gps, values: place)].filter {
      !$0.values.isEmpty
    }
    guard !first.isEmpty || !directories.isEmpty else { return nil }
    // Several entries may refer to the same bytes.
    let all = first + directories.flatMap(\.values)
    guard all.reduce(0, { $0 + $1.bytes.count }) <= bytes.count else { return nil }
    return ExifBlock(isLittleEndian: isLittleEndian, first, directories)
  }

  /// An entry with its values, as they are stored.
  package struct Value {
    var tag, type, count: Int
    /// A slice, because entries that refer to the same bytes must not multiply the memory for them.
    var bytes: ArraySlice<UInt8>

    package init(tag: Int, type: Int, count: Int, bytes: ArraySlice<UInt8>) {
      (self.tag, self.type, self.count, self.bytes) = (tag, type, count, bytes)
    }
  }

  private func values(in directory: Directory, where isWanted: (Int) -> Bool) -> [Value] {
    var seen: Set<Int> = []
    return directory.entries(in: self).compactMap { entry in
      guard isWanted(entry.tag), let range = valueRange(of: entry), seen.insert(entry.tag).inserted else {
        return nil
      }
      return Value(tag: entry.tag, type: entry.type, count: entry.count, bytes: bytes[range])
    }
  }

  /// - Parameters:
  ///   - main: The values of the first directory.
  ///   - parts: The values of other directories, with the tags of the entries that refer to them.
  package init(isLittleEndian: Bool, _ main: [Value], _ parts: [(tag: Int, values: [Value])] = []) {
    self.isLittleEndian = isLittleEndian
    bytes = (isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]) + [UInt8](repeating: 0, count: 6)
    put(42, at: 2, 2)
    put(8, at: 4, 4)
    var first = main
    for part in parts { first.append(Value(tag: part.tag, type: Kind.long, count: 1, bytes: [0, 0, 0, 0])) }
    first.sort { $0.tag < $1.tag }
    append(first)
    for part in parts {
      if let entry = entry(part.tag, in: self.main) { put(bytes.count, at: entry.at + 8, 4) }
      append(part.values)
    }
  }

  /// Appends a directory, followed by the values that do not fit into it.
  private mutating func append(_ values: [Value]) {
    let start = bytes.count
    bytes += [UInt8](repeating: 0, count: 2 + 12 * values.count + 4)
    put(values.count, at: start, 2)
    for (i, value) in values.enumerated() {
      let at = start + 2 + 12 * i
      put(value.tag, at: at, 2)
      put(value.type, at: at + 2, 2)
      put(value.count, at: at + 4, 4)
      if value.bytes.count > 4 {
        put(bytes.count, at: at + 8, 4)
        bytes += value.bytes
        if bytes.count % 2 == 1 { bytes.append(0) }
      } else {
        bytes.replaceSubrange(at + 8..<at + 8 + value.bytes.count, with: value.bytes)
      }
    }
  }
}
