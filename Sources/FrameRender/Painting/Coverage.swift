import FrameGeometry

/// The exact area of each output pixel that a convex outline covers, by clipping.
struct Coverage {
  private let outline: ConvexPolygon
  /// For each edge, a · x + b · y + c is the distance to the inside, in units of the edge's length.
  private let edges: [Edge]
  /// The bounding box of the outline.
  let box: Rect

  private struct Edge {
    var a: Double
    var b: Double
    var c: Double
    /// The distance of a pixel's corners from its center, in the same units.
    var extent: Double

    @inline(__always)
    func distance(_ x: Double, _ y: Double) -> Double { a * x + b * y + c }
  }

  init(_ outline: ConvexPolygon) {
    self.outline = outline
    box = outline.boundingBox ?? .zero
    let corners = outline.corners
    // A side without a length has no inside.
    let sides = zip(corners, corners.dropFirst() + corners.prefix(1)).filter { $0 != $1 }
    var twice = 0.0
    for (p, q) in sides { twice += p.x * q.y - q.x * p.y }
    let sign: Double = twice >= 0 ? 1 : -1
    edges = sides.map { p, q in
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
      let distance = edge.distance(x, y)
      if distance <= -edge.extent { return 0 }
      if distance < edge.extent { isInside = false }
    }
    if isInside { return 1 }
    let pixel = Rect(x: Double(column), y: Double(row), width: 1, height: 1)
    return min(1, outline.clipped(to: pixel).area)
  }

  /// Returns false only if a rectangle of pixels is outside the outline.
  func mayTouch(_ area: PixelArea) -> Bool {
    edges.allSatisfy { edge in
      let column = edge.a >= 0 ? area.columns.upperBound - 1 : area.columns.lowerBound
      let row = edge.b >= 0 ? area.rows.upperBound - 1 : area.rows.lowerBound
      return edge.distance(Double(column) + 0.5, Double(row) + 0.5) > -edge.extent
    }
  }

  /// Returns whether a rectangle of pixels is inside the outline. The outline is convex, so the corners decide.
  func isFull(_ part: PixelArea) -> Bool {
    func isCovered(_ column: Int, _ row: Int) -> Bool { area(column, row) == 1 }
    let (left, right) = (part.columns.lowerBound, part.columns.upperBound - 1)
    let (top, bottom) = (part.rows.lowerBound, part.rows.upperBound - 1)
    return isCovered(left, top) && isCovered(right, top) && isCovered(left, bottom)
      && isCovered(right, bottom)
  }

  /// Returns the pixels of a row that the outline may touch, and those that it covers entirely: the same as `area`
  /// says for each, without asking for each.
  func columns(of row: Int, within range: Range<Int>) -> (touched: Range<Int>, full: Range<Int>) {
    let y = Double(row) + 0.5
    var touched = range
    var full = range
    for edge in edges {
      // Along a row, the distance only increases or only decreases.
      if edge.a >= 0 {
        touched = touched.suffix { edge.distance(Double($0) + 0.5, y) > -edge.extent }
        full = full.suffix { edge.distance(Double($0) + 0.5, y) >= edge.extent }
      } else {
        touched = touched.prefix { edge.distance(Double($0) + 0.5, y) > -edge.extent }
        full = full.prefix { edge.distance(Double($0) + 0.5, y) >= edge.extent }
      }
    }
    return (touched, full)
  }

  /// Returns the pixels of an area that the outline may touch, or more.
  func part(of area: PixelArea) -> PixelArea { PixelArea(touching: box).common(with: area) }
}

extension Range<Int> {
  /// Returns the numbers from the first one on for which the predicate is true, if it is true for all after that.
  fileprivate func suffix(_ predicate: (Int) -> Bool) -> Self {
    // Most edges are far away.
    if isEmpty || predicate(lowerBound) { return self }
    return partitioningIndex(where: predicate)..<upperBound
  }

  /// Returns the numbers before the first one for which the predicate is false, if it is false for all after that.
  fileprivate func prefix(_ predicate: (Int) -> Bool) -> Self {
    if isEmpty || predicate(upperBound - 1) { return self }
    return lowerBound..<suffix { !predicate($0) }.lowerBound
  }
}
