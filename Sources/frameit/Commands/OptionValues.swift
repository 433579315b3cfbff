import ArgumentParser
import FrameBatch
import FrameCompare

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

  /// Returns a transform for a limit of a metric, such as `ssim=0.9`.
  static func limit(_ side: MetricLimit.Side) -> @Sendable (String) throws -> MetricLimit {
    parsing({ MetricLimit(argument: $0, side) }, side.allowedValues)
  }

  static func seed(_ text: String) throws -> UInt64 {
    try parsing({ UInt64($0) }, "a whole number from 0 to \(UInt64.max)")(text)
  }

  static func port(_ text: String) throws -> UInt16 {
    try parsing({ UInt16($0) }, "a whole number from 0 to \(UInt16.max)")(text)
  }
}

/// Options whose help shows a word in place of the value. Without a name, an option has the name of its property.
extension Option {
  /// Creates an option that may be absent.
  ///
  /// - Parameters:
  ///   - word: The word in place of the value, as in `--quality <n>`.
  ///   - help: The help.
  init<T: ExpressibleByArgument>(
    _ word: String, _ help: String, name: NameSpecification = .long, completion: CompletionKind? = nil
  ) where Value == T? {
    self.init(name: name, help: ArgumentHelp(help, valueName: word), completion: completion)
  }

  /// Creates an option that can be repeated.
  init<T: ExpressibleByArgument>(
    wrappedValue: [T], _ word: String, _ help: String, name: NameSpecification = .long,
    completion: CompletionKind? = nil
  ) where Value == [T] {
    self.init(
      wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: word),
      completion: completion)
  }

  /// Creates an option for the path of a file.
  init<T: ExpressibleByArgument>(file help: String, name: NameSpecification = .long) where Value == T? {
    self.init("file", help, name: name, completion: .file())
  }

  /// Creates an option for the path of a folder.
  init<T: ExpressibleByArgument>(folder help: String) where Value == T? {
    self.init("dir", help, completion: .directory)
  }

  init<T: ArgumentValue>(_ word: String, _ help: String) where Value == T? {
    self.init(word, help, transform: OptionValue.argument)
  }

  init(wrappedValue: Value, _ word: String, _ help: String) where Value: ArgumentValue {
    self.init(wrappedValue: wrappedValue, word, help, transform: OptionValue.argument)
  }

  init(_ word: String, _ help: String, in range: NumberRange) where Value == Int? {
    self.init(word, help, transform: range.option)
  }

  init(wrappedValue: Int, _ word: String, _ help: String, in range: NumberRange) where Value == Int {
    self.init(wrappedValue: wrappedValue, word, help, transform: range.option)
  }

  init<T>(
    _ word: String, _ help: String, transform: @escaping @Sendable (String) throws -> T
  ) where Value == T? {
    self.init(help: ArgumentHelp(help, valueName: word), transform: transform)
  }

  init<T>(
    wrappedValue: [T], _ word: String, _ help: String, name: NameSpecification = .long,
    transform: @escaping @Sendable (String) throws -> T
  ) where Value == [T] {
    self.init(
      wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: word), transform: transform)
  }

  init(
    wrappedValue: Value, _ word: String, _ help: String,
    transform: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(wrappedValue: wrappedValue, help: ArgumentHelp(help, valueName: word), transform: transform)
  }
}

extension Flag where Value == Bool {
  /// Creates a flag with the name of its property, or another one.
  init(wrappedValue: Bool, _ help: String, name: NameSpecification = .long) {
    self.init(wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help))
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
