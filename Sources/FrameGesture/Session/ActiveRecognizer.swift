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
  var isMarkedChanged = false
  /// The timer that it has in the session's queue.
  var queuedTimer: Timer?
  /// What it told last.
  private var lastValue = GestureValue(location: .zero)

  init(number: Int, recognizer: any Recognizer) {
    self.number = number
    self.recognizer = recognizer
  }

  /// True where it would be recognized, or begin, if others let it.
  var isReady: Bool { state == .possible && stage == .ready }

  func sharesTouch(with other: ActiveRecognizer) -> Bool {
    var i = 0
    var j = 0
    while i < sequence.count, j < other.sequence.count {
      if sequence[i] == other.sequence[j] { return true }
      if sequence[i] < other.sequence[j] { i += 1 } else { j += 1 }
    }
    return false
  }

  /// Whether a touch, by its serial number, is one of those that reached it.
  func received(_ serial: Int) -> Bool { sequence.last { $0 <= serial } == serial }

  mutating func become(_ next: GestureState) {
    precondition(state.canBecome(next), "a recognizer that is \(state) cannot become \(next)")
    state = next
  }

  /// The value now, with the changes since the last time.
  mutating func takeValue() -> GestureValue {
    var value = recognizer.value
    value.translationChange = value.translation - lastValue.translation
    value.scaleChange = value.scale / lastValue.scale
    value.rotationChange = value.rotation - lastValue.rotation
    lastValue = value
    return value
  }
}

// What time and touches do to it.
extension ActiveRecognizer {
  /// What an undecided recognizer waits for.
  var timer: Timer? { state == .possible && stage == .undecided ? wait : nil }

  /// Asks the recognizer again, after it was told something.
  mutating func refresh(_ settings: GestureSettings) {
    stage = recognizer.stage
    isOver = recognizer.isOver
    wait = recognizer.timer(settings)
  }

  mutating func timerFired(_ settings: GestureSettings) {
    recognizer.timerFired()
    refresh(settings)
  }

  mutating func begin(_ settings: GestureSettings) {
    recognizer.begin(settings)
    refresh(settings)
  }

  mutating func down(_ finger: Finger, at moment: Instant) {
    sequence.append(finger.serial)
    touchesDown += 1
    guard !state.isFinal else { return }
    fingers.append(finger)
    if !recognizer.down(fingers, at: moment) { fingers.removeLast() }
    refresh(moment.settings)
  }

  /// Only notes the new place: the recognizer is told when all that moved are known.
  mutating func setLocation(of serial: Int, to location: Point) {
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
    guard received(serial) else { return }
    touchesDown -= 1
    guard let index = fingerIndex(serial) else { return }
    fingers.remove(at: index)
    if isCancelled {
      cancel()
    } else if !state.isFinal {
      recognizer.up(fingers, at: moment)
      refresh(moment.settings)
    }
  }

  mutating func cancel() { isCancelled = true }

  /// Whether it was told of a change since it was last asked.
  mutating func takeChange() -> Bool {
    defer { isChanged = false }
    return isChanged
  }
}

/// Recognizers at work, each found by its number in one step.
struct ActiveRecognizers: Sendable {
  /// In any order.
  private var recognizers: [ActiveRecognizer] = []
  /// Where the run of each number lies, counted from the first number; -1 of one that is not at work.
  private var positions: [Int] = []
  private var firstNumber = 0

  var isEmpty: Bool { recognizers.isEmpty }
  var numbers: [Int] { recognizers.map(\.number) }

  func contains(_ number: Int) -> Bool { position(of: number) != nil }

  /// The run of a recognizer that is at work.
  subscript(number: Int) -> ActiveRecognizer {
    _read { yield recognizers[positions[number - firstNumber]] }
    _modify { yield &recognizers[positions[number - firstNumber]] }
  }

  mutating func insert(_ recognizer: ActiveRecognizer) {
    let index = recognizer.number - firstNumber
    while positions.count <= index { positions.append(-1) }
    positions[index] = recognizers.count
    recognizers.append(recognizer)
  }

  /// The last run takes the place of the one that goes.
  mutating func remove(_ number: Int) {
    guard let position = position(of: number) else { return }
    recognizers.swapAt(position, recognizers.count - 1)
    positions[recognizers[position].number - firstNumber] = position
    recognizers.removeLast()
    positions[number - firstNumber] = -1
  }

  /// - Parameter next: the lowest number of a recognizer that may still come.
  mutating func removeAll(next: Int) {
    (recognizers, positions, firstNumber) = ([], [], next)
  }

  private func position(of number: Int) -> Int? {
    let index = number - firstNumber
    guard positions.indices.contains(index), positions[index] >= 0 else { return nil }
    return positions[index]
  }
}

/// The recognizers that one touch has reached and that are still at work.
struct ReachedRecognizers: Sendable {
  /// How many there are.
  var count = 0
  /// How many of them have not come to an end.
  var unfinished = 0
  /// The numbers of those that were undecided when the touch came, by how many taps they take; 0 for all other kinds.
  /// Those that have decided since are dropped when somebody looks.
  var undecided: [Int: [Int]] = [:]
  /// The numbers of those that have come to an end and wait until all others have.
  var waiting: [Int] = []
}

extension GestureState {
  /// UIKit's nine transitions. What has ended, was cancelled or has failed is forgotten when its touches
  /// are over, which is no transition that anyone hears of.
  func canBecome(_ next: GestureState) -> Bool {
    switch (self, next) {
    case (.possible, .recognized): true
    case (.possible, .failed): true
    case (.possible, .began): true
    case (.began, .changed): true
    case (.began, .ended): true
    case (.began, .cancelled): true
    case (.changed, .changed): true
    case (.changed, .ended): true
    case (.changed, .cancelled): true
    default: false
    }
  }

  /// Between its beginning and its end.
  var isInProgress: Bool { self == .began || self == .changed }

  /// Nothing can follow.
  var isFinal: Bool { self != .possible && !isInProgress }
}
