import FrameGeometry
import FrameGesture

// Layers that move on after the fingers: with the momentum of a pan, or back to their elastic limits. As with the offset
// of a UIScrollView, their places change while time passes, so fingers meet them where they are seen.
extension GestureStage {
  /// A finger that rested longer than this before it went up leaves no speed, in seconds.
  private static let longestRest = 0.1
  /// The time in which a layer comes back to its elastic limits, in seconds.
  private static let returnDuration = 0.35

  // MARK: Beginnings

  /// Lets a layer move on after a pan that ends at speed.
  mutating func coast(_ event: GestureEvent, _ settings: GestureSettings, _ fromCanvas: PlaneMap) {
    let index = event.target
    if event.state == .changed { gesture?[index]?.moved = event.time }
    guard event.state == .ended, let gesture, !gesture.isExact, let moved = gesture[index]?.moved,
      event.time - moved <= Self.longestRest, let pivot = event.value.location.applying(fromCanvas)
    else { return }
    let fromCanvas = fromCanvas.linearized(at: event.value.location)
    let speed = event.value.panVelocity.applying(fromCanvas)
    let way = Vector(
      dx: Decay.distance(of: speed.dx, rate: settings.panMomentum),
      dy: Decay.distance(of: speed.dy, rate: settings.panMomentum))
    guard way != .zero else { return }
    var goal = editor.scene.place(of: index)
    goal.move(by: way, settings.panTarget)
    let decay = Decay(rate: settings.panMomentum, distance: Trigonometry.hypot(way.dx, way.dy))
    move(
      index, to: withinLimits(goal, of: index, about: pivot),
      begin: event.time, duration: Double(decay.milliseconds) / 1000, Easing(decay))
  }

  /// Returns a layer that gave way to fingers to its elastic limits, unless it moves on already.
  ///
  /// - Parameter location: where the fingers were, on the canvas.
  mutating func comeBack(_ index: Int, about location: Point, at time: Double) {
    let layer = editor.scene.layers[index]
    guard motions[index]?.shown != layer.state.place, layer.limits.contains(where: \.isElastic),
      let fromCanvas = editor.scene.parentToCanvas(index).inverse
    else { return }
    let pivot = location.applying(fromCanvas) ?? layer.state.place.anchor
    let home = withinLimits(layer.state.place, of: index, about: pivot)
    move(index, to: home, begin: time, duration: Self.returnDuration, .named(.out))
  }

  /// - Parameter pivot: in the layer's parent.
  private func withinLimits(_ goal: LayerPlace, of index: Int, about pivot: Point) -> LayerPlace {
    LimitedPlace(scene: editor.scene, index: index, pivot: pivot, givesWay: false).limited(goal, nil).place
  }

  /// - Parameters:
  ///   - begin: in seconds.
  ///   - duration: in seconds.
  private mutating func move(
    _ index: Int, to end: LayerPlace, begin: Double, duration: Double, _ easing: Easing
  ) {
    let start = editor.scene.place(of: index)
    guard end != start else { return }
    motions[index] = LayerMotion(
      from: start, to: end, begin: begin, duration: duration, easing, gesture: gesture?.number,
      at: queue.origin)
  }

  // MARK: Time

  /// Lets time pass: layers move on, and frames show how.
  mutating func pass(to time: Double) throws(SceneError) {
    while !motions.isEmpty, let frame = timeline.frame(before: time) {
      try moveOn(to: frame.start)
      try timeline.pass(to: frame.end, at: queue.origin)
    }
    try timeline.pass(to: time, at: queue.origin)
    if !motions.isEmpty { try moveOn(to: time) }
  }

  private mutating func moveOn(to time: Double) throws(SceneError) {
    for (index, var motion) in motions.sorted(by: { $0.key < $1.key }) {
      motions[index] = nil
      let before = editor.scene.layers[index]
      guard before.state.place == motion.shown else { continue }
      motion.shown = motion.place(at: time)
      editor.gesture = motion.gesture
      try put(index, at: motion.shown, motion.origin)
      editor.gesture = nil
      if gesture?.number == motion.gesture {
        gesture?.note(index, from: before.map, to: editor.scene.map(of: index))
      }
      if time < motion.rest { motions[index] = motion }
    }
  }

  /// Returns the time at which all layers rest that move on after a gesture, in seconds; nil if none moves.
  ///
  /// - Parameter gesture: nil for all gestures.
  func restTime(after gesture: Int?) -> Double? {
    motions.values.filter { gesture == nil || $0.gesture == gesture }.map(\.rest).max()
  }

  // MARK: Fingers

  /// Stops layers where fingers go down on them.
  ///
  /// - Parameter paths: the layers under each finger that goes down, with their ancestors.
  mutating func hold(_ paths: [Int: [Int]]) {
    guard !motions.isEmpty || !held.isEmpty else { return }
    for (finger, path) in paths {
      for layer in path where motions.removeValue(forKey: layer) != nil || held[layer] != nil {
        held[layer, default: []].insert(finger)
      }
    }
  }

  /// Lets layers go that the fingers of a frame have held.
  ///
  /// - Returns: the layers that no finger holds now, with the place on the canvas where the last one was.
  mutating func letGo(_ frame: TouchFrame) -> [(layer: Int, location: Point)] {
    guard !held.isEmpty else { return [] }
    var free: [(Int, Point)] = []
    for touch in frame.touches where touch.phase == .up || touch.phase == .cancel {
      for layer in held.keys.sorted() where held[layer]?.remove(touch.id) != nil && held[layer] == [] {
        held[layer] = nil
        free.append((layer, touch.location))
      }
    }
    return free
  }
}
