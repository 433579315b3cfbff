import FrameGeometry

/// The edges of an outline, indexed by the rows that they cross.
///
/// They are sorted by their upper ends, as an implicit search tree in which every node knows the lowest end in its
/// subtree (Cormen and others, "Introduction to algorithms", interval trees). Finding the edges that cross a range of
/// rows takes the logarithm of all edges plus the number of those found.
struct EdgeTable: Sendable {
  struct Edge: Sendable {
    /// The end with the smaller y.
    var top: Point
    var bottom: Point
    /// 1 if the contour runs down, -1 if it runs up.
    var winding: Int
    /// The smallest and largest x of its whole contour: outside of these, its winding number is 0.
    var contourMinX: Double
    var contourMaxX: Double

    var minX: Double { min(top.x, bottom.x) }
    var maxX: Double { max(top.x, bottom.x) }

    /// Returns its position at a height between its ends. At the height of an end, this is the end.
    @inline(__always)
    func x(at y: Double) -> Double { x(at: y, slope: slope) }

    /// The change of x per row.
    @inline(__always)
    var slope: Double { (bottom.x - top.x) / (bottom.y - top.y) }

    /// Returns its position, with its slope already known.
    @inline(__always)
    func x(at y: Double, slope: Double) -> Double {
      if y <= top.y { return top.x }
      if y >= bottom.y { return bottom.x }
      let x = top.x + (y - top.y) * slope
      return min(max(x, minX), maxX)
    }
  }

  private let edges: [Edge]
  /// The lowest end in the subtree of each edge.
  private let reach: [Double]
  /// The bounding box of the edges; nil without edges.
  let box: Rect?

  init(_ outline: Outline) {
    var edges = EdgeList()
    for contour in outline.contours { edges.add(contour) }
    self.init(edges)
  }

  init(_ list: EdgeList) {
    // Sorting the heights with their places moves fewer bytes than sorting the edges.
    var order = list.edges.indices.map { (height: list.edges[$0].top.y, place: $0) }
    order.sort { $0.height < $1.height }
    let edges = order.map { list.edges[$0.place] }
    var reach = edges.map(\.bottom.y)
    Self.fill(&reach, 0..<edges.count)
    self.edges = edges
    self.reach = reach
    box = edges.isEmpty ? nil : Self.box(of: edges)
  }

  var count: Int { edges.count }

  /// The bytes that it holds. Both arrays were made with their final count. Their capacity may be a little larger, by what the
  /// allocator had: the same edit would need different memory each time.
  var heldBytes: Int {
    edges.isEmpty
      ? 0 : count * (MemoryLayout<Edge>.stride + MemoryLayout<Double>.stride) + 2 * AllocatedBytes.header
  }

  /// Calls `body` for all edges at least partly between two heights, sorted by their upper ends.
  func forEach(between top: Double, and bottom: Double, _ body: (Edge) -> Void) {
    search(0..<edges.count, top, bottom, body)
  }

  private func search(_ part: Range<Int>, _ top: Double, _ bottom: Double, _ body: (Edge) -> Void) {
    guard !part.isEmpty else { return }
    let middle = part.lowerBound + part.count / 2
    guard reach[middle] > top else { return }
    search(part.lowerBound..<middle, top, bottom, body)
    guard edges[middle].top.y < bottom else { return }
    if edges[middle].bottom.y > top { body(edges[middle]) }
    search(middle + 1..<part.upperBound, top, bottom, body)
  }

  @discardableResult
  private static func fill(_ reach: inout [Double], _ part: Range<Int>) -> Double {
    guard !part.isEmpty else { return -.infinity }
    let middle = part.lowerBound + part.count / 2
    let above = fill(&reach, part.lowerBound..<middle)
    let below = fill(&reach, middle + 1..<part.upperBound)
    reach[middle] = max(reach[middle], above, below)
    return reach[middle]
  }

  private static func box(of edges: [Edge]) -> Rect {
    var (left, right, bottom) = (edges[0].minX, edges[0].maxX, edges[0].bottom.y)
    for edge in edges {
      left = min(left, edge.minX)
      right = max(right, edge.maxX)
      bottom = max(bottom, edge.bottom.y)
    }
    let top = edges[0].top.y
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// Collects the edges of contours.
struct EdgeList {
  private(set) var edges: [EdgeTable.Edge] = []
  /// The area where edges are needed: those above it, below it or to its right are omitted. nil for everywhere.
  private let part: Rect?

  init(in part: Rect? = nil) {
    self.part = part
  }

  mutating func add(_ contour: [Point]) {
    guard contour.allSatisfy({ $0.x.isFinite && $0.y.isFinite }), var last = contour.last else { return }
    let minX = contour.reduce(last.x) { min($0, $1.x) }
    let maxX = contour.reduce(last.x) { max($0, $1.x) }
    if let part, maxX <= part.minX { return }
    for point in contour {
      if last.y < point.y {
        add(EdgeTable.Edge(top: last, bottom: point, winding: 1, contourMinX: minX, contourMaxX: maxX))
      } else if point.y < last.y {
        add(EdgeTable.Edge(top: point, bottom: last, winding: -1, contourMinX: minX, contourMaxX: maxX))
      }
      last = point
    }
  }

  private mutating func add(_ edge: EdgeTable.Edge) {
    if let part {
      guard edge.bottom.y > part.minY, edge.top.y < part.maxY, edge.minX < part.maxX else { return }
    }
    edges.append(edge)
  }
}
