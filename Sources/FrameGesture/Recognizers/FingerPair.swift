import FrameGeometry

/// A recognizer of two fingers: a pinch or a rotation.
///
/// When one of the two goes up, the finger that has been down for the longest time takes its place; without any, the
/// gesture pauses until another comes down. The measured value continues from its last one.
protocol PairRecognizer: Recognizer {
  var isOver: Bool { get set }
  var pair: FingerPair { get set }

  /// Continues from the current value with two fingers that are not the same as before.
  mutating func measure(from fingers: [Finger])
  /// Returns how much of what it needs is missing.
  func shortfall(_ settings: GestureSettings) -> FailureReason
}

extension PairRecognizer {
  var maximumFingers: Int { 2 }

  mutating func down(_ fingers: [Finger], at moment: Instant) -> Bool {
    guard !isOver else { return false }
    if fingers.count == 1 { pair.location = fingers[0].location }
    if pair.update(fingers, at: moment) { measure(from: fingers) }
    settle()
    return true
  }

  mutating func settle() { pair.settle() }

  mutating func up(_ fingers: [Finger], at moment: Instant) {
    if !fingers.isEmpty {
      if pair.update(fingers, at: moment) { measure(from: fingers) }
    } else if stage == .undecided {
      stage = .failed(pair.hasMet ? shortfall(moment.settings) : .fewTouches(1, least: 2))
    } else {
      pair.end(at: moment)
      isOver = true
    }
  }
}

/// The two fingers of a pinch or a rotation, or the one that is left.
struct FingerPair: Sendable {
  private var first: Int?
  private var second: Int?
  /// The midpoint of the fingers.
  var location = Point.zero
  /// The location of the next pair, until the moves of the one before are reported: both may be in one frame, in which
  /// moves come first.
  private var nextLocation: Point?
  private var lastSampleTime = 0.0
  /// True once there were two fingers.
  private(set) var hasMet = false
  private(set) var velocity = Velocity()

  /// A move of exactly the threshold may be computed as slightly less.
  static let tolerance = 1e-12

  /// The number of fingers.
  private var count: Int { second == nil ? first == nil ? 0 : 1 : 2 }

  /// The location and the number of fingers.
  var value: GestureValue { GestureValue(location: location, touches: count) }

  /// Takes the first two of the fingers that are down.
  ///
  /// - Returns: True if there are two, and they are not the same as before.
  mutating func update(_ fingers: [Finger], at moment: Instant) -> Bool {
    let (before, last) = (first, second)
    first = fingers.first?.serial
    second = fingers.count > 1 ? fingers[1].serial : nil
    guard count == 2, first != before || second != last else { return false }
    nextLocation = fingers.prefix(2).center
    lastSampleTime = moment.time
    hasMet = true
    return true
  }

  /// - Returns: False if there are not two fingers.
  mutating func move(_ fingers: [Finger]) -> Bool {
    guard count == 2 else { return false }
    (location, nextLocation) = (fingers.prefix(2).center, nil)
    return true
  }

  /// Adds a change of the measured value to its velocity.
  mutating func add(_ change: Double, at moment: Instant) {
    velocity.add(change, over: moment.time - lastSampleTime, mix: moment.settings.velocityMix)
    lastSampleTime = moment.time
  }

  mutating func end(at moment: Instant) { velocity.end(after: moment.time - lastSampleTime) }

  mutating func settle() {
    location = nextLocation ?? location
    nextLocation = nil
  }
}
