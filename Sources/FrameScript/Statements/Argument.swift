/// An argument of a statement: how it is written, and its value when the statement runs.
///
/// Arguments are made of others, with a function of their values:
///
///     Argument(.angle, .after("about", .point)) { angle, pivot in
///       LayerEdit.transform(.rotate, [angle.degrees], about: pivot)
///     }
struct Argument<Value>: Sendable {
  typealias Parse = @Sendable (inout Parser) throws(ScriptError) -> Operand
  typealias Evaluate = @Sendable (Operand, inout Evaluator) throws(ScriptError) -> Value

  let parse: Parse
  let value: Evaluate

  private init(parse: @escaping Parse, value: @escaping Evaluate) {
    (self.parse, self.value) = (parse, value)
  }

  /// Creates an argument that has a form of its own.
  init<Form: Written>(
    _ parse: @escaping @Sendable (inout Parser) throws(ScriptError) -> Form,
    value: @escaping @Sendable (Form, inout Evaluator) throws(ScriptError) -> Value
  ) {
    self.init(
      parse: { parser throws(ScriptError) in try parse(&parser).asOperand },
      value: { operand, evaluator throws(ScriptError) in try value(Form(operand)!, &evaluator) })
  }

  /// Creates an argument whose form is a plain value, without blocks of statements and without images.
  init<Form: Equatable & Sendable>(
    _ parse: @escaping @Sendable (inout Parser) throws(ScriptError) -> Form,
    value: @escaping @Sendable (Form, inout Evaluator) throws(ScriptError) -> Value
  ) {
    self.init({ parser throws(ScriptError) in WrittenValue(value: try parse(&parser)) }) {
      written, evaluator throws(ScriptError) in try value(written.value, &evaluator)
    }
  }

  /// Creates an argument of parts that follow each other. They are evaluated in their order.
  init<each Part>(
    _ parts: repeat Argument<each Part>,
    evaluating value: @escaping @Sendable (inout Evaluator, repeat each Part) throws(ScriptError) -> Value
  ) {
    var count = 0
    for _ in repeat each parts { count += 1 }
    self.init(
      parse: { [count] parser throws(ScriptError) in
        var operands: [Operand] = []
        if count > 1 { operands.reserveCapacity(count) }
        for part in repeat each parts {
          let operand = try part.parse(&parser)
          if count == 1 { return operand }
          operands.append(operand)
        }
        return .list(operands)
      },
      value: { [count] operand, evaluator throws(ScriptError) in
        var operands: [Operand] = []
        if count > 1, case .list(let parts) = operand { operands = parts }
        var index = 0
        func next<Next>(
          _ part: Argument<Next>, _ evaluator: inout Evaluator
        ) throws(ScriptError) -> Next {
          defer { index += 1 }
          return try part.value(count == 1 ? operand : operands[index], &evaluator)
        }
        let values = (repeat try next(each parts, &evaluator))
        return try value(&evaluator, repeat each values)
      })
  }

  init<each Part>(
    _ parts: repeat Argument<each Part>,
    value: @escaping @Sendable (repeat each Part) throws(ScriptError) -> Value
  ) {
    self.init(repeat each parts) { (_, part: repeat each Part) throws(ScriptError) in
      try value(repeat each part)
    }
  }

  /// Creates an argument without a form, whose value depends on what was done before.
  static func context(
    _ value: @escaping @Sendable (inout Evaluator) throws(ScriptError) -> Value
  ) -> Argument {
    Argument(parse: { _ in .missing }) { _, evaluator throws(ScriptError) in try value(&evaluator) }
  }

  /// Creates an argument of one of several forms.
  ///
  /// - Parameter select: Returns the index of the form that follows.
  private static func oneOf(
    _ forms: [Argument], select: @escaping @Sendable (inout Parser) throws(ScriptError) -> Int
  ) -> Argument {
    Argument(
      parse: { parser throws(ScriptError) in
        let index = try select(&parser)
        return .form(index, try forms[index].parse(&parser))
      },
      value: { operand, evaluator throws(ScriptError) in
        guard case .form(let index, let operand) = operand else { preconditionFailure("parsed otherwise") }
        return try forms[index].value(operand, &evaluator)
      })
  }

  /// Creates an argument of several forms, each after a word of its own.
  static func choice(_ meaning: WordMeaning, _ forms: KeyValuePairs<String, Argument>) -> Argument {
    oneOf(forms.map(\.value)) { parser throws(ScriptError) in
      if let index = forms.firstIndex(where: { parser.accept($0.key) }) { return index }
      let text = parser.lexer.word
      guard !text.isEmpty else { throw parser.expected(meaning.withArticle) }
      let words = forms.map(\.key)
      throw ScriptError(.unknown(text, meaning, among: words), at: parser.lexer.position())
    }
  }

  /// Creates an argument of several forms, each after a word of its own, and of another one without such a word.
  static func choice(_ forms: KeyValuePairs<String, Argument>, or other: Argument) -> Argument {
    oneOf(forms.map(\.value) + [other]) { parser in
      forms.firstIndex { parser.accept($0.key) } ?? forms.count
    }
  }

  /// Creates an argument of two forms.
  static func either(
    _ first: Argument, or second: Argument,
    isFirst: @escaping @Sendable (inout Parser) throws(ScriptError) -> Bool
  ) -> Argument {
    oneOf([first, second]) { parser throws(ScriptError) in try isFirst(&parser) ? 0 : 1 }
  }

  /// Creates an argument that begins with a word; nil if another word or nothing follows.
  ///
  /// - Parameter otherwise: checks what follows instead.
  static func after<Wrapped>(
    _ word: String, _ argument: Argument<Wrapped>,
    otherwise: @escaping @Sendable (inout Parser) throws(ScriptError) -> Void = { _ in }
  ) -> Argument<Value> where Value == Wrapped? {
    .optional(argument) { parser throws(ScriptError) in
      if parser.accept(word) { return true }
      try otherwise(&parser)
      return false
    }
  }

  /// Creates an argument that follows a word.
  static func required(_ word: String, _ argument: Argument) -> Argument {
    Argument(
      parse: { parser throws(ScriptError) in
        try parser.expect(word)
        return try argument.parse(&parser)
      }, value: argument.value)
  }

  /// Creates an argument that follows `..`.
  ///
  /// - Parameter expecting: What errors expect where `..` is missing.
  static func afterDots(_ argument: Argument, otherwise expecting: String) -> Argument {
    Argument(
      parse: { parser throws(ScriptError) in
        parser.lexer.skipBlanks()
        guard parser.lexer.take("..") else { throw parser.expected(expecting) }
        return try argument.parse(&parser)
      }, value: argument.value)
  }

  /// Creates an argument that follows a comma; nil without one.
  static func afterComma<Wrapped>(
    _ argument: Argument<Wrapped>
  ) -> Argument<Value> where Value == Wrapped? {
    .optional(argument) { $0.takeComma() }
  }

  /// Creates an argument that begins with a number; nil if none follows.
  static func ifNumber<Wrapped>(
    _ argument: Argument<Wrapped>
  ) -> Argument<Value> where Value == Wrapped? {
    .optional(argument) { $0.startsNumber }
  }

  /// Creates an argument in whose place a word can be; nil for that word.
  static func unless<Wrapped>(
    _ word: String, _ argument: Argument<Wrapped>
  ) -> Argument<Value> where Value == Wrapped? {
    .optional(argument) { !$0.accept(word) }
  }

  /// Creates an argument that is nil if it is not next.
  static func optional<Wrapped>(
    _ argument: Argument<Wrapped>,
    if isNext: @escaping @Sendable (inout Parser) throws(ScriptError) -> Bool
  ) -> Argument<Value> where Value == Wrapped? {
    Argument(
      parse: { parser throws(ScriptError) in
        try isNext(&parser) ? try argument.parse(&parser) : .missing
      },
      value: { operand, evaluator throws(ScriptError) in
        if case .missing = operand { nil } else { try argument.value(operand, &evaluator) }
      })
  }
}

extension Argument<Double> {
  /// Returns the argument, whose value must be in a range.
  ///
  /// - Parameters:
  ///   - meaning: What errors call the value.
  ///   - wanted: The values of the range, for errors.
  func requiring(
    _ meaning: String, _ wanted: String, _ isInRange: @escaping @Sendable (Double) -> Bool
  ) -> Argument {
    Argument(parse: parse) { operand, evaluator throws(ScriptError) in
      let number = try value(operand, &evaluator)
      let place = operand.position ?? evaluator.place
      try place.require(isInRange(number), meaning, number, wanted: wanted)
      return number
    }
  }

  /// Returns the argument, whose value must be in a range.
  ///
  /// - Parameter meaning: What errors call the value.
  func requiring(_ meaning: String, in range: ClosedRange<Double>) -> Argument {
    requiring(meaning, range.boundsText) { range.contains($0) }
  }
}

/// The form of an argument that is a plain value, such as a list of expressions.
struct WrittenValue<Value: Equatable & Sendable>: Written { let value: Value }

/// An argument as written.
package enum Operand: Equatable, Sendable {
  /// An optional argument that is not there.
  case missing
  case quantity(Quantity)
  case expression(Expression)
  case template(Template)
  indirect case pair(PairArgument)
  /// The parts of an argument.
  case list([Operand])
  /// One of several forms of an argument, by its index.
  indirect case form(Int, Operand)
  case other(any Written)

  package static func == (a: Operand, b: Operand) -> Bool {
    switch (a, b) {
    case (.missing, .missing): true
    case (.quantity(let a), .quantity(let b)): a == b
    case (.expression(let a), .expression(let b)): a == b
    case (.template(let a), .template(let b)): a == b
    case (.pair(let a), .pair(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.form(let a, let operand), .form(let b, let other)): a == b && operand == other
    case (.other(let a), .other(let b)): a.equals(b)
    default: false
    }
  }
}

extension Operand {
  /// Calls `body` for every part that has a form of its own.
  func forEachForm(_ body: (any Written) -> Void) {
    switch self {
    case .missing, .quantity, .expression, .template, .pair: break
    case .list(let parts): for part in parts { part.forEachForm(body) }
    case .form(_, let operand): operand.forEachForm(body)
    case .other(let written): body(written)
    }
  }

  /// The position of a number; nil for other operands.
  fileprivate var position: ScriptPosition? {
    switch self {
    case .quantity(let quantity): quantity.position
    case .expression(let expression): expression.position
    default: nil
    }
  }

  /// The blocks of statements in it.
  var blocks: [[Statement]] {
    var blocks: [[Statement]] = []
    forEachForm { blocks += $0.blocks }
    return blocks
  }
}

/// The written form of an argument.
package protocol Written: Equatable, Sendable {
  var asOperand: Operand { get }

  /// The blocks of statements in it.
  var blocks: [[Statement]] { get }

  /// The image that it names; nil for none.
  var image: ImageReference? { get }

  /// nil if the operand has another form.
  init?(_ operand: Operand)
}

extension Written {
  package var asOperand: Operand { .other(self) }

  package var blocks: [[Statement]] { [] }

  package var image: ImageReference? { nil }

  package init?(_ operand: Operand) {
    guard case .other(let written) = operand, let form = written as? Self else { return nil }
    self = form
  }

  fileprivate func equals(_ other: any Written) -> Bool { other as? Self == self }
}

// The most frequent forms, which need no memory of their own.

extension Quantity: Written {
  package var asOperand: Operand { .quantity(self) }

  package init?(_ operand: Operand) {
    guard case .quantity(let quantity) = operand else { return nil }
    self = quantity
  }
}

extension Expression: Written {
  package var asOperand: Operand { .expression(self) }

  package init?(_ operand: Operand) {
    guard case .expression(let expression) = operand else { return nil }
    self = expression
  }
}

extension Template: Written {
  package var asOperand: Operand { .template(self) }

  package init?(_ operand: Operand) {
    guard case .template(let template) = operand else { return nil }
    self = template
  }
}

extension PairArgument: Written {
  package var asOperand: Operand { .pair(self) }

  package init?(_ operand: Operand) {
    guard case .pair(let pair) = operand else { return nil }
    self = pair
  }
}
