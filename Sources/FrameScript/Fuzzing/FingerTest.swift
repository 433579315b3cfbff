import FrameGesture
import FrameScene

/// A script, and what must be true of it whatever fingers do on its layers.
package struct FingerTest: Sendable {
  /// When an expectation must hold.
  enum Moment {
    /// After every touch.
    case always
    /// When all fingers are up.
    case atRest
    /// After the last touch.
    case atEnd
  }

  struct Expectation {
    /// The expectation, after the statements that belong to it.
    let statements: [Statement]
    let moment: Moment

    var range: ClosedRange<ScriptPosition> {
      let last = statements[statements.count - 1].position
      return min(statements[0].position, last)...last
    }
  }

  /// The script before the fingers come.
  package let script: Script
  let expectations: [Expectation]

  init(_ script: Script, _ expectations: [Expectation]) {
    (self.script, self.expectations) = (script, expectations)
  }

  /// - Parameters:
  ///   - script: Its last expectations must hold when all fingers are up, unless the script has gestures, of which they tell
  ///     the result.
  ///   - claims: Expectations that must always hold.
  package init(_ script: Script, claims: [Statement]) {
    var statements = script.statements
    var last: [Statement] = []
    if !statements.containGestures {
      while let statement = statements.last, statement.isExpectation { last.append(statements.removeLast()) }
    }
    self.init(
      Script(files: script.files, statements: statements, takesAllInputs: script.inputs.takesAll),
      claims.map { Expectation(statements: [$0], moment: .always) }
        + last.reversed().map { Expectation(statements: [$0], moment: .atRest) })
  }

  /// The number of expectations that are checked only before the fingers come.
  package var uncheckedExpectations: Int {
    var count = 0
    script.statements.forEachInPlace { if $0.isExpectation { count += 1 } }
    return count
  }
}

/// What is wrong in a run.
package enum Flaw: Equatable, Sendable {
  /// An expectation that the fingers must keep has failed, or cannot be evaluated. The place of its statements.
  case claim(ScriptError, ClosedRange<ScriptPosition>)
  /// An expectation in a block has failed.
  case expectation(ScriptError)
  /// An error that ended the run.
  case error(ScriptError)
  case rule(StateRules.Violation)

  /// Returns whether another run has failed for the same reason, perhaps with other numbers.
  func isSame(as other: Flaw) -> Bool {
    switch (self, other) {
    case (.claim(_, let a), .claim(_, let b)): a == b
    case (.expectation(let a), .expectation(let b)), (.error(let a), .error(let b)): a.position == b.position
    case (.rule, .rule): self == other
    default: false
    }
  }
}

extension Statement {
  var isExpectation: Bool {
    if case .regular(let entry, _) = kind, case .expect? = entry.effect { true } else { false }
  }
}

extension [Statement] {
  fileprivate var containGestures: Bool {
    var found = false
    forEachNested { if $0.movesFingers { found = true } }
    return found
  }

  /// Visits these statements and the statements in loops and conditions, which run in place. Other blocks run later.
  fileprivate func forEachInPlace(_ visit: (Statement) -> Void) {
    for statement in self {
      visit(statement)
      switch statement.kind {
      case .flow(.repeat(_, _, let body)): body.forEachInPlace(visit)
      case .flow(.if(_, let then, let other)):
        then.forEachInPlace(visit)
        other.forEachInPlace(visit)
      default: break
      }
    }
  }
}
