import FrameModel

// What recognizers that have seen the same touches make of each other.
extension GestureSession {
  /// At one instant: first what each does by itself, then who may begin, in the order of attachment,
  /// until nobody is left who may.
  mutating func decide(into actions: inout Actions) {
    actions.beginInstant()
    isUnsettled = false
    for index in runs.indices { report(index, into: &actions) }
    while let index = nextToBegin() { attempt(index, into: &actions) }
    forgetFinished()
  }

  /// Failures, changes and ends, which need nobody's leave.
  private mutating func report(_ index: Int, into actions: inout Actions) {
    let isChanged = runs[index].takeChange()
    switch runs[index].state {
    case .possible:
      if runs[index].isCancelled || runs[index].stage == .failed {
        turn(index, to: .failed, into: &actions)
      }
    case .began, .changed:
      if isChanged { turn(index, to: .changed, into: &actions) }
      if runs[index].isCancelled {
        turn(index, to: .cancelled, into: &actions)
      } else if runs[index].isOver {
        turn(index, to: .ended, into: &actions)
      }
    case .ended, .recognized, .cancelled, .failed: break
    }
  }

  private func nextToBegin() -> Int? {
    for index in runs.indices where runs[index].isReady {
      if !isBlocked(index) { return index }
    }
    return nil
  }

  /// Whether one that must fail first is still undecided. One that follows none of these touches has
  /// nothing to say about them.
  private func isBlocked(_ index: Int) -> Bool {
    for number in requirements(of: index) {
      guard let other = runIndex(number) else { continue }
      if runs[other].state == .possible, runs[index].shares(with: runs[other]) { return true }
    }
    return false
  }

  /// One that is ready and waits for none begins, unless another has been quicker.
  private mutating func attempt(_ index: Int, into actions: inout Actions) {
    let isTooLate = runs.indices.contains { other in
      guard other != index, runs[index].shares(with: runs[other]) else { return false }
      let state = runs[other].state
      return state.isActive && !areSimultaneous(index, other)
        || state != .failed && waits(index, for: other)
    }
    if isTooLate { return turn(index, to: .failed, into: &actions) }

    let isDiscrete = self[runs[index].number].description.kind.isDiscrete
    runs[index].begin(settings)
    turn(index, to: isDiscrete ? .recognized : .began, into: &actions)
    for other in runs.indices where other != index && runs[other].state == .possible {
      guard runs[index].shares(with: runs[other]) else { continue }
      if prevents(index, other) || waits(other, for: index) { turn(other, to: .failed, into: &actions) }
    }
    if !isDiscrete, runs[index].isOver { turn(index, to: .ended, into: &actions) }
  }

  private mutating func turn(_ index: Int, to state: GestureState, into actions: inout Actions) {
    runs[index].become(state)
    var value = runs[index].tell()
    if state == .failed {
      // Nothing came of it.
      let seen = value
      value = GestureValue(location: seen.location)
      value.touches = seen.touches
    }
    let description = self[runs[index].number].description
    actions.add(
      GestureEvent(
        time: now, recognizer: runs[index].number, name: description.name, kind: description.kind,
        target: description.target, state: state, value: value))
  }

  /// Those that have come to an end are possible again when their touches are up. One that was recognised waits
  /// until nobody who shares one of them is undecided or under way: else one tap of two would be recognised
  /// twice. One that failed does not, or a drag soon after a tap would be lost.
  private mutating func forgetFinished() {
    for index in runs.indices.reversed() where isFinished(index) {
      lastStates[runs[index].number] = runs[index].state
      runs.remove(at: index)
    }
  }

  private func isFinished(_ index: Int) -> Bool {
    guard runs[index].state.isFinal, runs[index].touchesDown == 0 else { return false }
    if runs[index].state == .failed { return true }
    for other in runs.indices where !runs[other].state.isFinal {
      if runs[index].shares(with: runs[other]) { return false }
    }
    return true
  }
}
