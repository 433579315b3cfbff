import FrameGeometry
import FrameGesture

// The default edits of gestures.
extension LayerPlace {
  /// Returns the place after the default edit of an event.
  ///
  /// - Parameter fromCanvas: from the canvas to the layer's parent.
  func after(
    _ event: GestureEvent, _ settings: GestureSettings, _ fromCanvas: AffineTransform
  ) -> LayerPlace {
    var place = self
    switch event.kind {
    case .pan:
      place.move(by: event.value.translationChange.applying(fromCanvas), settings.panTarget)
    case .pinch:
      let factor = event.value.scaleChange
      guard factor != 1 else { return self }
      switch settings.pivot {
      case .center: place.transform = transform.scaledBy(x: factor, y: factor)
      case .midpoint:
        place.append(
          AffineTransform(scaleX: factor, y: factor), about: event.value.location.applying(fromCanvas))
      }
    case .rotation:
      guard event.value.rotationChange != 0 else { return self }
      let angle = Angle(radians: event.value.rotationChange)
      switch settings.pivot {
      case .center: place.transform = transform.rotated(by: angle)
      case .midpoint:
        place.append(AffineTransform(rotation: angle), about: event.value.location.applying(fromCanvas))
      }
    case .tap, .doubleTap, .longPress, .swipe, .swipeLeft, .swipeRight, .swipeUp, .swipeDown: break
    }
    return place
  }

  /// - Parameter way: in the parent.
  mutating func move(by way: Vector, _ target: PanTarget) {
    switch target {
    case .position: position = Point(x: position.x + way.dx, y: position.y + way.dy)
    case .transform: (transform.tx, transform.ty) = (transform.tx + way.dx, transform.ty + way.dy)
    }
  }
}
