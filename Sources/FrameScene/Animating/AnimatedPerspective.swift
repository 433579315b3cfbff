import FrameGeometry

/// A change of a layer's perspective over time.
package struct AnimatedPerspective: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    /// Eight numbers: the places of the content's corners in the layer's parent.
    case corners
    /// Two angles in degrees, which replace those of the turn.
    case turn(PerspectiveTurn)
  }

  private let kind: Kind
  /// What the layer draws, in its own coordinates.
  private let content: Rect
  /// The placement before the change.
  private let before: PlaneMap
  private let position: Point

  /// - Returns: nil for a change that has no numbers.
  package init?(_ change: LayerPerspective, of index: Int, in scene: Scene) {
    switch change {
    case .corners(_?): kind = .corners
    case .turn(let turn): kind = .turn(turn)
    case .corners(nil), .projection: return nil
    }
    content = scene.drawnRect(of: index)
    before = scene.map(of: index).placement
    position = scene.layers[index].state.position
  }

  /// The numbers that change nothing.
  var start: [Double] {
    switch kind {
    case .corners:
      Quad(content).map { corner in
        let place = corner.applying(before) ?? .zero
        return Point(x: place.x + position.x, y: place.y + position.y)
      }.numbers
    case .turn: [0, 0]
    }
  }

  /// Returns the change with these numbers.
  func change(_ numbers: [Double]) -> LayerPerspective {
    switch kind {
    case .corners: return .corners(Quad(numbers: numbers))
    case .turn(var turn):
      (turn.x, turn.y) = (numbers[0], numbers[1])
      return .turn(turn)
    }
  }

  /// Returns the placement with these numbers. If no content has it, it has no inverse.
  func placement(_ numbers: [Double]) -> PlaneMap {
    let toPosition = AffineTransform(translationX: -position.x, y: -position.y)
    switch change(numbers) {
    case .corners(let quad?):
      return PlaneMap(content, to: quad.map { $0.applying(toPosition) }) ?? .affine(AffineTransform())
    case .turn(let turn): return turn.applied(to: before, of: content, toPosition)
    case .corners(nil), .projection: return before
    }
  }
}
