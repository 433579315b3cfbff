import FrameScene
import FrameScript

/// The report of what gestures have tried of a script: a line for each recognizer and for each `on` block.
package struct CoverageReport: Sendable {
  package let lines: [Line]
  private let coverage: GestureCoverage

  /// - Parameter files: the texts of the script.
  package init(_ coverage: GestureCoverage, in files: [ScriptFile]) {
    self.coverage = coverage
    lines =
      coverage.recognizers.map { recognizer in
        Line(
          name: recognizer.name, layer: recognizer.layer,
          reached: recognizer.kind.states.filter(recognizer.reached.contains).map(\.rawValue),
          unreached: recognizer.unreached.map(\.rawValue))
      }
      + coverage.blocks.map { block in
        let position = ScriptPosition(block.origin)
        return Line(
          name: block.name, state: block.state?.rawValue, file: files[position.file].name,
          line: position.line,
          runs: block.runs)
      }
  }

  /// `states 9 of 11, on blocks 2 of 3`, with a line end.
  package var totals: String {
    let states = coverage.recognizers.map {
      ($0.kind.states.count - $0.unreached.count, $0.kind.states.count)
    }
    let blocks = (coverage.blocks.count { $0.runs > 0 }, coverage.blocks.count)
    let reached = (states.reduce(0) { $0 + $1.0 }, states.reduce(0) { $0 + $1.1 })
    return "coverage: \(reached.0) of \(reached.1) states, \(blocks.0) of \(blocks.1) on blocks\n"
  }

  /// Of a recognizer, or of an `on` block.
  package struct Line: Encodable, Sendable {
    /// The name of the recognizer.
    var name: String
    var layer: String?
    var reached: [String]?
    var unreached: [String]?
    /// The state of an `on` block, if it names one.
    var state: String?
    /// The place of an `on` block.
    var file: String?
    var line: Int?
    var runs: Int?
  }
}

extension CoverageReport.Line {
  /// `pan on photo: began, changed, ended; never cancelled, failed`, or `on tap at line 4: 2 runs`, with a line end.
  package var text: String {
    if let runs, let line, let file {
      let block = "on " + name + (state.map { " \($0)" } ?? "")
      return "\(block) at \(file):\(line): \(runs == 0 ? "never" : runs == 1 ? "1 run" : "\(runs) runs")"
        .printable + "\n"
    }
    let reached = reached ?? []
    let unreached = unreached ?? []
    let parts = [
      reached.joined(separator: ", "), unreached.isEmpty ? "" : "never " + unreached.joined(separator: ", "),
    ]
    let states = parts.filter { !$0.isEmpty }.joined(separator: "; ")
    return (name + (layer.map { " on \($0)" } ?? "") + ": " + states).printable + "\n"
  }
}
