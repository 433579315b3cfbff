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

/// The largest size of a file, such as `200000`, `200K`, `1.5MB` (powers of 1000) or `200KiB` (powers of 1024).
package struct FileSize: ArgumentValue, Equatable {
  package let count: Int

  package static let allowedValues = "a number of bytes, such as 200000, 200K or 1.5M"

  package init?(argument: String) {
    let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = argument[digits.endIndex...].uppercased()
    let scale: Double? =
      switch unit {
      case "", "B": 1
      case "K", "KB": 1e3
      case "M", "MB": 1e6
      case "G", "GB": 1e9
      case "KIB": 0x1p10
      case "MIB": 0x1p20
      case "GIB": 0x1p30
      default: nil
      }
    guard let scale, let number = Double(digits) else { return nil }
    let bytes = (number * scale).rounded()
    guard bytes < 1e15, let count = NumberRange.bytes.number(Int(bytes)) else { return nil }
    self.count = count
  }
}

/// The chroma subsampling that an option names.
package struct ChromaChoice: ArgumentValue, Equatable {
  /// Nil for one that depends on the quality.
  package let subsampling: ChromaSubsampling?

  package static let names = ChromaSubsampling.allCases.map { "\($0.rawValue)" } + ["auto"]
  package static let allowedValues = "444, 422, 420 or auto"

  package init?(argument: String) {
    if argument == "auto" {
      subsampling = nil
      return
    }
    // Also as "4:2:0".
    let digits = argument.split(separator: ":").joined()
    guard ["\(digits)", digits.map(String.init).joined(separator: ":")].contains(argument),
      let subsampling = Int(digits).flatMap(ChromaSubsampling.init)
    else { return nil }
    self.subsampling = subsampling
  }
}

/// How often an animation plays.
package struct LoopCount: ArgumentValue, Equatable {
  /// 0 for forever.
  package let count: Int

  package static let allowedValues = "\(NumberRange.loops.allowedValues), or 'forever'"

  package init?(argument: String) {
    guard let count = argument == "forever" ? 0 : NumberRange.loops.number(argument) else { return nil }
    self.count = count
  }
}

extension Quality: ArgumentValue {
  package static let allowedValues = "\(NumberRange.quality.allowedValues), or 'keep'"

  /// Parses `keep` or a level; nil for other text.
  package init?(argument: String) {
    if argument == "keep" {
      self = .keep
    } else if let level = NumberRange.quality.number(argument) {
      self = .level(level)
    } else {
      return nil
    }
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
