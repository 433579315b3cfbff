import FrameModel

/// The animations of one layer, in the order in which the script came to them.
struct Animations: Hashable, Sendable {
  private var all: [LayerAnimation] = []
  /// When all up to each of them are over, in seconds.
  private var ends: [Double] = []
  /// Of each change those that make it, by their places among all.
  private var changes: [LayerAnimation.Change: Track] = [:]
  /// Those of the layer's place, and of its transform, by their places among all.
  private var moves: [Int] = []
  private var transforms: [Int] = []

  /// The animations of one change.
  private struct Track: Hashable, Sendable {
    var places: [Int] = []
    /// For each, where among them the run of those begins that continue each other up to it.
    var first: [Int] = []
    var end = -Double.infinity
  }

  /// When the last one is over, in seconds.
  var end: Double { ends.last ?? 0 }

  /// - Parameter now: when the script comes to it, in seconds.
  mutating func add(_ animation: LayerAnimation, now: Double) {
    var animation = animation
    var track = changes.removeValue(forKey: animation.change) ?? Track()
    animation.continues = track.end > now
    track.first.append(animation.continues ? track.first[track.first.count - 1] : track.places.count)
    track.places.append(all.count)
    track.end = max(track.end, animation.end)
    changes[animation.change] = track
    if animation.change == .move { moves.append(all.count) }
    if animation.change.isOfTransform { transforms.append(all.count) }
    ends.append(max(ends.last ?? -.infinity, animation.end))
    all.append(animation)
  }

  /// Whether anything is not where it will be.
  ///
  /// - Parameter frame: animations that were declared later do not count.
  func run(at time: Double, in frame: Int) -> Bool {
    let known = known(in: frame)
    return known > 0 && time < ends[known - 1]
  }

  /// How many were declared by a frame: none was declared before the one in front of it.
  private func known(in frame: Int) -> Int { all.prefixCount { $0.declared > frame } }

  /// What is shown of a layer that is itself changed at once.
  ///
  /// What a statement or a gesture changes meanwhile is there at once, too: of what an animation says outright it is the
  /// end of that, and to a transform it is added.
  ///
  /// - Parameter only: a change of which alone is asked; nil for all.
  func presented(
    _ model: Layer.State, at time: Double, in frame: Int, only: LayerAnimation.Change? = nil
  ) -> Layer.State {
    let known = known(in: frame)
    guard known > 0, time < ends[known - 1] else { return model }
    var state = model
    for change: LayerAnimation.Change in [.opacity, .trim, .fill, .stroke] where only ?? change == change {
      guard let track = changes[change], let last = track.places.prefixCount(until: { $0 >= known }).before
      else { continue }
      let end = all[track.places[last]]
      guard time < end.end, state.has(change, end.to) else { continue }
      state.show(change, active(track, last, at: time).numbers(at: time))
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

  /// Of several that each say what something is: the last that has begun. Before the first it is that one, whose
  /// beginning is shown while it waits.
  private func active(_ track: Track, _ last: Int, at time: Double) -> LayerAnimation {
    let own = track.places[track.first[last]...last]
    return all[own.last { all[$0].start <= time } ?? own[own.startIndex]]
  }

  /// Goes through what has happened to the transform since the first animation that is not over, with each animation
  /// as far as it has come.
  private func transform(
    of model: Layer.State, _ known: ArraySlice<Int>, at time: Double
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

extension Array {
  /// How many elements stand before the first for which something holds, where it holds for all after that one.
  func prefixCount(until predicate: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Int {
  /// The index of the last of so many; nil for none.
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
