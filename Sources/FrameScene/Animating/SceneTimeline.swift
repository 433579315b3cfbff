import FrameGeometry
import FrameImage

/// The virtual time of a run: it animates layers, and records the scene in each frame if frames are requested. A layer
/// has its new value at once; what is shown meanwhile is recorded.
final class SceneTimeline {
  private let account: RunAccount
  private let editor: SceneEditor
  /// nil if no frames are recorded: then only animations are kept.
  private let rate: FrameRate?
  /// The first frame that shows what is happening now.
  private var frame = 0
  /// The layers as the last snapshots show them.
  private var known: [SceneLayer] = []
  /// Snapshots of each layer, for each frame in which it differs from the one before.
  private var versions: [Int: [LayerSnapshot]] = [:]
  /// The frames for which there are snapshots.
  private var changes: Set<Int> = []
  private var animations: [Int: Animations] = [:]
  /// The origin of the last animation without an end.
  private var endlessOrigin: Origin?

  /// - Parameter rate: nil if only the end is needed.
  init(rate: FrameRate?, editor: SceneEditor) {
    (account, self.editor, self.rate) = (editor.account, editor, rate)
  }

  func checkpoint() -> RunCheckpoint.Part {
    RunCheckpoint.part(of: self, \.frame, \.known, \.versions, \.changes, \.animations, \.endlessOrigin)
  }

  // MARK: Animations

  /// Adds an animation to a layer, and gives the layer its value at the end.
  ///
  /// - Parameter now: the time in seconds.
  func add(
    _ new: NewAnimation, to index: Int, now: Double, at origin: Origin
  ) throws(SceneError) {
    let state = editor.scene.layers[index].state
    let change = new.change
    let isNewEffect = if case .effect(_, let place) = change { place == state.effects.count } else { false }
    try checkShape(change, of: index, at: origin)
    let from: [Double]
    if let own = new.from {
      from = own
    } else {
      from = try start(of: new, index, at: now + new.delay, origin)
    }
    if case .perspective(let perspective) = change {
      let layer = editor.scene.layers[index].name
      try placed(perspective.checkWay(from: from, to: new.to, new.easing, layer: layer), at: origin)
    }
    if new.rounds == .infinity { endlessOrigin = origin }
    var animation = LayerAnimation(
      change: change, from: from, to: new.to, declared: frame, start: now + new.delay, duration: new.duration,
      easing: new.easing, rounds: new.rounds)
    editor.log.addAnimation(
      until: animation.start + new.duration * (new.rounds == .infinity ? 1 : new.rounds))
    if change == .transform { animation.turnTheShorterWay() }
    try apply(new, to: index, at: origin)
    animation.before = state.transform
    animation.after = editor.scene.layers[index].state.transform
    // An effect at the end is that of the layer, which is counted there.
    let numberBytes = AllocatedBytes.growing(from.count + new.to.count, of: Double.self)
    try account.hold(
      AllocatedBytes.growing(1, of: LayerAnimation.self) + 4 * AllocatedBytes.header + numberBytes, at: origin
    )
    if let rate, !animation.isEndless { try check(rate.frame(at: animation.end) + 1, at: origin) }
    // If the effect is new, earlier animations of one at its place were undone.
    animations[index, default: Animations()].add(animation, now: now, startsAnew: isNewEffect)
  }

  /// Returns a layer as its animations show it at a time, in seconds.
  func presented(_ index: Int, at time: Double) -> SceneLayer {
    var layer = editor.scene.layers[index]
    layer.state = presented(layer.state, of: index, at: time)
    return layer
  }

  /// Returns the state to show for a layer, as far as known.
  ///
  /// - Parameter change: The only change to apply; nil for all.
  private func presented(
    _ state: SceneLayer.State, of layer: Int, at time: Double, _ change: LayerAnimation.Change? = nil
  ) -> SceneLayer.State {
    animations[layer]?.presented(state, at: time, in: frame, only: change) ?? state
  }

  private func checkShape(
    _ change: LayerAnimation.Change, of index: Int, at origin: Origin
  ) throws(SceneError) {
    let word: String
    switch change {
    case .trim: word = "trim"
    case .fill: word = "fill"
    case .stroke: word = "stroke"
    case .opacity, .move, .edit, .transform, .perspective, .effect: return
    }
    try editor.checkShape(editor.scene.layers[index], word, at: origin)
  }

  /// Returns the value shown when the animation begins.
  private func start(
    of new: NewAnimation, _ index: Int, at time: Double, _ origin: Origin
  ) throws(SceneError) -> [Double] {
    let change = new.change
    switch change {
    case .move, .edit(.rotate, _), .edit(.skew, _), .edit(.translate, _): return new.to.map { _ in 0 }
    case .edit(.scale, _): return new.to.map { _ in 1 }
    case .effect(let effect, let place) where place == editor.scene.layers[index].state.effects.count:
      return effect.unchanged(new.to)
    case .effect, .opacity, .trim, .fill, .stroke, .transform, .perspective: break
    }
    let layer = editor.scene.layers[index]
    let state = presented(layer.state, of: index, at: time, change)
    if let numbers = state.numbers(of: change, in: layer.shown) { return numbers }
    // If there is a gradient or nothing, the start value is that of the animation.
    let paint = change == .fill ? state.look.fill?.paint : state.look.stroke?.paint
    if case .gradient(let gradient) = paint, gradient.stops.contains(where: { $0.color.alpha > 0 }) {
      throw SceneError(.gradientAnimated(change == .fill ? "fill" : "stroke", layer: layer.name), at: origin)
    }
    return change == .fill ? [0, 0, 0, 0] : [0, 0, 0, 0, new.to[4]]
  }

  private func apply(
    _ new: NewAnimation, to index: Int, at origin: Origin
  ) throws(SceneError) {
    switch new.change {
    case .transform:
      let end = new.matrix ?? AffineTransform(AffineTransformComponents(new.to))
      try editor.setTransform(end, of: index, at: origin)
    case .edit(let kind, let pivot):
      let edit = TransformEdit(kind, new.to, about: pivot)
      let old = editor.scene.layers[index].state.transform
      try editor.setTransform(edit.applied(to: old), of: index, at: origin)
    case .move: try editor.edit(index, .move(Vector(dx: new.to[0], dy: new.to[1])), at: origin)
    case .perspective(let perspective):
      try editor.change(index, .perspective(perspective.change(new.to)), at: origin)
    case .opacity, .trim, .fill, .stroke, .effect:
      try editor.changeState(of: index, at: origin) { $0.show(new.change, new.to) }
    }
  }

  // MARK: Time

  /// Returns whether a later frame than the current one is the first to show a time.
  private func isOver(at time: Double) -> Bool { rate.map { $0.frame(at: time) > frame } ?? false }

  /// Returns when the current frame starts and ends, in seconds; nil if it has not ended at the given time.
  func frame(before time: Double) -> (start: Double, end: Double)? {
    guard let rate, isOver(at: time) else { return nil }
    return (rate.time(of: frame), rate.time(of: frame + 1))
  }

  /// Lets time pass: everything from now on happens at that time, in seconds.
  func pass(to time: Double, at origin: Origin) throws(SceneError) {
    guard isOver(at: time) else { return }
    let changed = editor.modify { $0.changedForFrames.take() }
    try account.hold(advance(to: time, changed, at: origin), at: origin)
  }

  /// - Returns: nil if nothing is recorded.
  func end(at time: Double) throws(SceneError) -> Timeline? {
    guard let rate else { return nil }
    let origin = endlessOrigin ?? Origin()
    let changed = editor.modify { $0.changedForFrames.take() }
    let bytes = try advance(to: time, changed, at: origin).adding(note(changed))
    let loop = try loop(rate, at: origin)
    let end = animations.values.map(\.end).max() ?? 0
    let frames = loop?.frames ?? max(frame, rate.frame(at: end)) + 1
    try check(frames, at: origin)
    try account.hold(bytes, at: Origin())
    return Timeline(
      end: editor.scene, rate: rate, frames: frames, versions: versions, changes: changes,
      animations: animations, loop: loop)
  }

  /// Advances the time of the recorded frames.
  ///
  /// - Parameter changed: The layers that have changed since the last call; nil for all.
  /// - Returns: The bytes that are held for it.
  private func advance(
    to time: Double, _ changed: Set<Int>?, at origin: Origin
  ) throws(SceneError) -> Int {
    guard let rate, isOver(at: time) else { return 0 }
    let next = rate.frame(at: time)
    try check(next + 1, at: origin)
    let bytes = note(changed)
    frame = next
    return bytes
  }

  /// Returns one period, if all animations are endless and the run takes no time; nil otherwise.
  private func loop(_ rate: FrameRate, at origin: Origin) throws(SceneError) -> TimelineLoop? {
    guard frame == 0, !animations.isEmpty, animations.values.allSatisfy(\.areEndless) else { return nil }
    let endless = animations.values.flatMap(\.endless)
    return try limited(TimelineLoop(of: endless, rate: rate, limit: account.limits.frames), at: origin)
  }

  private func check(_ frames: Int, at origin: Origin) throws(SceneError) {
    try origin.check(.frames, frames, atMost: account.limits.frames)
  }

  /// Takes snapshots of single layers: retaining the scene's array would make the next change copy all of it.
  ///
  /// - Returns: The bytes that are held for it.
  private func note(_ changed: Set<Int>?) -> Int {
    let scene = editor.scene
    let added = known.count..<scene.layers.count
    var count = 0
    for index in changed?.filter({ $0 < known.count }).sorted() ?? Array(known.indices) {
      let layer = scene.layers[index]
      let version = LayerSnapshot(layer, from: frame)
      guard version.differs(from: known[index]) else { continue }
      versions[index, default: [LayerSnapshot(known[index], from: 0)]].append(version)
      changes.insert(frame)
      known[index] = layer
      count += 1
    }
    for index in added {
      let layer = scene.layers[index]
      if frame > 0 { versions[index] = [.missing(layer), LayerSnapshot(layer, from: frame)] }
      changes.insert(frame)
      known.append(layer)
      count += 1
    }
    // A layer's first snapshot comes with a second one, and with an array of its own.
    let versionBytes = count.times(2 * MemoryLayout<LayerSnapshot>.stride + 2 * AllocatedBytes.header)
    return versionBytes.adding(AllocatedBytes.growing(added.count, of: SceneLayer.self))
  }
}

extension LayerAnimation {
  /// A transform rotates by at most half a turn.
  fileprivate mutating func turnTheShorterWay() {
    let turn = 2 * Double.pi
    while to[3] - from[3] > .pi { to[3] -= turn }
    while from[3] - to[3] > .pi { to[3] += turn }
  }
}
