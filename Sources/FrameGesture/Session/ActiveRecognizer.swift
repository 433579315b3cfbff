import FrameModel

/// A recognizer at work: from the first touch that reaches it until all that it shares touches with have
/// decided. A recognizer without one is possible, and costs nothing.
struct ActiveRecognizer: Sendable {
  /// The recognizer's.
  let number: Int
  private(set) var state = GestureState.possible
  private var recognizer: any Recognizer
  /// The recognizer's own, kept here because they are asked for far more often than they change.
  private(set) var stage = Stage.undecided
  private(set) var isOver = false
  private var wait: Timer?
  /// The fingers that the gesture is made of, while they are down.
  private(set) var fingers: [Finger] = []
  /// The serial numbers of all touches that reached it, ascending, and how many of them are down.
  private(set) var sequence: [Int] = []
  private(set) var touchesDown = 0
  /// What has happened to it since it was last asked.
  private(set) var isMoved = false
  private(set) var isChanged = false
  private(set) var isCancelled = false
  /// Whether the next decision looks at it.
  var isNoted = false
  /// The timer that it has in the session's queue.
  var queuedTimer: Timer?
  /// What it told last.
  private var sent = GestureValue(location: .zero)

  init(number: Int, recognizer: any Recognizer) {
    self.number = number
    self.recognizer = recognizer
  }

  /// True where it would be recognized, or begin, if others let it.
  var isReady: Bool { state == .possible && stage == .ready }

  func shares(with other: ActiveRecognizer) -> Bool {
    var i = 0
    var j = 0
    while i < sequence.count, j < other.sequence.count {
      if sequence[i] == other.sequence[j] { return true }
      if sequence[i] < other.sequence[j] { i += 1 } else { j += 1 }
    }
    return false
  }

  /// Whether a touch, by its serial number, is one of those that reached it.
  func wasReached(by serial: Int) -> Bool { sequence.last { $0 <= serial } == serial }

  mutating func become(_ next: GestureState) {
    precondition(state.canBecome(next), "a recognizer that is \(state) cannot become \(next)")
    state = next
  }

  /// The value now, with the changes since the last time.
  mutating func tell() -> GestureValue {
    var value = recognizer.value
    value.translationChange = value.translation - sent.translation
    value.scaleChange = value.scale / sent.scale
    value.rotationChange = value.rotation - sent.rotation
    sent = value
    return value
  }
}

// What time and touches do to it.
extension ActiveRecognizer {
  /// What an undecided recognizer waits for.
  var timer: Timer? { state == .possible && stage == .undecided ? wait : nil }

  /// Asks the recognizer again, after it was told something.
  mutating func look(_ settings: GestureSettings) {
    stage = recognizer.stage
    isOver = recognizer.isOver
    wait = recognizer.timer(settings)
  }

  mutating func timeIsUp(_ settings: GestureSettings) {
    recognizer.timeIsUp()
    look(settings)
  }

  mutating func begin(_ settings: GestureSettings) {
    recognizer.begin(settings)
    look(settings)
  }

  mutating func down(_ finger: Finger, at moment: Instant) {
    sequence.append(finger.serial)
    touchesDown += 1
    guard !state.isFinal else { return }
    fingers.append(finger)
    if !recognizer.down(fingers, at: moment) { fingers.removeLast() }
    look(moment.settings)
  }

  /// Only notes the new place: the recognizer is told when all that moved are known.
  mutating func place(_ serial: Int, at location: Point) {
    guard let index = fingerIndex(serial) else { return }
    fingers[index].location = location
    isMoved = true
  }

  /// Fingers lie in the order in which they came.
  private func fingerIndex(_ serial: Int) -> Int? {
    var (low, high) = (0, fingers.count)
    while low < high {
      let middle = (low + high) / 2
      if fingers[middle].serial < serial { low = middle + 1 } else { high = middle }
    }
    return low < fingers.count && fingers[low].serial == serial ? low : nil
  }

  mutating func move(at moment: Instant) {
    isMoved = false
    guard !state.isFinal else { return }
    if recognizer.move(fingers, at: moment) { isChanged = true }
    // A move decides, but starts no timer.
    stage = recognizer.stage
  }

  mutating func lift(_ serial: Int, isCancelled: Bool, at moment: Instant) {
    guard wasReached(by: serial) else { return }
    touchesDown -= 1
    guard let index = fingerIndex(serial) else { return }
    fingers.remove(at: index)
    if isCancelled {
      cancel()
    } else if !state.isFinal {
      recognizer.up(fingers, at: moment)
      look(moment.settings)
    }
  }

  mutating func cancel() { isCancelled = true }

  /// Whether it was told of a change since it was last asked.
  mutating func takeChange() -> Bool {
    defer { isChanged = false }
    return isChanged
  }
}
