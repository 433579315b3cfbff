import FrameGeometry
import FrameGesture
import FrameImage
import FrameScene

/// The report of `trace`: a line, or a JSON object, for every state change of a recognizer and every entry of a dialog.
package struct TraceReport: Sendable {
  package let lines: [Line]
  /// What a user can do about the gestures that failed; nil if nothing is known.
  package let hint: String?

  package init(_ record: RunRecord) {
    let names = RecognizerNames(record.trace)
    lines = record.trace.map { Line($0, names) }
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
    /// The time in seconds.
    package var t: Double
    /// The name of the recognizer, or "touch 1", "limit scale", "menu", "dialog", "choose", "say".
    package var name: String
    package var kind: String?
    package var layer: String?
    package var state: String?
    package var x: Double?
    package var y: Double?
    package var touches: Int?
    package var dx: Double?
    package var dy: Double?
    package var changeX: Double?
    package var changeY: Double?
    package var scale: Double?
    package var scaleChange: Double?
    package var rotation: Double?
    package var rotationChange: Double?
    package var velocity: [Double]?
    package var direction: String?
    /// Why a recognizer failed: "moved 12 px, more than 10, after 0.2 s".
    package var reason: String?
    package var title: String?
    package var message: String?
    package var items: [String]?
    /// True if a `choose` statement chose the item; false if the dialog was closed without one.
    package var isAnswer: Bool?

    fileprivate init(_ entry: TraceEntry, _ names: RecognizerNames) {
      switch entry {
      case .gesture(let event, let layer): self.init(event, layer, names)
      case .missed(let touch, let time): self.init(missed: touch, time)
      case .limited(let layer, let limit, let time): self.init(limited: layer, limit, time)
      case .dialog(let dialog, let time): self.init(dialog, time)
      }
    }

    private init(_ event: GestureEvent, _ layer: String, _ names: RecognizerNames) {
      t = event.time
      name = event.name
      kind = event.kind.rawValue
      self.layer = layer
      state = event.state.rawValue
      reason = event.failure?.text(names)
      guard event.state != .failed else { return }
      let value = event.value
      (x, y, touches) = (value.location.x, value.location.y, value.touches)
      let degrees = 180 / Double.pi
      switch event.kind {
      case .pan:
        (dx, dy) = (value.translation.dx, value.translation.dy)
        (changeX, changeY) = (value.translationChange.dx, value.translationChange.dy)
        velocity = [value.panVelocity.dx, value.panVelocity.dy]
      case .pinch:
        (scale, scaleChange, velocity) = (value.scale, value.scaleChange, [value.scaleVelocity])
      case .rotation:
        rotation = value.rotation * degrees
        rotationChange = value.rotationChange * degrees
        velocity = [value.rotationVelocity * degrees]
      case .swipe, .swipeLeft, .swipeRight, .swipeUp, .swipeDown:
        direction = value.direction?.rawValue
        velocity = [value.panVelocity.dx, value.panVelocity.dy]
      case .tap, .doubleTap, .longPress: break
      }
    }

    private init(missed touch: Touch, _ time: Double) {
      (t, name, state) = (time, "touch \(touch.id)", "missed")
      (x, y) = (touch.location.x, touch.location.y)
    }

    private init(limited layer: String, _ limit: String, _ time: Double) {
      (t, name, self.layer, state) = (time, "limit \(limit)", layer, "reached")
    }

    private init(_ dialog: DialogEntry, _ time: Double) {
      t = time
      switch dialog {
      case .menu(let title, let items): (name, self.title, self.items) = ("menu", title, items)
      case .dialog(let title, let message, let items):
        (name, self.title, self.message, self.items) = ("dialog", title, message, items)
      case .chosen(let item, let title, let isAnswer):
        (name, self.title, items, self.isAnswer) = ("choose", title, [item], isAnswer)
      case .said(let text): (name, message) = ("say", text)
      }
    }
  }
}

extension TraceReport.Line {
  /// `0.112 pan began dx=2 dy=0`, with a line end.
  package var text: String {
    var words = [t.fixed(3), name]
    if let state { words.append(state) }
    if let reason { words.append("(\(reason))") }
    if let dx, let dy { words += ["dx=\(dx.trimmed(6))", "dy=\(dy.trimmed(6))"] }
    if let scale { words.append("scale=\(scale.trimmed(6))") }
    if let rotation { words.append("rotation=\(rotation.trimmed(6))deg") }
    if let direction { words.append(direction) }
    if state != nil, dx == nil, scale == nil, rotation == nil, let x, let y {
      words.append("at \(x.trimmed(3)),\(y.trimmed(3))")
    }
    if let title { words.append("\"\(title)\"") }
    if let message { words.append("\"\(message)\"") }
    if let items { words.append(items.map { "\"\($0)\"" }.joined(separator: " ")) }
    if isAnswer == false { words.append("(no answer)") }
    return words.joined(separator: " ").printable + "\n"
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
