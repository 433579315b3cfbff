import FrameGeometry
import FrameGesture
import FrameMessages
import FrameScene
import FrameScript

/// A script that repeats a finding: what comes before the touches, the touches, and what is then wrong.
package struct TouchScript {
  /// What comes before the touches.
  package enum Setup {
    /// A script of this name is included.
    case include(String)
    case text(String)
  }

  package let text: String

  /// - Parameter files: The texts of the script.
  package init(_ finding: ScriptFuzzer.Finding, after setup: Setup, in files: [ScriptFile]) {
    var lines: [String]
    switch setup {
    case .include(let name): lines = ["include \"\(name)\""]
    case .text(let text): lines = [text.withoutEnd].filter { !$0.isEmpty }
    }
    lines += finding.frames.lines
    if case .expectation(let error) = finding.flaw, let line = error.expectationLine(in: files) {
      lines.append(line)
    }
    text = (["# \(finding.flaw.message.line)"] + lines).joined(separator: "\n") + "\n"
  }
}

extension [TouchFrame] {
  /// `touch` statements; at the end `wait`, if time passes then.
  fileprivate var lines: [String] {
    var lines: [String] = []
    var places: [Int: Point] = [:]
    var last = 0.0
    for frame in self where !frame.touches.isEmpty {
      for touch in frame.touches {
        let isUp = touch.phase == .up || touch.phase == .cancel
        let place = "\(touch.location.x.trimmed(6)),\(touch.location.y.trimmed(6)) "
        let isKnown = isUp && places[touch.id] == touch.location
        lines.append(
          "touch \(touch.id) \(touch.phase.rawValue) \(isKnown ? "" : place)@\((frame.time * 1000).trimmed(6))ms"
        )
        places[touch.id] = touch.location
      }
      last = frame.time
    }
    if let end = self.last?.time, end > last { lines.append("wait \(((end - last) * 1000).trimmed(6))ms") }
    return lines
  }
}

extension String {
  /// Without blanks and line ends at its end.
  fileprivate var withoutEnd: String { String(reversed().drop(while: \.isWhitespace).reversed()) }
}

extension ScriptError {
  /// Returns the text of an expectation at the end of a script, or of one that is not in the script.
  fileprivate func expectationLine(in files: [ScriptFile]) -> String? {
    let file = files[position.file]
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(position.line - 1) else { return nil }
    let line = String(lines[position.line - 1].dropFirst(position.column - 1)).withoutEnd
    if line.hasPrefix("expect") { return line }
    return position.file > 0 && file.includedAt == nil ? "expect (\(file.text.withoutEnd))" : nil
  }
}

extension Flaw {
  package var message: Message {
    switch self {
    case .expectation(let error), .error(let error): error.message
    case .rule(let violation): Message("'\(violation.recognizer)' \(violation.rule.text)")
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
