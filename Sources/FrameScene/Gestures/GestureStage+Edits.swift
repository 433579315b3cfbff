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
    handled = (layer, editor.read { $0.map(of: layer) })
    editor.gesture = gesture?.number
    if event.state == .began { gesture?.begin(event.recognizer, on: layer, editor.scene.layers[layer].state) }
    let isOver = event.state == .ended || event.state == .cancelled
    if !replaced.contains(event.name) {
      if event.state == .cancelled, touchscreen.dropsCancelled {
        if let before = gesture?.start(of: event.recognizer, on: layer) {
          try put(layer, at: before.place, place)
        }
      } else {
        try apply(event, at: place)
      }
    }
    if isOver, gesture?.end(event.recognizer, on: layer) == true {
      comeBack(layer, about: event.value.location, at: event.time)
    }
    return true
  }

  private mutating func apply(_ event: GestureEvent, at place: ScriptPosition) throws(ScriptError) {
    let index = event.target
    guard let fromCanvas = editor.read({ $0.parentToCanvas(index).inverse }) else {
      throw ScriptError(.singular(layer: editor.scene.layers[index].name), at: place)
    }
    let settings = touchscreen.settings(of: event.recognizer)
    if event.kind == .rotation { gesture?.setSnap(settings.rotateSnap, of: index) }
    let snap = gesture?.snap(of: index)
    let before = editor.read { $0.place(of: index) }
    if editor.scene.layers[index].limits.isEmpty, snap == nil {
      try put(index, at: before.after(event, settings, fromCanvas), from: before, place)
    } else {
      // Fingers act on the place where the layer would be without limits.
      func limits(about place: LayerPlace) -> LimitedPlace {
        let pivot =
          settings.pivot == .midpoint
          ? event.value.location.applying(fromCanvas)
          : Point(x: place.position.x + place.transform.tx, y: place.position.y + place.transform.ty)
        return LimitedPlace(scene: editor.scene, index: index, pivot: pivot, givesWay: true)
      }
      let known = gesture?.freePlace(of: index, shown: before) ?? limits(about: before).free(showing: before)
      let free = known.after(event, settings, fromCanvas)
      let (shown, reached) = limits(about: free).limited(free, snap)
      gesture?.setFreePlace(free, shown: shown, of: index)
      try put(index, at: shown, place)
      for limit in reached where gesture?.noteReached(limit, of: index) == true {
        try editor.log.trace(
          .limited(layer: editor.scene.layers[index].name, limit: limit.kind.word, time: event.time),
          at: place)
      }
    }
    if event.kind == .pan, settings.panMomentum > 0 { coast(event, settings, fromCanvas) }
  }

  // MARK: Places

  func put(_ index: Int, at end: LayerPlace, _ place: ScriptPosition) throws(ScriptError) {
    try put(index, at: end, from: editor.scene.place(of: index), place)
  }

  private func put(
    _ index: Int, at end: LayerPlace, from start: LayerPlace, _ place: ScriptPosition
  ) throws(ScriptError) {
    guard end != start else { return }
    try editor.move(index, to: end, at: place)
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
