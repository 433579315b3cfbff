import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

/// `animate`
extension StatementTable {
  static let animation: [StatementEntry] = [
    StatementEntry([
      "animate NAME CHANGE [from A] to B [about P] [over TIME] [ease EASE] [after TIME] [repeat N|forever]":
        """
      changes a layer or group over time. CHANGE is one of the words below, and A and B are its values: \
      `animate photo rotate to 90deg about 0,0 over 1s`
      """,
      "animate NAME effect NAME from KEY N [KEY N]... to KEY N [KEY N]... [in AREA] [over TIME] [ease EASE] [after TIME] [repeat N|forever]":
        """
      changes the values of the last [effect](plugins.md#effects) of that name and area of a layer or group over time, or adds one: \
      `animate photo effect vignette from amount 0 to amount 0.8 over 1s`
      """,
    ]) { p throws(ScriptError) in .animate(try p.parseAnimation()) }
  ]
}

// MARK: Syntax

/// A change of a layer over time, as written.
package struct AnimateStatement: Equatable, Sendable {
  var layer: Template
  var change: AnimatedWord
  /// The name of the effect of a plugin.
  var effect: Template?
  /// nil for the value when the animation starts.
  var from: Operand?
  var to: Operand
  /// The point that an edit acts about, in the layer's parent.
  var about: PairArgument?
  /// The part of the layer in which a blur, sharpening, squares or an effect of a plugin acts; nil for all of it.
  var area: AreaArgument?
  var duration: Quantity?
  var delay: Quantity?
  var easing: Operand?
  /// nil for once.
  var rounds: Operand?
}

/// The first word of a statement that `animate` can change over time.
struct AnimatedWord: ScriptKeyword {
  static let meaning = WordMeaning.animatedChange
  static let allCases = StatementTable.animated.map(AnimatedWord.init)

  let entry: StatementEntry

  init(_ entry: StatementEntry) { self.entry = entry }

  init?(rawValue: String) {
    guard let entry = StatementTable.byWord[rawValue], entry.animation != nil else { return nil }
    self.init(entry)
  }

  var rawValue: String { entry.word }
  var animation: AnimationEntry { entry.animation! }
  /// True if the name of an effect follows.
  var isEffect: Bool { rawValue == "effect" }

  static func == (a: AnimatedWord, b: AnimatedWord) -> Bool { a.entry === b.entry }
  func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension Argument<Double> {
  /// How often an animation runs.
  fileprivate static let rounds = choice(
    ["forever": Argument { .infinity }],
    or: Argument(.count("a number of times, or 'forever'", "a number of times", from: 1)) { Double($0) })
}

extension Argument<Easing> {
  /// A name, or two control points: `0.42,0 0.58,1`.
  fileprivate static let easing = either(Argument(.keyword) { .named($0) }, or: curve) {
    $0.lexer.skipBlanks()
    return Lexer.isLetter($0.lexer.current) || $0.lexer.looking(at: "$")
  }

  private static let curve = Argument(
    .controlPoint("an easing's name, or its control points x,y x,y"),
    .controlPoint("a second control point x,y")
  ) { first, second in
    guard let easing = Easing(first, second) else { preconditionFailure("validated points") }
    return easing
  }
}

extension Argument<Point> {
  fileprivate static func controlPoint(_ expecting: String) -> Argument {
    Argument({ p throws(ScriptError) in try p.parsePair(expecting) }) { written, e throws(ScriptError) in
      let point = try e.unitPair(written)
      guard (0...1).contains(point.x) else { throw ScriptError(.badEasing(point.x), at: written.position) }
      _ = try written.position.checked(point.y, "a control point's y", in: Easing.heights)
      return point
    }
  }
}

extension Parser {
  /// `animate NAME CHANGE [from A] to B [about P] [in AREA] [over TIME] [ease EASE] [after TIME] [repeat N|forever]`
  fileprivate mutating func parseAnimation() throws(ScriptError) -> AnimateStatement {
    effectEnds = Self.animationEnds
    defer { effectEnds = [] }
    let layer = try parseName("a layer's name")
    let word: AnimatedWord = try parseWord()
    let change = word.animation
    let effect = word.isEffect ? try parseName("the name of an effect") : nil
    let from = accept("from") ? try change.parse(&self) : nil
    if from == nil {
      // Plugins do not declare the values with which an effect changes nothing.
      if effect != nil { throw expected("'from' and the values at the start, such as 'from amount 0'") }
      if lexer.word != "to" { try checkNoStart(of: change) }
    }
    try expect("to")
    var animation = AnimateStatement(
      layer: layer, change: word, effect: effect, from: from, to: try change.parse(&self))
    while true {
      if change.option == .pivot, try accept("about", once: animation.about) {
        animation.about = try parsePair("a point x,y in the parent")
      } else if change.option == .area, try accept("in", once: animation.area) {
        animation.area = try parseRequiredArea()
      } else if try accept("over", once: animation.duration) {
        animation.duration = try parseTime()
      } else if try accept("ease", once: animation.easing) {
        animation.easing = try Argument<Easing>.easing.parse(&self)
      } else if try accept("after", once: animation.delay) {
        animation.delay = try parseTime()
      } else if try accept("repeat", once: animation.rounds) {
        animation.rounds = try Argument<Double>.rounds.parse(&self)
      } else {
        try checkAnimationEnd(after: change)
        return animation
      }
    }
  }

  /// Throws if a value and `to` are next, without `from`.
  private func checkNoStart(of change: AnimationEntry) throws(ScriptError) {
    var ahead = self
    guard (try? change.parse(&ahead)) != nil, ahead.accept("to") else { return }
    throw ScriptError(.habit(.animationWithoutFrom), at: lexer.position())
  }

  /// Throws if a word or time follows that is no option.
  private func checkAnimationEnd(after change: AnimationEntry) throws(ScriptError) {
    let place = lexer.position()
    if Lexer.isLetter(lexer.current) {
      let words = Self.animationOptions + (change.option.map { [$0.rawValue] } ?? [])
      throw ScriptError(.unknown(lexer.word, .animationOption, among: words), at: place)
    }
    var ahead = self
    let start = lexer.index
    guard Lexer.isDigit(lexer.current), (try? ahead.parseTime()) != nil else { return }
    throw ScriptError(.habit(.animationWithoutOver(ahead.lexer.text(from: start))), at: place)
  }

  private static let animationOptions = ["over", "ease", "after", "repeat"]
  private static let animationEnds = Set(animationOptions + ["to"])
}

// MARK: Evaluation

extension Evaluator {
  /// The same as UIKit's and most apps'.
  private static let usualDuration = 0.35

  mutating func animate(_ statement: AnimateStatement) throws(ScriptError) -> Command.Kind {
    let layer = try layer(named: statement.layer)
    var duration = Self.usualDuration
    if let quantity = statement.duration {
      duration = try time(quantity)
      try quantity.position.require(duration > 0, "a duration", 0, wanted: "more than 0 seconds")
    }
    let delay = try statement.delay.map { quantity throws(ScriptError) in try time(quantity) } ?? 0
    let easing = try statement.easing.map { operand throws(ScriptError) in
      try Argument<Easing>.easing.value(operand, &self)
    }
    let pivot = try statement.about.map { argument throws(ScriptError) in
      editor.scene.layers[layer].fromPosition(try point(argument))
    }
    let area = try statement.area.map { argument throws(ScriptError) in try self.area(argument) }
    let (from, to) = try statement.change.animation.values(statement, &self)
    let change: LayerAnimation.Change
    switch to.change {
    case .layer(.edit(let kind, about: _)): change = .edit(kind, about: pivot)
    case .layer(let own): change = own
    case .color(let edit): change = .effect(.color(edit), of: editor.scene.layers[layer].state)
    case .perspective(.turn(let turn)):
      let position = editor.scene.layers[layer].state.position
      let about = pivot.map { Point(x: $0.x + position.x, y: $0.y + position.y) }
      change = .perspective(AnimatedPerspective(.turn(turn.about(about)), of: layer, in: editor.scene)!)
    case .perspective(let own): change = .perspective(AnimatedPerspective(own, of: layer, in: editor.scene)!)
    case .neighborhood(let edit):
      change = .effect(.neighborhood(edit, in: area), of: editor.scene.layers[layer].state)
    }
    let rounds = try statement.rounds.map { operand throws(ScriptError) in
      try Argument<Double>.rounds.value(operand, &self)
    }
    return .animate(
      layer,
      NewAnimation(
        change: change, from: from, to: to.numbers, matrix: to.matrix, delay: delay, duration: duration,
        easing: easing ?? .named(.inOut), rounds: rounds ?? 1))
  }
}

extension PairArgument {
  var position: ScriptPosition { positions.x }

  /// The positions of both lengths; a variable has one position for both.
  var positions: (x: ScriptPosition, y: ScriptPosition) {
    switch self {
    case .pair(let x, let y): (x.position, y.position)
    case .variable(let expression): (expression.position, expression.position)
    }
  }
}
