import FrameGeometry
import FrameScene

extension PathDataError {
  /// Returns the error as a message.
  ///
  /// It shows the text before the error, because path data with variables occurs nowhere in the script in this form.
  func message(in data: String) -> Message {
    let bytes = Array(data.utf8)
    let before = String(decoding: bytes.prefix(offset), as: UTF8.self)
    let rest = String(decoding: bytes.dropFirst(offset), as: UTF8.self)
    let found = rest.first.map { "'\($0)'" } ?? "the end"
    let problem: String
    switch kind {
    case .expectedNumber: problem = "expected a number, found \(found)"
    case .expectedFlag: problem = "expected an arc flag, 0 or 1, found \(found)"
    case .expectedCommand: problem = "expected a command, found \(found)"
    case .expectedMoveTo: problem = "path data starts with M or m, not with \(found)"
    case .notFinite: problem = "a number or coordinate is too large"
    case .tooManyElements(let allowed): problem = "more than \(allowed) lines and curves"
    }
    guard !before.isEmpty else { return Message("path data: \(problem)", hint: hint) }
    let shown = 24
    let excerpt = before.count > shown ? "..." + before.suffix(shown) : before
    return Message("path data, character \(before.count + 1): \(problem), after '\(excerpt)'", hint: hint)
  }

  private var hint: String? {
    switch kind {
    case .expectedCommand: "the commands are: M L H V C S Q T A Z, in lower case for relative coordinates"
    case .expectedFlag: "an arc is: A rx ry angle large-flag sweep-flag x y"
    case .expectedNumber, .expectedMoveTo, .notFinite, .tooManyElements: nil
    }
  }
}
