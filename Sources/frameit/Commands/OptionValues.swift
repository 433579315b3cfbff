import ArgumentParser
import FrameCompare
import FrameModel

/// The whole numbers that an option, a key of a job or a line of a golden case may have.
///
/// All such numbers are read by one of these, so that arithmetic on them cannot overflow.
struct NumberRange: Sendable {
  private let range: ClosedRange<Int>

  init(_ range: ClosedRange<Int>) { self.range = range }

  /// Threads to work with, or jobs at a time; 0 stands for the number of cores. More threads than this have no use on
  /// any machine, and each takes memory.
  static let threads = NumberRange(0...1024)
  /// The width of a result. Whether it is within the limits depends on its height and format.
  static let width = NumberRange(1...1_000_000_000)
  /// The number of a frame.
  static let frame = NumberRange(0...999_999_999)
  static let frameCount = NumberRange(1...1_000_000_000)
  static let quality = NumberRange(1...100)
  /// A place in an image. All images that can be have theirs in it.
  static let coordinate = NumberRange(-1_000_000_000...1_000_000_000)
  static let pixelCount = NumberRange(0...1_000_000_000_000_000)
  /// Bits of a perceptual hash.
  static let hashBits = NumberRange(0...64)
  /// How far one image is moved over another one, in pixels.
  static let alignment = NumberRange(1...ImageAlignment.farthest)
  /// Parts of a batch.
  static let shards = NumberRange(1...1_000_000_000)
  /// Damaged files for a plugin.
  static let runs = NumberRange(0...1_000_000)
  /// Digits of a number in a name.
  static let digits = NumberRange(1...9)
  /// The number of an edit in its batch. Scripts have it as a double, which is exact for all of these.
  static let index = NumberRange(0...1 << 53)
  /// Bytes: up to 1 PiB.
  static let bytes = NumberRange(1...1 << 50)

  /// - Returns: nil for a number outside the range.
  func number(_ number: some BinaryInteger) -> Int? {
    guard let number = Int(exactly: number), range.contains(number) else { return nil }
    return number
  }

  /// - Returns: nil for a text that is no whole number, or one outside the range.
  func number(_ text: some StringProtocol) -> Int? { Int(text).flatMap { number($0) } }

  /// Reads an option's value.
  ///
  /// - Throws: `ValidationError` that says what is allowed.
  @Sendable func option(_ text: String) throws -> Int {
    try OptionValue.reading({ number($0) }, words)(text)
  }

  /// What is allowed, as the end of the sentence "it is ...".
  var words: String { "a whole number from \(range.lowerBound) to \(range.upperBound)" }
}

/// A number of bytes, up to 1 PiB: `1000000`, `512M` and `512MiB` of 1024 and 1024, `2GB` of 1000.
struct ByteCount: CustomStringConvertible {
  let count: Int

  static let valid = "a number of bytes from 1 to 1024T, such as 1000000, 512M, 512MiB or 2GB"

  init?(_ text: String) {
    guard let number = Int(text, units: [("", 1024), ("iB", 1024), ("B", 1000)]) else { return nil }
    self.init(number)
  }

  init?(_ number: Int) {
    guard let count = NumberRange.bytes.number(number) else { return nil }
    self.count = count
  }

  var description: String { "\(count)" }
}

/// A number of pixels, up to 10^15: `1000000`, `100M` of 1000 and 1000.
struct PixelCount: CustomStringConvertible {
  let count: Int

  static let valid = "a number of pixels from 1 to 1000T, such as 1000000 or 100M"

  init?(_ text: String) {
    guard let number = Int(text, units: [("", 1000)]) else { return nil }
    self.init(number)
  }

  init?(_ number: Int) {
    guard number > 0, let count = NumberRange.pixelCount.number(number) else { return nil }
    self.count = count
  }

  var description: String { "\(count)" }
}

/// Reading of options' values: what is wrong is told with what is right.
enum OptionValue {
  /// - Parameters:
  ///   - read: returns nil for a value that is not allowed.
  ///   - valid: what is allowed, as the end of the sentence "it is ...".
  /// - Returns: what the argument parser calls for an option's value.
  static func reading<Value>(
    _ read: @escaping @Sendable (String) -> Value?, _ valid: String
  ) -> @Sendable (String) throws -> Value {
    { text in
      guard let value = read(text) else { throw ValidationError("it is \(valid)") }
      return value
    }
  }

  /// A share, as of a sample's range.
  static func share(_ text: String) throws -> Double {
    try reading({ Double($0).flatMap { (0...1).contains($0) ? $0 : nil } }, "a number from 0 to 1")(text)
  }

  static func seed(_ text: String) throws -> UInt64 {
    try reading({ UInt64($0) }, "a whole number from 0 to \(UInt64.max)")(text)
  }
}

extension Int {
  /// - Parameter units: what may stand behind K, M, G and T, and of how many of the next smaller one each is.
  /// - Returns: nil for anything else, and for what is too large.
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
