import FrameModel

/// A run in virtual time: the scene in each frame. A value, so frames can be planned in any order and on any thread.
public struct Timeline: Sendable {
  /// The scene at the end, which a still image shows.
  public let end: Scene
  public let rate: FrameRate
  /// At least one: the first shows the beginning and the last the end.
  public let frames: Int
  let versions: [Int: [LayerSnapshot]]
  /// The frames for which there are snapshots.
  let changes: Set<Int>
  let animations: [Int: Animations]

  /// The time from the first frame to the last, in seconds.
  public var duration: Double { rate.time(of: frames - 1) }

  /// Returns the scene in a frame.
  ///
  /// The canvas is that of the end, because the last `background`, `filter` and so on apply to all frames.
  public func scene(at frame: Int) -> Scene {
    var scene = end
    guard frame < frames - 1 else { return scene }
    for (layer, versions) in versions {
      versions[max(0, versions.prefixCount { $0.frame > frame } - 1)].restore(&scene[layer])
    }
    let time = rate.time(of: frame)
    for (layer, animations) in animations {
      scene[layer].state = animations.presented(scene.layers[layer].state, at: time, in: frame)
    }
    return scene
  }

  /// Returns whether a frame certainly shows the same as the one before.
  public func stands(at frame: Int) -> Bool {
    guard !changes.contains(frame) else { return false }
    let before = rate.time(of: frame - 1)
    return !animations.values.contains { $0.run(at: before, in: frame) }
  }
}

/// The part of a layer that can change while a script runs, from a frame on.
struct LayerSnapshot: Hashable, Sendable {
  let frame: Int
  private let state: Layer.State
  private let content: Layer.Content
  private let lastEdit: ScriptPosition

  init(_ layer: Layer, from frame: Int) {
    self.frame = frame
    (state, content, lastEdit) = (layer.state, layer.content, layer.lastEdit)
  }

  /// The snapshot of a layer that is not declared yet.
  static func missing(_ layer: Layer) -> LayerSnapshot {
    var layer = layer
    layer.state.isHidden = true
    return LayerSnapshot(layer, from: 0)
  }

  /// Returns whether a layer no longer looks like this.
  func differs(from layer: Layer) -> Bool { state != layer.state || content != layer.content }

  func restore(_ layer: inout Layer) {
    (layer.state, layer.content, layer.lastEdit) = (state, content, lastEdit)
  }
}
