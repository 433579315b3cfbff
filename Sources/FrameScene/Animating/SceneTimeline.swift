import FrameGeometry
import FrameImage

/// The virtual time of a run: it animates layers, and records the scene in each frame if frames are requested. A layer
/// has its new value at once; what is shown meanwhile is recorded.
final class SceneTimeline {
  private let account: RunAccount
  private let editor: SceneEditor
  private var recorder: TimelineRecorder
  /// The origin of the last animation without an end.
  private var endlessOrigin: Origin?

  /// - Parameter rate: nil if only the end is needed.
  init(rate: FrameRate?, editor: SceneEditor) {
    (account, self.editor) = (editor.account, editor)
    recorder = TimelineRecorder(rate: rate, limit: editor.account.limits.frames)
  }

  func checkpoint() -> RunCheckpoint.Part { RunCheckpoint.part(of: self, \.recorder, \.endlessOrigin) }

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
      change: change, from: from, to: new.to, declared: 0, start: now + new.delay, duration: new.duration,
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
    try recording(at: origin) { recorder throws(LimitExceeded) in
      // If the effect is new, earlier animations of one at its place were undone.
      try recorder.add(animation, to: index, now: now, startsAnew: isNewEffect)
    }
  }

  /// Returns a layer as its animations show it at a time, in seconds.
  func presented(_ index: Int, at time: Double) -> SceneLayer {
    var layer = editor.scene.layers[index]
    layer.state = recorder.presented(layer.state, of: index, at: time)
    return layer
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
    let state = recorder.presented(layer.state, of: index, at: time, change)
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

  /// Lets time pass: everything from now on happens at that time, in seconds.
  func pass(to time: Double, at origin: Origin) throws(SceneError) {
    guard recorder.isOver(at: time) else { return }
    let changed = editor.modify { $0.changedForFrames.take() }
    let scene = editor.scene
    let bytes = try recording(at: origin) { recorder throws(LimitExceeded) in
      try recorder.advance(to: time, scene, changed: changed)
    }
    try account.hold(bytes, at: origin)
  }

  /// Returns when the current frame starts and ends, in seconds; nil if it has not ended at the given time.
  func frame(before time: Double) -> (start: Double, end: Double)? { recorder.frame(before: time) }

  /// - Returns: nil if nothing is recorded.
  func end(at time: Double) throws(SceneError) -> Timeline? {
    guard recorder.rate != nil else { return nil }
    let changed = editor.modify { $0.changedForFrames.take() }
    let scene = editor.scene
    let ended = try recording(at: endlessOrigin ?? Origin()) { recorder throws(LimitExceeded) in
      try recorder.end(scene, at: time, changed: changed)
    }
    try account.hold(ended?.bytes ?? 0, at: Origin())
    return ended?.timeline
  }

  private func recording<R>(
    at origin: Origin, _ body: (inout TimelineRecorder) throws(LimitExceeded) -> R
  ) throws(SceneError) -> R {
    try limited(body(&recorder), at: origin)
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
