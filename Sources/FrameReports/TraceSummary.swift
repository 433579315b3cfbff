import FrameGesture
import FrameScene

/// The summary of a trace: what each recognizer did in all, in the order of their first transitions, and the totals.
package struct TraceSummary: Sendable {
  package let lines: [Line]

  package init(_ record: RunRecord) {
    let names = RecognizerNames(record.trace)
    var lines: [Line] = []
    var total = Line(name: "total")
    /// The line of a recognizer, by its layer and its name.
    var places: [[String]: Int] = [:]
    for case .gesture(let event, let layer) in record.trace {
      let place = places[[layer, event.name], default: lines.count]
      if place == lines.count {
        places[[layer, event.name]] = place
        lines.append(Line(name: event.name, layer: layer))
      }
      lines[place].add(event, names)
      total.add(event, names)
    }
    total.reasons = nil
    self.lines = lines.isEmpty ? [] : lines + [total]
  }

  package struct Reason: Encodable, Sendable {
    let reason: String
    var count: Int
  }

  package struct Line: Encodable, Sendable {
    var name: String
    /// nil for the totals.
    var layer: String?
    var began = 0
    var changed = 0
    var ended = 0
    var recognized = 0
    var cancelled = 0
    var failed = 0
    /// Why it failed, the most frequent reason first; nil for the totals.
    var reasons: [Reason]? = []

    fileprivate init(name: String, layer: String? = nil) { (self.name, self.layer) = (name, layer) }

    fileprivate mutating func add(_ event: GestureEvent, _ names: RecognizerNames) {
      switch event.state {
      case .possible: break
      case .began: began += 1
      case .changed: changed += 1
      case .ended: ended += 1
      case .recognized: recognized += 1
      case .cancelled: cancelled += 1
      case .failed: failed += 1
      }
      if let failure = event.failure { note(failure.kind(names)) }
    }

    private mutating func note(_ kind: String) {
      guard var known = reasons else { return }
      if let place = known.firstIndex(where: { $0.reason == kind }) {
        known[place].count += 1
        // Equal counts keep the order of their first failures.
        if let worse = known[..<place].firstIndex(where: { $0.count < known[place].count }) {
          known.insert(known.remove(at: place), at: worse)
        }
      } else {
        known.append(Reason(reason: kind, count: 1))
      }
      reasons = known
    }
  }
}

extension TraceSummary.Line {
  /// `pan on photo: began 2, changed 40, ended 2, failed 1 (too many touches 1)`, with a line end.
  package var text: String {
    let counts = [
      ("began", began), ("changed", changed), ("ended", ended), ("recognized", recognized),
      ("cancelled", cancelled), ("failed", failed),
    ]
    let states = counts.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let causes = (reasons ?? []).map { "\($0.reason) \($0.count)" }
    let why = causes.isEmpty ? "" : " (\(causes.joined(separator: ", ")))"
    return (name + (layer.map { " on \($0)" } ?? "") + ": " + states + why).printable + "\n"
  }
}
