import FrameGeometry

/// A quadrilateral that has to cover an area.
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

  /// The shortest movement after which it covers the area; if there is none, one after which their middles agree.
  var way: Vector {
    let movements = movements(growing: 1).corners
    guard !movements.isEmpty else {
      guard let own = quad.boundingBox else { return .zero }
      let other = Rect(enclosing: area)
      return Vector(dx: other.midX - own.midX, dy: other.midY - own.midY)
    }
    if ConvexPolygon(corners: movements).contains([.zero], slack: 1e-9 * size) { return .zero }
    let nearest = movements.indices.map { i -> Vector in
      let (start, end) = (movements[i], movements[(i + 1) % movements.count])
      let side = Vector(from: start, to: end)
      let square = side.dx * side.dx + side.dy * side.dy
      let share = square > 0 ? -(start.x * side.dx + start.y * side.dy) / square : 0
      return Vector(from: .zero, to: start) + side * share.clamped
    }
    return -nearest.min { $0.length < $1.length }!
  }

  /// Returns the movements of the area, divided by a factor, that bring it inside.
  private func movements(growing factor: Double) -> ConvexPolygon {
    let far = 4 * (size + Rect(enclosing: area + quad.corners).grown(by: 1).size.width) + 4 * size
    var movements = ConvexPolygon(corners: Rect(x: -far, y: -far, width: 2 * far, height: 2 * far).corners)
    let side = quad.isClockwise ? 1.0 : -1.0
    for i in quad.corners.indices {
      let (start, end) = (quad.corners[i], quad.corners[(i + 1) % quad.corners.count])
      let edge = Vector(from: start, to: end)
      let inward = Vector(dx: -side * edge.dy, dy: side * edge.dx)
      let least = area.map { (inward.dx * $0.x + inward.dy * $0.y) / factor }.min() ?? 0
      let needed = inward.dx * start.x + inward.dy * start.y - least
      let square = inward.dx * inward.dx + inward.dy * inward.dy
      let foot = Point(x: inward.dx * needed / square, y: inward.dy * needed / square)
      movements = movements.clipped(ahead: inward, of: foot)
    }
    return movements
  }
}

extension LimitedPlace {
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
