import FrameGeometry
import FrameGesture
import FrameScene

// The variables that a reaction sees.
extension SceneRun {
  /// The values of the event to which a block reacts. Positions are in the coordinates of the layer and of its parent, changes
  /// in the coordinates of the parent, and angles in degrees.
  mutating func eventValues() -> [String: Value] {
    guard let event else { return [:] }
    // Gestures of a group also report what the fingers are on.
    let hit = hit(at: event.value.location)
    let scene = editor.scene
    let value = event.value
    let layer = scene.layers[event.target]
    let fromCanvas = scene.parentToCanvas(event.target).inverse ?? .identity
    // Fingers behind a horizon touch nothing, and have no place.
    let inParent = value.location.applying(fromCanvas) ?? value.location
    let inLayer = inParent.applying(layer.toParent.inverse ?? .identity) ?? inParent
    func moved(_ way: Vector) -> Vector { way.applying(fromCanvas, from: value.location - way) ?? way }
    let (change, total) = (moved(value.translationChange), moved(value.translation))
    let velocity = value.panVelocity.applying(fromCanvas.linearized(at: value.location))
    let room = scene.bounds(of: layer.parent)
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
    values["hit"] = .text(hit.map { scene.layers[$0].name } ?? "")
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
