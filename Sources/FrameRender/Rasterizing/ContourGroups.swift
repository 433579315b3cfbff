/// Separates contours that are side by side in a row.
///
/// The x ranges of two groups do not overlap, so the coverage of each is independent. Contours are separated at
/// quarters of a pixel, so no sorting by position is needed.
struct ContourGroups {
  /// For each quarter of a column, the furthest end of the contours that begin there; `none` if there are none.
  private var reach: [Double]
  private var group: [Int]
  /// For each group, the position of its next edge.
  private var places: [Int] = []
  private var sorted: [EdgeTable.Edge] = []
  private(set) var groups: [Group] = []
  /// For each quarter of a column, the edges beside the columns whose contours begin there. Empty if there are none.
  private var besideBegins: [Beside] = []
  /// All edges beside the columns.
  private(set) var beside = Beside()
  private let left: Double

  struct Group {
    /// The end of the group among the gathered edges.
    var end: Int
    var beside = Beside()
  }

  /// Edges that cross all rows to the left or to the right of the columns.
  struct Beside {
    var count = 0
    /// The winding number of the edges to the left.
    var winding = 0
    /// The furthest end of their contours.
    fileprivate var reach = ContourGroups.none

    fileprivate mutating func add(_ other: Beside) {
      count += other.count
      winding += other.winding
      reach = max(reach, other.reach)
    }
  }

  fileprivate static let none = -Double.infinity
  /// This few edges are one group: separating them would take longer than cutting them by each other.
  private static let few = 12
  private static let perColumn = 4

  init(columns: Range<Int>) {
    left = Double(columns.lowerBound)
    reach = Array(repeating: Self.none, count: columns.count * Self.perColumn)
    group = Array(repeating: 0, count: reach.count)
  }

  /// - Parameter winding: 0 for an edge to the right of the columns.
  mutating func addBeside(_ edge: EdgeTable.Edge, winding: Int) {
    if besideBegins.isEmpty { besideBegins = Array(repeating: Beside(), count: reach.count) }
    let added = Beside(count: 1, winding: winding, reach: edge.contourMaxX)
    besideBegins[index(of: edge)].add(added)
    beside.add(added)
  }

  /// Moves the edges of each group together, keeping their order.
  ///
  /// - Parameter edges: none of them to the right of the columns.
  mutating func gather(_ edges: inout [EdgeTable.Edge]) {
    groups.removeAll(keepingCapacity: true)
    let all = Group(end: edges.count, beside: beside)
    guard edges.count + beside.count > Self.few else { return groups.append(all) }
    let count = number(edges)
    guard count > 1 else { return groups.append(all) }
    places.removeAll(keepingCapacity: true)
    places.append(contentsOf: repeatElement(0, count: count))
    for edge in edges { places[group[index(of: edge)]] += 1 }
    var end = 0
    for i in places.indices {
      let begin = end
      end += places[i]
      groups.append(Group(end: end))
      places[i] = begin
    }
    for i in besideBegins.indices where besideBegins[i].count > 0 {
      groups[group[i]].beside.add(besideBegins[i])
    }
    sorted.removeAll(keepingCapacity: true)
    sorted.append(contentsOf: edges)
    for edge in sorted {
      let own = group[index(of: edge)]
      edges[places[own]] = edge
      places[own] += 1
    }
  }

  /// Assigns the number of its group to each quarter of a column in which a contour begins.
  ///
  /// - Returns: the number of groups.
  private mutating func number(_ edges: [EdgeTable.Edge]) -> Int {
    for i in reach.indices { reach[i] = besideBegins.isEmpty ? Self.none : besideBegins[i].reach }
    for edge in edges {
      let i = index(of: edge)
      reach[i] = max(reach[i], edge.contourMaxX)
    }
    var count = 0
    var right = Self.none
    for i in reach.indices where reach[i] > Self.none {
      if left + Double(i) / Double(Self.perColumn) >= right { count += 1 }
      group[i] = count - 1
      right = max(right, reach[i])
    }
    return count
  }

  @inline(__always)
  private func index(of edge: EdgeTable.Edge) -> Int {
    let x = (edge.contourMinX - left) * Double(Self.perColumn)
    return x > 0 ? min(Int(min(x, 1e9)), reach.count - 1) : 0
  }
}
