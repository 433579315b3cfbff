import FrameGeometry

/// A part of an outline between two heights of a row, if it consists of chains of edges that run from the upper height to the
/// lower one, side by side: so do most letters and simple shapes.
///
/// At every height the same gaps between the chains are inside. So each edge adds an area of its own, and needs no strips.
struct EdgeChains {
  private struct Chain {
    /// The lower end of its last edge.
    var end: Point
    var minX: Double
    var maxX: Double
    let winding: Int
    /// 1 if the area begins at the chain, -1 if it ends there, 0 otherwise.
    var sign: Int64 = 0
  }

  /// The part of an edge in the row.
  private struct Part {
    let chain: Int
    let upper: Double
    let lower: Double
    let height: Int64
  }

  private let rule: FillRule
  /// The heights inside the last part at which chains begin or end. Empty if the part has too many chains.
  private(set) var ends: [Double] = []
  private var chains: [Chain] = []
  private var parts: [Part] = []
  /// The chains from left to right.
  private var order: [Int] = []

  /// More chains are slower than strips.
  private static let most = 16

  init(rule: FillRule) { self.rule = rule }

  /// Adds the inside to a row.
  ///
  /// - Parameters:
  ///   - edges: those between the heights, sorted by their upper ends.
  ///   - winding: the winding number to the left of all edges.
  /// - Returns: false if the edges are not such chains; nothing is added then.
  mutating func add(
    _ edges: ArraySlice<EdgeTable.Edge>, winding: Int, from top: Double, to bottom: Double,
    _ row: inout CoverageRow
  ) -> Bool {
    guard follow(edges, from: top, to: bottom), ends.isEmpty, sort() else { return false }
    var (winding, isInside) = (winding, rule.contains(winding))
    if isInside { row.addAll(height: CoverageRow.units(bottom - top)) }
    for chain in order {
      winding += chains[chain].winding
      let wasInside = isInside
      isInside = rule.contains(winding)
      chains[chain].sign = isInside == wasInside ? 0 : isInside ? 1 : -1
    }
    for part in parts where chains[part.chain].sign != 0 {
      row.add(from: part.upper, to: part.lower, height: part.height, sign: chains[part.chain].sign)
    }
    return true
  }

  /// Connects edges whose ends are the same.
  ///
  /// - Returns: false for too many chains.
  private mutating func follow(_ edges: ArraySlice<EdgeTable.Edge>, from top: Double, to bottom: Double)
    -> Bool
  {
    chains.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    for edge in edges {
      let (upper, lower) = (edge.x(at: top), edge.x(at: bottom))
      let (low, high) = (min(upper, lower), max(upper, lower))
      var chain = chains.count
      if edge.top.y > top,
        let last = chains.firstIndex(where: { $0.end == edge.top && $0.winding == edge.winding })
      {
        chain = last
        chains[chain].end = edge.bottom
        chains[chain].minX = min(chains[chain].minX, low)
        chains[chain].maxX = max(chains[chain].maxX, high)
      } else {
        guard chains.count < Self.most else {
          ends.removeAll(keepingCapacity: true)
          return false
        }
        chains.append(Chain(end: edge.bottom, minX: low, maxX: high, winding: edge.winding))
        if edge.top.y > top { ends.append(edge.top.y) }
      }
      // The heights of a chain's edges add up to the whole height, whatever rounding does.
      let height =
        CoverageRow.units(min(edge.bottom.y, bottom) - top) - CoverageRow.units(max(edge.top.y, top) - top)
      parts.append(Part(chain: chain, upper: upper, lower: lower, height: height))
    }
    for chain in chains where chain.end.y < bottom { ends.append(chain.end.y) }
    return true
  }

  /// Sorts the chains from left to right.
  ///
  /// - Returns: false if two of them may cross.
  private mutating func sort() -> Bool {
    order.removeAll(keepingCapacity: true)
    for chain in chains.indices {
      var place = order.count
      order.append(chain)
      while place > 0, isLeft(chain, of: order[place - 1]) {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = chain
    }
    return zip(order, order.dropFirst()).allSatisfy { chains[$0].maxX <= chains[$1].minX }
  }

  private func isLeft(_ a: Int, of b: Int) -> Bool {
    (chains[a].minX, chains[a].maxX) < (chains[b].minX, chains[b].maxX)
  }
}
