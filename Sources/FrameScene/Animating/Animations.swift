import FrameGeometry

/// The animations of one layer, in the order of their declaration.
struct Animations: Equatable, Sendable {
  private var all: [LayerAnimation] = []
  /// For each animation, the time at which all up to it are over, in seconds.
  private var ends: [Double] = []
  /// For each change, the indices of the animations that make it.
  private var changes: [LayerAnimation.Change: Track] = [:]
  /// The indices of the animations of the layer's position, and of its transform.
  private var moves: [Int] = []
  private var transforms: [Int] = []
  /// Those of its perspective.
  private var perspectives: [Int] = []

  /// The animations of one change.
  private struct Track: Equatable, Sendable {
    var places: [Int] = []
    /// For each animation, the index of the first of the run of animations that continue each other up to it.
    var first: [Int] = []
    var end = -Double.infinity
  }

  /// True if any of them moves the layer or changes its transform.
  var changeGeometry: Bool { !moves.isEmpty || !transforms.isEmpty || !perspectives.isEmpty }

  /// The end of the last animation that ends, in seconds; 0 if there is none.
  var end: Double { all.lazy.filter { !$0.isEndless }.map(\.end).max() ?? 0 }

  /// The animations without an end.
  var endless: [LayerAnimation] { all.filter(\.isEndless) }

  var areEndless: Bool { all.allSatisfy(\.isEndless) }
  var areFinite: Bool { !(ends.last == .infinity) }

  /// - Parameters:
  ///   - now: the time when the animation is declared, in seconds.
  ///   - startsAnew: true if earlier animations of the same change no longer count.
  mutating func add(_ animation: LayerAnimation, now: Double, startsAnew: Bool) {
    var animation = animation
    var track = changes.removeValue(forKey: animation.change) ?? Track()
    animation.continues = !startsAnew && track.end > now
    track.first.append(animation.continues ? track.first[track.first.count - 1] : track.places.count)
    track.places.append(all.count)
    track.end = max(track.end, animation.end)
    changes[animation.change] = track
    if animation.change == .move { moves.append(all.count) }
    if animation.change.isOfTransform { transforms.append(all.count) }
    if animation.change.isOfPerspective { perspectives.append(all.count) }
    ends.append(max(ends.last ?? -.infinity, animation.end))
    all.append(animation)
  }

  /// Returns whether any animation is active or waiting.
  ///
  /// - Parameter frame: animations that were declared later do not count.
  func run(at time: Double, in frame: Int) -> Bool {
    let known = known(in: frame)
    return known > 0 && time < ends[known - 1]
  }

  /// Returns the number declared by a frame; animations are in order of declaration.
  private func known(in frame: Int) -> Int { all.partitioningIndex { $0.declared > frame } }

  /// Returns the state to show for a layer, whose own state changes at once.
  ///
  /// Changes by statements or gestures also show at once: they end an animation that sets the same value, and are
  /// added to one of the transform.
  ///
  /// - Parameter only: the only change to apply; nil for all.
  func presented(
    _ model: SceneLayer.State, at time: Double, in frame: Int, only: LayerAnimation.Change? = nil
  ) -> SceneLayer.State {
    let known = known(in: frame)
    guard known > 0, time < ends[known - 1] else { return model }
    var state = model
    for change: LayerAnimation.Change in [.opacity, .trim, .fill, .stroke] where only ?? change == change {
      guard let track = changes[change],
        let last = track.places.partitioningIndex(where: { $0 >= known }).before
      else { continue }
      let end = all[track.places[last]]
      guard time < end.end, state.has(change, end.to) else { continue }
      state.show(change, active(track, last, at: time).numbers(at: time))
    }
    for (change, track) in changes {
      guard case .effect(let effect, let place) = change, only ?? change == change,
        let last = track.places.partitioningIndex(where: { $0 >= known }).before
      else { continue }
      let end = all[track.places[last]]
      guard time < end.end, model.effects.indices.contains(place),
        // An effect that was undone, or replaced by another one, is not animated.
        model.effects[place] == effect.with(end.to)
      else { continue }
      state.show(change, active(track, last, at: time).numbers(at: time))
    }
    let last = perspectives.prefix { $0 < known }.last.map { all[$0] }
    if let last, time < last.end, only?.isOfPerspective ?? true, state.has(last.change, last.to) {
      let shown = perspectives.prefix { $0 < known }.map { all[$0] }
      let active = shown.last { $0.start <= time } ?? shown[0]
      state.show(active.change, active.numbers(at: time))
    }
    guard only ?? .transform == .transform else { return state }
    for place in moves.prefix(while: { $0 < known }) where time < all[place].end {
      let now = all[place].numbers(at: time)
      state.position.x += now[0] - all[place].to[0]
      state.position.y += now[1] - all[place].to[1]
    }
    state.transform = transform(of: model, transforms.prefix { $0 < known }, at: time)
    return state
  }

  /// Of several animations that set a value, returns the last that has begun; before the first begins, that one,
  /// whose start value is shown while it waits.
  private func active(_ track: Track, _ last: Int, at time: Double) -> LayerAnimation {
    let own = track.places[track.first[last]...last]
    return all[own.last { all[$0].start <= time } ?? own[own.startIndex]]
  }

  /// Replays what has happened to the transform since the first animation that is not over, with each animation at
  /// its current progress.
  private func transform(
    of model: SceneLayer.State, _ known: ArraySlice<Int>, at time: Double
  ) -> AffineTransform {
    guard let first = known.firstIndex(where: { time < all[$0].end }) else { return model.transform }
    var shown = all[known[first]].before
    var reached = shown
    for place in known[first...] {
      shown = shown.following(from: reached, to: all[place].before)
      shown = all[place].applied(to: shown, at: time)
      reached = all[place].after
    }
    return shown.following(from: reached, to: model.transform)
  }
}

extension Int {
  /// The last index for this count; nil for 0.
  fileprivate var before: Int? { self > 0 ? self - 1 : nil }
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
  /// Returns this transform after the change from one to the other, in the parent's axes, as gestures edit.
  fileprivate func following(from old: AffineTransform, to new: AffineTransform) -> AffineTransform {
    guard old != new else { return self }
    return old.inverse.map { concatenating($0).concatenating(new) } ?? new
  }
}

extension SceneLayer.State {
  /// Returns whether it is still what an animation made it.
  fileprivate func has(_ change: LayerAnimation.Change, _ numbers: [Double]) -> Bool {
    var made = self
    made.show(change, numbers)
    return made.look == look && made.opacity == opacity && made.placement == placement
  }
}
