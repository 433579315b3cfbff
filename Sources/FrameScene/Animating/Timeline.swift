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
