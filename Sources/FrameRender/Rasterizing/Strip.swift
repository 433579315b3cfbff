import FrameGeometry

/// A part of a row in which no edge begins or ends: the edges are side by side and may cross.
///
/// Where two edges cross, they are neighbors and swap places, and only the area between these two can change between
/// inside and outside. So a crossing costs no more than its place in a heap (Bentley and Ottmann, "Algorithms for
/// reporting and counting geometric intersections", 1979). Of two edges that swap, the one that ends further left
/// goes first, and no two edges swap twice: so this terminates, whatever rounding does.
struct Strip {
  private let rule: FillRule
  private let columns: (left: Double, right: Double)
  /// The edges from left to right, without those to the right of the columns.
  private var pieces: [Piece] = []
  /// The winding number of the edges to the left of all columns.
  private var windingBefore = 0
  /// The crossings of neighboring edges, the highest first.
  private var crossings = Heap<Crossing>()

  private struct Crossing: Comparable {
    /// The height of the crossing, as a share of the strip from its top.
    var share: Double
    /// The index of the right edge.
    var index: Int

    /// From left to right at the same height, so that the order is unique.
    static func < (a: Crossing, b: Crossing) -> Bool { (a.share, a.index) < (b.share, b.index) }
  }

  /// The part of an edge in the strip.
  private struct Piece {
    /// Its position at the strip's top and bottom.
    var top: Double
    var bottom: Double
    var winding: Int
    /// The winding number to its left.
    var before = 0
    /// The share of the strip's height for which it has been added to the row.
    var added = 0.0

    func x(at share: Double) -> Double { share == 1 ? bottom : top + (bottom - top) * share }
  }

  init(rule: FillRule, columns: Range<Int>) {
    self.rule = rule
    self.columns = (Double(columns.lowerBound), Double(columns.upperBound))
  }

  /// - Parameter winding: the winding number of edges to the left of all columns that are not appended.
  mutating func begin(winding: Int) {
    pieces.removeAll(keepingCapacity: true)
    windingBefore = winding
  }

  mutating func append(top: Double, bottom: Double, winding: Int) {
    // Positions and crossings outside the columns make no difference.
    if top <= columns.left, bottom <= columns.left {
      windingBefore += winding
    } else if top < columns.right || bottom < columns.right {
      pieces.append(Piece(top: top, bottom: bottom, winding: winding))
    }
  }

  /// Adds the inside to a row.
  ///
  /// - Parameters:
  ///   - height: of the strip, in the row's units.
  ///   - work: reduced by the cost of crossings.
  /// - Returns: false if there is not enough work left; the row is then unusable.
  mutating func add(
    to row: inout CoverageRow, height: Int64, work: inout WorkBudget
  ) -> Bool {
    if rule.contains(windingBefore) { row.addAll(height: height) }
    sort()
    var winding = windingBefore
    var share = 0.0
    for i in pieces.indices {
      pieces[i].before = winding
      winding += pieces[i].winding
      seekCrossing(at: i, from: share)
    }
    while let next = crossings.popFirst() {
      guard work.spend(Self.crossingWork) else {
        crossings.removeAll()
        return false
      }
      share = next.share
      // Former neighbors may have separated, and new neighbors may cross further down.
      guard let found = crossing(at: next.index), found <= share else { continue }
      cross(at: next.index, share, height, &row)
      seekCrossing(at: next.index - 1, from: share)
      seekCrossing(at: next.index + 1, from: share)
    }
    for i in pieces.indices { add(i, until: 1, height, &row) }
    return true
  }

  /// The cost of a crossing, relative to visiting an edge.
  private static let crossingWork = 8

  /// Swaps two neighbors.
  private mutating func cross(at index: Int, _ share: Double, _ height: Int64, _ row: inout CoverageRow) {
    let (left, right) = (pieces[index - 1], pieces[index])
    let signs = (sign(of: left), sign(of: right))
    pieces[index - 1].before += right.winding
    pieces[index].before -= left.winding
    // If an edge still separates inside from outside, its part continues unbroken.
    if sign(of: pieces[index - 1]) != signs.0 {
      add(left, until: share, height, signs.0, &row)
      pieces[index - 1].added = share
    }
    if sign(of: pieces[index]) != signs.1 {
      add(right, until: share, height, signs.1, &row)
      pieces[index].added = share
    }
    pieces.swapAt(index - 1, index)
  }

  private func add(_ index: Int, until share: Double, _ height: Int64, _ row: inout CoverageRow) {
    add(pieces[index], until: share, height, sign(of: pieces[index]), &row)
  }

  private func add(
    _ piece: Piece, until share: Double, _ height: Int64, _ sign: Int64, _ row: inout CoverageRow
  ) {
    guard sign != 0, piece.added < share else { return }
    // Integral units to both ends: the parts of an edge add up to the height of the strip.
    row.add(
      from: piece.x(at: piece.added), to: piece.x(at: share),
      height: Self.part(share, of: height) - Self.part(piece.added, of: height), sign: sign)
  }

  private static func part(_ share: Double, of height: Int64) -> Int64 {
    share == 1 ? height : CoverageRow.nearest(share * Double(height))
  }

  /// Returns 1 if the area begins at an edge, -1 if it ends there, 0 otherwise.
  private func sign(of piece: Piece) -> Int64 {
    (rule.contains(piece.before + piece.winding) ? 1 : 0) - (rule.contains(piece.before) ? 1 : 0)
  }

  /// Returns the height at which an edge crosses the one to its left, as a share of the strip; nil if they do not
  /// cross or have crossed.
  private func crossing(at index: Int) -> Double? {
    guard index > 0, index < pieces.count else { return nil }
    let (a, b) = (pieces[index - 1], pieces[index])
    guard a.bottom > b.bottom else { return nil }
    let before = max(b.top - a.top, 0)
    return before / (before + (a.bottom - b.bottom))
  }

  private mutating func seekCrossing(at index: Int, from share: Double) {
    if let found = crossing(at: index) { crossings.insert(Crossing(share: max(share, found), index: index)) }
  }

  /// Sorts by the upper ends, then by the lower ends.
  private mutating func sort() {
    guard pieces.count <= Self.few else {
      return pieces.sort { ($0.top, $0.bottom) < ($1.top, $1.bottom) }
    }
    for i in pieces.indices.dropFirst() {
      let piece = pieces[i]
      var j = i
      while j > 0, (piece.top, piece.bottom) < (pieces[j - 1].top, pieces[j - 1].bottom) {
        pieces[j] = pieces[j - 1]
        j -= 1
      }
      pieces[j] = piece
    }
  }

  /// This few are sorted faster by insertion.
  private static let few = 24
}
