/// Tells contours that lie beside each other in a row apart.
///
/// Edges of two groups have no column in common: what one group covers does not depend on another.
/// Contours are told apart to a quarter of a pixel, so that no edges need to be sorted by where they are.
struct ContourGroups {
  /// Where the contours that begin in each quarter of a column end at the furthest; `none` where none begins.
  private var reach: [Double]
  private var group: [Int]
  /// Of each group, where its next edge goes.
  private var places: [Int] = []
  private var sorted: [EdgeTable.Edge] = []
  private let left: Double

  private static let none = -Double.infinity
  /// So few edges are one group: to tell them apart would take longer than to cut them by each other.
  private static let few = 12
  private static let perColumn = 4

  init(columns: Range<Int>) {
    left = Double(columns.lowerBound)
    reach = Array(repeating: Self.none, count: columns.count * Self.perColumn)
    group = Array(repeating: 0, count: reach.count)
  }

  /// Brings the edges of each group together. Within a group they keep their order.
  ///
  /// - Parameters:
  ///   - edges: none of them to the right of the columns.
  ///   - ends: becomes where each group ends among the edges.
  mutating func gather(_ edges: inout [EdgeTable.Edge], ends: inout [Int]) {
    ends.removeAll(keepingCapacity: true)
    guard edges.count > Self.few else { return ends.append(edges.count) }
    let count = number(edges)
    guard count > 1 else { return ends.append(edges.count) }
    places.removeAll(keepingCapacity: true)
    places.append(contentsOf: repeatElement(0, count: count))
    for edge in edges { places[group[index(of: edge)]] += 1 }
    var end = 0
    for i in places.indices {
      let begin = end
      end += places[i]
      ends.append(end)
      places[i] = begin
    }
    sorted.removeAll(keepingCapacity: true)
    sorted.append(contentsOf: edges)
    for edge in sorted {
      let own = group[index(of: edge)]
      edges[places[own]] = edge
      places[own] += 1
    }
  }

  /// Gives each quarter of a column in which a contour begins the number of its group.
  ///
  /// - Returns: how many groups there are.
  private mutating func number(_ edges: [EdgeTable.Edge]) -> Int {
    for i in reach.indices { reach[i] = Self.none }
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
