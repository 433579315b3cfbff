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
          try drop(to: before, layer, at: place)
        }
      } else {
        try apply(event, at: place)
      }
    }
    if !replaced.contains(event.name), event.kind == .pan { try coast(event, at: place) }
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
    guard !layer.limits.isEmpty || snap != nil else {
      return try move(index, from: before, to: before.after(event, settings, fromCanvas), at: place)
    }
    // Fingers act on the place where the layer would be without limits.
    let free = (gesture?.freePlace(of: index, shown: before) ?? before).after(event, settings, fromCanvas)
    let pivot =
      settings.pivot == .midpoint
      ? event.value.location.applying(fromCanvas)
      : Point(x: free.position.x + free.transform.tx, y: free.position.y + free.transform.ty)
    let (shown, reached) = LimitedPlace(scene: editor.scene, index: index, pivot: pivot, givesWay: true)
      .limited(free, snap)
    gesture?.setFreePlace(free, shown: shown, of: index)
    try move(index, from: before, to: shown, at: place)
    for limit in reached where gesture?.noteReached(limit, of: index) == true {
      try editor.log.trace(
        .limited(layer: layer.name, limit: limit.kind.word, time: event.time), at: place)
    }
  }

  private func move(
    _ index: Int, from before: LayerPlace, to after: LayerPlace, at place: ScriptPosition
  ) throws(ScriptError) {
    guard after != before else { return }
    try live(index, at: place) { state in
      (state.transform, state.position) = (after.transform, after.position)
    }
  }

  /// Moves a layer on after a pan that ends at speed. Frames show how it loses speed.
  private mutating func coast(_ event: GestureEvent, at place: ScriptPosition) throws(ScriptError) {
    let index = event.target
    let settings = touchscreen.settings(of: event.recognizer)
    guard settings.panMomentum > 0 else { return }
    guard event.state == .ended else {
      if event.state == .changed { gesture?.setMoved(index, at: event.time) }
      return
    }
    guard let gesture, !gesture.isExact, event.time - gesture.moved(index) <= Self.longestRest,
      let fromCanvas = editor.scene.parentToCanvas(index).inverse
    else { return }
    let speed = event.value.panVelocity.applying(fromCanvas)
    let way = Vector(
      dx: Decay.distance(of: speed.dx, rate: settings.panMomentum),
      dy: Decay.distance(of: speed.dy, rate: settings.panMomentum))
    let length = Trigonometry.hypot(way.dx, way.dy)
    guard length > 0 else { return }
    let before = LayerPlace(editor.scene.layers[index].state)
    var goal = before
    if settings.panTarget == .position {
      goal.position = Point(x: goal.position.x + way.dx, y: goal.position.y + way.dy)
    } else {
      (goal.transform.tx, goal.transform.ty) = (goal.transform.tx + way.dx, goal.transform.ty + way.dy)
    }
    let pivot = event.value.location.applying(fromCanvas)
    let end = LimitedPlace(scene: editor.scene, index: index, pivot: pivot, givesWay: false)
      .limited(goal, nil).place
    let decay = Decay(rate: settings.panMomentum, distance: length)
    try animate(index, to: end, decay, now: event.time, at: place)
  }

  /// A finger that rested longer than this before it went up leaves no speed, in seconds.
  private static let longestRest = 0.1

  private func animate(
    _ index: Int, to end: LayerPlace, _ decay: Decay, now: Double, at place: ScriptPosition
  ) throws(ScriptError) {
    let before = LayerPlace(editor.scene.layers[index].state)
    let (duration, easing) = (Double(decay.milliseconds) / 1000, Easing(decay))
    if end.transform != before.transform {
      let numbers = end.transform.decomposed().numbers
      let animation = NewAnimation(
        change: .transform, from: nil, to: numbers, transform: end.transform, delay: 0, duration: duration,
        easing: easing)
      try timeline.add(animation, to: index, now: now, at: place)
    }
    let way = Vector(dx: end.position.x - before.position.x, dy: end.position.y - before.position.y)
    if way != .zero {
      let animation = NewAnimation(
        change: .move, from: nil, to: [way.dx, way.dy], transform: nil, delay: 0, duration: duration,
        easing: easing)
      try timeline.add(animation, to: index, now: now, at: place)
    }
  }

  /// Returns a layer that gave way to fingers to its elastic limits. Frames show how it comes back.
  private func comeBack(_ event: GestureEvent, at place: ScriptPosition) throws(ScriptError) {
    let index = event.target
    let layer = editor.scene.layers[index]
    guard layer.limits.contains(where: \.isElastic),
      let fromCanvas = editor.scene.parentToCanvas(index).inverse
    else { return }
    let before = LayerPlace(layer.state)
    let pivot = event.value.location.applying(fromCanvas)
    let home = LimitedPlace(scene: editor.scene, index: index, pivot: pivot, givesWay: false)
      .limited(before, nil).place
    guard home != before else { return }
    try timeline.add(
      NewAnimation(
        change: .transform, from: nil, to: home.transform.decomposed().numbers, transform: home.transform,
        delay: 0, duration: Self.returnDuration, easing: .named(.out)),
      to: index, now: event.time, at: place)
  }

  /// In seconds.
  private static let returnDuration = 0.35

  private func live(
    _ index: Int, at place: ScriptPosition, _ change: (inout SceneLayer.State) -> Void
  ) throws(ScriptError) {
    try editor.changeState(of: index, at: place, change)
    guard editor.scene.layers[index].state.transform.isFinite else {
      throw ScriptError(.notFinite("the transform"), at: place)
    }
  }

  /// Returns the layer to its state when its active gestures began.
  private func drop(
    to before: SceneLayer.State, _ layer: Int, at place: ScriptPosition
  ) throws(ScriptError) {
    try live(layer, at: place) { state in
      state.transform = before.transform
      state.position = before.position
    }
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
