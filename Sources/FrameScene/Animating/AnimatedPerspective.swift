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

  /// Throws if corners have a fault on their way, or a horizon comes into the content. At a turn by exactly 90 degrees, a layer
  /// is seen from its edge; it is not drawn then.
  func checkWay(
    from start: [Double], to end: [Double], _ easing: Easing, layer: String
  ) throws(SceneError) {
    let shares = easing.shares
    func numbers(_ share: Double) -> [Double] { zip(start, end).map { $0 + ($1 - $0) * share } }
    switch kind {
    case .corners:
      let (first, last) = (
        Quad(numbers: numbers(shares.lowerBound)), Quad(numbers: numbers(shares.upperBound))
      )
      guard let found = first.firstFault(towards: last) else { return }
      let share = shares.lowerBound + (shares.upperBound - shares.lowerBound) * found.share
      throw SceneError(.onTheWay(.corners(found.fault, layer: layer), share: share))
    case .turn:
      let steps = 720
      for step in 0...steps {
        let share = shares.lowerBound + (shares.upperBound - shares.lowerBound) * Double(step) / Double(steps)
        guard placement(numbers(share)).showsAll(of: content) else {
          throw SceneError(.onTheWay(.horizon(layer: layer), share: share))
        }
      }
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
