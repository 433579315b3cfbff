import FrameModel

/// Writes down what becomes of a scene while its script runs: of each layer what it is in frames in which it is another
/// than before.
struct TimelineRecorder {
  let rate: FrameRate
  let limit: Int
  /// The first frame that shows what is happening.
  private(set) var frame = 0
  private var known: [Layer] = []
  private var versions: [Int: [LayerVersion]] = [:]
  private var changes: Set<Int> = []
  private(set) var animations: [Int: Animations] = [:]

  init(rate: FrameRate, limit: Int) {
    (self.rate, self.limit) = (rate, limit)
  }

  mutating func add(_ animation: LayerAnimation, to layer: Int, now: Double) throws(LimitExceeded) {
    try check(rate.frame(at: animation.end) + 1)
    var animation = animation
    animation.declared = frame
    animations[layer, default: Animations()].add(animation, now: now)
  }

  /// What is shown of a layer, by what is known so far.
  func presented(_ state: Layer.State, of layer: Int, at time: Double) -> Layer.State {
    animations[layer]?.presented(state, at: time, in: frame) ?? state
  }

  /// Lets time pass.
  ///
  /// - Parameter scene: as it was until then.
  /// - Returns: the bytes that are held for it.
  mutating func advance(to time: Double, _ scene: Scene) throws(LimitExceeded) -> Int {
    let next = rate.frame(at: time)
    guard next > frame else { return 0 }
    try check(next + 1)
    let bytes = note(scene)
    frame = next
    return bytes
  }

  /// - Parameter time: when the script is over.
  mutating func end(
    _ scene: Scene, at time: Double
  ) throws(LimitExceeded) -> (timeline: Timeline, bytes: Int) {
    let bytes = try advance(to: time, scene).adding(note(scene))
    let end = animations.values.map(\.end).max() ?? 0
    let last = max(frame, rate.frame(at: end))
    try check(last + 1)
    let timeline = Timeline(
      end: scene, rate: rate, frames: last + 1, versions: versions, changes: changes, animations: animations)
    return (timeline, bytes)
  }

  private func check(_ frames: Int) throws(LimitExceeded) {
    guard frames <= limit else { throw LimitExceeded(.frames, needed: frames, allowed: limit) }
  }

  /// - Returns: the bytes that are held for it.
  private mutating func note(_ scene: Scene) -> Int {
    var count = 0
    for (index, layer) in scene.layers.enumerated() {
      let version = LayerVersion(layer, from: frame)
      if index >= known.count {
        if frame > 0 { versions[index] = [.missing(layer), version] }
      } else if version.differs(from: known[index]) {
        versions[index, default: [LayerVersion(known[index], from: 0)]].append(version)
      } else {
        continue
      }
      changes.insert(frame)
      count += 1
    }
    known = scene.layers
    // The first versions of a layer come with a second one, and an array of their own.
    return count.times(2 * MemoryLayout<LayerVersion>.stride + 2 * MemoryAccount.allocation)
  }
}
