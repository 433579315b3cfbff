import FrameModel

/// The exact area of each pixel that lies inside of an outline, row by row.
///
/// A row is cut at every height where an edge ends or two edges cross. In such a strip the edges lie beside each
/// other from left to right, the rule says between which of them is inside, and what is inside are trapezoids.
/// So an area that is covered twice counts once, even within a pixel: the union of a line's pieces has no
/// seams, and shapes that share an edge have no gap.
struct AreaSweep {
  private let rule: FillRule
  private let columns: Range<Int>
  /// Those that cross the rows at hand, none of them to the right of the columns.
  private var edges: [EdgeTable.Edge] = []
  private var crossing: [EdgeTable.Edge] = []
  private var cuts: [Double] = []
  private var pieces: [Piece] = []
  private var row: CoverageRow

  /// An edge's part in a strip.
  private struct Piece {
    var top: Double
    var bottom: Double
    var winding: Int

    func x(at share: Double) -> Double { share == 1 ? bottom : top + (bottom - top) * share }
  }

  init(_ table: EdgeTable, rule: FillRule, columns: Range<Int>, rows: Range<Int>) {
    self.rule = rule
    self.columns = columns
    row = CoverageRow(columns: columns)
    let right = Double(columns.upperBound)
    table.forEach(between: Double(rows.lowerBound), and: Double(rows.upperBound)) { edge in
      if edge.minX < right { edges.append(edge) }
    }
  }

  var isEmpty: Bool { edges.isEmpty }

  /// - Parameter body: is given what is covered at all.
  mutating func sweep(_ y: Int, _ body: (_ column: Int, _ share: Float) -> Void) {
    let (top, bottom) = (Double(y), Double(y) + 1)
    let left = Double(columns.lowerBound)
    crossing.removeAll(keepingCapacity: true)
    cuts.removeAll(keepingCapacity: true)
    cuts.append(top)
    for edge in edges {
      // The edges are sorted by their upper ends.
      if edge.top.y >= bottom { break }
      guard edge.bottom.y > top else { continue }
      crossing.append(edge)
      if edge.top.y > top { cuts.append(edge.top.y) }
      if edge.bottom.y < bottom { cuts.append(edge.bottom.y) }
    }
    guard !crossing.isEmpty else { return }
    if cuts.count > 2 { cuts.sort() }
    cuts.append(bottom)
    for i in 1..<cuts.count where cuts[i - 1] < cuts[i] {
      let (upper, lower) = (cuts[i - 1], cuts[i])
      pieces.removeAll(keepingCapacity: true)
      for edge in crossing {
        if edge.top.y > upper { break }
        guard edge.bottom.y >= lower else { continue }
        var piece = Piece(top: edge.x(at: upper), bottom: edge.x(at: lower), winding: edge.winding)
        // Where beyond the columns it lies makes no difference, nor what it crosses there.
        if piece.top <= left, piece.bottom <= left { (piece.top, piece.bottom) = (left, left) }
        pieces.append(piece)
      }
      strip(height: lower - upper)
    }
    row.take(body)
  }

  /// Adds a strip: its upper part, in which no edges cross, and then the rest as a strip of its own.
  private mutating func strip(height: Double) {
    var height = height
    sortPieces()
    while let (share, index) = firstCrossing() {
      add(share: share, of: height)
      height -= height * share
      // Where two cross they are in one place, and what follows is decided by where they lead. All that lies
      // between them and their neighbours keeps its order, whatever rounding says.
      var last = -Double.infinity
      for i in pieces.indices {
        last = max(last, pieces[i].x(at: share))
        pieces[i].top = last
      }
      pieces[index].top = pieces[index - 1].top
      sortPieces()
    }
    add(share: 1, of: height)
  }

  /// Adds the upper part of all pieces: where the area begins or ends at an edge, what lies to its right.
  private mutating func add(share: Double, of height: Double) {
    guard share > 0 else { return }
    var winding = 0
    for piece in pieces {
      let wasInside = isInside(winding)
      winding += piece.winding
      let isInside = isInside(winding)
      guard wasInside != isInside else { continue }
      row.add(from: piece.top, to: piece.x(at: share), height: height * share, sign: isInside ? 1 : -1)
    }
  }

  private func isInside(_ winding: Int) -> Bool {
    switch rule {
    case .nonZero: winding != 0
    case .evenOdd: winding & 1 != 0
    }
  }

  /// By where they begin, and then by where they lead.
  private mutating func sortPieces() {
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

  /// So many are sorted faster by putting each in its place.
  private static let few = 24

  /// How far down in the strip two edges cross first, as a share of it, and the second of them, or nil. Those
  /// that do are neighbours.
  private func firstCrossing() -> (share: Double, index: Int)? {
    var first: (share: Double, index: Int)?
    for i in pieces.indices.dropFirst() {
      let (a, b) = (pieces[i - 1], pieces[i])
      guard a.bottom > b.bottom, a.top < b.top else { continue }
      let before = b.top - a.top
      let share = before / (before + (a.bottom - b.bottom))
      if share < first?.share ?? .infinity { first = (share, i) }
    }
    return first
  }
}
