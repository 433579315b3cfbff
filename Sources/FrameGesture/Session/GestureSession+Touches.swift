// Touch frames.
extension GestureSession {
  /// Advances time to a touch frame and processes its touches.
  ///
  /// Touches are processed by phase: moves, then downs, then ups, then cancellations, regardless of their
  /// order in the frame. So a finger that comes down or goes up while others move does not change the
  /// distance they have moved. A finger that goes up at a new location first moves there.
  ///
  /// - Parameter targets: Returns the layers under a touch that comes down, deepest first. It is called after
  ///   timers have fired. If events move layers, call `advance(to:)` first and handle its events.
  /// - Parameter frame: A frame without a `problem`.
  @discardableResult
  package mutating func process(_ frame: TouchFrame, targets: (Touch) -> [Int]) -> [GestureEvent] {
    assert(problem(of: frame) == nil)
    var events = EventQueue()
    advanceTime(to: frame.time, into: &events)
    let moment = Instant(time: now, settings: settings)
    move(frame.touches, at: moment)
    for touch in frame.touches where touch.phase == .down {
      let targets = targets(touch)
      breakTaps(touch, on: targets, at: moment, into: &events)
      down(touch, on: targets, at: moment)
    }
    for touch in frame.touches where touch.phase == .up { lift(touch, at: moment) }
    for touch in frame.touches where touch.phase == .cancel { lift(touch, at: moment) }
    decide(into: &events)
    return events.ordered
  }

  /// Cancels all touches that are down, at the current time.
  @discardableResult package mutating func cancelTouches() -> [GestureEvent] {
    var events = EventQueue()
    let moment = Instant(time: now, settings: settings)
    for contact in contactsInOrder { lift(Touch(id: contact.id, .cancel, at: contact.location), at: moment) }
    decide(into: &events)
    return events.ordered
  }

  /// Returns the reason why a frame cannot follow what was processed so far; nil without one.
  package func problem(of frame: TouchFrame) -> TouchProblem? {
    if let problem = problem(of: frame.time) { return problem }
    if frame.touches.count > 1 {
      var seen: Set<Int> = []
      for touch in frame.touches where !seen.insert(touch.id).inserted { return .twice(touch.id) }
    }
    for touch in frame.touches {
      guard touch.location.x.isFinite, touch.location.y.isFinite else { return .notFinite }
      let isDown = contacts[touch.id] != nil
      if touch.phase == .down, isDown { return .alreadyDown(touch.id) }
      if touch.phase != .down, !isDown { return .notDown(touch.id) }
    }
    return nil
  }

  private mutating func move(_ touches: [Touch], at moment: Instant) {
    var moved: [Int] = []
    for touch in touches where touch.phase != .down {
      guard let index = contacts.index(forKey: touch.id) else { continue }
      guard touch.phase == .move || contacts.values[index].location != touch.location else { continue }
      contacts.values[index].location = touch.location
      let serial = contacts.values[index].serial
      for number in contacts.values[index].recognizers where active.contains(number) {
        let wasMoved = active[number].changes.isMoved
        active[number].setLocation(of: serial, to: touch.location)
        if !wasMoved, active[number].changes.isMoved { moved.append(number) }
      }
    }
    for number in moved {
      active[number].move(at: moment)
      markChanged(number)
    }
  }

  /// Ends the sequences of taps that a touch does not continue, because it comes too soon or too far away. The touch is
  /// then the first of a new sequence, or the last finger of its first tap.
  private mutating func breakTaps(
    _ touch: Touch, on targets: [Int], at moment: Instant, into events: inout EventQueue
  ) {
    let finger = Finger(serial: nextSerial, start: touch.location, location: touch.location)
    var broken: [Int] = []
    for target in targets {
      for number in numbers(on: target) where active.contains(number) {
        guard let reason = active[number].breakingReason(finger, at: moment) else { continue }
        active[number].fail(reason)
        markChanged(number)
        broken.append(number)
      }
    }
    guard !broken.isEmpty else { return }
    decide(into: &events)
    // The other fingers of the tap are down already. They are delivered again.
    for number in broken where active.contains(number) {
      let recognizer = ordered(number)
      for id in contacts.keys where contacts[id]?.recognizers.contains(number) == true {
        contacts[id]?.recognizers.removeAll { $0 == number }
        contacts[id]?.missed.append(recognizer)
      }
      deactivate(number)
    }
    let free = Set(contacts.values.flatMap(\.missed).filter { !active.contains($0.number) })
    for var contact in contactsInOrder where !free.isDisjoint(with: contact.missed) {
      let index = self.reached.index(of: contact.serial)
      var reached = index.map { self.reached[$0] } ?? ReachedRecognizers()
      let missed = contact.missed
      contact.missed = []
      for recognizer in missed where isAttached(recognizer.number) && self[recognizer.number].isEnabled {
        if free.contains(recognizer) {
          deliver(&contact, to: recognizer, at: moment, &reached)
        } else {
          contact.missed.append(recognizer)
        }
      }
      contacts[contact.id] = contact
      if let index { self.reached[index] = reached } else { self.reached.insert(reached, of: contact.serial) }
    }
  }

  /// Delivers a touch to the recognizers that are attached to its targets.
  private mutating func down(_ touch: Touch, on targets: [Int], at moment: Instant) {
    var contact = ActiveTouch(
      id: touch.id, serial: nextSerial, start: touch.location, location: touch.location)
    nextSerial += 1
    var reached = ReachedRecognizers()
    for (index, target) in targets.enumerated() {
      for number in numbers(on: target) where self[number].isEnabled {
        let recognizer = OrderedRecognizer(depth: targets.count - 1 - index, number: number)
        deliver(&contact, to: recognizer, at: moment, &reached)
      }
    }
    contacts[touch.id] = contact
    if reached.count > 0 { self.reached.insert(reached, of: contact.serial) }
  }

  private mutating func deliver(
    _ contact: inout ActiveTouch, to recognizer: OrderedRecognizer, at moment: Instant,
    _ reached: inout ReachedRecognizers
  ) {
    let number = recognizer.number
    activate(number, depth: recognizer.depth)
    // A ready tap that waits for another recognizer to fail belongs to earlier touches.
    if active.isReady(number), self[number].description.kind.isDiscrete {
      contact.missed.append(recognizer)
      return
    }
    active[number].down(
      Finger(serial: contact.serial, start: contact.start, location: contact.location), at: moment)
    contact.recognizers.append(number)
    reached.count += 1
    if !active[number].state.isFinal { reached.unfinished += 1 }
    if active[number].state == .possible {
      reached.addUndecided([number], self[number].description.rank)
    }
    markChanged(number)
  }

  private mutating func lift(_ touch: Touch, at moment: Instant) {
    guard let contact = contacts.removeValue(forKey: touch.id) else { return }
    for number in contact.recognizers where active.contains(number) {
      active[number].lift(contact.serial, isCancelled: touch.phase == .cancel, at: moment)
      markChanged(number)
    }
  }
}

extension RecognizerDescription {
  /// The number of taps; 0 for all other kinds. A tap that is recognized makes only undecided recognizers of
  /// a lower rank fail. Any other kind that begins makes all of them fail.
  var rank: Int { kind.isTap ? tapCount : 0 }
}
