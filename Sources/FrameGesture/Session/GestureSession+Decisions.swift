import FrameModel

// What recognizers that have seen the same touches make of each other.
extension GestureSession {
  /// At one instant: first what each does by itself, then who may begin, in the order of attachment,
  /// until nobody is left who may. Only recognizers to which something has happened are looked at: whatever else is
  /// ready waits for one that has not decided yet.
  mutating func decide(into actions: inout EventQueue) {
    if isUnsettled {
      blocked = [:]
      for number in runs.numbers { note(number) }
    }
    isUnsettled = false
    let numbers = changed
    changed.removeAll(keepingCapacity: true)
    for number in numbers where runs.contains(number) {
      runs[number].isNoted = false
      report(number, into: &actions)
      if runs[number].isReady { ready.insert(number) }
      ending.append(number)
    }
    while let number = ready.popFirst() {
      guard runs.contains(number), runs[number].isReady else { continue }
      if let other = blocker(of: number) {
        blocked[other, default: []].insert(number)
      } else {
        attempt(number, into: &actions)
      }
    }
    forgetFinished()
    actions.endInstant()
  }

  /// Failures, changes and ends, which need nobody's leave.
  private mutating func report(_ number: Int, into actions: inout EventQueue) {
    let isChanged = runs[number].takeChange()
    switch runs[number].state {
    case .possible:
      if runs[number].isCancelled || runs[number].stage == .failed {
        turn(number, to: .failed, into: &actions)
      }
    case .began, .changed:
      if isChanged { turn(number, to: .changed, into: &actions) }
      if runs[number].isCancelled {
        turn(number, to: .cancelled, into: &actions)
      } else if runs[number].isOver {
        turn(number, to: .ended, into: &actions)
      }
    case .ended, .recognized, .cancelled, .failed: break
    }
  }

  /// One that must fail first and is still undecided. One that follows none of these touches has
  /// nothing to say about them.
  private func blocker(of number: Int) -> Int? {
    self[number].requires.first { other in
      runs.contains(other) && runs[other].state == .possible && runs[number].shares(with: runs[other])
    }
  }

  /// One that is ready and waits for none begins, unless another has been quicker.
  private mutating func attempt(_ number: Int, into actions: inout EventQueue) {
    if isTooLate(number) { return turn(number, to: .failed, into: &actions) }
    let description = self[number].description
    let isDiscrete = description.kind.isDiscrete
    runs[number].begin(settings)
    turn(number, to: isDiscrete ? .recognized : .began, into: &actions)
    for serial in runs[number].sequence {
      for rank in (reached[serial]?.undecided ?? [:]).keys
      where description.rank == 0 || rank < description.rank {
        prevent(serial, rank, by: number, into: &actions)
      }
    }
    for other in self[number].requiredBy where runs.contains(other) && runs[other].state == .possible {
      if runs[number].shares(with: runs[other]) { turn(other, to: .failed, into: &actions) }
    }
    if !isDiscrete, runs[number].isOver { turn(number, to: .ended, into: &actions) }
  }

  private func isTooLate(_ number: Int) -> Bool {
    let attachment = self[number]
    return active.contains { other in
      other != number && !attachment.simultaneous.contains(other) && runs[number].shares(with: runs[other])
    }
      || attachment.requires.contains { other in
        runs.contains(other) && runs[other].state != .failed && runs[number].shares(with: runs[other])
      }
  }

  /// One that begins makes those fail that a touch has reached too, but not those beside which it may begin. Fewer
  /// taps cannot prevent more.
  private mutating func prevent(_ serial: Int, _ rank: Int, by number: Int, into actions: inout EventQueue) {
    let others = reached[serial]?.undecided.removeValue(forKey: rank) ?? []
    var left: [Int] = []
    for other in others where runs.contains(other) && runs[other].state == .possible {
      // The run that the touch reached may be over, and this one another of the same recognizer.
      guard runs[other].wasReached(by: serial) else { continue }
      if self[number].simultaneous.contains(other) {
        left.append(other)
      } else {
        turn(other, to: .failed, into: &actions)
      }
    }
    if !left.isEmpty { reached[serial]?.undecided[rank] = left }
  }

  private mutating func turn(_ number: Int, to state: GestureState, into actions: inout EventQueue) {
    let wasPossible = runs[number].state == .possible
    runs[number].become(state)
    var value = runs[number].tell()
    if state == .failed {
      // Nothing came of it.
      let seen = value
      value = GestureValue(location: seen.location)
      value.touches = seen.touches
    }
    let description = self[number].description
    actions.add(
      GestureEvent(
        time: now, recognizer: number, name: description.name, kind: description.kind,
        target: description.target, state: state, value: value))
    if wasPossible {
      for waiting in blocked.removeValue(forKey: number) ?? [] { ready.insert(waiting) }
    }
    if state.isActive { active.insert(number) }
    if state.isFinal { finish(number) }
  }

  /// One that has come to its end may be all that others waited for.
  private mutating func finish(_ number: Int) {
    active.remove(number)
    ending.append(number)
    for serial in runs[number].sequence {
      reached[serial]?.unfinished -= 1
      guard reached[serial]?.unfinished == 0 else { continue }
      ending += reached[serial]?.waiting ?? []
      reached[serial]?.waiting = []
    }
  }

  /// Those that have come to an end are possible again when their touches are up. One that was recognized waits
  /// until nobody who shares one of them is undecided or under way: else one tap of two would be recognized
  /// twice. One that failed does not, or a drag soon after a tap would be lost.
  private mutating func forgetFinished() {
    while let number = ending.popLast() {
      guard runs.contains(number), isFinished(number) else { continue }
      lastStates[number] = runs[number].state
      remove(number)
    }
  }

  private mutating func isFinished(_ number: Int) -> Bool {
    guard runs[number].state.isFinal, runs[number].touchesDown == 0 else { return false }
    if runs[number].state == .failed { return true }
    for serial in runs[number].sequence where reached[serial].map({ $0.unfinished > 0 }) ?? false {
      reached[serial]?.waiting.append(number)
      return false
    }
    return true
  }
}
