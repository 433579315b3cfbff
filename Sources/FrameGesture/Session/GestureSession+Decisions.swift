// Decisions between recognizers that share touches.
extension GestureSession {
  /// Makes all decisions at the current time. First each recognizer takes the transitions that depend on
  /// nothing else. Then recognizers that are ready begin, until none can: those on the deepest layer first, and on
  /// one layer in the order of attachment. Only
  /// recognizers that have changed are examined: every other one that is ready still waits for an undecided
  /// one.
  mutating func decide(into events: inout EventQueue) {
    if pending.isFull {
      pending.blocked = [:]
      for number in active.numbers { markChanged(number) }
    }
    pending.isFull = false
    // This loop marks no recognizer.
    for index in pending.changed.indices {
      let number = pending.changed[index]
      guard active.contains(number) else { continue }
      active[number].changes.isMarked = false
      report(number, into: &events)
      if active.isReady(number) { pending.ready.insert(ordered(number)) }
      pending.ending.append(number)
    }
    pending.changed.removeAll(keepingCapacity: true)
    while let number = pending.ready.popFirst()?.number {
      guard active.contains(number), active.isReady(number) else { continue }
      if let other = blocker(of: number) {
        pending.blocked[other, default: []].insert(number)
      } else {
        beginOrFail(number, into: &events)
      }
    }
    deactivateFinished()
    events.endInstant()
  }

  /// Sends the transitions that need no permission: failures, changes and ends.
  private mutating func report(_ number: Int, into events: inout EventQueue) {
    let isChanged = active[number].takeChange()
    switch active[number].state {
    case .possible:
      if active[number].changes.isCancelled {
        fail(number, self[number].isEnabled ? .canceled : .disabled, into: &events)
      } else if case .failed(let reason) = active[number].progress.stage {
        fail(number, reason, into: &events)
      }
    case .began, .changed:
      if isChanged { transition(number, to: .changed, into: &events) }
      if active[number].changes.isCancelled {
        transition(number, to: .cancelled, into: &events)
      } else if active[number].progress.isOver {
        transition(number, to: .ended, into: &events)
      }
    case .ended, .recognized, .cancelled, .failed: break
    }
  }

  /// Returns an undecided recognizer that must fail before this one may begin; nil if there is none. A
  /// recognizer that shares no touch with this one cannot block it.
  private func blocker(of number: Int) -> Int? {
    self[number].requires.first { other in
      active.contains(other) && active[other].state == .possible
        && active[number].sharesTouch(with: active[other])
    } ?? tapInside(number)
  }

  /// Returns an undecided tap recognizer with the same number of taps on a layer inside the layer of a tap recognizer;
  /// nil if there is none.
  private func tapInside(_ number: Int) -> Int? {
    let rank = self[number].description.rank
    guard rank > 0 else { return nil }
    for serial in active[number].sequence {
      guard let index = reached.index(of: serial) else { continue }
      for other in reached[index].undecided(rank)
      where other != number && active.contains(other) && active[other].state == .possible
        && active[other].depth > active[number].depth && active[other].received(serial)
        && !self[number].simultaneous.contains(other)
      {
        return other
      }
    }
    return nil
  }

  func ordered(_ number: Int) -> OrderedRecognizer {
    OrderedRecognizer(depth: active[number].depth, number: number)
  }

  /// Begins a ready, unblocked recognizer, or makes it fail if another one has begun first.
  private mutating func beginOrFail(_ number: Int, into events: inout EventQueue) {
    if let other = preventer(of: number) {
      return fail(number, .prevented(by: other), into: &events)
    }
    let description = self[number].description
    let isDiscrete = description.kind.isDiscrete
    active[number].begin(settings)
    transition(number, to: isDiscrete ? .recognized : .began, into: &events)
    for serial in active[number].sequence {
      for rank in reached.index(of: serial).map({ reached[$0].ranks }) ?? []
      where description.rank == 0 || rank <= description.rank {
        prevent(serial, rank, by: number, into: &events)
      }
    }
    for other in self[number].requiredBy where active.contains(other) && active[other].state == .possible {
      if active[number].sharesTouch(with: active[other]) {
        fail(other, .prevented(by: number), into: &events)
      }
    }
    if !isDiscrete, active[number].progress.isOver { transition(number, to: .ended, into: &events) }
  }

  /// Returns a recognizer in progress that excludes this one, or one that had to fail for it and has not; nil if there is none.
  private func preventer(of number: Int) -> Int? {
    let attachment = self[number]
    var first: Int?
    // Of several, the first one: sets have no order, and messages must be the same each time.
    for other in inProgress
    where other != number && other < first ?? .max && !attachment.simultaneous.contains(other)
      && active[number].sharesTouch(with: active[other])
    {
      first = other
    }
    return first
      ?? attachment.requires.first { other in
        active.contains(other) && active[other].state != .failed
          && active[number].sharesTouch(with: active[other])
      }
  }

  /// Makes the undecided recognizers of one rank that share a touch fail when a recognizer begins, except
  /// those that may be in progress at the same time. A tap recognizer cannot prevent one that needs more taps. One that
  /// needs as many taps is prevented only on a layer around its layer.
  private mutating func prevent(_ serial: Int, _ rank: Int, by number: Int, into events: inout EventQueue) {
    guard let index = reached.index(of: serial) else { return }
    let others = reached[index].takeUndecided(rank)
    let isEqualTap = rank > 0 && rank == self[number].description.rank
    var left: [Int] = []
    for other in others where active.contains(other) && active[other].state == .possible {
      // The recognizer that the touch reached may have been deactivated and activated again since.
      guard active[other].received(serial) else { continue }
      if self[number].simultaneous.contains(other)
        || isEqualTap && active[other].depth >= active[number].depth
      {
        left.append(other)
      } else {
        fail(other, .prevented(by: number), into: &events)
      }
    }
    if !left.isEmpty, let index = reached.index(of: serial) { reached[index].addUndecided(left, rank) }
  }

  private mutating func fail(_ number: Int, _ reason: FailureReason, into events: inout EventQueue) {
    let after = now - active[number].startedAt
    transition(number, to: .failed, failure: GestureFailure(reason: reason, after: after), into: &events)
  }

  private mutating func transition(
    _ number: Int, to state: GestureState, failure: GestureFailure? = nil, into events: inout EventQueue
  ) {
    let wasPossible = active[number].state == .possible
    active[number].become(state)
    var value = active[number].takeValue()
    if state == .failed {
      // A failed gesture reports only its location and its number of touches.
      value = GestureValue(location: value.location, touches: value.touches)
    }
    let description = self[number].description
    events.add(
      GestureEvent(
        time: now, recognizer: number, name: description.name, kind: description.kind,
        target: description.target, state: state, value: value, failure: failure))
    if wasPossible, !pending.blocked.isEmpty {
      for waiting in pending.blocked.removeValue(forKey: number) ?? [] where active.contains(waiting) {
        pending.ready.insert(ordered(waiting))
      }
    }
    if state == .began { inProgress.insert(number) }
    if state.isFinal { finish(number) }
  }

  /// Records the end of a recognizer. It may be the last one that others waited for.
  private mutating func finish(_ number: Int) {
    if !inProgress.isEmpty { inProgress.remove(number) }
    pending.ending.append(number)
    for serial in active[number].sequence {
      guard let index = reached.index(of: serial) else { continue }
      reached[index].unfinished -= 1
      guard reached[index].unfinished == 0 else { continue }
      pending.ending += reached[index].waiting
      reached[index].waiting = []
    }
  }

  /// Returns ended recognizers to `possible` once their touches are up. A recognized one waits until no
  /// recognizer that shares a touch with it is undecided or in progress; otherwise a double tap would also be
  /// recognized as two taps. A failed one does not wait; otherwise a drag soon after a tap would be lost.
  private mutating func deactivateFinished() {
    while let number = pending.ending.popLast() {
      guard active.contains(number), isFinished(number) else { continue }
      deactivate(number)
    }
  }

  private mutating func isFinished(_ number: Int) -> Bool {
    guard active[number].state.isFinal, active[number].touchesDown == 0 else { return false }
    if active[number].state == .failed { return true }
    for serial in active[number].sequence {
      guard let index = reached.index(of: serial), reached[index].unfinished > 0 else { continue }
      reached[index].waiting.append(number)
      return false
    }
    return true
  }
}

/// The events of one call, in the order in which they are sent. Events at an earlier time come first. At one
/// time, failures, which send no action, come first; then pans, pinches, rotations and all others, in this
/// order. Equal ones follow the order of attachment.
struct EventQueue {
  private(set) var ordered: [GestureEvent] = []
  private var instant = 0

  mutating func add(_ event: GestureEvent) { ordered.append(event) }

  /// Sorts the events that were added since the previous call. Events of one recognizer keep their order.
  mutating func endInstant() {
    defer { instant = ordered.count }
    guard ordered.count - instant > 1 else { return }
    let keys = ordered[instant...].map(Self.key)
    // Most instants are in order already.
    guard zip(keys, keys.dropFirst()).contains(where: { $0 > $1 }) else { return }
    let order = keys.indices.sorted { a, b in keys[a] == keys[b] ? a < b : keys[a] < keys[b] }
    ordered.replaceSubrange(instant..., with: order.map { ordered[instant + $0] })
  }

  private static func key(_ event: GestureEvent) -> (Int, Int, Int) {
    (event.isAction ? 1 : 0, rank(event.kind), event.recognizer)
  }

  private static func rank(_ kind: RecognizerKind) -> Int {
    switch kind {
    case .pan: 0
    case .pinch: 1
    case .rotation: 2
    default: 3
    }
  }
}
