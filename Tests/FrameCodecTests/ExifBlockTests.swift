import FrameImage
import TestSupport
import Testing

@testable import FrameCodec

/// Tests of updating EXIF for an output.
@Suite struct ExifBlockTests {
  private let size = PixelSize(width: 640, height: 70_000)!

  private func edited(_ bytes: [UInt8], _ change: (inout ExifEdit) -> Void = { _ in }) throws -> ExifBlock {
    var edit = ExifEdit(size: size)
    change(&edit)
    let block = try #require(ExifBlock(bytes))
    return try #require(block.edited(edit))
  }

  @Test(
    "Edited EXIF is upright, has no thumbnail, and keeps all else in place", arguments: 1...8, [true, false])
  func upright(orientation: Int, little: Bool) throws {
    let camera = CameraExif(little: little, orientation: orientation)
    let block = try #require(ExifBlock(camera.bytes))
    expectEqual(block.orientation?.rawValue, orientation)
    expectTrue(block.hasThumbnail && block.hasPlace)
    expectEqual(block.date, "2026:11:21 22:19:51")
    expectEqual(
      block.date.flatMap { CaptureTime($0) }.map { [$0.day, $0.time] }, ["2026-11-21", "22:19:51"])
    let result = try edited(camera.bytes)
    expectTrue(result.orientation ?? .up == .up && !result.hasThumbnail && result.hasPlace)
    expectTrue(result.date == block.date && result.resolution == block.resolution)
    expectTrue(!result.bytes.containsBytes(CameraExif.thumbnail[5...]))
    expectTrue(result.bytes.count < camera.bytes.count - CameraExif.thumbnail.count)
    for part in [CameraExif.makerNote, Array("(c) Ann\0".utf8), Array("Maker of cameras".utf8)] {
      expectEqual(result.bytes.place(of: part), camera.bytes.place(of: part))
    }
    // In the rest, only the sizes, the orientation and the offset of the thumbnail's directory differ.
    let changed = zip(result.bytes, camera.bytes).count { $0 != $1 }
    expectTrue(changed <= 2 * 4 * 3 + 6)
  }

  @Test("A preview in another directory goes like the thumbnail", arguments: [true, false])
  func preview(little: Bool) throws {
    var tiff = Tiff(little: little)
    let (places, _) = tiff.addDirectory([(0x010F, .ascii("Maker")), (0x014A, .directory("preview"))])
    tiff.put(tiff.bytes.count, at: try #require(places["preview"]))
    let (inner, _) = tiff.addDirectory([
      (0x0111, .directory("strip")), (0x0117, .long(CameraExif.thumbnail.count)),
      (0x0132, .ascii("2026:11:21 22:19:51")),
    ])
    tiff.put(tiff.bytes.count, at: try #require(inner["strip"]))
    tiff.bytes += CameraExif.thumbnail
    expectTrue(try #require(ExifBlock(tiff.bytes)).hasThumbnail)
    let result = try edited(tiff.bytes)
    expectTrue(!result.hasThumbnail && result.bytes.containsBytes("Maker".utf8))
    expectTrue(
      !result.bytes.containsBytes(CameraExif.thumbnail[5...]) && !result.bytes.containsBytes("2026".utf8))
  }

  @Test("A GPS directory that tells only its version tells no place", arguments: [true, false])
  func placeVersion(little: Bool) throws {
    for (tags, expected) in [([0], false), ([0, 2], true), ([29], true)] {
      var tiff = Tiff(little: little)
      let (places, _) = tiff.addDirectory([(0x8825, .directory("gps"))])
      tiff.put(tiff.bytes.count, at: try #require(places["gps"]))
      _ = tiff.addDirectory(tags.map { ($0, .undefined([2, 3, 0, 0])) })
      expectEqual(try #require(ExifBlock(tiff.bytes)).hasPlace, expected, "\(tags)")
    }
  }

  @Test(
    "The date taken has a month from 1 to 12 and a day from 1 to 31",
    arguments: [
      ("2024:12:31", "2024-12-31"), ("2024:01:01", "2024-01-01"), ("2024:13:01", nil), ("2024:00:10", nil),
      ("2024:02:32", nil), ("2024:02:00", nil), ("2024:1x:01", nil),
    ] as [(String, String?)])
  func dates(stored: String, day: String?) throws {
    var bytes = CameraExif(little: true, orientation: 1).bytes
    let place = try #require(bytes.place(of: Array("2026:11:21".utf8)))
    bytes.replaceSubrange(place..<place + stored.utf8.count, with: stored.utf8)
    let time = try #require(bytes.place(of: Array("22:19:51".utf8)))
    for unknown in ["    :  :     :  :  ", "0000:00:00 00:00:00"] {
      var other = bytes
      other.replaceSubrange(place..<time + 8, with: unknown.utf8)
      expectEqual(ExifBlock(other)?.date, nil)
    }
    expectEqual(try #require(ExifBlock(bytes)).date.flatMap { CaptureTime($0) }?.day, day)
  }

  @Test("The resolution is replaced in place, or added where it is missing", arguments: [true, false])
  func resolution(little: Bool) throws {
    let wanted = ImageMetadata.Resolution(x: 300 / 0.0254, y: 150.25 / 0.0254)
    func isWanted(_ block: ExifBlock?) -> Bool {
      guard let found = block?.resolution else { return false }
      return abs(found.x - wanted.x) < 1e-6 && abs(found.y - wanted.y) < 1e-6
    }
    let camera = try #require(ExifBlock(CameraExif(little: little).bytes))
    let replaced = try #require(camera.withResolution(wanted, adding: false))
    expectTrue(isWanted(replaced) && replaced.bytes.count == camera.bytes.count)
    expectTrue(
      replaced.date == camera.date && replaced.hasThumbnail && replaced.orientation == camera.orientation)
    var tiff = Tiff(little: little)
    _ = tiff.addDirectory([])
    let bare = try #require(ExifBlock(tiff.bytes))
    expectTrue(bare.withResolution(wanted, adding: false)?.resolution == nil)
    expectTrue(isWanted(bare.withResolution(wanted, adding: true)))
    expectTrue(isWanted(ExifBlock(resolution: wanted)))
    // Added to what is there.
    let oriented = ExifBlock(orientation: .left).withResolution(wanted, adding: true)
    expectTrue(isWanted(oriented) && oriented?.orientation == .left)
  }

  @Test("A resolution whose value lies in the structure is replaced elsewhere", arguments: [true, false])
  func misplacedResolution(little: Bool) throws {
    let wanted = ImageMetadata.Resolution(x: 300 / 0.0254, y: 72 / 0.0254)
    // The header, the entries, and one value for both.
    for place in [0, 10, 62] {
      var tiff = Tiff(little: little)
      let (places, _) = tiff.addDirectory([
        (0x0112, .short(6)), (0x011A, .directory("x")), (0x011B, .directory("y")), (0x0128, .short(3)),
      ])
      for name in ["x", "y"] {
        tiff.put(place, at: places[name]!)
        tiff.bytes.replaceSubrange(places[name]! - 6..<places[name]! - 4, with: tiff.encoded(5, 2))
      }
      for number in [72, 1] { tiff.add(number, 4) }
      let block = try #require(ExifBlock(tiff.bytes))
      for adding in [true, false] {
        let result = try #require(block.withResolution(wanted, adding: adding))
        expectEqual(ExifBlock(result.bytes), result)
        expectTrue(result.orientation == .right && result.bytes.count <= tiff.bytes.count + 16)
        let found = try #require(result.resolution)
        expectTrue(abs(found.x - wanted.x) < 1e-6 && abs(found.y - wanted.y) < 1e-6)
      }
    }
  }

  @Test("Sizes become those of the output, in the type of their entries", arguments: [true, false])
  func sizes(little: Bool) throws {
    let camera = CameraExif(little: little)
    let tiff = Tiff(little: little)
    let result = try edited(camera.bytes)
    expectTrue(
      result.bytes.containsBytes(
        tiff.encoded(0x0100, 2) + tiff.encoded(4, 2) + tiff.encoded(1, 4) + tiff.encoded(640, 4)))
    expectTrue(
      result.bytes.containsBytes(
        tiff.encoded(0x0101, 2) + tiff.encoded(4, 2) + tiff.encoded(1, 4) + tiff.encoded(70_000, 4)))
    expectTrue(
      result.bytes.containsBytes(
        tiff.encoded(0xA002, 2) + tiff.encoded(3, 2) + tiff.encoded(1, 4) + tiff.encoded(640, 2)))
    expectTrue(
      result.bytes.containsBytes(
        tiff.encoded(0xA003, 2) + tiff.encoded(4, 2) + tiff.encoded(1, 4) + tiff.encoded(70_000, 4)))
    // A size that does not fit into the type of its entry stays unchanged.
    expectTrue(
      result.bytes.containsBytes(
        tiff.encoded(0x1002, 2) + tiff.encoded(3, 2) + tiff.encoded(1, 4) + tiff.encoded(3000, 2)))
  }

  @Test("A location is removed completely", arguments: [true, false])
  func place(little: Bool) throws {
    let camera = CameraExif(little: little)
    let result = try edited(camera.bytes) { $0.drops = [.gps] }
    expectTrue(!result.hasPlace && result.orientation ?? .up == .up)
    expectTrue(!result.bytes.containsBytes("LATITUDE".utf8))
    expectEqual(result.bytes.place(of: CameraExif.makerNote), camera.bytes.place(of: CameraExif.makerNote))
    expectEqual(result.date, "2026:11:21 22:19:51")
  }

  @Test("A location to which the EXIF directory refers is removed, too", arguments: [true, false])
  func placeOfExifDirectory(little: Bool) throws {
    var tiff = Tiff(little: little)
    let (places, _) = tiff.addDirectory([(0x8769, .directory("exif"))])
    tiff.put(tiff.bytes.count, at: places["exif"]!)
    let (inner, _) = tiff.addDirectory([(0x8825, .directory("gps")), (0xA420, .ascii("an identifier"))])
    tiff.put(tiff.bytes.count, at: inner["gps"]!)
    _ = tiff.addDirectory([(0x001B, .ascii("METHOD")), (0x001D, .ascii("2026:11:21"))])
    expectEqual(ExifBlock(tiff.bytes)?.hasPlace, true)
    let result = try edited(tiff.bytes) { $0.drops = [.gps] }
    expectTrue(
      !result.hasPlace && !result.bytes.containsBytes("METHOD".utf8)
        && !result.bytes.containsBytes("2026".utf8))
    expectTrue(result.bytes.containsBytes("an identifier".utf8))
    let kept = try #require(ExifBlock(tiff.bytes)?.keeping([.gps]))
    expectTrue(kept.hasPlace && kept.bytes.containsBytes("METHOD".utf8))
  }

  @Test("Selected parts are removed, and a quarter turn swaps the resolutions", arguments: [true, false])
  func parts(little: Bool) throws {
    let camera = CameraExif(little: little)
    let bare = try edited(camera.bytes) {
      $0.drops = [.copyright, .resolution]
      $0.moves = true
    }
    expectTrue(!bare.bytes.containsBytes("Ann".utf8) && !bare.bytes.containsBytes("area of subject".utf8))
    expectTrue(bare.resolution == nil && bare.hasPlace && bare.orientation ?? .up == .up)
    let turned = try edited(camera.bytes) { $0.swapsAxes = true }
    expectTrue(turned.resolution?.x == 150 / 0.0254 && turned.resolution?.y == 300 / 0.0254)
  }

  @Test("A resolution without a value is not swapped") func emptyResolution() throws {
    var tiff = Tiff(little: false)
    let (places, _) = tiff.addDirectory([(0x011A, .directory("x")), (0x011B, .rational(1, 2))])
    let place = try #require(places["x"])
    tiff.bytes.replaceSubrange(place - 6..<place, with: tiff.encoded(5, 2) + tiff.encoded(0, 4))
    try expectEqual(edited(tiff.bytes) { $0.swapsAxes = true }.bytes, tiff.bytes)
  }

  @Test("Copyright, resolution and location can each be kept alone in a new block", arguments: [true, false])
  func alone(little: Bool) throws {
    let block = try #require(ExifBlock(CameraExif(little: little).bytes))
    let copyright = try #require(block.keeping([.copyright]))
    expectTrue(
      copyright.bytes.containsBytes("(c) Ann".utf8) && copyright.bytes.containsBytes("Ann Artist".utf8))
    expectTrue(
      !copyright.bytes.containsBytes("Maker".utf8) && !copyright.hasPlace && copyright.bytes.count < 100)
    let place = try #require(block.keeping([.gps]))
    expectTrue(place.hasPlace && place.bytes.containsBytes("LATITUDE-LATITUDE-DEGREE".utf8))
    expectTrue(!place.bytes.containsBytes("Ann".utf8))
    let both = try #require(block.keeping([.copyright, .resolution, .gps]))
    expectTrue(both.hasPlace && both.resolution == block.resolution && both.bytes.containsBytes("Ann".utf8))
    try expectEqual(edited(both.bytes) { $0.drops = [.gps] }.hasPlace, false)
    expectTrue(ExifBlock(CameraExif(hasPlace: false).bytes)?.keeping([.gps]) == nil)
  }

  @Test("Nothing is added to a full directory") func fullDirectory() throws {
    for (count, isFull) in [(65_534, false), (65_535, true)] {
      let entries = [UInt8](repeating: 1, count: 12 * count)
      let number = [UInt8(count >> 8), UInt8(count & 255)]
      let block = try #require(
        ExifBlock(Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + number + entries + [0, 0, 0, 0]))
      let oriented = block.oriented(.left, adding: true)
      expectTrue((oriented == nil) == isFull && oriented?.orientation ?? .left == .left)
      expectTrue(block.withResolution(.init(x: 1, y: 1), adding: true) == nil)
      expectEqual(block.oriented(.left, adding: false), block)
    }
  }

  @Test("Bytes without a TIFF header are not EXIF")
  func beginnings() {
    let whole = CameraExif().bytes
    for count in 0..<10 { expectTrue(ExifBlock(Array(whole.prefix(count))) == nil) }
    for (at, byte) in [(0, 0x4D), (2, 43), (4, 0xFF), (4, 3)] {
      var other = whole
      other[at] = UInt8(byte)
      if at == 4, byte == 0xFF { other[7] = 0xFF }
      expectTrue(ExifBlock(other) == nil)
    }
  }

  @Test("Truncated EXIF is edited correctly or refused, and never keeps a location to remove")
  func truncated() throws {
    let whole = CameraExif().bytes
    for count in 10...whole.count {
      guard let block = ExifBlock(Array(whole.prefix(count))) else { continue }
      if let result = block.edited(ExifEdit(size: size)) {
        expectTrue(result.orientation ?? .up == .up && result.bytes.count <= count)
      }
      var edit = ExifEdit(size: size)
      edit.drops = [.gps]
      if let result = block.edited(edit) {
        expectTrue(!result.hasPlace && !result.bytes.containsBytes("LATITUDE".utf8), "\(count) bytes")
      }
    }
  }

  @Test("Truncated EXIF with a copy of XMP is refused if a location is removed") func truncatedCopy() throws {
    var tiff = Tiff(little: false)
    _ = tiff.addDirectory([(0x02BC, .undefined(Array("gps".utf8)))])
    // A second entry, which is missing.
    tiff.bytes[9] = 2
    let block = try #require(ExifBlock(tiff.bytes))
    expectTrue(block.edited(ExifEdit(size: size)) != nil)
    var edit = ExifEdit(size: size)
    edit.drops = [.gps]
    expectTrue(block.edited(edit) == nil)
  }

  @Test("Directories that refer to themselves or overlap cause no endless loop")
  func loops() throws {
    for little in [true, false] {
      for target in [8, 9, 20] {
        var tiff = Tiff(little: little)
        let (places, next) = tiff.addDirectory([
          (0x0112, .short(6)), (0x8769, .directory("exif")), (0x8825, .directory("gps")),
        ])
        tiff.put(target, at: places["exif"]!)
        tiff.put(target, at: places["gps"]!)
        tiff.put(target, at: next)
        let block = try #require(ExifBlock(tiff.bytes))
        let result = block.edited(ExifEdit(size: size))
        expectTrue(result.map { $0.orientation ?? .up == .up && $0.bytes.count == tiff.bytes.count } ?? true)
        var edit = ExifEdit(size: size)
        edit.drops = [.gps]
        expectTrue(block.edited(edit) == nil)
      }
    }
  }

  @Test("A block whose directories overlap is refused if its thumbnail would remain")
  func overlapsBesideThumbnail() throws {
    for little in [true, false] {
      var tiff = Tiff(little: little)
      let (places, next) = tiff.addDirectory([
        (0x0112, .short(6)), (0x8769, .directory("exif")), (0x8825, .directory("gps")),
      ])
      tiff.put(tiff.bytes.count, at: places["exif"]!)
      tiff.put(tiff.bytes.count, at: places["gps"]!)
      _ = tiff.addDirectory([(0x0001, .ascii("N"))])
      tiff.put(tiff.bytes.count, at: next)
      let (small, _) = tiff.addDirectory([
        (0x0201, .directory("thumbnail")), (0x0202, .long(CameraExif.thumbnail.count)),
      ])
      tiff.put(tiff.bytes.count, at: small["thumbnail"]!)
      tiff.bytes += CameraExif.thumbnail
      let block = try #require(ExifBlock(tiff.bytes))
      expectTrue(block.edited(ExifEdit(size: size)) == nil)
    }
  }

  @Test("An orientation that is not an integer stays unchanged")
  func oddTypes() throws {
    for type in [2, 5, 7] {
      var tiff = Tiff(little: false)
      tiff.add(1, 2)
      tiff.add(0x0112, 2)
      tiff.add(type, 2)
      tiff.add(1, 4)
      tiff.add(6, 4)
      tiff.add(0, 4)
      try expectEqual(edited(tiff.bytes).bytes, tiff.bytes)
    }
  }

  @Test("Many entries that refer to the same bytes do not make the block grow")
  func aliases() throws {
    var tiff = Tiff(little: true)
    let count = 5000
    tiff.add(1, 2)
    tiff.add(0x8825, 2)
    tiff.add(4, 2)
    tiff.add(1, 4)
    tiff.add(26, 4)
    tiff.add(0, 4)
    tiff.add(count, 2)
    for i in 0..<count {
      tiff.add(i, 2)
      tiff.add(7, 2)
      tiff.add(50_000, 4)
      tiff.add(8, 4)
    }
    tiff.add(0, 4)
    let block = try #require(ExifBlock(tiff.bytes))
    expectTrue(block.keeping([.gps])?.bytes.count ?? 0 <= 2 * tiff.bytes.count)
    try expectTrue(edited(tiff.bytes).bytes.count <= tiff.bytes.count)
  }

  @Test("Random changes cause no trap, no hang and no growth")
  func noise() {
    var noise = Noise(11)
    for round in 0..<4000 {
      let camera = CameraExif(
        little: round % 2 == 0, hasPlace: round % 3 > 0, hasThumbnail: round % 5 > 0)
      let bytes = noise.mutated(camera.bytes)
      guard let block = ExifBlock(bytes) else { continue }
      _ = (block.date, block.resolution, block.hasThumbnail)
      var edit = ExifEdit(size: size)
      if noise.below(2) == 0 { edit.drops.insert(.gps) }
      if noise.below(2) == 0 { edit.drops.insert(.copyright) }
      if noise.below(4) == 0 { edit.drops.insert(.resolution) }
      edit.moves = noise.below(2) == 0
      edit.swapsAxes = noise.below(2) == 0
      if let result = block.edited(edit) {
        expectTrue(result.orientation ?? .up == .up && result.bytes.count <= bytes.count)
        if edit.drops.contains(.gps) { expectTrue(!result.hasPlace) }
        expectTrue(ExifBlock(result.bytes) != nil)
      }
      let part = block.keeping([.copyright, .resolution, .gps])
      expectTrue(part?.bytes.count ?? 0 <= 2 * bytes.count + 64)
    }
  }
}
