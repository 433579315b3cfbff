import FrameGeometry

/// A set of recognizers that turns touch frames into gesture events, in virtual time.
///
/// A session is a value, so you can try touches on a copy. It knows neither layers nor a clock: the caller
/// supplies the targets of each touch and the time.
package struct GestureSession: Sendable {
  /// The thresholds of all recognizers. Changes apply immediately, also to gestures in progress.
  package var settings: GestureSettings {
    didSet {
      for number in active.numbers {
        active[number].refresh(settings)
        markChanged(number)
      }
    }
  }
  /// The virtual time, in seconds from 0.
  package internal(set) var now = 0.0

  /// The touches that are down, by touch id.
  var contacts: [Int: ActiveTouch] = [:]
  var nextSerial = 0

  var attachments = Attachments()
  /// The recognizers that are following touches.
  var active = ActiveRecognizers()
  var pending = PendingDecisions()
  /// The numbers of the recognizers between their beginning and their end.
  var inProgress: Set<Int> = []
  /// The recognizers that each touch has reached.
  var reached = TouchTable()
  var timers = TimerQueue()

  package init(settings: GestureSettings = GestureSettings()) {
    self.settings = settings
  }
}

/// The recognizers that the next decision examines, by number. A decision examines no others, so its cost does not depend
/// on how many are attached.
struct PendingDecisions: Sendable {
  /// True after a recognizer is detached: others that waited for it may be able to continue.
  var isFull = false
  /// The recognizers that have changed since the last decision.
  var changed: [Int] = []
  /// The recognizers that may be ready to begin.
  var ready = Heap<OrderedRecognizer>()
  /// The recognizers that are ready, by the undecided recognizer that each waits for.
  var blocked: [Int: Set<Int>] = [:]
  /// The recognizers that may have ended at the current time.
  var ending: [Int] = []
}

/// A recognizer in the order in which recognizers act at one instant: the one on the deepest layer comes first, and then
/// the one that was attached first.
struct OrderedRecognizer: Comparable, Hashable, Sendable {
  let depth: Int
  let number: Int

  static func < (a: OrderedRecognizer, b: OrderedRecognizer) -> Bool {
    a.depth != b.depth ? a.depth > b.depth : a.number < b.number
  }
}

/// A touch that is down.
struct ActiveTouch: Sendable {
  let id: Int
  let serial: Int
  let start: Point
  var location: Point
  /// The numbers of the recognizers that the touch reached.
  var recognizers: [Int] = []
  /// The recognizers that the touch did not reach, because they wait with earlier touches, by number and depth.
  var missed: [OrderedRecognizer] = []
}

// Attaching recognizers.
extension GestureSession {
  /// Attaches a recognizer. It does not receive touches that are already down.
  ///
  /// - Returns: The recognizer's number. Numbers ascend in the order of attachment and are never reused.
  @discardableResult package mutating func attach(_ description: RecognizerDescription) -> Int {
    attachments.attach(description)
  }

  /// Detaches a recognizer in any state and removes its relations. Sends no event.
  package mutating func detach(_ recognizer: Int) {
    attachments.detach(recognizer)
    if active.contains(recognizer) { deactivate(recognizer) }
    pending.isFull = true
  }

  /// Detaches all recognizers and removes all relations. Touches stay down.
  package mutating func removeAll() {
    attachments.removeAll()
    active.removeAll(next: attachments.next)
    (pending, inProgress, reached) = (PendingDecisions(), [], TouchTable())
    timers.removeAll()
    for touch in contacts.keys {
      contacts[touch]?.recognizers = []
      contacts[touch]?.missed = []
    }
  }

  /// Enables or disables a recognizer. A disabled recognizer receives no touches. Disabling an active
  /// recognizer cancels it if it has begun; otherwise it fails.
  @discardableResult
  package mutating func setEnabled(_ recognizer: Int, _ isEnabled: Bool) -> [GestureEvent] {
    var events = EventQueue()
    guard self[recognizer].isEnabled != isEnabled else { return [] }
    self[recognizer].isEnabled = isEnabled
    if !isEnabled, active.contains(recognizer) {
      active[recognizer].cancel()
      markChanged(recognizer)
      decide(into: &events)
    }
    return events.ordered
  }
}

// Queries.
extension GestureSession {
  /// The attached recognizers, in the order of attachment.
  package var recognizers: [(number: Int, description: RecognizerDescription)] {
    attachments.descriptions
  }

  package func isAttached(_ recognizer: Int) -> Bool { attachments.contains(recognizer) }

  /// Returns the settings that apply to a recognizer.
  package func settings(of recognizer: Int) -> GestureSettings {
    settings.applying(self[recognizer].description.changes)
  }

  package func name(of recognizer: Int) -> String { self[recognizer].description.name }

  package func isEnabled(_ recognizer: Int) -> Bool { self[recognizer].isEnabled }

  /// Returns the current state of a recognizer.
  package func state(of recognizer: Int) -> GestureState {
    active.contains(recognizer) ? active[recognizer].state : .possible
  }

  /// The ids of the touches that are down, in the order in which they came down.
  package var touchesDown: [Int] { contactsInOrder.map(\.id) }

  var contactsInOrder: [ActiveTouch] { contacts.values.sorted { $0.serial < $1.serial } }

  /// Returns the location of a touch; nil if it is not down.
  package func location(of touch: Int) -> Point? { contacts[touch]?.location }

  /// True if an active recognizer has neither begun nor failed.
  package var isUndecided: Bool { active.numbers.contains { active[$0].state == .possible } }

  /// True if no touch is down and no recognizer is active, so no timer is running and no recognizer waits for
  /// another.
  package var isIdle: Bool { contacts.isEmpty && active.isEmpty }
}

// Helpers for the extensions in other files.
extension GestureSession {
  subscript(number: Int) -> Attachment {
    _read { yield attachments[number] }
    _modify { yield &attachments[number] }
  }

  func numbers(on target: Int) -> [Int] { attachments.numbers(on: target) }

  /// Makes a recognizer active, if it is not yet.
  ///
  /// - Parameter depth: The number of layers around its layer.
  mutating func activate(_ number: Int, depth: Int) {
    guard !active.contains(number) else { return }
    active.insert(ActiveRecognizer(number: number, depth: depth, self[number].description))
  }

  /// Marks an active recognizer for the next decision and queues its timer. Call this after every change of a
  /// recognizer: decisions examine only marked ones.
  mutating func markChanged(_ number: Int) {
    if !active[number].changes.isMarked {
      active[number].changes.isMarked = true
      pending.changed.append(number)
    }
    let timer = active.timer(number)
    guard timer != active[number].queuedTimer else { return }
    active[number].queuedTimer = timer
    if let timer { timers.insert(timer, of: ordered(number)) }
  }

  /// Returns a recognizer to its inactive state.
  mutating func deactivate(_ number: Int) {
    let isFinal = active[number].state.isFinal
    for serial in active[number].sequence {
      guard let index = reached.index(of: serial) else { continue }
      reached[index].count -= 1
      if !isFinal { reached[index].unfinished -= 1 }
      if reached[index].count == 0 { reached.remove(at: index) }
    }
    if !inProgress.isEmpty { inProgress.remove(number) }
    active.remove(number)
  }
}

extension GestureSession {
  /// Makes recognizer `a` wait until `b` has failed. If `b` begins, `a` fails.
  ///
  /// - Returns: False, and no change, if recognizers would then wait for each other forever.
  @discardableResult
  package mutating func require(_ a: Int, toFail b: Int) -> Bool {
    // Without a recognizer that waits for `a`, there is no cycle.
    if a == b || !self[a].requiredBy.isEmpty, waits(b, for: a) { return false }
    guard !self[a].requires.contains(b) else { return true }
    self[a].requires.append(b)
    self[b].requiredBy.append(a)
    return true
  }

  /// Lets two recognizers be in progress at the same time.
  package mutating func allowSimultaneous(_ a: Int, _ b: Int) {
    guard a != b else { return }
    self[a].simultaneous.insert(b)
    self[b].simultaneous.insert(a)
  }

  /// Returns whether a chain of requirements leads from one recognizer to another.
  private func waits(_ start: Int, for end: Int) -> Bool {
    var seen: Set = [start]
    var next = [start]
    while let number = next.popLast() {
      if number == end { return true }
      next += self[number].requires.filter { isAttached($0) && seen.insert($0).inserted }
    }
    return false
  }
}
