/// Draws polylines with a pen.
///
/// The area is put together from convex pieces that all go round clockwise where y points down: a quad for every
/// line, one piece for every join. So what they cover is what the non-zero rule says, wherever they overlap. Quads
/// whose lines go on without much of a bend share the edge between them, which is then left out: as going round
/// along it both ways adds nothing, the sum is the same.
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
    // A ring of shared edges alone has none to begin at.
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

  /// Half of the edge that two segments share, to the left; nil where each ends by itself.
  private func bend(_ a: StrokeSegment, _ b: StrokeSegment) -> Vector? {
    let cosine = 1 + a.direction.dot(b.direction)
    guard cosine > 0 else { return nil }
    // By the half angle of the bend: sec² = 2 / (1 + cos), tan = sin / (1 + cos).
    let secant = (2 / cosine).squareRoot()
    let tangent = abs(a.direction.cross(b.direction)) / cosine
    guard pen.radius * tangent <= min(a.length, b.length) / 2 else { return nil }
    // Across the bend they meet in a miter: this much farther out than a round join, twice as much than a bevel.
    let excess = pen.radius * (secant - 1)
    let isMitered = style.join == .miter && secant <= style.miterLimit
    let isBeveled = style.join == .bevel || style.join == .miter && !isMitered
    guard isMitered && b.isCorner || excess * (isBeveled && !b.isSmooth ? 2 : 1) <= pen.tolerance else {
      return nil
    }
    return (a.direction.left + b.direction.left) * (pen.radius / cosine)
  }

  /// What two quads leave open between them, on the outer side of the bend.
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

  /// What lies between the sides, from the left one on, as the pen goes off.
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

  /// A contour of no length has two caps.
  private mutating func dot(at point: Point, along direction: Vector?) {
    guard style.cap != .butt else { return }
    let direction = direction ?? Vector(dx: 1, dy: 0)
    let side = direction.left * pen.radius
    let sides = style.cap == .round ? [[point + side], [point - side]] : [[], []]
    contours.append(
      sides[0] + cap(at: point, along: direction) + sides[1] + cap(at: point, along: -direction))
  }
}

/// Quads in a row.
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
