import FrameGeometry
import FrameGesture

/// A gesture session with the events it has sent. Touches land on layer 0 unless a call names other targets.
struct Player {
  var session: GestureSession
  var events: [GestureEvent] = []
  private var places: [Int: Point] = [:]

  init(_ recognizers: [RecognizerDescription], _ change: (inout GestureSettings) -> Void = { _ in }) {
    var settings = GestureSettings()
    change(&settings)
    session = GestureSession(settings: settings)
    for recognizer in recognizers { session.attach(recognizer) }
  }

  init(_ kinds: RecognizerKind..., change: (inout GestureSettings) -> Void = { _ in }) {
    self.init(kinds.map { RecognizerDescription($0, on: 0) }, change)
  }

  init(preset: GesturePreset, change: (inout GestureSettings) -> Void = { _ in }) throws {
    self.init([], { _ in })
    session.settings = preset.definition.settings
    change(&session.settings)
    session.attach(preset.definition, on: 0)
  }

  /// Sends several touches at one time. Fingers that are lifted or cancelled stay where they are.
  mutating func frame(_ time: Double, on targets: [Int] = [0], _ touches: [Touch]) throws {
    var touches = touches
    for index in touches.indices {
      let touch = touches[index]
      if touch.phase == .up || touch.phase == .cancel {
        touches[index].location = places[touch.id] ?? touch.location
      }
      places[touch.id] = touches[index].location
    }
    events += session.process(TouchFrame(time: time, touches: touches)) { _ in targets }
  }

  mutating func down(_ id: Int, _ x: Double, _ y: Double, at time: Double, on targets: [Int] = [0]) throws {
    try frame(time, on: targets, [.down(id, x, y)])
  }

  mutating func move(_ id: Int, _ x: Double, _ y: Double, at time: Double) throws {
    try frame(time, [.move(id, x, y)])
  }

  mutating func up(_ id: Int, at time: Double) throws { try frame(time, [.up(id)]) }
  mutating func cancel(_ id: Int, at time: Double) throws { try frame(time, [.cancel(id)]) }
  mutating func advance(to time: Double) throws { events += session.advance(to: time) }
  mutating func drain() { events += session.drain() }

  /// Puts finger 1 down and lifts it at the same point.
  mutating func tap(_ x: Double, _ y: Double, at time: Double, lasting: Double = 0.05) throws {
    try down(1, x, y, at: time)
    try up(1, at: time + lasting)
  }

  /// Drags finger 1 along a line in a number of moves.
  mutating func drag(
    from start: (Double, Double), to end: (Double, Double), at time: Double, over duration: Double,
    steps: Int = 10
  ) throws {
    try down(1, start.0, start.1, at: time)
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      try move(
        1, start.0 + (end.0 - start.0) * share, start.1 + (end.1 - start.1) * share,
        at: time + duration * share)
    }
    try up(1, at: time + duration)
  }

  /// The events that send actions, such as "pan began".
  var told: [String] { events.filter(\.isAction).map { "\($0.name) \($0.state)" } }
  /// All events, including those that send no action.
  var all: [String] { events.map { "\($0.name) \($0.state)" } }

  func first(_ name: String, _ state: GestureState) -> GestureEvent? {
    events.first { $0.name == name && $0.state == state }
  }

  func last(_ name: String) -> GestureEvent? {
    events.last { $0.name == name && $0.isAction }
  }

  /// Returns the last state that a recognizer has reached.
  func state(_ name: String) -> GestureState? { events.last { $0.name == name }?.state }

  func now(_ name: String) -> GestureState? {
    session.recognizers.first { $0.description.name == name }.map { session.state(of: $0.number) }
  }
}

extension Touch {
  static func down(_ id: Int, _ x: Double, _ y: Double) -> Touch {
    Touch(id: id, .down, at: Point(x: x, y: y))
  }
  static func move(_ id: Int, _ x: Double, _ y: Double) -> Touch {
    Touch(id: id, .move, at: Point(x: x, y: y))
  }
  static func up(_ id: Int) -> Touch { Touch(id: id, .up, at: .zero) }
  static func cancel(_ id: Int) -> Touch { Touch(id: id, .cancel, at: .zero) }
}

/// Returns whether two numbers are equal up to rounding.
func near(_ a: Double?, _ b: Double, _ tolerance: Double = 1e-9) -> Bool {
  guard let a else { return false }
  return abs(a - b) <= tolerance
}

func near(_ a: Vector?, _ b: (Double, Double), _ tolerance: Double = 1e-9) -> Bool {
  near(a?.dx, b.0, tolerance) && near(a?.dy, b.1, tolerance)
}
