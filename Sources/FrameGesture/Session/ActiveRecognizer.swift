import FrameGeometry

/// A recognizer that is following touches: from the first touch that reaches it until it and all recognizers
/// that share a touch with it have decided. A recognizer that is not active is in the state `possible` and
/// costs nothing.
struct ActiveRecognizer: Sendable {
  /// The number of the recognizer in its session.
  let number: Int
  /// The number of layers around the recognizer's layer.
  let depth: Int
  /// Its own settings, in place of the session's.
  private let ownSettings: [GestureSettings.Change]
  private(set) var state = GestureState.possible
  private var recognizer: any Recognizer
  private(set) var progress: RecognizerProgress
  /// The fingers of the gesture that are down.
  private(set) var fingers: [Finger] = []
  /// The serial numbers of all touches that reached the recognizer, ascending, and how many of those touches
  /// are down.
  private(set) var sequence: [Int] = []
  private(set) var touchesDown = 0
  /// The time at which the first touch reached it.
  private(set) var startedAt = 0.0
  /// The changes that the session has not handled yet.
  var changes = Changes()
  /// The recognizer's timer in the queue of the session.
  var queuedTimer: Timer?
  /// The last value that was sent in an event.
  private var lastValue = GestureValue(location: .zero)

  init(number: Int, depth: Int, _ description: RecognizerDescription) {
    (self.number, self.depth) = (number, depth)
    ownSettings = description.changes
    recognizer = description.makeRecognizer()
    progress = RecognizerProgress(recognizer)
  }

  struct Changes: Sendable {
    fileprivate(set) var isMoved = false
    /// True if the value has changed.
    fileprivate(set) var isChanged = false
    fileprivate(set) var isCancelled = false
    /// True if the next decision must examine this recognizer.
    var isMarked = false
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
    recognizer.settle()
    return value
  }
}

// Touches and time.
extension ActiveRecognizer {
  private func effective(_ settings: GestureSettings) -> GestureSettings {
    ownSettings.isEmpty ? settings : settings.applying(ownSettings)
  }

  private func effective(_ moment: Instant) -> Instant {
    ownSettings.isEmpty
      ? moment : Instant(time: moment.time, settings: moment.settings.applying(ownSettings))
  }

  /// Reads the recognizer's state again after an event.
  mutating func refresh(_ settings: GestureSettings) {
    progress.stage = recognizer.stage
    progress.isOver = recognizer.isOver
    progress.timer = recognizer.timer(effective(settings))
  }

  mutating func timerFired(_ settings: GestureSettings) {
    recognizer.timerFired(effective(settings))
    refresh(settings)
  }

  mutating func begin(_ settings: GestureSettings) {
    recognizer.begin(effective(settings))
    refresh(settings)
  }

  mutating func down(_ finger: Finger, at moment: Instant) {
    if sequence.isEmpty { startedAt = moment.time }
    sequence.append(finger.serial)
    touchesDown += 1
    guard !state.isFinal else { return }
    fingers.append(finger)
    if !recognizer.down(fingers, at: effective(moment)) { fingers.removeLast() }
    refresh(moment.settings)
  }

  /// Stores a finger's new location. `move(at:)` passes it on once all moves of a frame are known.
  mutating func setLocation(of serial: Int, to location: Point) {
    guard let index = fingerIndex(serial) else { return }
    fingers[index].location = location
    if index < progress.maximumFingers { changes.isMoved = true }
  }

  /// Returns why a finger that comes down breaks a sequence of taps, and is the first of a new one; nil if it does not.
  func breakingReason(_ finger: Finger, at moment: Instant) -> FailureReason? {
    guard state == .possible, progress.stage == .undecided else { return nil }
    return recognizer.breakingReason(fingers + [finger], at: effective(moment))
  }

  /// Makes the recognizer fail at the next decision.
  mutating func fail(_ reason: FailureReason) { progress.stage = .failed(reason) }

  /// Returns the index of a finger. Fingers are in the order in which they came down.
  private func fingerIndex(_ serial: Int) -> Int? {
    let index = fingers.partitioningIndex { $0.serial >= serial }
    return index < fingers.count && fingers[index].serial == serial ? index : nil
  }

  mutating func move(at moment: Instant) {
    changes.isMoved = false
    guard !state.isFinal else { return }
    // Without settings of its own, as most have none, no copy is made for each move.
    let isChanged =
      ownSettings.isEmpty
      ? recognizer.move(fingers, at: moment) : recognizer.move(fingers, at: effective(moment))
    if isChanged { changes.isChanged = true }
    // A move may change the stage, but never the timer.
    progress.stage = recognizer.stage
  }

  mutating func lift(_ serial: Int, isCancelled: Bool, at moment: Instant) {
    guard received(serial) else { return }
    touchesDown -= 1
    guard let index = fingerIndex(serial) else { return }
    fingers.remove(at: index)
    if isCancelled {
      cancel()
    } else if !state.isFinal {
      recognizer.up(fingers, at: effective(moment))
      if !changes.isChanged { recognizer.settle() }
      refresh(moment.settings)
    }
  }

  mutating func cancel() { changes.isCancelled = true }

  /// Returns whether the value has changed since the previous call.
  mutating func takeChange() -> Bool {
    defer { changes.isChanged = false }
    return changes.isChanged
  }
}

/// Copies of a recognizer's properties, because they are read far more often than they change.
struct RecognizerProgress: Sendable {
  let maximumFingers: Int
  fileprivate(set) var stage = Stage.undecided
  fileprivate(set) var isOver = false
  /// The timer of the recognizer while it is undecided.
  fileprivate(set) var timer: Timer?

  fileprivate init(_ recognizer: any Recognizer) { maximumFingers = recognizer.maximumFingers }
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
    return recognizers[position].state == .possible && recognizers[position].progress.stage == .ready
  }

  /// The timer of an undecided recognizer; nil if it waits for none.
  func timer(_ number: Int) -> Timer? {
    let position = positions[number - firstNumber]
    guard recognizers[position].state == .possible, recognizers[position].progress.stage == .undecided else {
      return nil
    }
    return recognizers[position].progress.timer
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

extension GestureState {
  /// Returns whether a transition is one of UIKit's nine. The return of an ended, canceled or failed
  /// recognizer to `possible` sends no event and is not counted as a transition.
  func canBecome(_ next: GestureState) -> Bool {
    switch (self, next) {
    case (.possible, .recognized), (.possible, .failed), (.possible, .began), (.began, .changed),
      (.began, .ended),
      (.began, .cancelled), (.changed, .changed), (.changed, .ended), (.changed, .cancelled):
      true
    default: false
    }
  }

  /// True between the beginning and the end of a continuous gesture.
  var isInProgress: Bool { self == .began || self == .changed }

  /// True if no transition can follow.
  var isFinal: Bool { self != .possible && !isInProgress }
}
