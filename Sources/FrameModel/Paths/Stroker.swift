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
