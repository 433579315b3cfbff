import FrameModel

/// Events in the order in which they are sent: instant after instant; within one, failures, which send no
/// action, and then actions, pans, pinches and rotations before all others, in the order in which
/// recognizers were attached.
struct Actions {
  private(set) var events: [GestureEvent] = []
  private var instant = 0

  mutating func beginInstant() { instant = events.count }

  mutating func add(_ event: GestureEvent) {
    var index = events.count
    while index > instant, Self.isBefore(event, events[index - 1]) { index -= 1 }
    events.insert(event, at: index)
  }

  private static func isBefore(_ a: GestureEvent, _ b: GestureEvent) -> Bool {
    (a.isAction ? 1 : 0, rank(a.kind), a.recognizer) < (b.isAction ? 1 : 0, rank(b.kind), b.recognizer)
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
