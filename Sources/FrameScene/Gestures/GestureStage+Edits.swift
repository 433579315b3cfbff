import FrameGeometry
import FrameGesture
import FrameImage
import FrameScript

// The default edits of recognized gestures, and the values that reactions see.
extension GestureStage {
  /// Traces an event, and applies its default edit unless the script replaces it.
  ///
  /// - Returns: false if no reaction can follow.
  mutating func handle(_ event: GestureEvent) throws(ScriptError) -> Bool {
    let layer = event.target
    let place = queue.place
    try editor.log.trace(
      .gesture(event, layer: editor.scene.layers[layer].name), bytes: MemoryLayout<GestureEvent>.stride,
      at: place)
    guard event.isAction else { return false }
    handled = (layer, editor.scene.layers[layer].toParent)
    editor.gesture = gesture?.number
    if event.state == .began { gesture?.begin(event.recognizer, on: layer, editor.scene.layers[layer].state) }
    let isOver = event.state == .ended || event.state == .cancelled
    if !replaced.contains(event.name) {
      if event.state == .cancelled, touchscreen.dropsCancelled {
        if let before = gesture?.start(of: event.recognizer, on: layer) {
          try put(layer, at: LayerPlace(before), place)
        }
      } else {
        try apply(event, at: place)
      }
    }
    if isOver, gesture?.end(event.recognizer, on: layer) == true { try comeBack(event, at: place) }
    return true
  }

  private mutating func apply(_ event: GestureEvent, at place: ScriptPosition) throws(ScriptError) {
    let index = event.target
    let layer = editor.scene.layers[index]
    guard let fromCanvas = editor.scene.parentToCanvas(index).inverse else {
      throw ScriptError(.singular(layer: layer.name), at: place)
    }
    let settings = touchscreen.settings(of: event.recognizer)
    if event.kind == .rotation { gesture?.setSnap(settings.rotateSnap, of: index) }
    let snap = gesture?.snap(of: index)
    let before = LayerPlace(layer.state)
    if layer.limits.isEmpty, snap == nil {
      try put(index, at: before.after(event, settings, fromCanvas), place)
    } else {
      // Fingers act on the place where the layer would be without limits.
      let free = (gesture?.freePlace(of: index, shown: before) ?? before).after(event, settings, fromCanvas)
      let pivot =
        settings.pivot == .midpoint
        ? event.value.location.applying(fromCanvas)
        : Point(x: free.position.x + free.transform.tx, y: free.position.y + free.transform.ty)
      let (shown, reached) = LimitedPlace(scene: editor.scene, index: index, pivot: pivot, givesWay: true)
        .limited(free, snap)
      gesture?.setFreePlace(free, shown: shown, of: index)
      try put(index, at: shown, place)
      for limit in reached where gesture?.noteReached(limit, of: index) == true {
        try editor.log.trace(
          .limited(layer: layer.name, limit: limit.kind.word, time: event.time), at: place)
      }
    }
    if event.kind == .pan, settings.panMomentum > 0 { try coast(event, settings, fromCanvas, at: place) }
  }

  // MARK: After the fingers

  /// A finger that rested longer than this before it went up leaves no speed, in seconds.
  private static let longestRest = 0.1
  /// The time in which a layer comes back to its elastic limits, in seconds.
  private static let returnDuration = 0.35

  /// Moves a layer on after a pan that ends at speed. Frames show how it loses speed.
  private mutating func coast(
    _ event: GestureEvent, _ settings: GestureSettings, _ fromCanvas: AffineTransform,
    at place: ScriptPosition
  ) throws(ScriptError) {
    let index = event.target
    if event.state == .changed { gesture?.setMoved(index, at: event.time) }
    guard event.state == .ended, let gesture, !gesture.isExact,
      event.time - gesture.moved(index) <= Self.longestRest
    else { return }
    let speed = event.value.panVelocity.applying(fromCanvas)
    let way = Vector(
      dx: Decay.distance(of: speed.dx, rate: settings.panMomentum),
      dy: Decay.distance(of: speed.dy, rate: settings.panMomentum))
    guard way != .zero else { return }
    var goal = LayerPlace(editor.scene.layers[index].state)
    goal.move(by: way, settings.panTarget)
    let decay = Decay(rate: settings.panMomentum, distance: Trigonometry.hypot(way.dx, way.dy))
    try animate(
      index, to: withinLimits(goal, event, fromCanvas), over: Double(decay.milliseconds) / 1000,
      Easing(decay), event, at: place)
  }

  /// Returns a layer that gave way to fingers to its elastic limits. Frames show how it comes back.
  private func comeBack(_ event: GestureEvent, at place: ScriptPosition) throws(ScriptError) {
    let layer = editor.scene.layers[event.target]
    guard layer.limits.contains(where: \.isElastic),
      let fromCanvas = editor.scene.parentToCanvas(event.target).inverse
    else { return }
    let home = withinLimits(LayerPlace(layer.state), event, fromCanvas)
    try animate(event.target, to: home, over: Self.returnDuration, .named(.out), event, at: place)
  }

  private func withinLimits(
    _ goal: LayerPlace, _ event: GestureEvent, _ fromCanvas: AffineTransform
  ) -> LayerPlace {
    let pivot = event.value.location.applying(fromCanvas)
    return LimitedPlace(scene: editor.scene, index: event.target, pivot: pivot, givesWay: false)
      .limited(goal, nil).place
  }

  /// - Parameter duration: in seconds, from the time of the event.
  private func animate(
    _ index: Int, to end: LayerPlace, over duration: Double, _ easing: Easing, _ event: GestureEvent,
    at place: ScriptPosition
  ) throws(ScriptError) {
    func add(
      _ change: LayerAnimation.Change, _ numbers: [Double], matrix: AffineTransform? = nil
    ) throws(ScriptError) {
      let animation = NewAnimation(
        change: change, from: nil, to: numbers, matrix: matrix, delay: 0, duration: duration, easing: easing)
      try timeline.add(animation, to: index, now: event.time, at: place)
    }
    let start = LayerPlace(editor.scene.layers[index].state)
    if end.transform != start.transform {
      try add(.transform, end.transform.decomposed().numbers, matrix: end.transform)
    }
    let way = Vector(dx: end.position.x - start.position.x, dy: end.position.y - start.position.y)
    if way != .zero { try add(.move, [way.dx, way.dy]) }
  }

  private func put(_ index: Int, at end: LayerPlace, _ place: ScriptPosition) throws(ScriptError) {
    guard end != LayerPlace(editor.scene.layers[index].state) else { return }
    try editor.changeState(of: index, at: place) { state in
      (state.transform, state.position) = (end.transform, end.position)
    }
    guard end.transform.isFinite else { throw ScriptError(.notFinite("the transform"), at: place) }
  }

  // MARK: Reactions

  /// Positions are in the layer's own coordinates and its parent's, changes in its parent's, angles in degrees.
  mutating func values(of event: GestureEvent) -> [String: Value] {
    let value = event.value
    let layer = editor.scene.layers[event.target]
    let fromCanvas = editor.scene.parentToCanvas(event.target).inverse ?? .identity
    let inParent = value.location.applying(fromCanvas)
    let inLayer = inParent.applying(layer.toParent.inverse ?? .identity)
    let change = value.translationChange.applying(fromCanvas)
    let total = value.translation.applying(fromCanvas)
    let velocity = value.panVelocity.applying(fromCanvas)
    let room = editor.scene.bounds(of: layer.parent)
    let degrees = 180 / Double.pi
    let numbers = [
      "x": inLayer.x, "y": inLayer.y, "px": inParent.x, "py": inParent.y,
      "dx": change.dx, "dy": change.dy, "scale": value.scaleChange,
      "rotation": value.rotationChange * degrees,
      "total_dx": total.dx, "total_dy": total.dy, "total_scale": value.scale,
      "total_rotation": value.rotation * degrees, "velocity": speed(of: event, velocity),
      "velocity_x": velocity.dx, "velocity_y": velocity.dy,
      "touches": Double(value.touches), "time": event.time,
      "frame_x": layer.frame.minX, "frame_y": layer.frame.minY,
      "frame_width": layer.frame.size.width, "frame_height": layer.frame.size.height,
      "parent_width": room.width, "parent_height": room.height,
    ]
    var values = numbers.mapValues(Value.number)
    values["direction"] = .text(value.direction?.rawValue ?? "")
    values["state"] = .text(event.state.rawValue)
    values["layer"] = .text(layer.name)
    // Gestures of a group also report what the fingers are on.
    editor.modify { hitAreas.update(from: &$0) }
    let scene = editor.scene
    values["hit"] = .text(scene.hitTest(value.location, by: hitAreas).map { scene.layers[$0].name } ?? "")
    return values
  }

  /// In the units of the gesture: the parent's pixels, a scale, or degrees, per second.
  private func speed(of event: GestureEvent, _ velocity: Vector) -> Double {
    switch event.kind {
    case .pinch: event.value.scaleVelocity
    case .rotation: event.value.rotationVelocity * 180 / Double.pi
    default: Trigonometry.hypot(velocity.dx, velocity.dy)
    }
  }
}
