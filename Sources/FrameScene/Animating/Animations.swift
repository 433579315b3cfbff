import FrameModel

/// The animations of one layer, in the order in which the script came to them.
struct Animations: Hashable, Sendable {
  private(set) var all: [LayerAnimation] = []

  /// When the last one is over, in seconds.
  var end: Double { all.map(\.end).max() ?? 0 }

  /// - Parameter now: when the script comes to it, in seconds.
  mutating func add(_ animation: LayerAnimation, now: Double) {
    var animation = animation
    animation.continues = all.contains { $0.change == animation.change && $0.end > now }
    all.append(animation)
  }

  /// Whether anything is not where it will be.
  ///
  /// - Parameter frame: animations that were declared later do not count.
  func run(at time: Double, in frame: Int) -> Bool {
    all.contains { $0.declared <= frame && time < $0.end }
  }

  /// What is shown of a layer that is itself changed at once.
  ///
  /// What a statement or a gesture changes meanwhile is there at once, too: of what an animation says outright it is the
  /// end of that, and to a transform it is added.
  func presented(_ model: Layer.State, at time: Double, in frame: Int) -> Layer.State {
    let known = all.prefix { $0.declared <= frame }
    guard known.contains(where: { time < $0.end }) else { return model }
    var state = model
    for change: LayerAnimation.Change in [.opacity, .trim, .fill, .stroke] {
      let own = known.filter { $0.change == change }
      guard let last = own.last, time < last.end, state.has(change, last.to) else { continue }
      state.show(change, Self.active(own, at: time).numbers(at: time))
    }
    for animation in known where animation.change == .move && time < animation.end {
      let now = animation.numbers(at: time)
      state.position.x += now[0] - animation.to[0]
      state.position.y += now[1] - animation.to[1]
    }
    state.transform = transform(of: model, known.filter(\.change.isOfTransform), at: time)
    return state
  }

  /// Of several that each say what something is: the last that has begun. Before the first it is that one, whose
  /// beginning is shown while it waits.
  private static func active(_ own: [LayerAnimation], at time: Double) -> LayerAnimation {
    var first = own.count - 1
    while own[first].continues { first -= 1 }
    return own[first...].last { $0.start <= time } ?? own[first]
  }

  /// Goes through what has happened to the transform since the first animation that is not over, with each animation
  /// as far as it has come.
  private func transform(
    of model: Layer.State, _ known: [LayerAnimation], at time: Double
  ) -> AffineTransform {
    guard let first = known.firstIndex(where: { time < $0.end }) else { return model.transform }
    var shown = known[first].before
    var reached = shown
    for animation in known[first...] {
      shown = shown.following(from: reached, to: animation.before)
      shown = animation.applied(to: shown, at: time)
      reached = animation.after
    }
    return shown.following(from: reached, to: model.transform)
  }
}

extension LayerAnimation {
  fileprivate func applied(to shown: AffineTransform, at time: Double) -> AffineTransform {
    switch change {
    case .edit(let kind, let pivot):
      return TransformEdit(kind, numbers(at: time), about: pivot).applied(to: shown)
    case .transform:
      if time >= end { return after }
      if continues, time < start { return shown }
      return AffineTransform(AffineTransformComponents(numbers(at: time)))
    default: return shown
    }
  }
}

extension AffineTransform {
  /// This one after what has led from one to the other, in the parent's axes, as gestures edit.
  fileprivate func following(from old: AffineTransform, to new: AffineTransform) -> AffineTransform {
    guard old != new else { return self }
    return old.inverse.map { concatenating($0).concatenating(new) } ?? new
  }
}

extension Layer.State {
  /// Whether it still is what an animation has made it.
  fileprivate func has(_ change: LayerAnimation.Change, _ numbers: [Double]) -> Bool {
    var made = self
    made.show(change, numbers)
    return made.look == look && made.opacity == opacity
  }
}
