import FrameGeometry
import FrameGesture

/// A gesture by name that was tried on a copy of the recognizers and reached its target, so that it need not be
/// recognized again when it is played.
struct Rehearsal {
  /// A touch frame with its events.
  struct Step {
    let frame: TouchFrame
    /// The events of timers that run out before.
    let earlier: [GestureEvent]
    let events: [GestureEvent]
  }

  /// Longer gestures are recognized again when they are played, because the memory for events has a limit.
  static let mostSteps = 4096

  /// The first steps.
  private(set) var steps: [Step] = []
  private var stepCount = 0
  /// The events after the last frame.
  var rest: [GestureEvent] = []
  /// The recognizers afterwards.
  var session: GestureSession

  init(session: GestureSession) { self.session = session }

  /// False for a long gesture.
  var isComplete: Bool { stepCount == steps.count }

  /// Performs a touch frame.
  ///
  /// - Returns: the events of timers that run out before the frame, and then the events of the frame; nil if the frame is
  ///   not possible.
  mutating func perform(_ frame: TouchFrame, on path: [Int]) -> [GestureEvent]? {
    guard session.problem(of: frame) == nil else { return nil }
    let earlier = session.advance(to: frame.time)
    let events = session.process(frame) { _ in path }
    stepCount += 1
    if stepCount <= Self.mostSteps { steps.append(Step(frame: frame, earlier: earlier, events: events)) }
    return earlier.isEmpty ? events : earlier + events
  }

  /// True if no recognizer is undecided. This is looked up only now and then, and only in a long gesture; otherwise it is false.
  var isSettled: Bool { stepCount > Self.mostSteps && stepCount.isMultiple(of: 1024) && !session.isUndecided }
}

/// A rehearsal that is being played. A class, because a structure of this size would be copied for each frame.
final class Replay {
  let rehearsal: Rehearsal
  /// The number of frames that were played.
  private var played = 0
  /// True if time has reached the next frame.
  private var isAtNext = false
  /// In seconds.
  private(set) var now: Double
  /// The layer that it acts on, with its ancestors.
  private let path: [Int]

  init(_ rehearsal: Rehearsal, on path: [Int], now: Double) {
    (self.rehearsal, self.path, self.now) = (rehearsal, path, now)
  }

  /// Lets time pass to the next frame.
  func advance() -> [GestureEvent] {
    guard !isAtNext else { return [] }
    isAtNext = true
    now = rehearsal.steps[played].frame.time
    return rehearsal.steps[played].earlier
  }

  func playFrame() -> [GestureEvent] {
    defer { (played, isAtNext) = (played + 1, false) }
    return rehearsal.steps[played].events
  }

  /// Brings a session from the beginning of the gesture to where the replay is.
  func catchUp(_ session: inout GestureSession) {
    for step in rehearsal.steps.prefix(played) {
      session.advance(to: step.frame.time)
      session.process(step.frame) { _ in path }
    }
    if isAtNext { session.advance(to: now) }
  }
}

/// The exact final value that a gesture statement asks for.
struct GestureTarget {
  /// The word of the statement.
  let word: String
  let kind: RecognizerKind
  /// True if the value at the end of a straight movement depends only on where the fingers are then. A rotation counts turns
  /// and needs each move.
  let needsOnlyEnds: Bool
  let isReached: (GestureValue) -> Bool

  /// Returns whether an event ends the gesture at the target.
  func isReached(by event: GestureEvent) -> Bool { event.state == .ended && isReached(event.value) }
}

extension FingerMotion {
  /// The targets of the motion; none for motions that ask for no value, such as taps and drags.
  var targets: [GestureTarget] {
    switch kind {
    case .pan(let vector): [.pan(vector)]
    case .pinch(let factor): [.pinch(factor)]
    case .twist(let angle): [.twist(angle)]
    case .together(let change):
      [
        change.pan.map(GestureTarget.pan), change.pinch.map(GestureTarget.pinch),
        change.twist.map(GestureTarget.twist),
      ]
      .compactMap(\.self)
    case .taps, .longPress, .swipe, .drag, .twoFinger: []
    }
  }
}

extension GestureTarget {
  fileprivate static func pan(_ vector: Vector) -> GestureTarget {
    GestureTarget(word: "pan", kind: .pan, needsOnlyEnds: true) {
      isClose($0.translation.dx, vector.dx) && isClose($0.translation.dy, vector.dy)
    }
  }

  fileprivate static func pinch(_ factor: Double) -> GestureTarget {
    GestureTarget(word: "pinch", kind: .pinch, needsOnlyEnds: true) { isClose($0.scale, factor) }
  }

  fileprivate static func twist(_ angle: Double) -> GestureTarget {
    GestureTarget(word: "twist", kind: .rotation, needsOnlyEnds: false) { isClose($0.rotation, angle) }
  }

  private static func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-6 * max(1, abs(b)) }
}

/// Why no recognizer took a gesture by name.
package enum GestureObstacle: Equatable, Sendable {
  /// The layer has none of the kind.
  case noRecognizer
  /// The recognizer does not take two fingers.
  case twoFingers
  /// A recognizer of this name was faster.
  case taken(by: String)
  case settings

  /// - Parameters:
  ///   - recognizers: the numbers of the recognizers that should have taken the gesture.
  ///   - events: what happened when the gesture was rehearsed.
  init(to recognizers: [Int], in events: [GestureEvent]) {
    let hasFailed = events.contains { event in
      guard recognizers.contains(event.recognizer), case .touches? = event.failure?.reason else {
        return false
      }
      return true
    }
    let other = events.first { $0.isAction && !recognizers.contains($0.recognizer) }
    self = hasFailed ? .twoFingers : other.map { .taken(by: $0.name) } ?? .settings
  }
}
