import FrameGeometry
import FrameGesture
import FrameScene

/// The names of the recognizers that have an event in a trace, by number.
struct RecognizerNames {
  private var names: [Int: String] = [:]

  init(_ trace: [TraceEntry]) {
    for case .gesture(let event, _) in trace where event.state != .changed {
      names[event.recognizer] = event.name
    }
  }

  subscript(number: Int) -> String { names[number] ?? "another recognizer" }
}

extension GestureFailure {
  /// Returns `moved 12 px, more than 10, after 0.2 s`.
  ///
  /// - Parameter names: The names of the recognizers, by number.
  func text(_ names: RecognizerNames) -> String { words(names).text }

  /// Returns the reason without its numbers, to count equal ones: `moved`.
  func kind(_ names: RecognizerNames) -> String { words(names).kind }

  private func words(_ names: RecognizerNames) -> (kind: String, text: String) {
    let after = after > 0 ? ", after \(Self.number(after)) s" : ""
    switch reason {
    case .touches(let count, let most):
      return ("too many touches", "\(count) touches, at most \(most)\(after)")
    case .fewTouches(let count, let least):
      return ("too few touches", "\(count) \(count == 1 ? "touch" : "touches"), at least \(least)")
    case .moved(let distance, let most):
      return ("moved", "moved \(Self.number(distance)) px, more than \(Self.number(most))\(after)")
    case .unmoved(let distance, let least):
      return ("did not move far enough", "moved \(Self.number(distance)) px of \(Self.number(least))")
    case .unscaled(let scale, let least):
      return (
        "did not scale enough", "scaled by \(Self.number(scale)), less than \(Self.number(least)) from 1"
      )
    case .unturned(let angle, let least):
      return ("did not turn enough", "turned by \(Self.degrees(angle)) of \(Self.degrees(least)) degrees")
    case .drifted(let distance, let direction, let most):
      return (
        "moved in another direction",
        "moved \(Self.number(distance)) px \(direction.rawValue), more than \(Self.number(most))\(after)"
      )
    case .slow(let distance, let least, let time):
      return (
        "too slow",
        "moved \(Self.number(distance)) px of \(Self.number(least)) in \(Self.number(time)) s"
      )
    case .held(let most): return ("held too long", "held longer than \(Self.number(most)) s")
    case .lifted(let time, let least):
      return ("lifted too soon", "held \(Self.number(time)) s of \(Self.number(least))")
    case .paused(let most): return ("no further tap in time", "no further tap within \(Self.number(most)) s")
    case .hurried(let time, let least):
      return (
        "tapped again too soon",
        "tapped again after \(Self.number(time)) s, at least \(Self.number(least))"
      )
    case .apart(let distance, let most):
      return (
        "tapped again too far away",
        "tapped again \(Self.number(distance)) px away, at least \(Self.number(most))"
      )
    case .prevented(let other): return ("'\(names[other])' was first", "'\(names[other])' was first")
    case .canceled: return ("canceled", "a touch was canceled")
    case .disabled: return ("disabled", "disabled")
    }
  }

  private static func number(_ value: Double) -> String { value.trimmed(3) }
  private static func degrees(_ angle: Double) -> String { number(angle * 180 / .pi) }
}
