import FrameGeometry

/// A change of the perspective in which a layer's content is seen.
package enum LayerPerspective {
  /// The places of the content's corners in the layer's parent, before its transform; nil for no perspective.
  case corners(Quad?)
  /// From the layer's own coordinates to its parent's, before its transform.
  case projection(Projection)
  case turn(PerspectiveTurn)
}

/// A turn in space, of the content or of a camera that saw it.
package struct PerspectiveTurn: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The content turns, as with CSS's `perspective(distance) rotateX(x) rotateY(y)`.
    case tilt
    /// Undoes that a camera was turned to the right by x, and tilted upward by y.
    case keystone
  }

  package let kind: Kind
  /// In degrees.
  package var x, y: Double
  /// Of the eye; nil for the longer side of the content.
  package let distance: Double?
  /// In the layer's parent, before its transform; nil for the center of the content.
  package let pivot: Point?

  package init(_ kind: Kind, x: Double, y: Double, distance: Double? = nil, about pivot: Point? = nil) {
    (self.kind, self.x, self.y) = (kind, x, y)
    (self.distance, self.pivot) = (distance, pivot)
  }
}

extension SceneLayer {
  /// Returns the placement of the layer after a change of its perspective.
  ///
  /// - Parameter content: what the layer draws, in its own coordinates.
  /// - Throws: a problem with corners, or with a horizon in the content.
  func placement(
    after change: LayerPerspective, of content: Rect
  ) throws(SceneError) -> PlaneMap? {
    let toPosition = AffineTransform(translationX: -state.position.x, y: -state.position.y)
    if content.isEmpty {
      // A text may be empty for now.
      if case .shape(let shape) = shown, shape.text != nil { return state.placement }
      throw SceneError(.flat(layer: name))
    }
    switch change {
    case .corners(nil): return nil
    case .corners(let quad?):
      let quad = quad.map { $0.applying(toPosition) }
      if let fault = quad.fault { throw SceneError(.corners(fault, layer: name)) }
      guard let map = PlaneMap(content, to: quad) else { throw SceneError(.singular(layer: name)) }
      return map
    case .projection(let projection):
      guard projection.inverse != nil else { throw SceneError(.singular(layer: name)) }
      return try checked(PlaneMap(projection).concatenating(toPosition), of: content)
    case .turn(let turn):
      return try checked(turn.applied(to: map.placement, of: content, toPosition), of: content)
    }
  }

  /// Returns a map that is finite and shows all of the content ahead of the horizon. A turn by exactly 90 degrees passes: the planner
  /// drops or refuses layers without an area.
  private func checked(_ map: PlaneMap, of content: Rect) throws(SceneError) -> PlaneMap {
    guard map.isFinite else { throw SceneError(.notFinite("the perspective of '\(name)'")) }
    guard map.showsAll(of: content) else { throw SceneError(.horizon(layer: name)) }
    return map
  }
}

extension PlaneMap {
  /// Returns whether all of a rectangle is ahead of the horizon.
  func showsAll(of rect: Rect) -> Bool {
    let weights = rect.corners.map(projection.weight)
    return weights.allSatisfy { $0 > Projection.leastWeight * weights.max()! }
  }
}

extension PerspectiveTurn {
  /// Returns the turn about another point; nil for the center of the content.
  package func about(_ pivot: Point?) -> PerspectiveTurn {
    PerspectiveTurn(kind, x: x, y: y, distance: distance, about: pivot)
  }

  /// Returns a placement after the turn.
  ///
  /// - Parameter toPosition: from the layer's parent to the coordinates in which its transform acts.
  func applied(to placement: PlaneMap, of content: Rect, _ toPosition: AffineTransform) -> PlaneMap {
    let distance = distance ?? max(content.size.width, content.size.height)
    let (x, y) = (Angle(degrees: x), Angle(degrees: y))
    let turn =
      switch kind {
      case .tilt: Projection(tiltX: x, y: y, distance: distance)
      case .keystone: Projection(keystoneX: x, y: y, distance: distance)
      }
    guard let pivot else {
      // In the layer's own axes.
      return PlaneMap(turn.about(Point(x: content.midX, y: content.midY))).concatenating(placement)
    }
    return placement.concatenating(PlaneMap(turn.about(pivot.applying(toPosition))))
  }
}
