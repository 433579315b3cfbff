import FrameModel

/// Recognizers at work on touches: a fold over frames, in virtual time.
///
/// It is a value: a copy goes its own way, so that what touches would do can be tried on one. It knows
/// no layers and no clock. Where touches land it asks; time passes only by what it is given.
public struct GestureSession: Sendable {
  /// Changes act at once, on gestures under way too.
  public var settings: GestureSettings {
    didSet {
      for number in active.numbers {
        active[number].refresh(settings)
        markChanged(number)
      }
    }
  }
  /// In seconds of virtual time, from 0.
  public internal(set) var now = 0.0

  /// By their numbers.
  var contacts: [Int: ActiveTouch] = [:]
  var nextSerial = 0

  /// Attached recognizers, by their numbers less that of the first; nil where one was detached.
  private var attachments: [Attachment?] = []
  private var firstNumber = 0
  private var numbersByTarget: [Int: [Int]] = [:]

  /// Recognizers at work.
  var active = ActiveRecognizers()
  /// What recognizers had come to that are at work no more.
  var lastStates: [Int: GestureState] = [:]
  /// Recognizers that waited for one that has gone may go on.
  var needsFullDecision = false

  // What decisions look at, so that none of them looks at all recognizers: all by their numbers.

  /// Those to which something has happened since the last decision.
  var changed: [Int] = []
  /// Those that may be ready to begin, the one first that was attached first.
  var ready = Heap<Int>()
  /// Those that are ready, by the undecided one that each waits for.
  var blocked: [Int: Set<Int>] = [:]
  /// Those between their beginning and their end.
  var inProgress: Set<Int> = []
  /// Those that may have come to their end at this instant.
  var ending: [Int] = []
  /// The recognizers that each touch has reached, by the touch's serial number.
  var reached: [Int: ReachedRecognizers] = [:]
  var timers = TimerQueue()

  public init(settings: GestureSettings = GestureSettings()) {
    self.settings = settings
  }
}

/// A touch that is down.
struct ActiveTouch: Sendable {
  let id: Int
  let serial: Int
  var location: Point
  /// The numbers of the recognizers that it reached.
  var recognizers: [Int] = []
}

/// A recognizer, and how it stands to others, by their numbers.
struct Attachment: Sendable {
  let description: RecognizerDescription
  var isEnabled = true
  /// Those that must fail before it may begin.
  var requires: [Int] = []
  /// Those that wait for it to fail; some may be detached.
  var requiredBy: [Int] = []
  /// Those beside which it may begin.
  var simultaneous: Set<Int> = []

  init(_ description: RecognizerDescription) {
    self.description = description
  }
}

// Attaching.
extension GestureSession {
  /// Touches that are down already do not reach it.
  /// - Returns: its number, in the order of attachment, which no other recognizer will have.
  @discardableResult public mutating func attach(_ description: RecognizerDescription) -> Int {
    let number = firstNumber + attachments.count
    attachments.append(Attachment(description))
    numbersByTarget[description.target, default: []].append(number)
    return number
  }

  /// Takes a recognizer away, with its relations and without an event, whatever it is doing.
  public mutating func detach(_ recognizer: Int) {
    numbersByTarget[self[recognizer].description.target]?.removeAll { $0 == recognizer }
    attachments[recognizer - firstNumber] = nil
    if active.contains(recognizer) { deactivate(recognizer) }
    lastStates[recognizer] = nil
    needsFullDecision = true
  }

  /// Takes all recognizers away, and all relations. Touches stay down.
  public mutating func removeAll() {
    firstNumber += attachments.count
    attachments = []
    numbersByTarget = [:]
    active.removeAll(next: firstNumber)
    lastStates = [:]
    (changed, blocked, inProgress, ending, reached) = ([], [:], [], [], [:])
    ready.removeAll()
    timers.removeAll()
    for touch in contacts.keys { contacts[touch]?.recognizers = [] }
  }

  /// A recognizer that is turned off receives no touches. One that is at work is cancelled if it has
  /// begun, else it fails.
  @discardableResult
  public mutating func setEnabled(_ recognizer: Int, _ isEnabled: Bool) -> [GestureEvent] {
    var events = EventQueue()
    guard self[recognizer].isEnabled != isEnabled else { return [] }
    self[recognizer].isEnabled = isEnabled
    if !isEnabled {
      activate(recognizer)
      active[recognizer].cancel()
      markChanged(recognizer)
      decide(into: &events)
    }
    return events.ordered
  }
}

// Asking.
extension GestureSession {
  /// What is attached, in order.
  public var recognizers: [(number: Int, description: RecognizerDescription)] {
    attachments.enumerated().compactMap { offset, attachment in
      attachment.map { (firstNumber + offset, $0.description) }
    }
  }

  public func isAttached(_ recognizer: Int) -> Bool {
    attachments.indices.contains(recognizer - firstNumber) && attachments[recognizer - firstNumber] != nil
  }

  public func isEnabled(_ recognizer: Int) -> Bool { self[recognizer].isEnabled }

  /// What a recognizer is now.
  public func state(of recognizer: Int) -> GestureState {
    active.contains(recognizer) ? active[recognizer].state : .possible
  }

  /// What a recognizer became last since `beginGesture`; `possible` if it became nothing.
  public func lastState(of recognizer: Int) -> GestureState {
    let state = state(of: recognizer)
    return state == .possible ? lastStates[recognizer] ?? .possible : state
  }

  /// Forgets what recognizers came to. There must be none at work.
  public mutating func beginGesture() {
    precondition(isIdle, "a gesture begins while another is under way")
    lastStates = [:]
  }

  /// The fingers that are down, in the order in which they came.
  public var touchesDown: [Int] { contactsInOrder.map(\.id) }

  var contactsInOrder: [ActiveTouch] { contacts.values.sorted { $0.serial < $1.serial } }

  /// Where a finger is; nil of one that is not down.
  public func location(of touch: Int) -> Point? { contacts[touch]?.location }

  /// No touch is down, no timer is running and no recognizer waits for another.
  public var isIdle: Bool { contacts.isEmpty && active.isEmpty }
}

// For the other files.
extension GestureSession {
  subscript(number: Int) -> Attachment {
    _read {
      precondition(isAttached(number), "no recognizer has the number \(number)")
      yield attachments[number - firstNumber]!
    }
    _modify {
      precondition(isAttached(number), "no recognizer has the number \(number)")
      yield &attachments[number - firstNumber]!
    }
  }

  func numbers(on target: Int) -> [Int] { numbersByTarget[target] ?? [] }

  /// Sets a recognizer to work, if it is not.
  mutating func activate(_ number: Int) {
    guard !active.contains(number) else { return }
    active.insert(ActiveRecognizer(number: number, recognizer: self[number].description.makeRecognizer()))
  }

  /// To be called after anything has happened to a recognizer at work: decisions look at those alone.
  mutating func markChanged(_ number: Int) {
    if !active[number].isMarkedChanged {
      active[number].isMarkedChanged = true
      changed.append(number)
    }
    let timer = active[number].timer
    guard timer != active[number].queuedTimer else { return }
    active[number].queuedTimer = timer
    if let timer { timers.insert(timer, of: number) }
  }

  /// A recognizer is at work no more.
  mutating func deactivate(_ number: Int) {
    let recognizer = active[number]
    for serial in recognizer.sequence {
      reached[serial]?.count -= 1
      if !recognizer.state.isFinal { reached[serial]?.unfinished -= 1 }
      if reached[serial]?.count == 0 { reached[serial] = nil }
    }
    inProgress.remove(number)
    active.remove(number)
  }
}

/// What is wrong with relations between recognizers.
public enum RelationProblem: Error, Hashable, Sendable {
  /// Each waits for the next one's failure, and the last is the first.
  case cycle([Int])
}

extension GestureSession {
  /// The first may begin only when the second has failed, and fails when the second begins.
  /// - Throws: `RelationProblem.cycle` where they would wait for each other for ever.
  public mutating func require(_ a: Int, toFail b: Int) throws(RelationProblem) {
    if let path = waiting(from: b, for: a) { throw .cycle([a] + path) }
    guard !self[a].requires.contains(b) else { return }
    self[a].requires.append(b)
    self[b].requiredBy.append(a)
  }

  /// Either may begin while the other is under way.
  public mutating func allowSimultaneous(_ a: Int, _ b: Int) {
    guard a != b else { return }
    self[a].simultaneous.insert(b)
    self[b].simultaneous.insert(a)
  }

  /// The shortest of the ways on which one recognizer waits for another, both included.
  private func waiting(from start: Int, for end: Int) -> [Int]? {
    var previous: [Int: Int] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let number = queue[next]
      next += 1
      if number == end {
        var path = [end]
        while let before = path.last, before != start, let number = previous[before] { path.append(number) }
        return path.reversed()
      }
      for required in self[number].requires
      where isAttached(required) && required != start && previous[required] == nil {
        previous[required] = number
        queue.append(required)
      }
    }
    return nil
  }
}
