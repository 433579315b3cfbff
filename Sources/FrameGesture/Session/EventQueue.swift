import FrameModel

/// Events in the order in which they are sent: instant after instant; within one, failures, which send no
/// action, and then actions, pans, pinches and rotations before all others, in the order in which
/// recognizers were attached.
struct EventQueue {
  private(set) var events: [GestureEvent] = []
  private var instant = 0

  mutating func add(_ event: GestureEvent) { events.append(event) }

  /// Brings the events since the last instant into their order; those of one recognizer stay in theirs.
  mutating func endInstant() {
    defer { instant = events.count }
    guard events.count - instant > 1 else { return }
    let order = (instant..<events.count).sorted { a, b in
      let (first, second) = (Self.key(events[a]), Self.key(events[b]))
      return first == second ? a < b : first < second
    }
    events.replaceSubrange(instant..., with: order.map { events[$0] })
  }

  private static func key(_ event: GestureEvent) -> (Int, Int, Int) {
    (event.isAction ? 1 : 0, rank(event.kind), event.recognizer)
  }

  private static func rank(_ kind: RecognizerKind) -> Int {
    switch kind {
    case .pan: 0
    case .pinch: 1
    case .rotation: 2
    default: 3
    }
  }
}
