import FrameGeometry

/// A quadrilateral that has to cover an area: a layer in perspective, or the canvas on the plane of a group in perspective.
///
/// With the inward normal n of a side, and the least n · a of the area's corners, the area is inside of the side after a movement t
/// if n · t + that least number is at least n · c for a corner c of the side. So all movements that bring the area inside are
/// a convex polygon, the sides of which are parallel to those of the quadrilateral.
struct CoveringQuad {
  private let quad: ConvexPolygon
  private let area: [Point]

  /// The precision of a factor.
  private static let steps = 60

  /// - Parameters:
  ///   - quad: what a layer draws.
  ///   - area: the corners of what it has to cover.
  init(_ quad: ConvexPolygon, covering area: [Point]) { (self.quad, self.area) = (quad, area) }

  /// The middle of the area.
  private var middle: Point {
    let sum = area.reduce(Vector.zero) { $0 + Vector(from: .zero, to: $1) }
    return .zero + sum * (1 / Double(max(1, area.count)))
  }

  /// The longer side of its bounding box.
  var size: Double { quad.boundingBox.map { max($0.size.width, $0.size.height) } ?? 0 }

  /// The least factor by which it has to grow so that it covers the area somewhere; 1 if it does already, and nil if the area is
  /// much too large.
  var missing: Double? {
    guard movements(growing: 1).corners.isEmpty else { return 1 }
    var (low, high) = (1.0, 2.0)
    while movements(growing: high).corners.isEmpty {
      (low, high) = (high, 2 * high)
      guard high < 1e9 else { return nil }
    }
    for _ in 0..<Self.steps {
      let middle = (low + high) / 2
      if movements(growing: middle).corners.isEmpty { low = middle } else { high = middle }
    }
    return high
  }

  /// The shortest movement after which it covers the area; if it is too small, after which it would when it has grown just enough.
  var way: Vector {
    var movements = movements(growing: 1).corners
    if movements.isEmpty { movements = missing.map { self.movements(growing: $0).corners } ?? [] }
    guard !movements.isEmpty else { return .zero }
    if ConvexPolygon(corners: movements).contains([.zero], slack: 0) { return .zero }
    let ways = movements.indices.map { i -> Vector in
      let (start, end) = (movements[i], movements[(i + 1) % movements.count])
      let side = Vector(from: start, to: end)
      let square = side.dx * side.dx + side.dy * side.dy
      let share = square > 0 ? -(start.x * side.dx + start.y * side.dy) / square : 0
      return Vector(from: .zero, to: start) + side * share.clamped
    }
    let nearest = ways.min { $0.length < $1.length }!
    // Less is a rounding error.
    let box = Rect(enclosing: area).size
    return nearest.length > 1e-9 * max(1, box.width, box.height) ? -nearest : .zero
  }

  /// Returns the movements of the area, divided by a factor about its middle, that bring it inside.
  private func movements(growing factor: Double) -> ConvexPolygon {
    let middle = middle
    let area = area.map { Vector(from: middle, to: $0) * (1 / factor) }
    // All of them bring the middle inside.
    var movements = quad.applying(.affine(AffineTransform(translationX: -middle.x, y: -middle.y)))
    let side = quad.isClockwise ? 1.0 : -1.0
    for i in quad.corners.indices {
      let (start, end) = (quad.corners[i], quad.corners[(i + 1) % quad.corners.count])
      let edge = Vector(from: start, to: end)
      let inward = Vector(dx: -side * edge.dy, dy: side * edge.dx)
      let farthest = area.min { $0.dot(inward) < $1.dot(inward) } ?? .zero
      movements = movements.clipped(ahead: inward, of: .zero + (Vector(from: middle, to: start) - farthest))
    }
    return movements
  }
}

extension LimitedPlace {
  /// Returns the canvas as it lies on the plane of the group in perspective that contains the layer, which has to cover what the layer
  /// draws; nil in another group.
  func canvas(around place: LayerPlace) -> CoveringQuad? {
    let toCanvas = scene.parentToCanvas(index)
    guard toCanvas.affine == nil, let fromCanvas = toCanvas.inverse else { return nil }
    let toParent = scene.map(of: index).placement.concatenating(place.afterPlacement)
    return CoveringQuad(
      ConvexPolygon(Rect(origin: .zero, size: scene.canvas.size), applying: fromCanvas),
      covering: ConvexPolygon(scene.drawnRect(of: index), applying: toParent).corners)
  }

  /// Returns what a layer in perspective draws, and what it has to cover, in the coordinates in which its transform acts; nil for
  /// another layer, or without an inverse.
  func quad(covering area: LayerLimit.Area, in place: LayerPlace) -> CoveringQuad? {
    let placement = scene.map(of: index).placement
    guard placement.affine == nil, let fromParent = place.afterPlacement.inverse else { return nil }
    let drawn = ConvexPolygon(scene.drawnRect(of: index), applying: placement)
    switch area {
    case .rect(let rect):
      return CoveringQuad(drawn, covering: rect.corners.map { $0.applying(fromParent) })
    case .layer(let other):
      guard let fromCanvas = scene.parentToCanvas(index).inverse else { return nil }
      let map = scene.toCanvas(other).concatenating(fromCanvas).concatenating(fromParent)
      return CoveringQuad(
        drawn, covering: ConvexPolygon(scene.layers[other].bounds, applying: map).corners)
    }
  }
}
