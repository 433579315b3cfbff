import FrameCompare

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
package protocol ArgumentValue {
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
