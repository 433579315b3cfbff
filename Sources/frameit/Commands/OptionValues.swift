import ArgumentParser
import FrameBatch
import FrameScript

extension NumberRange {
  /// Parses the value of an option.
  ///
  /// - Throws: `ValidationError` that names the range.
  @Sendable func option(_ text: String) throws -> Int {
    try OptionValue.parsing({ number($0) }, allowedValues)(text)
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

  /// Parses a value, for the argument parser.
  static func argument<Value: ArgumentValue>(_ text: String) throws -> Value {
    try parsing({ Value(argument: $0) }, Value.allowedValues)(text)
  }

  /// Parses a share from 0 to 1, such as one of a sample's range.
  static func share(_ text: String) throws -> Double {
    try parsing({ Double(share: $0) }, Double.allowedShares)(text)
  }

  static func seed(_ text: String) throws -> UInt64 {
    try parsing({ UInt64($0) }, "a whole number from 0 to \(UInt64.max)")(text)
  }

  static func port(_ text: String) throws -> UInt16 {
    try parsing({ UInt16($0) }, "a whole number from 0 to \(UInt16.max)")(text)
  }
}

extension Option where Value == Int {
  /// An option for a number of threads; 0, which is the default, means one per core.
  ///
  /// - Parameter number: What the number counts, as in `Number of threads`.
  init(jobs number: String) {
    self.init(
      wrappedValue: 0, name: .jobs,
      help: ArgumentHelp("\(number); 0 means one per core.", valueName: "n"),
      transform: NumberRange.threads.option)
  }
}

/// The names of the options that several commands have. An option has the same names in all of them.
extension NameSpecification {
  static let output: NameSpecification = [.customShort("o"), .customLong("output")]
  static let force: NameSpecification = [.customShort("f"), .customLong("force")]
  static let jobs: NameSpecification = [.customShort("j"), .customLong("jobs")]
  static let expression: NameSpecification = [.customShort("e"), .customLong("expression")]
  static let definition: NameSpecification = [.customShort("D"), .customLong("define")]
}
