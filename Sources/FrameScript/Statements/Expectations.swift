import FrameGeometry
import FrameGesture
import FrameImage
import FramePlan
import FrameScene

/// `expect`
extension StatementTable {
  static let expectations: [StatementEntry] = [
    StatementEntry(
      [
        "expect transform a b c d tx ty [~TOL]": "the current layer's transform",
        "expect map a b c d tx ty [~TOL]":
          "the map from the current layer's coordinates to the canvas's; in perspective, nine numbers row by row",
        "expect frame X,Y W,H [~TOL]": "the current layer's frame, in its parent",
        "expect shown PROPERTY VALUE [~TOL]": """
        what the current layer shows at this time, while [animations](#animation) run: `opacity N`, \
        `transform a b c d tx ty`, `frame X,Y W,H`, `trim A..B`, `fill COLOR` or `stroke COLOR WIDTH`
        """,
        "expect VALUE VALUE [~TOL]": """
        equal values; the first is a variable, a function, or in parentheses: `expect $x 3`, `expect (2*$x) 6`
        """,
        "expect VALUE < VALUE":
          "also `<=` `>` `>=` `==` `!=`: `expect scaleOf(photo) <= 4`; values within 1e-9 are equal",
        "expect (EXPR)":
          "a condition that is true: `expect ($taps == 1 or $isOpen)`; with `and`, `or` and `not`, comparisons are exact",
        "expect hit X,Y NAME":
          "the frontmost layer that a finger at this place of the canvas would touch; `none` if there is none",
        "expect selected NAME": "the current layer",
        "expect marked NAME": "a marked layer",
        "expect NAME STATE": "the state of a recognizer; see [Reactions](#reactions)",
        "expect count NAME N": """
        how many times the recognizers of that name were recognized since the script began; a pan, pinch or \
        rotation counts when it begins
        """,
      ], rule: .arguments(Argument.expectation.parse, .expect(Argument.expectation.value)))
  ]
}

extension Argument<Claim> {
  fileprivate static let expectation = either(
    values,
    or: either(named, or: state) {
      // A recognizer may have the name of a form: `expect map ended`.
      let word = $0.lexer.word
      return forms.contains { $0.key == word } && !$0.isState(after: word)
    }
  ) {
    $0.lexer.skipBlanks()
    return $0.lexer.looking(at: "$") || $0.lexer.looking(at: "(") || $0.startsFunction
  }

  private static let named = choice(.expectation, forms)

  private static let forms: KeyValuePairs<String, Argument> = [
    "transform": Argument(.currentLayer(for: "expect transform"), .matrix, .tolerance) {
      .transform($0, $1, $2)
    },
    "map": Argument(.currentLayer(for: "expect map"), .map, .tolerance) { .map($0, $1, $2) },
    "frame": Argument(.currentLayer(for: "expect frame"), .rect, .tolerance) { .frame($0, $1.numbers, $2) },
    "shown": Argument(.currentLayer(for: "expect shown"), .shown, .tolerance) {
      .shown($0, $1.property, $1.numbers, $2)
    },
    "hit": Argument(.started, .point, .layerOrNone) { .hit($1, $2) },
    "count": Argument(
      .name("a recognizer's name"), .count("a number of times", "a number of times", from: 0), .started
    ) { name, count, _ in .count(name, count) },
    "selected": Argument(.layer) { .selected($0) },
    "marked": Argument(.layer) { .marked($0) },
  ]

  private static let state = Argument(
    .name("transform, map, frame, shown, hit, count, selected, marked, a recognizer's name or a variable"),
    Argument<GestureState>.word, .started
  ) { name, state, _ in .state(name, state) }

  /// `VALUE VALUE [~TOL]`, or with a comparison between them, or a condition in parentheses.
  private static let values = Argument({ p throws(ScriptError) in
    p.lexer.skipBlanks()
    let isCondition = p.lexer.looking(at: "(")
    let value = try p.parseNumber()
    p.lexer.skipBlanks()
    if isCondition, p.lexer.atStatementEnd { return ValueClaim(condition: value) }
    if let comparison = p.takeComparison() {
      return ValueClaim(
        value: value, comparison: comparison, wanted: try p.parseValue("the value to compare with"))
    }
    return ValueClaim(
      value: value, wanted: try p.parseValue("the expected value"),
      tolerance: p.takeTolerance() ? try p.parseNumber("a tolerance") : nil)
  }) { written, e throws(ScriptError) in
    guard let wanted = written.wanted else { return .condition(try e.number(of: written.value) != 0) }
    let found = try e.value(of: written.value)
    let wantedValue = try e.value(of: wanted)
    guard let comparison = written.comparison else {
      let tolerance = try written.tolerance.map { number throws(ScriptError) in try e.number(of: number) }
      return .value(found, wantedValue, tolerance ?? Claim.defaultTolerance)
    }
    let isTrue = try Evaluator.compare(
      found, comparison, wantedValue, at: written.value.position, wanted.position)
    return .comparison(found, comparison, wantedValue, isTrue: isTrue)
  }
}

private struct ValueClaim: Written {
  let value: Expression
  var comparison: Expression.BinaryOperator?
  /// nil for a condition.
  var wanted: Expression?
  var tolerance: Expression?
}

extension ValueClaim {
  /// A comparison has both of its values, so that a failure shows them.
  init(condition: Expression) {
    guard case .binary(let comparison, let found, let wanted) = condition.kind, comparison.isComparison else {
      self.init(value: condition)
      return
    }
    self.init(value: found, comparison: comparison, wanted: wanted)
  }
}

extension Parser {
  /// Parses a condition that is a whole text, as `expect (EXPR)`.
  mutating func parseExpectation() throws(ScriptError) -> Statement {
    lexer.skipBlanks()
    let place = lexer.position()
    let claim = ValueClaim(condition: try parseExpression())
    guard lexer.atEnd else { throw expected("the end of the condition") }
    // A comment at its end would comment out what follows.
    var quoted = self
    quoted.lexer = Lexer("(" + files[lexer.file].text + ")", file: lexer.file)
    guard (try? quoted.parseNumber()) != nil, quoted.lexer.atEnd else {
      throw ScriptError(.expected("the end of the condition", found: "a comment"), at: place)
    }
    // Values are the first form of `Argument.expectation`.
    let operand = Operand.form(0, claim.asOperand)
    return Statement(.regular(StatementTable.byWord["expect"]!, operand), word: "expect", at: place)
  }
}

extension Argument<Double> {
  fileprivate static let tolerance = Argument(.tolerance) { $0 ?? Claim.defaultTolerance }
}

extension Argument<Double?> {
  /// `[~TOL]`
  fileprivate static let tolerance = optional(.number("a tolerance")) { $0.takeTolerance() }
}

extension Argument<Void> {
  /// Fixes the canvas. It has no form.
  static let started = context { e throws(ScriptError) in try e.editor.start(at: e.place) }
}

extension Argument<Int?> {
  fileprivate static let layerOrNone = Argument({ p throws(ScriptError) in
    try p.parseName("a layer's name, or none")
  }) { written, e throws(ScriptError) in written.literal == "none" ? nil : try e.layer(named: written) }
}

/// A property of a layer that animations change.
enum ShownProperty: String {
  case opacity, transform, frame, trim, fill, stroke
}

extension Argument<(property: ShownProperty, numbers: [Double])> {
  fileprivate static let shown = choice(
    .shownProperty,
    [
      "opacity": Argument(.share("an opacity")) { (.opacity, [$0]) },
      "transform": Argument(.matrix) { (.transform, $0.numbers) },
      "frame": Argument(.rect) { (.frame, $0.numbers) },
      "trim": Argument(.part) { (.trim, [$0.start, $0.end]) },
      "fill": Argument(.color) { (.fill, $0.numbers) },
      "stroke": Argument(.plainStroke) { (.stroke, $0) },
    ])
}

extension Parser {
  fileprivate mutating func takeTolerance() -> Bool {
    lexer.skipBlanks()
    return lexer.take("~")
  }

  /// True if a function call follows: `expect scaleOf(a) < 3`.
  var startsFunction: Bool {
    var ahead = lexer
    let name = ahead.take(while: Lexer.isNameByte)
    return Lexer.isLetter(lexer.current) && (name == "pi" || ahead.looking(at: "("))
  }

  fileprivate func isState(after word: String) -> Bool {
    var ahead = lexer
    ahead.index += word.utf8.count
    ahead.skipBlanks()
    return GestureState(word: ahead.word) != nil && !["selected", "marked"].contains(word)
  }

  /// Parses a value between spaces: a number, a string, a list, a variable, an expression in parentheses.
  mutating func parseValue(_ meaning: String) throws(ScriptError) -> Expression {
    lexer.skipBlanks()
    if lexer.looking(at: "\"") || lexer.looking(at: "[") {
      // Both begin with what can only be the first operand of a whole expression.
      return try parseOperand()
    }
    let number = try parseNumber(meaning)
    if takePixels() { return number }
    guard isPercentSign(at: lexer) else { return number }
    lexer.index += 1
    return Expression(.percent(number), at: number.position)
  }
}
