import ArgumentParser
import FrameBatch
import FrameCompare
import FrameImage
import FrameKit
import FrameScript

extension NumberRange {
  /// Parses the value of an option.
  ///
  /// - Throws: `ValidationError` that names the range.
  @Sendable func option(_ text: String) throws -> Int {
    try OptionValue.parsing({ number($0) }, allowedValues)(text)
  }
}

/// A number of bytes up to 1 PiB, such as `1000000`, `512M` or `512MiB` (powers of 1024) or `2GB` (powers of 1000).
struct ByteCount: CustomStringConvertible {
  let count: Int

  static let allowedValues = "a number of bytes from 1 to 1024T, such as 1000000, 512M, 512MiB or 2GB"

  init?(_ text: String) {
    guard let number = Int(text, units: [("", 1024), ("iB", 1024), ("B", 1000)]) else { return nil }
    self.init(number)
  }

  init?(_ number: Int) {
    guard let count = NumberRange.bytes.number(number) else { return nil }
    self.count = count
  }

  /// The number with a binary unit, for help texts.
  var description: String { LimitExceeded.bytes(count) }
}

/// A number of pixels up to 10^15, such as `1000000` or `100M` (powers of 1000).
struct PixelCount: CustomStringConvertible {
  let count: Int

  static let allowedValues = "a number of pixels from 1 to 1000T, such as 1000000 or 100M"

  init?(_ text: String) {
    guard let number = Int(text, units: [("", 1000)]) else { return nil }
    self.init(number)
  }

  init?(_ number: Int) {
    guard number > 0, let count = NumberRange.pixelCount.number(number) else { return nil }
    self.count = count
  }

  /// The number, or the sides of a square of this area, for help texts.
  var description: String {
    let side = Int(Double(count).squareRoot())
    return side * side == count ? "\(side) x \(side) pixels" : "\(count)"
  }
}

/// Parsers of option values, with errors that name the allowed values.
enum OptionValue {
  /// Returns a transform for the argument parser.
  ///
  /// - Parameters:
  ///   - read: Parses a value; nil for a value that is not allowed.
  ///   - allowedValues: The allowed values, as a noun phrase.
  static func parsing<Value>(
    _ read: @escaping @Sendable (String) -> Value?, _ allowedValues: String
  ) -> @Sendable (String) throws -> Value {
    { text in
      guard let value = read(text) else { throw ValidationError("expected \(allowedValues)") }
      return value
    }
  }

  /// Parses a share from 0 to 1, such as one of a sample's range.
  static func share(_ text: String) throws -> Double {
    try parsing({ Double($0).flatMap { (0...1).contains($0) ? $0 : nil } }, "a number from 0 to 1")(text)
  }

  static func seed(_ text: String) throws -> UInt64 {
    try parsing({ UInt64($0) }, "a whole number from 0 to \(UInt64.max)")(text)
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

/// The value of `--input-size`: `W,H`.
struct InputSize {
  var size: PixelSize

  static func parse(_ text: String) throws -> InputSize {
    try OptionValue.parsing(
      { InputSize($0) },
      "W,H, a width and a height in pixels from 1 to \(PixelSize.maximumSide), such as 640,480")(text)
  }

  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      let size = PixelSize(width: width, height: height)
    else { return nil }
    self.size = size
  }
}
