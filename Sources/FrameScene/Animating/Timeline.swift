import FrameGeometry
import FrameImage

/// A run in virtual time: the scene in each frame. A value, so frames can be planned in any order and on any thread.
package struct Timeline: Sendable {
  /// The scene at the end, which a still image shows.
  package let end: Scene
  package let rate: FrameRate
  /// At least one: the first shows the beginning and the last the end.
  package let frames: Int
  let versions: [Int: [LayerSnapshot]]
  /// The frames for which there are snapshots.
  let changes: Set<Int>
  let animations: [Int: Animations]
  /// nil for a timeline from the beginning of the run to its end.
  let loop: TimelineLoop?

  private var hasEndlessAnimations: Bool { animations.values.contains { !$0.areFinite } }

  /// The time from the first frame to the last, in seconds.
  package var duration: Double { rate.time(of: frames - 1) }

  /// Returns the scene in a frame.
  ///
  /// The canvas is that of the end, because the last `background`, `filter` and so on apply to all frames.
  package func scene(at frame: Int) -> Scene {
    var scene = end
    let isLast = frame == frames - 1
    if isLast, !hasEndlessAnimations { return scene }
    for (layer, versions) in versions {
      versions[max(0, versions.partitioningIndex { $0.frame > frame } - 1)].restore(&scene[layer])
    }
    let time = time(of: frame)
    for (layer, animations) in animations {
      scene[layer].state = animations.presented(scene.layers[layer].state, at: time, in: frame)
    }
    return scene
  }

  /// Returns whether a layer and the groups around it have the same place in all frames.
  func staysInPlace(_ layer: Int) -> Bool {
    var next: Int? = layer
    while let index = next {
      guard versions[index] == nil, !(animations[index]?.changeGeometry ?? false) else { return false }
      next = end.layers[index].parent
    }
    return true
  }

  /// Returns the time that a frame shows, in seconds.
  private func time(of frame: Int) -> Double { loop?.time(of: frame) ?? rate.time(of: frame) }

  /// Returns whether a frame certainly shows the same as the one before.
  package func stands(at frame: Int) -> Bool {
    guard !changes.contains(frame) else { return false }
    let before = time(of: frame - 1)
    return !animations.values.contains { $0.run(at: before, in: frame) }
  }
}

/// The part of a layer that can change during a run, from a frame on.
struct LayerSnapshot: Equatable, Sendable {
  let frame: Int
  private let state: SceneLayer.State
  private let content: SceneLayer.Content
  private let lastEdit: Origin

  init(_ layer: SceneLayer, from frame: Int) {
    self.frame = frame
    (state, content, lastEdit) = (layer.state, layer.content, layer.lastEdit)
  }

  /// The snapshot of a layer that is not declared yet.
  static func missing(_ layer: SceneLayer) -> LayerSnapshot {
    var layer = layer
    layer.state.isHidden = true
    return LayerSnapshot(layer, from: 0)
  }

  /// Returns whether a layer no longer looks like this.
  func differs(from layer: SceneLayer) -> Bool { state != layer.state || content != layer.content }

  func restore(_ layer: inout SceneLayer) {
    (layer.state, layer.content, layer.lastEdit) = (state, content, lastEdit)
  }
}

/// Records how a scene changes during a run: a snapshot of each layer for each frame in which it differs
/// from the one before.
struct TimelineRecorder {
  /// nil if no frames are recorded: then only animations are kept.
  let rate: FrameRate?
  let limit: Int
  /// The first frame that shows what is happening now.
  private(set) var frame = 0
  private var known: [SceneLayer] = []
  private var versions: [Int: [LayerSnapshot]] = [:]
  private var changes: Set<Int> = []
  private(set) var animations: [Int: Animations] = [:]

  init(rate: FrameRate?, limit: Int) {
    (self.rate, self.limit) = (rate, limit)
  }

  /// - Parameter startsAnew: true if earlier animations of the same change no longer count.
  mutating func add(
    _ animation: LayerAnimation, to layer: Int, now: Double, startsAnew: Bool
  ) throws(LimitExceeded) {
    if let rate, !animation.isEndless { try check(rate.frame(at: animation.end) + 1) }
    var animation = animation
    animation.declared = frame
    animations[layer, default: Animations()].add(animation, now: now, startsAnew: startsAnew)
  }

  /// Returns the state to show for a layer, as far as known.
  ///
  /// - Parameter change: the only change to apply; nil for all.
  func presented(
    _ state: SceneLayer.State, of layer: Int, at time: Double, _ change: LayerAnimation.Change? = nil
  ) -> SceneLayer.State {
    animations[layer]?.presented(state, at: time, in: frame, only: change) ?? state
  }

  /// Returns whether a later frame than the current one is the first to show a time.
  func isOver(at time: Double) -> Bool { rate.map { $0.frame(at: time) > frame } ?? false }

  /// Returns when the current frame starts and ends, in seconds; nil if it has not ended at the given time.
  func frame(before time: Double) -> (start: Double, end: Double)? {
    guard let rate, isOver(at: time) else { return nil }
    return (rate.time(of: frame), rate.time(of: frame + 1))
  }

  /// Advances the time.
  ///
  /// - Parameters:
  ///   - scene: the scene until then.
  ///   - changed: its layers that have changed since the last call; nil for all.
  /// - Returns: the bytes that are held for it.
  mutating func advance(to time: Double, _ scene: Scene, changed: Set<Int>?) throws(LimitExceeded) -> Int {
    guard let rate else { return 0 }
    let next = rate.frame(at: time)
    guard next > frame else { return 0 }
    try check(next + 1)
    let bytes = note(scene, changed)
    frame = next
    return bytes
  }

  /// - Parameters:
  ///   - time: the end of the run.
  ///   - changed: as for `advance`.
  /// - Returns: nil if no frames are recorded.
  mutating func end(
    _ scene: Scene, at time: Double, changed: Set<Int>?
  ) throws(LimitExceeded) -> (timeline: Timeline, bytes: Int)? {
    guard let rate else { return nil }
    let bytes = try advance(to: time, scene, changed: changed).adding(note(scene, changed))
    if let looped = try loop(scene) { return (looped, bytes) }
    let end = animations.values.map(\.end).max() ?? 0
    let last = max(frame, rate.frame(at: end))
    try check(last + 1)
    let timeline = Timeline(
      end: scene, rate: rate, frames: last + 1, versions: versions, changes: changes, animations: animations,
      loop: nil)
    return (timeline, bytes)
  }

  /// Returns the timeline of one period, if all animations are endless and the run takes no time; nil otherwise.
  private func loop(_ scene: Scene) throws(LimitExceeded) -> Timeline? {
    guard let rate, frame == 0, !animations.isEmpty, animations.values.allSatisfy(\.areEndless) else {
      return nil
    }
    let loop = try TimelineLoop(of: animations.values.flatMap(\.endless), rate: rate, limit: limit)
    return Timeline(
      end: scene, rate: rate, frames: loop.frames, versions: versions, changes: changes,
      animations: animations,
      loop: loop)
  }

  private func check(_ frames: Int) throws(LimitExceeded) {
    guard frames <= limit else { throw LimitExceeded(.frames, needed: frames, allowed: limit) }
  }

  /// Takes snapshots of single layers: retaining the scene's array would make the next change copy all of it.
  ///
  /// - Returns: the bytes that are held for it.
  private mutating func note(_ scene: Scene, _ changed: Set<Int>?) -> Int {
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
