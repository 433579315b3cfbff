import FrameGeometry
import FramePlan
import FrameScene

/// A statement of the language: its first word, its forms for people, its arguments, and its effect.
///
/// The table of all statements drives the parser, the evaluator, the usage that errors show, the suggestions for
/// misspelled words, animations, and the tables of statements in `docs/script.md`.
package final class StatementEntry: Sendable {
  /// Parses what follows the first word.
  typealias Parse = @Sendable (inout Parser) throws(ScriptError) -> Statement.Kind

  /// How the parser continues after the first word.
  enum Rule: Sendable {
    case arguments(Argument<Void>.Parse, Effect)
    /// A statement with blocks, or of raw touches.
    case parse(Parse)
    /// The statements of a file replace this one.
    case include
    /// Parsed with the statement or file that it belongs to; an error everywhere else.
    case misplaced(ScriptProblem)
  }

  /// The effect of a statement, by the values of its arguments.
  enum Effect: Sendable {
    case canvas(Argument<CanvasChange>.Evaluate)
    /// Of the current layer's geometry.
    case edit(Argument<LayerEdit>.Evaluate)
    /// Of the current layer's appearance.
    case look(Argument<LayerChange>.Evaluate)
    case gesture(Argument<NewGesture>.Evaluate)
    /// In seconds.
    case wait(Argument<Double>.Evaluate)
    case expect(Argument<Claim>.Evaluate)
    /// nil if there is nothing to do.
    case command(Argument<Command.Kind?>.Evaluate)
  }

  /// The first word.
  package let word: String
  let forms: [StatementForm]
  let rule: Rule
  /// nil for statements of other kinds. It is kept apart from the rule, because it is needed whenever the statement runs.
  let effect: Effect?
  /// True if the statement moves fingers, or lets time pass.
  let movesFingers: Bool
  /// True for a change of appearance that is an option of layers, too.
  let isOption: Bool
  /// True if the statement means the same on every canvas: it has no lengths, and does not depend on the size at which an
  /// image is drawn.
  let isFree: Bool
  /// How `animate` changes the same; nil if it does not.
  let animation: AnimationEntry?

  /// - Parameter forms: The usage of each form, and its meaning.
  init(
    _ forms: KeyValuePairs<String, String>, rule: Rule, isOption: Bool = false, isFree: Bool = false,
    neutral: String? = nil, animation: AnimationEntry? = nil
  ) {
    let word = Self.firstWord(of: forms)
    var written = forms.map { StatementForm($0, $1) }
    if let neutral { written[0].meaning += "; `\(word) \(neutral)` changes nothing" }
    self.word = word
    self.forms = written
    self.rule = rule
    effect = if case .arguments(_, let effect) = rule { effect } else { nil }
    movesFingers =
      switch effect {
      case .gesture, .wait: true
      default: false
      }
    self.isOption = isOption
    self.isFree = isFree
    self.animation = animation
  }

  convenience init(_ forms: KeyValuePairs<String, String>, parse: @escaping Parse) {
    self.init(forms, rule: .parse(parse))
  }

  /// Parses the arguments of an option.
  func parse(_ parser: inout Parser) throws(ScriptError) -> Operand {
    guard case .arguments(let parse, _) = rule else { preconditionFailure("no arguments") }
    return try parse(&parser)
  }

  static func firstWord(of forms: KeyValuePairs<String, String>) -> String {
    String(forms[0].key.prefix { $0 != " " })
  }
}

// Entries by their effects. The arguments are evaluated in their order.
extension StatementEntry {
  static func canvas<each Part>(
    _ forms: KeyValuePairs<String, String>, _ parts: repeat Argument<each Part>,
    change: @escaping @Sendable (repeat each Part) throws(ScriptError) -> CanvasChange
  ) -> StatementEntry {
    let argument = Argument(repeat each parts, value: change)
    return StatementEntry(forms, rule: .arguments(argument.parse, .canvas(argument.value)))
  }

  static func edit<each Part>(
    _ forms: KeyValuePairs<String, String>, _ parts: repeat Argument<each Part>,
    animation: AnimationEntry? = nil,
    edit: @escaping @Sendable (repeat each Part) throws(ScriptError) -> LayerEdit
  ) -> StatementEntry {
    let argument = Argument(repeat each parts, value: edit)
    return StatementEntry(
      forms, rule: .arguments(argument.parse, .edit(argument.value)), animation: animation)
  }

  /// - Parameters:
  ///   - isOption: false if layers are not declared with it.
  ///   - neutral: the values that change nothing, such as "1".
  static func look<each Part>(
    _ forms: KeyValuePairs<String, String>, _ parts: repeat Argument<each Part>, isOption: Bool = true,
    isFree: Bool = false, neutral: String? = nil, animation: AnimationEntry? = nil,
    change: @escaping @Sendable (repeat each Part) throws(ScriptError) -> LayerChange
  ) -> StatementEntry {
    let argument = Argument(repeat each parts, value: change)
    return StatementEntry(
      forms, rule: .arguments(argument.parse, .look(argument.value)), isOption: isOption,
      isFree: isFree, neutral: neutral, animation: animation)
  }

  static func command<each Part>(
    _ forms: KeyValuePairs<String, String>, _ parts: repeat Argument<each Part>,
    command: @escaping @Sendable (inout Evaluator, repeat each Part) throws(ScriptError) -> Command.Kind?
  ) -> StatementEntry {
    let argument = Argument(repeat each parts, evaluating: command)
    return StatementEntry(forms, rule: .arguments(argument.parse, .command(argument.value)))
  }
}

extension StatementEntry: Equatable {
  package static func == (a: StatementEntry, b: StatementEntry) -> Bool { a === b }
}

/// One way to write a statement.
///
/// The usage has the words as written, and names in capitals for what varies: `rotate ANGLE [about P]`. `[x]` can be
/// left out, `x|y` is one of both, and `...` means that the part before it can be repeated. The meaning is a
/// description in Markdown, for a cell of a table.
typealias StatementForm = (usage: String, meaning: String)
