import FrameCompare
import FrameGeometry
import FrameImage

/// A range of whole numbers for an option, a key of a job or a line of a golden case.
///
/// All such numbers are parsed by one of these ranges, so that arithmetic on them cannot overflow.
package struct NumberRange: Sendable {
  private let range: ClosedRange<Int>

  package init(_ range: ClosedRange<Int>) { self.range = range }

  /// Numbers of threads or concurrent jobs; 0 stands for the number of cores. More threads are useless on any machine,
  /// and each takes memory.
  package static let threads = NumberRange(0...1024)
  /// Widths of outputs in pixels. The limits also depend on the height and the format.
  package static let width = NumberRange(1...1_000_000_000)
  /// Indices of frames.
  package static let frame = NumberRange(0...999_999_999)
  package static let frameCount = NumberRange(1...1_000_000_000)
  /// Coordinates in pixels. All coordinates in possible images are in this range.
  static let coordinate = NumberRange(-1_000_000_000...1_000_000_000)
  package static let pixelCount = NumberRange(0...1_000_000_000_000_000)
  /// Numbers of bits of a perceptual hash.
  package static let hashBits = NumberRange(0...64)
  /// Shifts between two images in pixels.
  package static let alignment = NumberRange(1...ShiftSearch.maxShiftLimit)
  /// Numbers of shards.
  package static let shards = NumberRange(1...1_000_000_000)
  /// Numbers of runs with random fingers.
  package static let fuzzRuns = NumberRange(1...100_000_000)
  /// Numbers of damaged files for testing a plugin.
  package static let runs = NumberRange(0...1_000_000)
  /// Numbers of digits in a file name.
  package static let digits = NumberRange(1...9)
  /// Indices of jobs in a batch. Scripts read an index as a double, which is exact for all of these.
  package static let index = NumberRange(0...1 << 53)
  /// Numbers of bytes, up to 1 PiB.
  package static let bytes = NumberRange(1...1 << 50)

  /// Returns the number; nil if it is outside the range.
  package func number(_ number: some BinaryInteger) -> Int? {
    guard let number = Int(exactly: number), range.contains(number) else { return nil }
    return number
  }

  /// Parses a number; nil if the text is not a whole number in the range.
  package func number(_ text: some StringProtocol) -> Int? { Int(text).flatMap { number($0) } }

  /// The allowed values, as a noun phrase.
  package var allowedValues: String { "a whole number from \(range.lowerBound) to \(range.upperBound)" }
}

/// A value of an option, of a key of a job or of a line of a golden case.
package protocol ArgumentValue: Sendable {
  /// The allowed values, as a noun phrase.
  static var allowedValues: String { get }

  /// Parses a value; nil for text that is not allowed.
  init?(argument: String)
}

/// A length of time: `2`, `0.5`, `2s`, `500ms` or `3min`.
package struct Seconds: ArgumentValue {
  /// The number of seconds, from a millisecond to a year.
  package let count: Double

  package static let allowedValues = "a time from 1ms to a year, such as 30, 0.5, 500ms or 3min"

  package init?(count: Double) {
    guard (0.001...31_536_000).contains(count) else { return nil }
    self.count = count
  }

  package init?(argument: String) {
    let units = [("ms", 0.001), ("min", 60), ("s", 1)]
    let unit = units.first { argument.hasSuffix($0.0) } ?? ("", 1)
    let digits = argument.dropLast(unit.0.count)
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(digits) else {
      return nil
    }
    self.init(count: number * unit.1)
  }
}

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
