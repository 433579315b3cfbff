import FrameGeometry

/// The part of a layer's state that gestures change by default.
struct LayerPlace: Equatable {
  var transform: AffineTransform
  /// Of the anchor in the parent.
  var position: Point

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

  var toParent: AffineTransform {
    AffineTransform(translationX: -anchor.x, y: -anchor.y)
      .concatenating(place.transform)
      .concatenating(AffineTransform(translationX: place.position.x, y: place.position.y))
  }
}

extension SceneLayer.State {
  var place: LayerPlace {
    get { LayerPlace(transform: transform, position: position) }
    set { (transform, position) = (newValue.transform, newValue.position) }
  }
}
