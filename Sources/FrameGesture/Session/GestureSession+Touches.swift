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
  /// - Throws: `TouchProblem` if the frame is invalid. The session is then unchanged.
  @discardableResult
  package mutating func process(_ frame: TouchFrame, targets: (Touch) -> [Int]) throws(TouchProblem)
    -> [GestureEvent]
  {
    try check(frame)
    var events = EventQueue()
    advanceTime(to: frame.time, into: &events)
    let moment = Instant(time: now, settings: settings)
    move(frame.touches, at: moment)
    for touch in frame.touches where touch.phase == .down { down(touch, on: targets(touch), at: moment) }
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

  private func check(_ frame: TouchFrame) throws(TouchProblem) {
    try check(frame.time)
    if frame.touches.count > 1 {
      var seen: Set<Int> = []
      for touch in frame.touches where !seen.insert(touch.id).inserted { throw .twice(touch.id) }
    }
    for touch in frame.touches {
      guard touch.location.x.isFinite, touch.location.y.isFinite else { throw .notFinite }
      let isDown = contacts[touch.id] != nil
      if touch.phase == .down, isDown { throw .alreadyDown(touch.id) }
      if touch.phase != .down, !isDown { throw .notDown(touch.id) }
    }
  }

  private mutating func move(_ touches: [Touch], at moment: Instant) {
    var moved: [Int] = []
    for touch in touches where touch.phase != .down {
      guard let contact = contacts[touch.id] else { continue }
      guard touch.phase == .move || contact.location != touch.location else { continue }
      contacts[touch.id]?.location = touch.location
      for number in contact.recognizers where active.contains(number) {
        let wasMoved = active[number].isMoved
        active[number].setLocation(of: contact.serial, to: touch.location)
        if !wasMoved, active[number].isMoved { moved.append(number) }
      }
    }
    for number in moved {
      active[number].move(at: moment)
      markChanged(number)
    }
  }

  /// Delivers a touch to the recognizers that are attached to its targets.
  private mutating func down(_ touch: Touch, on targets: [Int], at moment: Instant) {
    let finger = Finger(serial: nextSerial, start: touch.location, location: touch.location)
    nextSerial += 1
    var contact = ActiveTouch(id: touch.id, serial: finger.serial, location: touch.location)
    var newlyReached = ReachedRecognizers()
    for target in targets {
      for number in numbers(on: target) where self[number].isEnabled {
        activate(number)
        // A ready tap that waits for another recognizer to fail belongs to earlier touches.
        if active[number].isReady, self[number].description.kind.isDiscrete { continue }
        active[number].down(finger, at: moment)
        contact.recognizers.append(number)
        newlyReached.count += 1
        if !active[number].state.isFinal { newlyReached.unfinished += 1 }
        if active[number].state == .possible {
          newlyReached.undecided[self[number].description.rank, default: []].append(number)
        }
        markChanged(number)
      }
    }
    contacts[touch.id] = contact
    if newlyReached.count > 0 { reached[finger.serial] = newlyReached }
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
