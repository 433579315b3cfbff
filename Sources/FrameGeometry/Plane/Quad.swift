/// Four corners, clockwise from the top left one of what they place.
public struct Quad: Hashable, Sendable {
  /// The place of the top left corner.
  public var topLeft: Point
  /// The place of the top right corner.
  public var topRight: Point
  /// The place of the bottom right corner.
  public var bottomRight: Point
  /// The place of the bottom left corner.
  public var bottomLeft: Point

  public init(_ topLeft: Point, _ topRight: Point, _ bottomRight: Point, _ bottomLeft: Point) {
    (self.topLeft, self.topRight) = (topLeft, topRight)
    (self.bottomRight, self.bottomLeft) = (bottomRight, bottomLeft)
  }

  /// Creates the corners of a rectangle.
  public init(_ rect: Rect) {
    let corners = rect.corners
    self.init(corners[0], corners[1], corners[2], corners[3])
  }

  /// Clockwise from the top left one.
  public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// Returns the corners, moved.
  public func offsetBy(dx: Double, dy: Double) -> Quad { map { Point(x: $0.x + dx, y: $0.y + dy) } }

  package func map(_ change: (Point) -> Point) -> Quad {
    Quad(change(topLeft), change(topRight), change(bottomRight), change(bottomLeft))
  }

  /// The coordinates, from the top left corner on.
  package var numbers: [Double] { corners.flatMap { [$0.x, $0.y] } }

  /// - Parameter numbers: eight of them, as `numbers`.
  package init(numbers: [Double]) {
    func corner(_ i: Int) -> Point { Point(x: numbers[2 * i], y: numbers[2 * i + 1]) }
    self.init(corner(0), corner(1), corner(2), corner(3))
  }

  /// Why four corners do not form a convex quadrilateral.
  package enum Fault: String, Hashable, Sendable {
    case notFinite, coincide, onLine, cross, fold
  }

  /// What is wrong with the corners; nil if they form a convex quadrilateral, which may be mirrored.
  package var fault: Fault? {
    let corners = corners
    guard corners.allSatisfy({ abs($0.x) <= 1e15 && abs($0.y) <= 1e15 }) else { return .notFinite }
    let sides = corners.indices.map(side)
    let diagonals = [Vector(from: topLeft, to: bottomRight), Vector(from: topRight, to: bottomLeft)]
    guard (sides + diagonals).allSatisfy({ $0.dx != 0 || $0.dy != 0 }) else { return .coincide }
    let turns = sides.indices.map { i -> Int in
      let (side, next) = (sides[i], sides[(i + 1) % 4])
      let turn = side.cross(next)
      // A flatter turn cannot be distinguished from rounding.
      return abs(turn) <= 1e-9 * side.length * next.length ? 0 : turn > 0 ? 1 : -1
    }
    if turns.allSatisfy({ $0 == turns[0] }) && turns[0] != 0 { return nil }
    if turns.contains(0) { return .onLine }
    return turns.reduce(0, +) == 0 ? .cross : .fold
  }

  /// Returns where corners on straight ways to others first have a fault, and which; nil if they never do.
  package func firstFault(towards end: Quad) -> (share: Double, fault: Fault)? {
    if let fault { return (0, fault) }
    let turns = (0..<4).map { i -> Parabola in
      let (side, next) = (self.side(i), self.side(i + 1))
      let (endSide, endNext) = (end.side(i), end.side(i + 1))
      return Parabola(
        side.cross(next), (side.cross(endNext) + endSide.cross(next)) / 2, endSide.cross(endNext))
    }
    // Corners turn the other way after three of them were on a line.
    guard let share = turns.flatMap(\.zeros).min() else { return end.fault.map { (1, $0) } }
    let between = Quad(numbers: zip(numbers, end.numbers).map { $0 + ($1 - $0) * share })
    return (share, between.fault ?? .onLine)
  }

  /// Returns a side, clockwise from the top.
  private func side(_ i: Int) -> Vector { Vector(from: corners[i % 4], to: corners[(i + 1) % 4]) }
}
