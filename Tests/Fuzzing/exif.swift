import FrameGeometry
import FrameImage
import FrameScript

@testable import FrameCodec

/// A harness that reads arbitrary bytes as EXIF and edits them. What an edit removes is absent when the result is read
/// again, its bytes are erased, everything else keeps its value, and the same edit changes nothing of its own result.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      // One entry, the orientation, in both byte orders.
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0],
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0],
      // No entry.
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0],
      camera(isLittleEndian: true), camera(isLittleEndian: false),
    ]
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    guard let exif = ExifBlock(bytes) else { return }
    _ = (
      exif.date, [MetadataBlock(.exif, exif.bytes)].captureTime, exif.camera, exif.resolution,
      exif.hasThumbnail
    )
    checkEdit(exif, choice)
    checkPart(exif, choice)
    checkOrientation(exif, choice)
    checkResolution(exif, choice)
    checkFilter([MetadataBlock(.exif, bytes)], choice.byte)
  }

  /// Holds if a block is read from its bytes again.
  private static func checkReading(_ exif: ExifBlock, line: Int = #line) {
    hold(ExifBlock(exif.bytes) == exif, "the result is not EXIF", line: line)
  }

  // MARK: Edits

  private static func checkEdit(_ exif: ExifBlock, _ choice: Choice) {
    var edit = ExifEdit(size: choice.bit(0) ? PixelSize(width: 640, height: 480) : nil)
    edit.swapsAxes = choice.bit(1)
    edit.moves = choice.bit(2)
    edit.drops = parts(choice)
    let isSound = exif.isSound
    guard let result = exif.edited(edit) else { return hold(!isSound, "a sound block is refused") }
    checkReading(result)
    hold(result.bytes.count <= exif.bytes.count && result.orientation ?? .up == .up)
    hold(!result.hasThumbnail, "the thumbnail remained")
    let removed = removedTags(edit)
    hold(removed.isDisjoint(with: result.main.entries(in: result).map(\.tag)), "an entry remained")
    hold(
      !(edit.drops.contains(.gps) && result.hasPlace)
        && edit.drops.isDisjoint(with: result.parts().intersection([.date, .copyright])))
    if isSound { checkRest(exif, result, edit) }
    // A second quarter turn would swap the resolutions again.
    edit.swapsAxes = false
    hold(result.edited(edit) == result, "the edit changes its own result")
  }

  /// What is dropped or kept.
  private static func parts(_ choice: Choice) -> Set<MetadataPart> {
    let all: [(bit: UInt8, part: MetadataPart)] = [(3, .gps), (4, .copyright), (5, .resolution), (6, .date)]
    return Set(all.filter { choice.bit($0.bit) }.map(\.part))
  }

  /// The tags of the first directory that an edit removes.
  private static func removedTags(_ edit: ExifEdit) -> Set<Int> {
    var tags: Set<Int> = []
    if edit.drops.contains(.gps) { tags.insert(ExifBlock.Tag.gps) }
    if edit.drops.contains(.copyright) { tags.formUnion([0x013B, 0x8298, 0x9C9D, 0xA437]) }
    if edit.drops.contains(.date) { tags.formUnion([0x0132, 0x882A, 0x9003, 0x9004, 0xC71B]) }
    if edit.drops.contains(.resolution) { tags.formUnion([0x011A, 0x011B, 0x0128]) }
    if !edit.drops.isDisjoint(with: [.gps, .copyright, .date]) { tags.formUnion([0x02BC, 0x83BB, 0x8649]) }
    return tags
  }

  /// Holds if what is kept of a sound block has its values, and what is removed is erased.
  private static func checkRest(_ exif: ExifBlock, _ result: ExifBlock, _ edit: ExifEdit) {
    guard let layout = exif.layout, let left = result.layout else {
      return hold(false, "the structure is damaged")
    }
    hold((left.exif == nil) == (layout.exif == nil) && left.chain.isEmpty)
    hold((left.gps == nil) == (layout.gps == nil || edit.drops.contains(.gps)))
    var changed: Set = [ExifBlock.Tag.orientation]
    if edit.size != nil { changed.formUnion([0x0100, 0x0101, 0xA002, 0xA003, 0x1001, 0x1002]) }
    if edit.swapsAxes { changed.formUnion([0x011A, 0x011B]) }
    let pairs = [
      (layout.main, left.main), (layout.exif, left.exif), (layout.gps, left.gps),
      (layout.interoperability, left.interoperability),
    ]
    for case (let before?, let after?) in pairs {
      let rest = result.values(of: after, without: changed)
      let kept = exif.values(of: before, without: changed).filter { value in
        rest.contains { $0.tag == value.tag }
      }
      hold(kept == rest, "a value has changed")
      let gone = Set(before.entries(in: exif).map(\.tag)).subtracting(after.entries(in: result).map(\.tag))
      let isPlace = before == layout.gps
      let removable =
        isPlace
        ? edit.drops.contains(.date) ? MetadataPart.placeTimeTags : []
        : removedTags(edit).union(MetadataPart.tags(of: edit.drops)).union([0x9214, 0xA214])
      hold(gone.isSubset(of: removable), "\(gone) are missing")
    }
    let staying = left.directories.flatMap { result.ranges(of: $0) }
    let all = layout.directories.flatMap { exif.ranges(of: $0) }
    var isErased = [Bool](repeating: false, count: exif.bytes.count)
    for range in all { for at in range { isErased[at] = true } }
    for range in staying + [0..<8] { for at in range { isErased[at] = false } }
    for at in result.bytes.indices where isErased[at] {
      hold(result.bytes[at] == 0, "a removed value is still in the bytes")
    }
  }

  // MARK: Parts

  private static func checkPart(_ exif: ExifBlock, _ choice: Choice) {
    let parts = parts(choice)
    func keeping(_ exif: ExifBlock) -> ExifBlock? { exif.keeping(parts, placeTime: choice.bit(7)) }
    guard let part = keeping(exif) else { return }
    checkReading(part)
    hold(part.isSound, "the part is not sound")
    hold(part.bytes.count <= 2 * exif.bytes.count + 64)
    hold(keeping(part) == part, "a part of the part is another one")
    let tags = MetadataPart.tags(of: parts).union([ExifBlock.Tag.exif])
    hold(tags.isSuperset(of: part.main.entries(in: part).map(\.tag)), "the part has other entries")
    hold(
      part.hasPlace
        ? parts.contains(.gps)
        : !(parts.contains(.gps) && exif.isSound && exif.hasPlaceValues(time: choice.bit(7))))
    let pointers: Set = [ExifBlock.Tag.exif, ExifBlock.Tag.gps]
    let values = exif.values(of: exif.main, without: [])
    for value in part.values(of: part.main, without: pointers) {
      hold(values.contains(value), "a value of the part differs")
    }
  }

  // MARK: Fields

  private static func checkOrientation(_ exif: ExifBlock, _ choice: Choice) {
    let orientation = choice.pick(Orientation.allCases)
    guard let result = exif.oriented(orientation, adding: choice.bit(3)) else { return }
    checkReading(result)
    hold(result.orientation == orientation || !choice.bit(3) && exif.orientation == nil)
    hold(result.oriented(orientation, adding: choice.bit(3)) == result)
    checkEntries(exif, result, without: [ExifBlock.Tag.orientation])
    hold(ExifBlock(orientation: orientation).orientation == orientation)
  }

  private static func checkResolution(_ exif: ExifBlock, _ choice: Choice) {
    let perMeter = choice.pick([300 / 0.0254, 72.5 / 0.0254, 1, 1e9])
    let resolution = ImageMetadata.Resolution(x: perMeter, y: perMeter)
    guard let result = exif.withResolution(resolution, adding: choice.bit(2)) else { return }
    checkReading(result)
    guard exif.isSound else { return }
    checkEntries(exif, result, without: MetadataPart.tags(of: [.resolution]))
    hold(result.withResolution(resolution, adding: choice.bit(2)) == result)
    guard choice.bit(2), perMeter < 1e8 else { return }
    // EXIF has hundredths of a dot per inch.
    guard let read = result.resolution else { return hold(false, "the resolution is missing") }
    hold(abs(read.x - perMeter) < 0.2 && abs(read.y - perMeter) < 0.2, "\(read)")
  }

  /// Holds if the entries of the first directory are the same except for some tags, in the same order.
  private static func checkEntries(_ exif: ExifBlock, _ result: ExifBlock, without tags: Set<Int>) {
    func entries(_ block: ExifBlock) -> [ArraySlice<UInt8>] {
      block.main.entries(in: block).filter { !tags.contains($0.tag) }.map { block.bytes[$0.at..<$0.at + 12] }
    }
    hold(entries(exif) == entries(result), "another entry has changed")
    hold(exif.hasThumbnail == result.hasThumbnail)
  }

  // MARK: Seeds

  /// Returns a block with all directories.
  private static func camera(isLittleEndian: Bool) -> [UInt8] {
    func number(_ number: Int, _ count: Int = 4) -> [UInt8] {
      var block = ExifBlock(bytes: [UInt8](repeating: 0, count: count), isLittleEndian: isLittleEndian)
      block.put(number, at: 0, count)
      return block.bytes
    }
    func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
    func ratio(_ a: Int, _ b: Int) -> [UInt8] { number(a) + number(b) }
    typealias Entries = [(tag: Int, type: Int, value: [UInt8])]
    /// The main directory, EXIF, interoperability, GPS, the directory of the thumbnail, and the thumbnail, each at its offset.
    func directories(at offset: [Int]) -> [Entries] {
      [
        [
          (0x0100, 4, number(4000)), (0x0110, 2, text("Camera")), (0x0112, 3, number(6, 2)),
          (0x011A, 5, ratio(300, 1)), (0x011B, 5, ratio(150, 1)), (0x0128, 3, number(2, 2)),
          (0x0132, 2, text("2026:11:21 22:19:51")), (0x013B, 2, text("Ann")), (0x02BC, 1, text("<x/>")),
          (0x8298, 2, text("(c) Ann")), (0x8769, 4, number(offset[1])), (0x8825, 4, number(offset[3])),
        ],
        [
          (0x9003, 2, text("2026:11:21 22:19:51")), (0x9010, 2, text("+01:00")),
          (0x9214, 3, number(9) + number(7)),
          (0x927C, 7, text("MAKER NOTE")), (0xA002, 3, number(4000, 2)), (0xA005, 4, number(offset[2])),
        ],
        [(0x0001, 2, text("R98")), (0x1001, 3, number(4000, 2))],
        [(0x0001, 2, text("N")), (0x0002, 5, ratio(48, 1) + ratio(7, 1)), (0x001D, 2, text("2026:11:21"))],
        [(0x0112, 3, number(6, 2)), (0x0201, 4, number(offset[5])), (0x0202, 4, number(6))],
      ]
    }
    func directory(at start: Int, _ entries: Entries, next: Int) -> [UInt8] {
      var head = number(entries.count, 2)
      var values: [UInt8] = []
      let valuesAt = start + 2 + 12 * entries.count + 4
      for (tag, type, value) in entries {
        head += number(tag, 2) + number(type, 2) + number(value.count / (ExifBlock.Kind.size(type) ?? 1))
        if value.count > 4 {
          head += number(valuesAt + values.count)
          values += value
        } else {
          head += value + [UInt8](repeating: 0, count: 4 - value.count)
        }
      }
      return head + number(next) + values
    }
    var offsets = [Int](repeating: 0, count: 6)
    var bytes: [UInt8] = []
    // The lengths, and thereby the offsets, do not depend on offsets.
    for _ in 0..<2 {
      bytes = (isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]) + number(42, 2) + number(8)
      for i in 0..<5 {
        offsets[i] = bytes.count
        bytes += directory(at: bytes.count, directories(at: offsets)[i], next: i == 0 ? offsets[4] : 0)
      }
      offsets[5] = bytes.count
    }
    return bytes + [0xFF, 0xD8, 1, 2, 0xFF, 0xD9]
  }
}

extension ExifBlock {
  fileprivate struct FoundValue: Equatable {
    var tag, type, count: Int
    var bytes: ArraySlice<UInt8>

    static func == (a: FoundValue, b: FoundValue) -> Bool {
      (a.tag, a.type, a.count) == (b.tag, b.type, b.count) && a.bytes.elementsEqual(b.bytes)
    }
  }

  fileprivate func values(of directory: Directory, without tags: Set<Int>) -> [FoundValue] {
    directory.entries(in: self).filter { !tags.contains($0.tag) }.compactMap { entry in
      valueRange(of: entry).map {
        FoundValue(tag: entry.tag, type: entry.type, count: entry.count, bytes: bytes[$0])
      }
    }
  }

  /// The ranges of a directory and of the values beside it.
  fileprivate func ranges(of directory: Directory) -> [Range<Int>] {
    [directory.range] + directory.entries(in: self).compactMap { valueRange(of: $0) }
  }

  /// True if the location has a value that a part can have.
  fileprivate func hasPlaceValues(time: Bool) -> Bool {
    layout?.gps?.entries(in: self).contains {
      $0.tag < 0x100 && $0.tag != Tag.placeVersion && (time || !MetadataPart.placeTimeTags.contains($0.tag))
    }
      ?? false
  }

  /// True if every directory is complete, has each tag once, and every value is complete and outside of the directories, so
  /// that each byte has one meaning.
  fileprivate var isSound: Bool {
    guard let layout else { return false }
    let directories = layout.directories
    guard directories.allSatisfy(\.isWhole) else { return false }
    var own = directories.map(\.range)
    own.append(0..<8)
    for directory in directories {
      let entries = directory.entries(in: self)
      guard Set(entries.map(\.tag)).count == entries.count else { return false }
      for entry in entries {
        guard let range = valueRange(of: entry) else { return false }
        if range.lowerBound != entry.at + 8, own.contains(where: { $0.overlaps(range) }) { return false }
      }
    }
    // Every offset of a directory leads to a directory.
    let main = layout.main.entries(in: self).map(\.tag)
    let inner = layout.exif?.entries(in: self).map(\.tag) ?? []
    return main.contains(Tag.exif) == (layout.exif != nil) && main.contains(Tag.gps) == (layout.gps != nil)
      && inner.contains(Tag.interoperability) == (layout.interoperability != nil)
      && layout.chain.last.map { next(of: $0) } ?? next(of: layout.main) == 0
  }
}
