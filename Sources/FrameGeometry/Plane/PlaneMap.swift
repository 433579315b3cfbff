/// A map of the plane that keeps straight lines straight, by its kind: most are affine, and faster.
public enum PlaneMap: Hashable, Sendable {
  case affine(AffineTransform)
  /// With a horizon.
  case projective(Projection)

  /// The map that moves nothing.
  public static let identity = PlaneMap.affine(.identity)

  /// Creates a map from nine numbers; it is affine if the horizon is at infinity.
  package init(_ p: Projection) {
    if p.wx == 0, p.wy == 0, p.w1 != 0 {
      self = .affine(
        AffineTransform(p.xx / p.w1, p.yx / p.w1, p.xy / p.w1, p.yy / p.w1, p.x1 / p.w1, p.y1 / p.w1))
    } else {
      self = .projective(p)
    }
  }

  /// Creates the map of a rectangle to four corners; it is affine if opposite ones have exactly equal sums.
  ///
  /// - Returns: nil if the rectangle has no area, or the corners do not form a convex quadrilateral.
  package init?(_ rect: Rect, to quad: Quad) {
    guard let projection = Projection(rect, to: quad) else { return nil }
    self.init(projection)
  }

  /// The affine transform; nil for a map with a horizon.
  public var affine: AffineTransform? {
    if case .affine(let transform) = self { transform } else { nil }
  }

  /// The nine numbers of the map, row by row.
  public var projection: Projection {
    switch self {
    case .affine(let transform): Projection(transform)
    case .projective(let projection): projection
    }
  }

  /// Six numbers of an affine map, as `transform` takes them, or nine, row by row.
  package var numbers: [Double] {
    switch self {
    case .affine(let t): t.numbers
    case .projective(let projection): projection.normalized.numbers
    }
  }

  package var isFinite: Bool {
    switch self {
    case .affine(let transform): transform.isFinite
    case .projective(let projection): projection.isFinite
    }
  }

  /// The inverse; nil if there is none.
  public var inverse: PlaneMap? {
    switch self {
    case .affine(let transform): transform.inverse.map { .affine($0) }
    case .projective(let projection): projection.inverse.map { PlaneMap($0) }
    }
  }

  /// Returns `self · next`: this map first, then `next`.
  public func concatenating(_ next: PlaneMap) -> PlaneMap {
    if case .affine(let first) = self, case .affine(let second) = next {
      return .affine(first.concatenating(second))
    }
    return PlaneMap(projection.concatenating(next.projection))
  }

  package func concatenating(_ next: AffineTransform) -> PlaneMap { concatenating(.affine(next)) }

  /// Returns the affine map that agrees with this one at a point, to the first order.
  package func linearized(at p: Point) -> AffineTransform {
    switch self {
    case .affine(let transform): transform
    case .projective(let projection): projection.linearized(at: p)
    }
  }
}

extension AffineTransform {
  package func concatenating(_ next: PlaneMap) -> PlaneMap { PlaneMap.affine(self).concatenating(next) }
}

extension Point {
  /// The image of a point; nil behind the horizon.
  public func applying(_ map: PlaneMap) -> Point? {
    switch map {
    case .affine(let transform): applying(transform)
    case .projective(let projection): projection.weight(at: self) > 0 ? applying(projection) : nil
    }
  }
}

extension Vector {
  /// The movement of a point's image.
  ///
  /// - Parameter start: the point that moves.
  /// - Returns: nil if the point is or comes behind the horizon.
  package func applying(_ map: PlaneMap, from start: Point) -> Vector? {
    if let transform = map.affine { return applying(transform) }
    guard let from = start.applying(map), let to = (start + self).applying(map) else { return nil }
    return Vector(from: from, to: to)
  }
}

extension Rect {
  /// Returns the bounding box of the part of the image that is ahead of the horizon; `.zero` if there is none.
  package func applying(_ map: PlaneMap) -> Rect {
    if let transform = map.affine { return applying(transform) }
    return ConvexPolygon(self, applying: map).boundingBox ?? .zero
  }
}

extension ConvexPolygon {
  /// Maps a rectangle, as far as it is ahead of the horizon.
  package init(_ rect: Rect, applying map: PlaneMap) {
    self = ConvexPolygon(corners: rect.corners).applying(map)
  }

  /// Returns the image of the part that is ahead of the horizon, up to `Projection.leastWeight`.
  package func applying(_ map: PlaneMap) -> ConvexPolygon {
    switch map {
    case .affine(let transform): return ConvexPolygon(corners: corners.map { $0.applying(transform) })
    case .projective(let projection):
      let ahead = clipped(ahead: projection)
      return ConvexPolygon(corners: ahead.corners.map { $0.applying(projection) })
    }
  }
}
