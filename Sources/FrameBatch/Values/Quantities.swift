import FrameCodec
import FrameEngine
import FrameGeometry
import FrameImage

/// A number of bytes up to 1 PiB, such as `1000000`, `512M` or `512MiB` (powers of 1024) or `2GB` (powers of 1000).
package struct ByteCount: ArgumentValue, CustomStringConvertible {
  package let count: Int

  package static let allowedValues = "a number of bytes from 1 to 1024T, such as 1000000, 512M, 512MiB or 2GB"

  package init?(argument: String) {
    guard let number = Int(argument, units: [("", 1024), ("iB", 1024), ("B", 1000)]) else { return nil }
    self.init(number)
  }

  package init?(_ number: Int) {
    guard let count = NumberRange.bytes.number(number) else { return nil }
    self.count = count
  }

  /// The number with a binary unit, for help texts.
  package var description: String { LimitExceeded.bytes(count) }
}

/// A number of pixels up to 10^15, such as `1000000` or `100M` (powers of 1000).
package struct PixelCount: ArgumentValue, CustomStringConvertible {
  package let count: Int

  package static let allowedValues = "a number of pixels from 1 to 1000T, such as 1000000 or 100M"

  package init?(argument: String) {
    guard let number = Int(argument, units: [("", 1000)]) else { return nil }
    self.init(number)
  }

  package init?(_ number: Int) {
    guard number > 0, let count = NumberRange.pixelCount.number(number) else { return nil }
    self.count = count
  }

  /// The number, or the sides of a square of this area, for help texts.
  package var description: String {
    let side = Int(Double(count).squareRoot())
    return side * side == count ? "\(side) x \(side) pixels" : "\(count)"
  }
}

extension Point {
  /// Parses two finite numbers, separated by commas and spaces; nil for other text.
  package init?(argument: String) {
    let fields = argument.split { ", \t\r".contains($0) }
    guard fields.count == 2, let x = Double(fields[0]), let y = Double(fields[1]), x.isFinite, y.isFinite
    else { return nil }
    self.init(x: x, y: y)
  }
}

extension PixelSize: ArgumentValue {
  package static let allowedValues =
    "W,H, a width and a height in pixels from 1 to \(maximumSide), such as 640,480"

  /// Parses `W,H`; nil for invalid text.
  package init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else { return nil }
    self.init(width: width, height: height)
  }
}

extension Int {
  /// Parses a whole number with a unit; nil for other text and for numbers that are too large.
  ///
  /// - Parameter units: The endings that can follow K, M, G and T, with the base of their powers.
  fileprivate init?(_ text: String, units: [(ending: String, base: Int)]) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...]
    guard var number = Int(digits) else { return nil }
    guard let letter = unit.first else {
      self = number
      return
    }
    guard let power = ["K", "M", "G", "T"].firstIndex(of: letter),
      let base = units.first(where: { $0.ending == unit.dropFirst() })?.base
    else { return nil }
    for _ in 0...power {
      let (product, overflow) = number.multipliedReportingOverflow(by: base)
      guard !overflow else { return nil }
      number = product
    }
    self = number
  }
}
