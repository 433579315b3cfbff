/// Draws polylines with a pen.
///
/// The area consists of convex parts that are all clockwise with y pointing down: a quad for every line, and one part
/// for every join. So the non-zero rule gives their union, wherever they overlap. Quads of lines that hardly bend
/// share the edge between them, which is then omitted: it would be followed in both directions, which adds nothing to
/// the winding number.
struct Stroker {
  private(set) var contours: [[Point]] = []
  private let pen: Pen
  private let style: StrokeStyle

  init(style: StrokeStyle, pen: Pen) {
    (self.style, self.pen) = (style, pen)
  }

  mutating func draw(_ line: Polyline) {
    let segments = line.segments(radius: pen.radius)
    guard !segments.isEmpty else {
      if let point = line.points.first { dot(at: point, along: line.startDirection?.unit) }
      return
    }
    let joints = segments.indices.map { i in
      let next = (i + 1) % segments.count
      return line.isClosed || next != 0 ? bend(segments[i], segments[next]) : nil
    }
    // A ring that consists only of shared edges has no edge to begin at.
    guard let cut = joints.firstIndex(where: { $0 == nil }) else {
      contours.append(zip(segments, joints).map { $0.end + $1! })
      contours.append(zip(segments, joints).reversed().map { $0.end - $1! })
      return
    }
    var strip = Strip()
    for i in segments.indices {
      let index = (cut + 1 + i) % segments.count
      let segment = segments[index]
      if strip.isEmpty {
        strip.add(segment.start, across: segment.startEdge)
        if index == 0, !line.isClosed { strip.cap(start: cap(at: segment.start, along: -segment.departure)) }
      }
      if let shared = joints[index] {
        strip.add(segment.end, across: StrokeSegment.Edge(left: shared, right: -shared))
        continue
      }
      strip.add(segment.end, across: segment.endEdge)
      let isEnd = !line.isClosed && index == segments.count - 1
      if isEnd {
        strip.cap(end: cap(at: segment.end, along: segment.arrival))
      } else {
        join(segment, segments[(index + 1) % segments.count])
      }
      contours.append(strip.contour)
      strip = Strip()
    }
  }

  /// Returns half of the shared edge of two segments, to the left, or nil if each has its own end.
  private func bend(_ a: StrokeSegment, _ b: StrokeSegment) -> Vector? {
    let cosine = 1 + a.direction.dot(b.direction)
    guard cosine > 0 else { return nil }
    // From the half angle of the bend: sec² = 2 / (1 + cos), tan = sin / (1 + cos).
    let secant = (2 / cosine).squareRoot()
    let tangent = abs(a.direction.cross(b.direction)) / cosine
    guard pen.radius * tangent <= min(a.length, b.length) / 2 else { return nil }
    // At the bend they meet in a miter, which extends this much further than a round join, and twice as much further
    // than a bevel.
    let excess = pen.radius * (secant - 1)
    let isMitered = style.join == .miter && secant <= style.miterLimit
    let isBeveled = style.join == .bevel || style.join == .miter && !isMitered
    guard isMitered && b.isCorner || excess * (isBeveled && !b.isSmooth ? 2 : 1) <= pen.tolerance else {
      return nil
    }
    return (a.direction.left + b.direction.left) * (pen.radius / cosine)
  }

  /// Fills the gap between two quads on the outer side of the bend.
  private mutating func join(_ a: StrokeSegment, _ b: StrokeSegment) {
    let sine = a.arrival.cross(b.departure)
    let cosine = 1 + a.arrival.dot(b.departure)
    guard sine != 0 || cosine < 1 else { return }
    let (p, q) = (a.arrival.left * pen.radius, b.departure.left * pen.radius)
    let (from, to) = sine >= 0 ? (p, q) : (-q, -p)
    var piece = [a.end, a.end + from]
    if b.isSmooth || style.join == .round {
      piece += pen.arc(around: a.end, from: from, by: Trigonometry.atan2(abs(sine), cosine - 1))
    } else if style.join == .miter, 2 <= style.miterLimit * style.miterLimit * cosine {
      piece.append(a.end + (from + to) * (1 / cosine))
    }
    piece.append(a.end + to)
    contours.append(piece)
  }

  /// Returns the points between the sides, from the left one on, for a pen that leaves.
  private func cap(at point: Point, along direction: Vector) -> [Point] {
    let side = direction.left * pen.radius
    switch style.cap {
    case .butt: return []
    case .round: return pen.arc(around: point, from: side, by: .pi)
    case .square:
      let forward = direction * pen.radius
      return [point + side + forward, point - side + forward]
    }
  }

  /// A contour without length has two caps.
  private mutating func dot(at point: Point, along direction: Vector?) {
    guard style.cap != .butt else { return }
    let direction = direction ?? Vector(dx: 1, dy: 0)
    let side = direction.left * pen.radius
    let sides = style.cap == .round ? [[point + side], [point - side]] : [[], []]
    contours.append(
      sides[0] + cap(at: point, along: direction) + sides[1] + cap(at: point, along: -direction))
  }
}

/// A row of quads.
private struct Strip {
  private var left: [Point] = []
  private var right: [Point] = []
  private var startCap: [Point] = []
  private var endCap: [Point] = []

  var isEmpty: Bool { left.isEmpty }

  var contour: [Point] { left + endCap + right.reversed() + startCap }

  mutating func add(_ point: Point, across edge: StrokeSegment.Edge) {
    left.append(point + edge.left)
    right.append(point + edge.right)
  }

  mutating func cap(start: [Point]) { startCap = start }
  mutating func cap(end: [Point]) { endCap = end }
}

/// A line of a polyline with the directions and edges that a pen needs.
struct StrokeSegment {
  /// The offsets across the pen's direction, to either side.
  struct Edge {
    var left: Vector
    var right: Vector
  }

  var start: Point
  var end: Point
  /// A unit vector, as `departure` and `arrival`.
  var direction: Vector
  var length: Double
  /// The pen's directions at the start and at the end: the tangents where a curve begins and ends.
  var departure: Vector
  var arrival: Vector
  /// The start and end of the sides, across the pen's direction there.
  var startEdge: Edge
  var endEdge: Edge
  /// True if there is no corner at its start.
  var isSmooth: Bool
  /// True if neither this line nor the one before belongs to a curve at its start.
  var isCorner: Bool
}

extension Polyline {
  /// Returns the lines that have a length.
  func segments(radius: Double) -> [StrokeSegment] {
    var segments: [StrokeSegment] = []
    segments.reserveCapacity(edges)
    for edge in 0..<edges {
      let chord = chord(edge)
      guard let direction = chord.unit else { continue }
      let length = chord.length
      // Within a curve, the join makes it round.
      let next = (edge + 1) % points.count
      let departure = isSmooth(edge) ? direction : departure(edge).unit ?? direction
      let arrival = isSmooth(next) ? direction : arrival(edge).unit ?? direction
      segments.append(
        StrokeSegment(
          start: points[edge], end: points[next], direction: direction, length: length,
          departure: departure, arrival: arrival,
          startEdge: strokeEdge(across: departure, turn: departure.cross(direction)),
          endEdge: strokeEdge(across: arrival, turn: direction.cross(arrival)),
          isSmooth: isSmooth(edge), isCorner: false))

      /// On the inner side of the turn between tangent and line, limited by the length of the line, so that the quad
      /// remains one.
      func strokeEdge(across tangent: Vector, turn: Double) -> StrokeSegment.Edge {
        let (plain, slanted) = (direction.left * radius, tangent.left * radius)
        let cosine = direction.dot(tangent)
        let outer = cosine > 0 ? slanted : plain
        let inner = radius * abs(turn) <= cosine * length / 2 ? slanted : plain
        return turn > 0
          ? StrokeSegment.Edge(left: outer, right: -inner) : StrokeSegment.Edge(left: inner, right: -outer)
      }
    }
    for i in segments.indices {
      let last = segments[(i + segments.count - 1) % segments.count]
      segments[i].isCorner =
        !segments[i].isSmooth && last.arrival == last.direction
        && segments[i].departure == segments[i].direction
    }
    return segments
  }
}

/// A circular pen.
struct Pen {
  let radius: Double
  let tolerance: Double
  /// The step of its rim in radians, for which chords are within the tolerance: the sagitta of a chord of an angle h
  /// is r(1 - cos h/2), at most r·h²/8.
  private let step: Double

  /// The maximum number of steps for half a turn, for any tolerance.
  private static let mostSteps = 4096

  /// - Parameter isRimSeen: false if the rim, and everything within 0.86 of the radius, is not visible.
  init(radius: Double, tolerance: Double, isRimSeen: Bool = true) {
    self.radius = radius
    self.tolerance = tolerance > 0 ? tolerance : 0
    // At least three steps, so that the smallest dot still has a shape.
    step = isRimSeen ? min((8 * self.tolerance / radius).squareRoot(), .pi / 3) : .pi / 3
  }

  /// Returns the points between the ends of an arc of the rim, clockwise with y pointing down.
  ///
  /// - Parameters:
  ///   - from: from the center to the start.
  ///   - angle: in radians, up to half a turn.
  func arc(around center: Point, from: Vector, by angle: Double) -> [Point] {
    let wanted = (angle / step).rounded(.up)
    let steps = wanted < Double(Self.mostSteps) ? max(1, Int(wanted)) : Self.mostSteps
    return (1..<steps).map { i in
      let (s, c) = Trigonometry.sineAndCosine(Angle(radians: angle * (Double(i) / Double(steps))))
      return center + Vector(dx: c * from.dx - s * from.dy, dy: s * from.dx + c * from.dy)
    }
  }
}
