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
    if let window = pen.window { return draw(segments, isClosed: line.isClosed, in: window) }
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
      let isEnd = !line.isClosed && index == segments.count - 1
      if !isEnd, joints[index] == nil { join(segment, segments[(index + 1) % segments.count]) }
      if segment.isTight {
        contours += segment.contours
        if !line.isClosed, index == 0 { addCap(at: segment.start, along: -segment.departure) }
        if isEnd { addCap(at: segment.end, along: segment.arrival) }
        continue
      }
      if strip.isEmpty {
        strip.add(segment.start, across: segment.startSide)
        if index == 0, !line.isClosed { strip.startCap = cap(at: segment.start, along: -segment.departure) }
      }
      if let shared = joints[index] {
        strip.add(segment.end, across: shared)
        continue
      }
      strip.add(segment.end, across: segment.endSide)
      if isEnd { strip.endCap = cap(at: segment.end, along: segment.arrival) }
      contours.append(strip.contour)
      strip = Strip()
    }
  }

  /// Draws with a pen whose rim is not visible. A curve is one part, however many lines it has.
  private mutating func draw(_ segments: [StrokeSegment], isClosed: Bool, in window: Rect) {
    let first = isClosed ? segments.firstIndex { !$0.isSmooth } ?? 0 : 0
    var curves: [[StrokeSegment]] = []
    for segment in segments[first...] + segments[..<first] {
      if segment.isSmooth, !curves.isEmpty {
        curves[curves.count - 1].append(segment)
      } else {
        curves.append([segment])
      }
    }
    for (i, curve) in curves.enumerated() {
      contours += curve.count > 1 ? curve.normals(in: window) : curve[0].contours
      if isClosed || i < curves.count - 1 { join(curve[curve.count - 1], curves[(i + 1) % curves.count][0]) }
    }
    guard !isClosed, let start = segments.first, let end = segments.last else { return }
    addCap(at: start.start, along: -start.departure)
    addCap(at: end.end, along: end.arrival)
  }

  /// Returns half of the shared edge of two segments, to the left, or nil if each has its own end.
  private func bend(_ a: StrokeSegment, _ b: StrokeSegment) -> Vector? {
    let cosine = 1 + a.direction.dot(b.direction)
    guard cosine > 0, !a.isTight, !b.isTight else { return nil }
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

  /// Fills the gap between two quads on the outer side of the bend. Within a curve, a pen that
  /// reaches beyond the center of curvature leaves a gap on the inner side, which is filled, too.
  private mutating func join(_ a: StrokeSegment, _ b: StrokeSegment) {
    let sine = a.arrival.cross(b.departure)
    let cosine = 1 + a.arrival.dot(b.departure)
    guard sine != 0 || cosine < 1 else { return }
    let (p, q) = (a.arrival.left * pen.radius, b.departure.left * pen.radius)
    let (from, to) = sine >= 0 ? (p, q) : (-q, -p)
    var piece = [a.end, a.end + from]
    if b.isSmooth || style.join == .round {
      let angle = Trigonometry.atan2(abs(sine), cosine - 1)
      piece += pen.arc(around: a.end, from: from, by: angle)
      if b.isSmooth, pen.radius * angle > a.length + b.length {
        contours.append(
          [a.end, a.end - from] + pen.arc(around: a.end, from: -from, by: angle) + [a.end - to])
      }
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

  private mutating func addCap(at point: Point, along direction: Vector) {
    guard style.cap != .butt else { return }
    let side = direction.left * pen.radius
    contours.append([point + side] + cap(at: point, along: direction) + [point - side])
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
  var startCap: [Point] = []
  var endCap: [Point] = []

  var isEmpty: Bool { left.isEmpty }

  var contour: [Point] { left + endCap + right.reversed() + startCap }

  mutating func add(_ point: Point, across side: Vector) {
    left.append(point + side)
    right.append(point - side)
  }
}

extension [StrokeSegment] {
  /// Returns the part of a window that is on any normal of a curve, as contours with winding numbers of 0 and 1.
  ///
  /// A point x is on the normal at c(t) if g(t) = (x - c(t))·c'(t) is 0. Since g is continuous, x is on no normal only
  /// if g is above 0 for all t, or below 0 for all t. So what remains of the window is two convex polygons.
  fileprivate func normals(in window: Rect) -> [[Point]] {
    // The window's own border is not an edge of what is visible.
    let area = ConvexPolygon(
      corners: window.grown(by: Trigonometry.hypot(window.size.width, window.size.height)).corners)
    var (ahead, behind) = (area, area)
    for (point, direction) in tangents where !ahead.corners.isEmpty || !behind.corners.isEmpty {
      ahead = ahead.clipped(ahead: direction, of: point)
      behind = behind.clipped(ahead: -direction, of: point)
    }
    return [area.corners] + [ahead, behind].map { $0.corners.reversed() }.filter { !$0.isEmpty }
  }

  /// The points of a curve with its directions there. A cusp has two.
  private var tangents: [(Point, Vector)] {
    let between = zip(self, dropFirst()).flatMap { a, b in
      a.direction.dot(b.direction) > 0
        ? [(b.start, a.direction * a.length + b.direction * b.length)]
        : [(b.start, a.direction), (b.start, b.direction)]
    }
    return [(self[0].start, self[0].departure)] + between + [(self[count - 1].end, self[count - 1].arrival)]
  }
}

/// A line of a polyline with the directions and edges that a pen needs.
struct StrokeSegment {
  var start: Point
  var end: Point
  /// A unit vector, as `departure` and `arrival`.
  var direction: Vector
  var length: Double
  /// The pen's directions at the start and at the end: the tangents where a curve begins and ends.
  var departure: Vector
  var arrival: Vector
  /// From the start and the end to the left side, across the pen's direction there. The right side is opposite.
  var startSide: Vector
  var endSide: Vector
  /// True if there is no corner at its start.
  var isSmooth: Bool
  /// True if neither this line nor the one before belongs to a curve at its start.
  var isCorner: Bool
  /// True if a curve begins or ends with this line and bends so tightly that one quad may not be what the pen covers.
  var isTight: Bool

  /// What a pen draws along it, as convex contours: a quad, or if it is tight, the parts to the left and to the right.
  var contours: [[Point]] {
    guard isTight else {
      return [[start + startSide, end + endSide, end - endSide, start - startSide]]
    }
    return half(from: start, startSide, to: end, endSide) + half(from: end, -endSide, to: start, -startSide)
  }

  /// Returns what a pen covers to the left of the line from p to q, as clockwise contours. If the normals at p and q meet
  /// within the pen's radius, the area beyond that point is a triangle of its own.
  private func half(from p: Point, _ side: Vector, to q: Point, _ endSide: Vector) -> [[Point]] {
    let way = Vector(from: p, to: q)
    let (far, farEnd) = (p + side, q + endSide)
    // Where the normals meet, as a share of the radius.
    let share = way.cross(endSide) / side.cross(endSide)
    guard Vector(from: far, to: farEnd).dot(way) < 0, share > 0, share < 1 else {
      return [[p, far, farEnd, q]]
    }
    let meeting = p + side * share
    return [[p, meeting, q], [meeting, farEnd, far]]
  }
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
          startSide: side(across: departure), endSide: side(across: arrival),
          isSmooth: isSmooth(edge), isCorner: false, isTight: isTight(departure) || isTight(arrival)))

      func side(across tangent: Vector) -> Vector {
        (direction.dot(tangent) > 0 ? tangent : direction).left * radius
      }

      func isTight(_ tangent: Vector) -> Bool {
        direction.dot(tangent) > 0
          && radius * abs(tangent.cross(direction)) > direction.dot(tangent) * length / 2
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
  /// If the rim is not visible: the visible area, in which the pen reaches everything across its direction.
  let window: Rect?

  /// The maximum number of steps for half a turn, for any tolerance.
  private static let mostSteps = 4096

  /// - Parameter window: the visible area, if it is nearer to the pen than 0.86 of the radius; otherwise nil.
  init(radius: Double, tolerance: Double, covering window: Rect? = nil) {
    self.radius = radius
    self.tolerance = tolerance > 0 ? tolerance : 0
    self.window = window
    // At least three steps, so that the smallest dot still has a shape.
    step = window == nil ? min((8 * self.tolerance / radius).squareRoot(), .pi / 3) : .pi / 3
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
