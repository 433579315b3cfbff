import FrameGeometry
import FrameGesture
import FrameImage
import FrameMessages
import FrameScene

/// The report of `trace`: a line, or a JSON object, for every state change of a recognizer and every entry of a dialog.
package struct TraceReport: Sendable {
  package let lines: [Line]
  /// What a user can do about the gestures that failed; nil if nothing is known.
  package let hint: String?

  package init(_ record: RunRecord) {
    let names = RecognizerNames(record.trace)
    lines = record.trace.map { Line(entry: $0, names: names) }
    hint = record.trace.lazy.compactMap(Self.hint).first
  }

  private static func hint(_ entry: TraceEntry) -> String? {
    guard case .gesture(let event, _) = entry, let failure = event.failure else { return nil }
    switch failure.reason {
    // Of a pinch by name, both fingers come down at once.
    case .touches where event.kind == .pan && failure.after > 0:
      return "a pan failed because a second finger came down; 'preset photos' pans with any number of fingers"
    case .drifted(_, let direction, _) where event.name == "swipe":
      return "'recognize swipe' recognizes swipes to the right; write 'recognize swipe-\(direction.rawValue)'"
    default: return nil
    }
  }

  /// A line of the report. Lengths are in pixels of the canvas, angles in degrees.
  package struct Line: Encodable, Sendable {
    fileprivate let entry: TraceEntry
    fileprivate let names: RecognizerNames

    /// The time in seconds.
    package var t: Double {
      switch entry {
      case .gesture(let event, _): event.time
      case .missed(_, let time), .limited(_, _, let time), .dialog(_, let time): time
      }
    }

    package func encode(to encoder: any Encoder) throws {
      var fields = parts.fields
      fields["t"] = t
      try fields.encode(to: encoder)
    }

    /// `0.112 pan began dx=2 dy=0`, with a line end.
    package var text: String { ([t.fixed(3)] + parts.words).joined(separator: " ").printable + "\n" }

    private var parts: (fields: JSONFields, words: [String]) {
      func quoted(_ text: String) -> String { "\"\(text)\"" }
      switch entry {
      case .gesture(let event, let layer): return parts(of: event, layer)
      case .missed(let touch, _):
        let (name, place) = ("touch \(touch.id)", touch.location)
        return (
          ["name": name, "state": "missed", "x": place.x, "y": place.y], [name, "missed", Self.text(place)]
        )
      case .limited(let layer, let limit, _):
        return (
          ["name": "limit \(limit)", "layer": layer, "state": "reached"], ["limit \(limit)", "reached"]
        )
      case .dialog(.menu(let title, let items), _):
        return (["name": "menu", "title": title, "items": items], ["menu"] + ([title] + items).map(quoted))
      case .dialog(.dialog(let title, let message, let items), _):
        return (
          ["name": "dialog", "title": title, "message": message, "items": items],
          ["dialog"] + ([title, message] + items).map(quoted)
        )
      case .dialog(.chosen(let item, let title, let isAnswer), _):
        return (
          ["name": "choose", "title": title, "items": [item], "isAnswer": isAnswer],
          ["choose", quoted(title), quoted(item)] + (isAnswer ? [] : ["(no answer)"])
        )
      case .dialog(.said(let text), _): return (["name": "say", "message": text], ["say", quoted(text)])
      }
    }

    private func parts(of event: GestureEvent, _ layer: String) -> (fields: JSONFields, words: [String]) {
      let (state, reason) = (event.state.rawValue, event.failure?.text(names))
      var fields: JSONFields = [
        "name": event.name, "kind": event.kind.rawValue, "layer": layer, "state": state, "reason": reason,
      ]
      let words = [event.name, state] + [reason.map { "(\($0))" }].compactMap(\.self)
      guard event.state != .failed else { return (fields, words) }
      let value = event.value
      fields.add(["x": value.location.x, "y": value.location.y, "touches": value.touches])
      let degrees = 180 / Double.pi
      switch event.kind {
      case .pan:
        let (way, change, velocity) = (value.translation, value.translationChange, value.panVelocity)
        fields.add([
          "dx": way.dx, "dy": way.dy, "changeX": change.dx, "changeY": change.dy,
          "velocity": [velocity.dx, velocity.dy],
        ])
        return (fields, words + ["dx=\(way.dx.trimmed(6))", "dy=\(way.dy.trimmed(6))"])
      case .pinch:
        fields.add([
          "scale": value.scale, "scaleChange": value.scaleChange, "velocity": [value.scaleVelocity],
        ])
        return (fields, words + ["scale=\(value.scale.trimmed(6))"])
      case .rotation:
        let rotation = value.rotation * degrees
        fields.add([
          "rotation": rotation, "rotationChange": value.rotationChange * degrees,
          "velocity": [value.rotationVelocity * degrees],
        ])
        return (fields, words + ["rotation=\(rotation.trimmed(6))deg"])
      case .swipe, .swipeLeft, .swipeRight, .swipeUp, .swipeDown:
        let (direction, velocity) = (value.direction?.rawValue, value.panVelocity)
        fields.add(["direction": direction, "velocity": [velocity.dx, velocity.dy]])
        return (fields, words + [direction, Self.text(value.location)].compactMap(\.self))
      case .tap, .doubleTap, .longPress: return (fields, words + [Self.text(value.location)])
      }
    }

    private static func text(_ place: Point) -> String { "at \(place.x.trimmed(3)),\(place.y.trimmed(3))" }
  }
}

/// The report of `expand`: a touch as a line of JSON. Such lines are a script themselves.
package struct TouchRecord: Encodable, Sendable {
  /// The time in seconds.
  private let t: Double
  private let id: Int
  private let phase: String
  private let x, y: Double
  private let layer: String?

  package init(_ recorded: RecordedTouch) {
    let touch = recorded.touch
    (t, id, phase, layer) = (recorded.time, touch.id, touch.phase.rawValue, recorded.layer)
    (x, y) = (touch.location.x, touch.location.y)
  }
}

extension DialogEntry {
  /// The entry as a message.
  package var message: Message {
    switch self {
    case .menu(let title, let items): Message("menu \"\(title)\": \(Self.list(items))")
    case .dialog(let title, let message, let items):
      Message("dialog \"\(title)\"" + (message.isEmpty ? "" : " \"\(message)\"") + ": \(Self.list(items))")
    case .chosen(let item, let title, true): Message("\"\(item)\" was chosen in \"\(title)\"")
    case .chosen(let item, let title, false): Message("\"\(title)\" was closed with \"\(item)\"")
    case .said(let text): Message(text)
    }
  }

  private static func list(_ items: [String]) -> String {
    items.map { "\"\($0)\"" }.joined(separator: " ")
  }
}

/// The names of the recognizers that have an event in a trace, by number.
struct RecognizerNames: Sendable {
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
        "tapped again \(Self.number(distance)) px away; it must be less than \(Self.number(most))"
      )
    case .prevented(let other): return ("'\(names[other])' was first", "'\(names[other])' was first")
    case .canceled: return ("canceled", "a touch was canceled")
    case .disabled: return ("disabled", "disabled")
    }
  }

  private static func number(_ value: Double) -> String { value.trimmed(3) }
  private static func degrees(_ angle: Double) -> String { number(angle * 180 / .pi) }
}
