import FrameGeometry

/// A recognizer that is following touches: from the first touch that reaches it until it and all recognizers
/// that share a touch with it have decided. A recognizer that is not active is in the state `possible` and
/// costs nothing.
struct ActiveRecognizer: Sendable {
  /// The number of the recognizer in its session.
  let number: Int
  /// The number of layers around the recognizer's layer.
  let depth: Int
  private(set) var state = GestureState.possible
  private var recognizer: any Recognizer
  /// Copies of the recognizer's properties, because they are read far more often than they change.
  private(set) var stage = Stage.undecided
  private(set) var isOver = false
  /// The timer of the recognizer while it is undecided.
  private(set) var wait: Timer?
  private let maximumFingers: Int
  /// The fingers of the gesture that are down.
  private(set) var fingers: [Finger] = []
  /// The serial numbers of all touches that reached the recognizer, ascending, and how many of those touches
  /// are down.
  private(set) var sequence: [Int] = []
  private(set) var touchesDown = 0
  /// Flags of changes that the session has not handled yet.
  private(set) var isMoved = false
  private(set) var isChanged = false
  private(set) var isCancelled = false
  /// True if the next decision must examine this recognizer.
  var isMarkedChanged = false
  /// The recognizer's timer in the queue of the session.
  var queuedTimer: Timer?
  /// The last value that was sent in an event.
  private var lastValue = GestureValue(location: .zero)

  init(number: Int, depth: Int, recognizer: any Recognizer) {
    (self.number, self.depth) = (number, depth)
    self.recognizer = recognizer
    maximumFingers = recognizer.maximumFingers
  }

  func sharesTouch(with other: ActiveRecognizer) -> Bool {
    var i = 0
    var j = 0
    while i < sequence.count, j < other.sequence.count {
      if sequence[i] == other.sequence[j] { return true }
      if sequence[i] < other.sequence[j] { i += 1 } else { j += 1 }
    }
    return false
  }

  /// Returns whether the touch with a serial number reached the recognizer.
  func received(_ serial: Int) -> Bool { sequence.last { $0 <= serial } == serial }

  mutating func become(_ next: GestureState) {
    precondition(state.canBecome(next), "a recognizer cannot change from \(state) to \(next)")
    state = next
  }

  /// Returns the current value, with the changes since the previous call.
  mutating func takeValue() -> GestureValue {
    var value = recognizer.value
    value.translationChange = value.translation - lastValue.translation
    value.scaleChange = value.scale / lastValue.scale
    value.rotationChange = value.rotation - lastValue.rotation
    lastValue = value
    return value
  }
}

// Touches and time.
extension ActiveRecognizer {
  /// Reads the recognizer's state again after an event.
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

  /// Stores a finger's new location. `move(at:)` passes it on once all moves of a frame are known.
  mutating func setLocation(of serial: Int, to location: Point) {
    guard let index = fingerIndex(serial) else { return }
    fingers[index].location = location
    if index < maximumFingers { isMoved = true }
  }

  /// Returns whether a finger that comes down breaks a sequence of taps, and is the first of a new one.
  func isBroken(by finger: Finger, at moment: Instant) -> Bool {
    state == .possible && stage == .undecided && recognizer.isBroken(by: fingers + [finger], at: moment)
  }

  /// Makes the recognizer fail at the next decision.
  mutating func fail() { stage = .failed }

  /// Returns the index of a finger by binary search: fingers are in the order in which they came down.
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
    // A move may change the stage, but never the timer.
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

  /// Returns whether the value has changed since the previous call.
  mutating func takeChange() -> Bool {
    defer { isChanged = false }
    return isChanged
  }
}

/// The active recognizers, with constant-time lookup by number.
struct ActiveRecognizers: Sendable {
  /// The active recognizers, in arbitrary order.
  private var recognizers: [ActiveRecognizer] = []
  /// The index in `recognizers` for each number minus `firstNumber`; -1 if that recognizer is not active.
  private var positions: [Int] = []
  private var firstNumber = 0

  var isEmpty: Bool { recognizers.isEmpty }
  var numbers: [Int] { recognizers.map(\.number) }

  func contains(_ number: Int) -> Bool { position(of: number) != nil }

  /// The active recognizer with a number. It must exist.
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

  // These read single stored properties, because a computed property of an element would copy it.

  /// True if the recognizer begins, or is recognized, as soon as other recognizers allow it.
  func isReady(_ number: Int) -> Bool {
    let position = positions[number - firstNumber]
    return recognizers[position].state == .possible && recognizers[position].stage == .ready
  }

  /// The timer of an undecided recognizer; nil if it waits for none.
  func timer(_ number: Int) -> Timer? {
    let position = positions[number - firstNumber]
    guard recognizers[position].state == .possible, recognizers[position].stage == .undecided else {
      return nil
    }
    return recognizers[position].wait
  }

  /// Removes a recognizer. The last one takes its position.
  mutating func remove(_ number: Int) {
    guard let position = position(of: number) else { return }
    recognizers.swapAt(position, recognizers.count - 1)
    positions[recognizers[position].number - firstNumber] = position
    recognizers.removeLast()
    positions[number - firstNumber] = -1
  }

  /// Removes all recognizers.
  ///
  /// - Parameter next: The lowest number of any recognizer that will be inserted.
  mutating func removeAll(next: Int) {
    (recognizers, positions, firstNumber) = ([], [], next)
  }

  private func position(of number: Int) -> Int? {
    let index = number - firstNumber
    guard positions.indices.contains(index), positions[index] >= 0 else { return nil }
    return positions[index]
  }
}

/// The active recognizers that one touch has reached.
struct ReachedRecognizers: Sendable {
  /// The number of the recognizers.
  var count = 0
  /// The number of the recognizers that have not ended.
  var unfinished = 0
  /// The numbers of the recognizers that have ended and wait until all others have.
  var waiting: [Int] = []
  /// The numbers of the recognizers that were undecided when the touch came down, by
  /// `RecognizerDescription.rank`. Some may have decided since; they are removed when the list is read.
  private var undecided: [(rank: Int, numbers: [Int])] = []

  /// The ranks of the undecided recognizers.
  var ranks: [Int] { undecided.map(\.rank) }

  func undecided(_ rank: Int) -> [Int] { undecided.first { $0.rank == rank }?.numbers ?? [] }

  mutating func addUndecided(_ numbers: [Int], _ rank: Int) {
    if let index = undecided.firstIndex(where: { $0.rank == rank }) {
      undecided[index].numbers += numbers
    } else {
      undecided.append((rank, numbers))
    }
  }

  /// Removes and returns the undecided recognizers of a rank.
  mutating func takeUndecided(_ rank: Int) -> [Int] {
    guard let index = undecided.firstIndex(where: { $0.rank == rank }) else { return [] }
    return undecided.remove(at: index).numbers
  }
}

/// The recognizers that each touch has reached, ordered by the serial number of the touch. There are few, so an array is
/// faster than a dictionary.
struct TouchTable: Sendable {
  private var serials: [Int] = []
  private var values: [ReachedRecognizers] = []

  /// Returns the index of a touch by binary search; nil if it has reached none.
  func index(of serial: Int) -> Int? {
    let index = insertionIndex(serial)
    return index < serials.count && serials[index] == serial ? index : nil
  }

  subscript(index: Int) -> ReachedRecognizers {
    _read { yield values[index] }
    _modify { yield &values[index] }
  }

  mutating func insert(_ value: ReachedRecognizers, of serial: Int) {
    let index = insertionIndex(serial)
    serials.insert(serial, at: index)
    values.insert(value, at: index)
  }

  mutating func remove(at index: Int) {
    serials.remove(at: index)
    values.remove(at: index)
  }

  private func insertionIndex(_ serial: Int) -> Int {
    var (low, high) = (0, serials.count)
    while low < high {
      let middle = (low + high) / 2
      if serials[middle] < serial { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension GestureState {
  /// Returns whether a transition is one of UIKit's nine. The return of an ended, canceled or failed
  /// recognizer to `possible` sends no event and is not counted as a transition.
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

  /// True between the beginning and the end of a continuous gesture.
  var isInProgress: Bool { self == .began || self == .changed }

  /// True if no transition can follow.
  var isFinal: Bool { self != .possible && !isInProgress }
}
