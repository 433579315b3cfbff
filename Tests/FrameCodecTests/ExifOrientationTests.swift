import FrameGeometry
import TestSupport
import Testing

@testable import FrameCodec

/// Tests of reading the orientation tag of a TIFF structure. No content may cause a hang or a trap.
@Suite struct ExifOrientationTests {
  /// Returns a directory of three entries, the second of which is the orientation.
  private func sample(_ value: Int, little: Bool, type: Int = 3) -> [UInt8] {
    var tiff = Tiff(little: little)
    tiff.add(3, 2)
    tiff.add(tag: 0x0100, value: 640)
    tiff.add(tag: 0x0112, type: type, value: value)
    tiff.add(tag: 0x0128, value: 2)
    tiff.add(0, 4)
    return tiff.bytes
  }

  @Test(
    "All eight orientations are read in both byte orders", arguments: Orientation.allCases, [true, false])
  func eight(orientation: Orientation, little: Bool) {
    expectEqual(Orientation(tiff: sample(orientation.rawValue, little: little)), orientation)
  }

  @Test("Invalid values and types count as upright", arguments: [true, false])
  func nonsense(little: Bool) {
    for value in [0, 9, 255, 0x0600, 65535] {
      expectEqual(Orientation(tiff: sample(value, little: little)), .up)
    }
    for type in [0, 2, 5, 7, 10, 11, 12, 13, 65535] {
      expectEqual(Orientation(tiff: sample(6, little: little, type: type)), .up)
    }
  }

  @Test("Any integer type holds an orientation", arguments: [1, 3, 4, 6, 8, 9], [true, false])
  func integerTypes(type: Int, little: Bool) throws {
    for value in 0...9 {
      let size = [1: 1, 6: 1, 3: 2, 8: 2][type] ?? 4
      var tiff = Tiff(little: little)
      tiff.add(1, 2)
      tiff.add(0x0112, 2)
      tiff.add(type, 2)
      tiff.add(1, 4)
      tiff.add(value, size)
      tiff.bytes += [UInt8](repeating: 0, count: 4 - size)
      tiff.add(0, 4)
      expectTrue(Orientation(tiff: tiff.bytes) == Orientation(rawValue: value) ?? .up)
      // A valid orientation becomes 1 for every reader. An invalid one stays unchanged.
      let block = try #require(ExifBlock(tiff.bytes)?.edited(ExifEdit()))
      var upright = Tiff(little: little)
      upright.add(1, 2)
      upright.add(tag: 0x0112, value: 1)
      upright.add(0, 4)
      expectEqual(block.bytes, ((1...8).contains(value) ? upright.bytes : tiff.bytes))
    }
  }

  @Test(
    "An orientation with several values stands in its entry, or counts as none", arguments: [true, false])
  func severalValues(little: Bool) throws {
    for (count, expected) in [(1, Orientation.right), (2, .right), (3, .up)] {
      var tiff = Tiff(little: little)
      tiff.add(1, 2)
      tiff.add(0x0112, 2)
      tiff.add(3, 2)
      tiff.add(count, 4)
      // Two numbers, or the offset of three.
      if count < 3 { for _ in 0..<2 { tiff.add(6, 2) } } else { tiff.add(26, 4) }
      tiff.add(0, 4)
      for _ in 0..<3 { tiff.add(6, 2) }
      expectEqual(Orientation(tiff: tiff.bytes), expected, "\(count)")
    }
  }

  @Test("Truncated bytes are upright unless the orientation entry is complete", arguments: [true, false])
  func truncated(little: Bool) {
    let whole = sample(6, little: little)
    // The header, the number of entries, and two entries.
    let enough = 8 + 2 + 12 + 12
    for count in 0...whole.count {
      let orientation = Orientation(tiff: Array(whole.prefix(count)))
      expectEqual(orientation, (count < enough ? .up : .right), "\(count) bytes")
    }
  }

  @Test("Bytes without a TIFF header count as upright")
  func beginnings() {
    let whole = sample(6, little: true)
    for (at, byte) in [(0, 0x4D), (1, 0x4D), (0, 0), (2, 43), (3, 42)] {
      var other = whole
      other[at] = UInt8(byte)
      expectEqual(Orientation(tiff: other), .up)
    }
    expectEqual(Orientation(tiff: Array("Exif\0\0".utf8) + whole), .up)
  }

  @Test("A directory may be anywhere in the data after the header", arguments: [true, false])
  func places(little: Bool) {
    var late = Tiff(little: little, directory: 1008)
    late.bytes += [UInt8](repeating: 0xEE, count: 1000)
    late.add(1, 2)
    late.add(tag: 0x0112, value: 8)
    expectEqual(Orientation(tiff: late.bytes), .left)
    for place in [0, 1, 7, 1020, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      var tiff = Tiff(little: little, directory: place)
      tiff.bytes += [UInt8](repeating: 0, count: 1010)
      expectEqual(Orientation(tiff: tiff.bytes), .up, "\(place)")
    }
  }

  @Test("If the number of entries is too large, reading stops at the end of the bytes")
  func hugeCount() {
    var tiff = Tiff(little: true)
    tiff.add(65535, 2)
    for _ in 0..<50 { tiff.add(tag: 0x0100, value: 1) }
    expectEqual(Orientation(tiff: tiff.bytes), .up)
    tiff.add(tag: 0x0112, value: 3)
    expectEqual(Orientation(tiff: tiff.bytes), .down)
  }

  @Test("A directory that names itself as the next one is read once")
  func loop() {
    var tiff = Tiff(little: true)
    tiff.add(1, 2)
    tiff.add(tag: 0x0100, value: 1)
    tiff.add(8, 4)
    expectEqual(Orientation(tiff: tiff.bytes), .up)
  }

  @Test("The orientation of the thumbnail, in the second directory, is ignored")
  func thumbnail() {
    var tiff = Tiff(little: false)
    tiff.add(1, 2)
    tiff.add(tag: 0x0100, value: 1)
    tiff.add(26, 4)
    tiff.add(1, 2)
    tiff.add(tag: 0x0112, value: 6)
    tiff.add(0, 4)
    expectEqual(Orientation(tiff: tiff.bytes), .up)
  }

  @Test("The first of two orientation tags counts")
  func twice() {
    var tiff = Tiff(little: true)
    tiff.add(2, 2)
    tiff.add(tag: 0x0112, value: 3)
    tiff.add(tag: 0x0112, value: 6)
    expectEqual(Orientation(tiff: tiff.bytes), .down)
  }

  @Test("Any bytes give a valid orientation")
  func noise() {
    var state: UInt64 = 5
    for _ in 0..<2000 {
      var bytes = sample(6, little: state & 1 == 0)
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
      }
      expectTrue((1...8).contains(Orientation(tiff: bytes).rawValue))
    }
  }
}

extension Tiff {
  /// Adds a directory entry with one short value, left-aligned in its four bytes.
  fileprivate mutating func add(tag: Int, type: Int = 3, value: Int) {
    add(tag, 2)
    add(type, 2)
    add(1, 4)
    add(value, 2)
    add(0, 2)
  }
}
