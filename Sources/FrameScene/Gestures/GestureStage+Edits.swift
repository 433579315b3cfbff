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
    let live = isOver ? gesture?.end(event.recognizer, on: layer) : nil
    guard !replaced.contains(event.name) else { return true }
    if event.state == .cancelled, touchscreen.dropsCancelled {
      if let live { try drop(to: live, layer, at: place) }
    } else {
      try apply(event, at: place)
    }
    return true
  }

  private func apply(_ event: GestureEvent, at place: ScriptPosition) throws(ScriptError) {
    let index = event.target
    let layer = editor.scene.layers[index]
    guard let fromCanvas = editor.scene.parentToCanvas(index).inverse else {
      throw ScriptError(.singular(layer: layer.name), at: place)
    }
    let old = layer.state.transform
    switch event.kind {
    case .pan:
      let way = event.value.translationChange.applying(fromCanvas)
      guard way != .zero else { return }
      if touchscreen.settings(of: event.recognizer).panTarget == .position {
        try live(index, at: place) { state in
          state.position = Point(x: state.position.x + way.dx, y: state.position.y + way.dy)
        }
      } else {
        try live(index, at: place) { state in
          state.transform.tx += way.dx
          state.transform.ty += way.dy
        }
      }
    case .pinch:
      let factor = event.value.scaleChange
      guard factor != 1 else { return }
      try turn(index, event, fromCanvas, AffineTransform(scaleX: factor, y: factor), at: place) {
        old.scaledBy(x: factor, y: factor)
      }
    case .rotation:
      guard event.value.rotationChange != 0 else { return }
      let angle = Angle(radians: event.value.rotationChange)
      try turn(index, event, fromCanvas, AffineTransform(rotation: angle), at: place) {
        old.rotated(by: angle)
      }
    case .tap, .doubleTap, .longPress, .swipe, .swipeLeft, .swipeRight, .swipeUp, .swipeDown: break
    }
  }

  /// About the fingers' midpoint, after the current transform; or about the anchor, before it.
  private func turn(
    _ index: Int, _ event: GestureEvent, _ fromCanvas: AffineTransform, _ operation: AffineTransform,
    at place: ScriptPosition, prepended: () -> AffineTransform
  ) throws(ScriptError) {
    let layer = editor.scene.layers[index]
    let transform: AffineTransform
    switch touchscreen.settings(of: event.recognizer).pivot {
    case .center: transform = prepended()
    case .midpoint:
      let pivot = event.value.location.applying(fromCanvas)
      let fromPosition = Point(x: pivot.x - layer.state.position.x, y: pivot.y - layer.state.position.y)
      transform = layer.state.transform.concatenating(operation.about(fromPosition))
    }
    try live(index, at: place) { $0.transform = transform }
  }

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
