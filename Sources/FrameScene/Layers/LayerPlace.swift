import FrameGeometry
import FrameGesture

/// The part of a layer's state that gestures change by default.
struct LayerPlace: Equatable {
  var transform: AffineTransform
  /// Of the anchor in the parent.
  var position: Point

  var toPosition: AffineTransform { AffineTransform(translationX: position.x, y: position.y) }

  /// From the coordinates in which the transform acts to the parent's.
  var afterPlacement: AffineTransform { transform.concatenating(toPosition) }

  /// Where the transform puts the anchor, in the parent.
  var anchor: Point { Point(x: position.x + transform.tx, y: position.y + transform.ty) }

  /// Returns the place after a share of the straight way between two others. A scale changes evenly on that way, about the
  /// point that both have in common.
  func moved(by share: Double, from start: LayerPlace, to end: LayerPlace) -> LayerPlace {
    var place = self
    for number: WritableKeyPath<LayerPlace, Double> in [
      \.transform.a, \.transform.b, \.transform.c, \.transform.d, \.transform.tx, \.transform.ty,
      \.position.x, \.position.y,
    ] {
      place[keyPath: number] += share * (end[keyPath: number] - start[keyPath: number])
    }
    return place
  }

  /// - Parameter pivot: in the parent.
  mutating func append(_ operation: AffineTransform, about pivot: Point) {
    let fromPosition = Point(x: pivot.x - position.x, y: pivot.y - position.y)
    transform = transform.concatenating(operation.about(fromPosition))
  }
}

/// The map from a layer's own coordinates to its parent's.
struct LayerMap: Equatable {
  let place: LayerPlace
  /// In the layer's own coordinates.
  let anchor: Point
  /// `SceneLayer.State.placement`
  let perspective: PlaneMap?

  /// From the layer's own coordinates to those in which its transform acts.
  var placement: PlaneMap {
    perspective ?? .affine(AffineTransform(translationX: -anchor.x, y: -anchor.y))
  }

  /// Returns the change of the map in the parent, up to another one; nil if there is none, or none that is affine.
  func change(to end: LayerMap) -> AffineTransform? {
    if perspective != nil, perspective == end.perspective {
      // Only what follows the placement has changed.
      return place.afterPlacement.inverse?.concatenating(end.place.afterPlacement)
    }
    return toParent.inverse?.concatenating(end.toParent).affine
  }

  var toParent: PlaneMap {
    switch placement {
    case .affine(let placement):
      return .affine(placement.concatenating(place.transform).concatenating(place.toPosition))
    case .projective: return placement.concatenating(place.afterPlacement)
    }
  }
}

extension SceneLayer.State {
  var place: LayerPlace {
    get { LayerPlace(transform: transform, position: position) }
    set { (transform, position) = (newValue.transform, newValue.position) }
  }
}

// The default edits of gestures.
extension LayerPlace {
  /// Returns the place after the default edit of an event. Fingers behind the horizon of a group change nothing.
  ///
  /// - Parameter fromCanvas: from the canvas to the layer's parent.
  func after(
    _ event: GestureEvent, _ settings: GestureSettings, _ fromCanvas: PlaneMap
  ) -> LayerPlace {
    var place = self
    guard let location = event.value.location.applying(fromCanvas) else { return self }
    switch event.kind {
    case .pan:
      let change = event.value.translationChange
      let start = event.value.location - change
      place.move(by: change.applying(fromCanvas, from: start) ?? .zero, settings.panTarget)
    case .pinch:
      let factor = event.value.scaleChange
      guard factor != 1 else { return self }
      switch settings.pivot {
      case .center: place.transform = transform.scaledBy(x: factor, y: factor)
      case .midpoint:
        place.append(AffineTransform(scaleX: factor, y: factor), about: location)
      }
    case .rotation:
      guard event.value.rotationChange != 0 else { return self }
      let angle = Angle(radians: event.value.rotationChange)
      switch settings.pivot {
      case .center: place.transform = transform.rotated(by: angle)
      case .midpoint: place.append(AffineTransform(rotation: angle), about: location)
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
