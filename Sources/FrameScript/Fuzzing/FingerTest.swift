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
    let statement: Statement
    let moment: Moment
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
      claims.map { Expectation(statement: $0, moment: .always) }
        + last.reversed().map { Expectation(statement: $0, moment: .atRest) })
  }

  /// True if nothing but the rules of recognizers must hold.
  package var isEmpty: Bool { expectations.isEmpty }
}

/// What is wrong in a run.
package enum Flaw: Equatable, Sendable {
  case expectation(ScriptError)
  /// An error that ended the run.
  case error(ScriptError)
  case rule(StateRules.Violation)

  /// Returns whether another run has failed for the same reason, perhaps with other numbers.
  func isSame(as other: Flaw) -> Bool {
    switch (self, other) {
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
}
