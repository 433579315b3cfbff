import FrameGesture
import FrameScene
import FrameScript

extension Flaw {
  package var message: Message {
    switch self {
    case .claim(let error, _), .expectation(let error), .error(let error): error.message
    case .rule(let violation):
      Message(
        "'\(violation.recognizer)' \(violation.rule.text)",
        hint: "this is a fault of frameit: please report it with the script")
    }
  }
}

extension StateRules.Violation.Rule {
  fileprivate var text: String {
    switch self {
    case .transition(let from, let to): "changed from \(from.rawValue) to \(to.rawValue)"
    case .timeGoesBack: "had an event before the last one"
    case .notFinite: "has a value that is not finite"
    case .unequalChanges: "has changes that do not add up to its value"
    case .unfinished: "is in progress, but no finger is down"
    case .together(let other): "is in progress at the same time as '\(other)', which it may not be"
    }
  }
}
