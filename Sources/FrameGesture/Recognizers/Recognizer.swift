import FrameGeometry

/// The measuring part of a recognizer, from the first finger down to the last finger up.
///
/// It reports when it is ready. `GestureSession` decides whether it may begin, because that depends on other
/// recognizers. Within a touch frame, it receives the moves first, then the fingers that come down, then
/// those that go up, so that a change of the set of fingers never counts as movement.
protocol Recognizer: Sendable {
  var stage: Stage { get set }
  /// True once a finger that the gesture needs is up. A gesture that has begun then ends.
  var isOver: Bool { get }
  var value: GestureValue { get }

  /// Handles the last of `fingers` coming down.
  ///
  /// - Returns: False if the gesture ignores the finger.
  mutating func down(_ fingers: [Finger], at moment: Instant) -> Bool
  /// Handles moves of some of `fingers`.
  ///
  /// - Returns: True if a gesture that has begun changes.
  mutating func move(_ fingers: [Finger], at moment: Instant) -> Bool
  /// Handles a finger going up.
  ///
  /// - Parameter fingers: The fingers that remain down.
  mutating func up(_ fingers: [Finger], at moment: Instant)

  /// The number of fingers that the gesture uses at most: those that have been down for the longest time. Others take
  /// their places when they go up.
  var maximumFingers: Int { get }
  /// Returns why the last of `fingers`, which comes down, does not continue a sequence of taps: it is too early or too far away. nil if
  /// it does.
  func breakingReason(_ fingers: [Finger], at moment: Instant) -> FailureReason?

  /// The timer of the recognizer; nil if it waits for none.
  func timer(_ settings: GestureSettings) -> Timer?
  mutating func timerFired(_ settings: GestureSettings)
  /// Begins the gesture. Called once the recognizer is ready and the session allows it to begin.
  mutating func begin(_ settings: GestureSettings)
  /// Called when the moves so far are reported: fingers that went up since then count from now on.
  mutating func settle()
}

extension Recognizer {
  var maximumFingers: Int { .max }
  func breakingReason(_ fingers: [Finger], at moment: Instant) -> FailureReason? { nil }
  func timer(_ settings: GestureSettings) -> Timer? { nil }
  mutating func timerFired(_ settings: GestureSettings) {}
  mutating func begin(_ settings: GestureSettings) { stage = .begun }
  mutating func settle() {}
}

/// The progress of a recognizer, regardless of other recognizers.
enum Stage: Equatable, Sendable {
  case undecided, ready, begun
  case failed(FailureReason)
}

/// A finger that is down.
struct Finger: Sendable {
  /// A number that is unique to this contact. A touch id may be reused; a serial number is not.
  let serial: Int
  let start: Point
  var location: Point

  /// The distance from the location where the finger came down.
  var distanceMoved: Double { (location - start).length }
}

/// A time, and the settings that apply at that time.
struct Instant: Sendable {
  var time: Double
  var settings: GestureSettings
}

extension RecognizerDescription {
  /// Makes a recognizer in its initial state.
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

  /// The number of taps that a tap or double tap needs.
  var tapCount: Int { max(1, taps ?? (kind == .doubleTap ? 2 : 1)) }
}

extension RecognizerKind {
  var isTap: Bool { self == .tap || self == .doubleTap }
}

/// A deadline in virtual time.
struct Timer: Equatable, Sendable {
  var deadline: Double
  /// True if an event exactly at the deadline is still in time.
  var isStrict = false

  /// The largest difference between two times that count as equal, in seconds. `0.1 + 0.35` and `0.45` are
  /// different numbers, but both must end a gap of exactly 350 ms.
  static let tolerance = 1e-9

  /// Returns whether the deadline has passed at a time.
  func isDue(at time: Double) -> Bool {
    isStrict ? deadline < time - Self.tolerance : deadline <= time + Self.tolerance
  }

  /// Orders timers by deadline. At the same deadline, a strict timer fires later, because events at the
  /// deadline are still in time for it.
  static func < (a: Timer, b: Timer) -> Bool {
    a.deadline != b.deadline ? a.deadline < b.deadline : !a.isStrict && b.isStrict
  }
}

extension Point {
  static func - (a: Point, b: Point) -> Vector { Vector(dx: a.x - b.x, dy: a.y - b.y) }
}

extension RandomAccessCollection<Finger> {
  /// The mean location of the fingers. There must be at least one.
  var center: Point {
    var (x, y) = (self[startIndex].location.x, self[startIndex].location.y)
    for finger in dropFirst() {
      x += finger.location.x
      y += finger.location.y
    }
    return count == 1 ? Point(x: x, y: y) : Point(x: x / Double(count), y: y / Double(count))
  }
}

/// The smoothed rate of change of a quantity, per second. Each sample keeps a share of the previous velocity.
struct Velocity: Sendable {
  private(set) var value = 0.0

  /// The shortest interval, in seconds, over which two samples give a velocity.
  private static let minimumInterval = 0.001

  mutating func add(_ change: Double, over interval: Double, mix: Double) {
    let raw = interval >= Self.minimumInterval - Timer.tolerance ? change / interval : 0
    value = raw * (1 - mix) + value * mix
  }

  /// Fingers that have rested this long, in seconds, have no velocity when they go up.
  private static let rest = 0.1

  /// Ends the movement.
  ///
  /// - Parameter pause: The time since the last sample.
  mutating func end(after pause: Double) {
    if pause >= Self.rest - Timer.tolerance { value = 0 }
  }
}
