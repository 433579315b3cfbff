import FrameModel

/// How much of each output pixel a convex outline covers: exact areas, by clipping.
struct Coverage {
  private let outline: ConvexPolygon
  /// Of each edge: a · x + b · y + c is the distance to the inside, in units of the edge's own length.
  private let edges: [Edge]
  /// The outline's box.
  let box: Rect

  private struct Edge {
    var a: Double
    var b: Double
    var c: Double
    /// How far a pixel's corners lie from its middle, in the same units.
    var extent: Double
  }

  init(_ outline: ConvexPolygon) {
    self.outline = outline
    box = outline.boundingBox ?? .zero
    let corners = outline.corners
    var twice = 0.0
    for i in corners.indices {
      let p = corners[i]
      let q = corners[(i + 1) % corners.count]
      twice += p.x * q.y - q.x * p.y
    }
    let sign: Double = twice >= 0 ? 1 : -1
    edges = corners.indices.map { i in
      let p = corners[i]
      let q = corners[(i + 1) % corners.count]
      let a = -(q.y - p.y) * sign
      let b = (q.x - p.x) * sign
      return Edge(a: a, b: b, c: -(a * p.x + b * p.y), extent: (abs(a) + abs(b)) / 2)
    }
  }

  /// From 0 to 1.
  func area(_ column: Int, _ row: Int) -> Double {
    let x = Double(column) + 0.5
    let y = Double(row) + 0.5
    var isInside = true
    for edge in edges {
      let distance = edge.a * x + edge.b * y + edge.c
      if distance <= -edge.extent { return 0 }
      if distance < edge.extent { isInside = false }
    }
    if isInside { return 1 }
    let pixel = Rect(x: Double(column), y: Double(row), width: 1, height: 1)
    return min(1, outline.clipped(to: pixel).area)
  }

  /// True where a rectangle of pixels lies within the outline: its corners do, for it is convex.
  func isFull(_ x: Range<Int>, _ y: Range<Int>) -> Bool {
    [x.lowerBound, x.upperBound - 1].allSatisfy { column in
      [y.lowerBound, y.upperBound - 1].allSatisfy { area(column, $0) == 1 }
    }
  }

  /// The columns and rows that the outline can touch, within an output part.
  func columns(within range: Range<Int>) -> Range<Int> {
    Self.whole(box.minX, box.maxX).clamped(to: range)
  }

  func rows(within range: Range<Int>) -> Range<Int> {
    Self.whole(box.minY, box.maxY).clamped(to: range)
  }

  private static func whole(_ low: Double, _ high: Double) -> Range<Int> {
    let bound = 1e9
    let first = Int(max(-bound, min(bound, low.rounded(.down))))
    let end = Int(max(-bound, min(bound, high.rounded(.up))))
    return first..<max(first, end)
  }
}
