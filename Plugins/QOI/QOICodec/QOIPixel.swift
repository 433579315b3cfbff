/// A pixel in a register, and the table of pixels that were seen, which the packed bytes refer to.
///
/// Red is in the lowest byte, so that on little endian machines a pixel lies in memory as in a row.
struct QOIPixel: Equatable {
  var value: UInt32

  /// What comes before the first pixel.
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

  /// Its place in the table: (3 red + 5 green + 7 blue + 11 alpha) mod 64.
  @inline(__always) var slot: Int {
    let sum = 3 &* (value & 0xFF) &+ 5 &* (value >> 8 & 0xFF) &+ 7 &* (value >> 16 & 0xFF)
    return Int(truncatingIfNeeded: (sum &+ 11 &* (value >> 24)) & 63)
  }

  /// The table before the first pixel.
  static let emptyTable = [QOIPixel](repeating: QOIPixel(value: 0), count: 64)
}

/// The first byte of each kind of packed pixel; the kinds of two bits have a value in the other six.
enum QOITag {
  static let index: UInt8 = 0x00
  static let difference: UInt8 = 0x40
  static let luma: UInt8 = 0x80
  static let run: UInt8 = 0xC0
  static let rgb: UInt8 = 0xFE
  static let rgba: UInt8 = 0xFF

  /// Two more would be `rgb` and `rgba`.
  static let longestRun = 62
}
