import FrameModel

/// What one kind of gesture measures, from the first finger's coming down to the last one's going up.
///
/// It says when it is ready; whether it may begin is not its own affair but the session's, which knows
/// the others. It is told of a frame's moves first, then of fingers that come down, then of those that
/// go up, so that a finger's coming or going never counts as a movement.
protocol Recognizer: Sendable {
  var stage: Stage { get set }
  /// The fingers that it takes are no longer down: once begun, it ends.
  var isOver: Bool { get }
  var value: GestureValue { get }

  /// The last of these fingers has just come down; false where it is none of this gesture's.
  mutating func down(_ fingers: [Finger], at moment: Instant) -> Bool
  /// Some of them have moved; true where that changes a gesture that has begun.
  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool
  /// One has gone up; these are left.
  mutating func up(_ fingers: [Finger], at moment: Instant)

  /// What it waits for.
  func timer(_ settings: GestureSettings) -> Timer?
  mutating func timerFired()
  /// It has become ready, and may begin.
  mutating func begin(_ settings: GestureSettings)
}

extension Recognizer {
  func timer(_ settings: GestureSettings) -> Timer? { nil }
  mutating func timerFired() {}
  mutating func begin(_ settings: GestureSettings) { stage = .begun }
}

/// How far a recognizer has come by its own measure.
enum Stage: Sendable {
  case undecided, ready, begun, failed
}

/// A finger that is down.
struct Finger: Sendable {
  /// The number of its coming down. Its id may come again, this does not.
  let serial: Int
  let start: Point
  var location: Point

  /// How far it is from where it came down.
  var distanceMoved: Double { (location - start).length }
}

/// When something happens, and what holds then.
struct Instant: Sendable {
  var time: Double
  var settings: GestureSettings
}

extension RecognizerDescription {
  /// One that has seen nothing yet.
  func makeRecognizer() -> any Recognizer {
    let touches = max(1, touches)
    return switch kind {
    case .tap, .doubleTap: Tap(count: tapCount, touches: touches)
    case .longPress: LongPress(taps: max(0, taps ?? 0), touches: touches)
    case .pan: Pan()
    case .pinch: Pinch()
    case .rotation: Rotation()
    case .swipe, .swipeRight: Swipe(.right, touches: touches)
    case .swipeLeft: Swipe(.left, touches: touches)
    case .swipeUp: Swipe(.up, touches: touches)
    case .swipeDown: Swipe(.down, touches: touches)
    }
  }

  /// How many taps a tap or double tap takes.
  var tapCount: Int { max(1, taps ?? (kind == .doubleTap ? 2 : 1)) }
}

extension RecognizerKind {
  var isTap: Bool { self == .tap || self == .doubleTap }
}

/// A deadline that something has, in virtual time.
struct Timer: Equatable, Sendable {
  var deadline: Double
  /// True where what happens at the deadline itself is still in time.
  var isStrict = false

  /// Times nearer than this are one: `0.1 + 0.35` and `0.45` are not the same number, but a gap of
  /// exactly 350 ms is one however its ends were written.
  static let tolerance = 1e-9

  /// Whether it has run out when time comes to this.
  func isDue(at time: Double) -> Bool {
    isStrict ? deadline < time - Self.tolerance : deadline <= time + Self.tolerance
  }

  /// Of two that are due: what is still in time at the deadline comes after what is not.
  static func < (a: Timer, b: Timer) -> Bool {
    a.deadline != b.deadline ? a.deadline < b.deadline : !a.isStrict && b.isStrict
  }
}

extension Point {
  static func - (a: Point, b: Point) -> Vector { Vector(dx: a.x - b.x, dy: a.y - b.y) }
}

extension Vector {
  static func + (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx + b.dx, dy: a.dy + b.dy) }
  static func - (a: Vector, b: Vector) -> Vector { Vector(dx: a.dx - b.dx, dy: a.dy - b.dy) }

  var length: Double { Trigonometry.hypot(dx, dy) }
}

extension Array<Finger> {
  /// The middle of the fingers, of which there is at least one.
  var center: Point {
    var x = self[0].location.x
    var y = self[0].location.y
    for finger in dropFirst() {
      x += finger.location.x
      y += finger.location.y
    }
    return count == 1 ? Point(x: x, y: y) : Point(x: x / Double(count), y: y / Double(count))
  }
}

/// How fast something changes, a second, smoothed: a share of the velocity before is kept.
struct Velocity: Sendable {
  private(set) var value = 0.0

  /// Below this many seconds, two samples tell nothing of a velocity.
  private static let minimumInterval = 0.001

  mutating func add(_ change: Double, over interval: Double, mix: Double) {
    let raw = interval >= Self.minimumInterval - Timer.tolerance ? change / interval : 0
    value = raw * (1 - mix) + value * mix
  }
}
