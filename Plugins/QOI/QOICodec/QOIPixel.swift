/// A pixel in one word. Red is in the lowest byte, so on little-endian machines a pixel has the same bytes as in a
/// row.
struct QOIPixel: Equatable {
  var value: UInt32

  /// The pixel that precedes the first one.
  static let first = QOIPixel(value: 0xFF00_0000)

  @inline(__always) var red: UInt8 { UInt8(truncatingIfNeeded: value) }
  @inline(__always) var green: UInt8 { UInt8(truncatingIfNeeded: value >> 8) }
  @inline(__always) var blue: UInt8 { UInt8(truncatingIfNeeded: value >> 16) }
  @inline(__always) var alpha: UInt8 { UInt8(truncatingIfNeeded: value >> 24) }

  @inline(__always) init(value: UInt32) {
    self.value = value
  }

  @inline(__always) init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) {
    value = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
  }

  /// The index in the table of seen pixels: (3 red + 5 green + 7 blue + 11 alpha) mod 64.
  @inline(__always) var slot: Int {
    let sum = 3 &* (value & 0xFF) &+ 5 &* (value >> 8 & 0xFF) &+ 7 &* (value >> 16 & 0xFF)
    return Int(truncatingIfNeeded: (sum &+ 11 &* (value >> 24)) & 63)
  }

  /// The table before the first pixel.
  static let emptyTable = [QOIPixel](repeating: QOIPixel(value: 0), count: 64)
}

/// The first byte of each kind of encoded pixel. Two-bit tags have a value in the other six bits.
enum QOITag {
  static let index: UInt8 = 0x00
  static let difference: UInt8 = 0x40
  static let luma: UInt8 = 0x80
  static let run: UInt8 = 0xC0
  static let rgb: UInt8 = 0xFE
  static let rgba: UInt8 = 0xFF

  /// Longer runs would collide with `rgb` and `rgba`.
  static let longestRun = 62
}
