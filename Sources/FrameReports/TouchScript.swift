import FrameGeometry
import FrameGesture
import FrameImage
import FrameMessages
import FrameScene
import FrameScript

/// A script that repeats a finding: what comes before the touches, the touches, and what is then wrong.
package struct TouchScript {
  /// What comes before the touches.
  package enum Setup {
    /// A script of this name, in the same folder, is included.
    case include(String)
    /// The script's own text up to a position; nil for all of it.
    case text(before: ScriptPosition?)
  }

  package let text: String

  /// - Parameters:
  ///   - arguments: What the script is given besides its name, as in a shell.
  ///   - files: The texts of the script.
  package init(
    _ finding: ScriptFuzzer.Finding, after setup: Setup, arguments: [String], in files: [ScriptFile]
  ) {
    var lines = ["# \(finding.flaw.message.line.printable)"]
    if !arguments.isEmpty {
      lines.append("# arguments: " + arguments.map(\.shellWord).joined(separator: " ").printable)
    }
    switch setup {
    case .include(let name): lines.append("include \(name.scriptString)")
    case .text(let end):
      let whole = ScriptPosition(line: .max)
      lines.append(files[0].text(before: end ?? whole).withoutEnd)
    }
    lines += finding.frames.lines
    if case .claim(_, let range) = finding.flaw {
      let file = files[range.lowerBound.file]
      let text = file.text(from: range.lowerBound, toEndOf: range.upperBound.line).withoutEnd
      lines.append(text.hasPrefix("expect") || range.lowerBound.file == 0 ? text : "expect (\(text))")
    }
    text = lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
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
        let place = "\(touch.location.x.scriptText),\(touch.location.y.scriptText) "
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
