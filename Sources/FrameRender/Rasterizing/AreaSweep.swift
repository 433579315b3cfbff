import FrameGeometry
import FramePlan

/// The exact area of each pixel inside an outline, row by row.
///
/// A row is cut at every height where an edge begins or ends. In such a strip the edges are side by side from left to
/// right, the fill rule says which gaps between them are inside, and those are trapezoids. So an area that is covered
/// twice counts once, even within a pixel: the union of a line's parts has no seams, and shapes that share an edge
/// have no gap.
///
/// Contours side by side, such as letters, are separated first: the ends of one letter's edges need no strips through
/// all others.
///
/// Edges that cross all rows beside the columns are only counted: a huge pen has thousands of them. Edges that cross no
/// others need no strips; see `EdgeChains`.
///
/// If a row would take too long this way, it is sampled at some heights instead.
struct AreaSweep {
  private enum Content {
    case rectangle(UprightRectangle)
    /// The edges that cross the rows, without edges to the right of the columns, contours to their left, and edges
    /// beside the columns that `groups` count. Sorted by their upper ends.
    case edges([EdgeTable.Edge])
  }

  private let content: Content
  /// The edges that cross the current row, one group of contours after the other.
  private var crossing: [EdgeTable.Edge] = []
  private var groups: ContourGroups
  /// The edges of a group between two heights.
  private var part: [EdgeTable.Edge] = []
  /// The edges of that part that cross the current strip, with their slopes.
  private var active: [(edge: EdgeTable.Edge, slope: Double)] = []
  private var cuts: [Double] = []
  private var strip: Strip
  private var chains: EdgeChains
  private var row: CoverageRow

  /// Text 6 pixels high takes a seventh of this, and is not sampled.
  static let usualWork = 1 << 18
  private let mostWork: Int
  /// For a row that is sampled.
  private static let samples = 16

  /// - Parameter mostWork: how often edges may be visited in a row before it is sampled.
  init(
    _ area: OutlineArea, rule: FillRule, columns: Range<Int>, rows: Range<Int>, mostWork: Int = usualWork
  ) {
    self.mostWork = mostWork
    strip = Strip(rule: rule, columns: columns)
    chains = EdgeChains(rule: rule)
    row = CoverageRow(columns: columns)
    var groups = ContourGroups(columns: columns)
    let (left, right) = (Double(columns.lowerBound), Double(columns.upperBound))
    switch area {
    case .rectangle(let rectangle):
      content = rectangle.left < right && rectangle.right > left ? .rectangle(rectangle) : .edges([])
    case .edges(let table):
      var edges: [EdgeTable.Edge] = []
      let (top, bottom) = (Double(rows.lowerBound), Double(rows.upperBound))
      table.forEach(between: top, and: bottom) { edge in
        guard edge.minX < right, edge.contourMaxX > left else { return }
        // Between two heights, rounding never takes an edge beyond its positions there.
        if edge.top.y <= top, edge.bottom.y >= bottom {
          let (upper, lower) = (edge.x(at: top), edge.x(at: bottom))
          if upper <= left, lower <= left { return groups.addBeside(edge, winding: edge.winding) }
          if upper >= right, lower >= right { return groups.addBeside(edge, winding: 0) }
        }
        edges.append(edge)
      }
      content = .edges(edges)
    }
    self.groups = groups
  }

  var isEmpty: Bool {
    if case .edges(let edges) = content { edges.isEmpty && groups.beside.count == 0 } else { false }
  }

  /// - Parameter body: receives the columns with any coverage.
  mutating func sweep(_ y: Int, _ body: (_ column: Int, _ share: Float) -> Void) {
    let (top, bottom) = (Double(y), Double(y) + 1)
    switch content {
    case .rectangle(let rectangle):
      guard add(rectangle, from: top, to: bottom) else { return }
    case .edges(let edges):
      crossing.removeAll(keepingCapacity: true)
      for edge in edges {
        if edge.top.y >= bottom { break }
        if edge.bottom.y > top { crossing.append(edge) }
      }
      guard !crossing.isEmpty || groups.beside.count > 0 else { return }
      groups.gather(&crossing)
      if !addGroups(from: top, to: bottom) {
        row.clear()
        addSamples(from: top)
      }
    }
    row.take(body)
  }

  /// Adds the two vertical edges.
  ///
  /// - Returns: false if the rectangle does not reach the row.
  private mutating func add(_ rectangle: UprightRectangle, from top: Double, to bottom: Double) -> Bool {
    let (upper, lower) = (max(top, rectangle.top), min(bottom, rectangle.bottom))
    guard upper < lower else { return false }
    let height = CoverageRow.units(lower - upper)
    row.add(from: rectangle.left, to: rectangle.left, height: height, sign: 1)
    row.add(from: rectangle.right, to: rectangle.right, height: height, sign: -1)
    return true
  }

  /// Adds one group of contours after the other.
  ///
  /// - Returns: false if it is too much work; the row is then unusable.
  private mutating func addGroups(from top: Double, to bottom: Double) -> Bool {
    var work = WorkBudget(mostWork)
    var first = 0
    for group in groups.groups {
      let edges = crossing[first..<group.end]
      guard add(edges, group.beside, from: top, to: bottom, work: &work) else { return false }
      first = group.end
    }
    return true
  }

  /// Adds the edges of a group, between the heights at which chains of them begin and end.
  private mutating func add(
    _ edges: ArraySlice<EdgeTable.Edge>, _ beside: ContourGroups.Beside, from top: Double, to bottom: Double,
    work: inout WorkBudget
  ) -> Bool {
    if chains.add(edges, winding: beside.winding, from: top, to: bottom, &row) { return true }
    let ends = chains.ends.sorted()
    var upper = top
    for lower in ends + [bottom] where lower > upper {
      part.removeAll(keepingCapacity: true)
      for edge in edges {
        if edge.top.y >= lower { break }
        if edge.bottom.y > upper { part.append(edge) }
      }
      if ends.isEmpty || !chains.add(part[...], winding: beside.winding, from: upper, to: lower, &row) {
        guard addStrips(of: part, beside, from: upper, to: lower, work: &work) else { return false }
      }
      upper = lower
    }
    return true
  }

  private mutating func addStrips(
    of edges: [EdgeTable.Edge], _ beside: ContourGroups.Beside, from top: Double, to bottom: Double,
    work: inout WorkBudget
  ) -> Bool {
    cut(edges, from: top, to: bottom)
    var next = 0
    active.removeAll(keepingCapacity: true)
    for i in 1..<cuts.count where cuts[i - 1] < cuts[i] {
      let (upper, lower) = (cuts[i - 1], cuts[i])
      active.removeAll { $0.edge.bottom.y < lower }
      while next < edges.count, edges[next].top.y <= upper {
        if edges[next].bottom.y >= lower { active.append((edges[next], edges[next].slope)) }
        next += 1
      }
      guard work.spend(active.count + beside.count) else { return false }
      strip.begin(winding: beside.winding)
      for (edge, slope) in active {
        strip.append(
          top: edge.x(at: upper, slope: slope), bottom: edge.x(at: lower, slope: slope), winding: edge.winding
        )
      }
      guard strip.add(to: &row, height: CoverageRow.units(lower - upper), work: &work) else { return false }
    }
    return true
  }

  /// Finds the heights at which the strips of edges begin and end.
  private mutating func cut(_ edges: [EdgeTable.Edge], from top: Double, to bottom: Double) {
    cuts.removeAll(keepingCapacity: true)
    cuts.append(top)
    for edge in edges {
      let (upper, lower) = (edge.top.y, edge.bottom.y)
      if upper > top { cuts.append(upper) }
      if lower < bottom { cuts.append(lower) }
    }
    if cuts.count > 2 { cuts.sort() }
    cuts.append(bottom)
  }

  /// Adds strips in which all edges are vertical, at their position at half the height.
  private mutating func addSamples(from top: Double) {
    let height = 1 / Double(Self.samples)
    var work = WorkBudget(.max)
    for i in 0..<Self.samples {
      let y = top + (Double(i) + 0.5) * height
      strip.begin(winding: groups.beside.winding)
      for edge in crossing {
        guard edge.top.y <= y, edge.bottom.y > y else { continue }
        let x = edge.x(at: y)
        strip.append(top: x, bottom: x, winding: edge.winding)
      }
      // The budget cannot be exceeded.
      _ = strip.add(to: &row, height: CoverageRow.units(height), work: &work)
    }
  }
}

/// A limit on the work for a row, counted in visits of edges.
struct WorkBudget {
  private var left: Int

  init(_ most: Int) { left = most }

  /// - Returns: false if there is not enough left.
  @inline(__always)
  mutating func spend(_ work: Int) -> Bool {
    left -= work
    return left > 0
  }
}
