import FrameGesture
import FrameMessages
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
    private let name: String
    /// nil for the totals.
    private let layer: String?
    /// How often each state was reached.
    private var counts: [GestureState: Int] = [:]
    /// Why it failed, the most frequent reason first; nil for the totals.
    fileprivate var reasons: [Reason]? = []

    private static let states = GestureState.allCases.filter { $0 != .possible }

    fileprivate init(name: String, layer: String? = nil) { (self.name, self.layer) = (name, layer) }

    package func encode(to encoder: any Encoder) throws {
      var fields: JSONFields = ["name": name, "layer": layer, "reasons": reasons]
      for state in Self.states { fields[state.rawValue] = counts[state] ?? 0 }
      try fields.encode(to: encoder)
    }

    /// `pan on photo: began 2, changed 40, ended 2, failed 1 (too many touches 1)`, with a line end.
    package var text: String {
      let states = Self.states.compactMap { state in counts[state].map { "\(state.rawValue) \($0)" } }
      let causes = (reasons ?? []).map { "\($0.reason) \($0.count)" }
      let why = causes.isEmpty ? "" : " (\(causes.joined(separator: ", ")))"
      return (name + (layer.map { " on \($0)" } ?? "") + ": " + states.joined(separator: ", ") + why)
        .printable
        + "\n"
    }

    fileprivate mutating func add(_ event: GestureEvent, _ names: RecognizerNames) {
      counts[event.state, default: 0] += 1
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
