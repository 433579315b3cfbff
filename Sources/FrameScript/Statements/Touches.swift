import FrameGeometry
import FrameGesture
import FrameScene

/// Raw touches, and time.
extension StatementTable {
  static let touches: [StatementEntry] = [
    StatementEntry([
      "touch ID down|move P @T|+T": "finger ID goes down at P, or moves there. ID is an integer from 0",
      "touch ID up|cancel [P] @T|+T":
        "the finger goes up, or its touch is canceled. Without P, the finger keeps its last position",
    ]) { p throws(ScriptError) in .touch(try p.parseTouch()) },
    StatementEntry(
      ["wait TIME": "lets time pass: timers fire, and layers move on"],
      rule: .arguments(Argument.time.parse, .wait(Argument.time.value))),
  ]
}

/// One finger at one instant.
package struct TouchStatement: Equatable, Sendable {
  package var id: Expression
  package var phase: TouchPhase
  /// On the canvas; optional for a finger that goes up or is canceled.
  package var point: PairArgument?
  package var time: TouchTime
  /// The layer that the finger acts on, whatever is under it. Only recorded touches have it.
  package var layer: String?
}

package enum TouchTime: Equatable, Sendable {
  /// Since the end of the last gesture, or the start of the script.
  case at(Quantity)
  /// Since the last touch.
  case after(Quantity)
}

extension Parser {
  /// `touch ID PHASE [P] @TIME`, or `+TIME`
  fileprivate mutating func parseTouch() throws(ScriptError) -> TouchStatement {
    let id = try parseNumber("a touch ID")
    let phase: TouchPhase = try parseWord()
    lexer.skipBlanks()
    let isLast = phase == .up || phase == .cancel
    if isLast, lexer.atStatementEnd { throw expected("'@' or '+' and a time") }
    let point = lexer.looking(at: "@") || lexer.looking(at: "+") ? nil : try parsePair()
    lexer.skipBlanks()
    if lexer.take("@") {
      return TouchStatement(id: id, phase: phase, point: point, time: .at(try parseTime()))
    }
    guard lexer.take("+") else { throw expected("'@' or '+' and a time") }
    return TouchStatement(id: id, phase: phase, point: point, time: .after(try parseTime()))
  }
}

extension Evaluator {
  mutating func delay(of touch: TouchStatement) throws(ScriptError) -> TouchDelay {
    switch touch.time {
    case .at(let quantity): .sinceGesture(try time(quantity))
    case .after(let quantity): .sinceTouch(try time(quantity))
    }
  }

  /// - Parameter delay: its delay; nil if it is not evaluated yet.
  mutating func touch(
    _ statement: TouchStatement, delay: TouchDelay?
  ) throws(ScriptError) -> NewTouch {
    let id = try wholeNumber(statement.id, "a touch ID", from: 0)
    let known: TouchDelay
    if let delay { known = delay } else { known = try self.delay(of: statement) }
    let location = try statement.point.map { argument throws(ScriptError) in try point(argument) }
    let path = try statement.layer.map { name throws(ScriptError) in
      editor.scene.path(to: try layer(named: Template([.text(name)], at: place)))
    }
    return NewTouch(id: id, phase: statement.phase, location: location, delay: known, path: path)
  }
}

extension TouchStatement {
  /// True if the touch reads variables, which the touches of earlier instants may change.
  var hasFormula: Bool {
    switch point {
    case nil: false
    case .pair(let x, let y)?: !x.isLiteral || !y.isLiteral
    case .variable?: true
    }
  }
}

extension Quantity {
  fileprivate var isLiteral: Bool {
    switch value.kind {
    case .number: true
    case .negate(let operand): if case .number = operand.kind { true } else { false }
    default: false
    }
  }
}
