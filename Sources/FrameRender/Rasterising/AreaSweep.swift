import FrameModel

/// The exact area of each pixel that lies inside of an outline, row by row.
///
/// A row is cut at every height where an edge ends or two edges cross. In such a strip the edges lie beside each
/// other from left to right, the rule says between which of them is inside, and what is inside are trapezoids.
/// So an area that is covered twice counts once, even within a pixel: the union of a line's pieces has no
/// seams, and shapes that share an edge have no gap.
///
/// Where so much happens in a row that this would take for ever, it is sampled at some heights instead.
struct AreaSweep {
  private let rule: FillRule
  private let columns: Range<Int>
  /// Those that cross the rows at hand, none of them to the right of the columns, or of a contour to their left.
  private var edges: [EdgeTable.Edge] = []
  private var crossing: [EdgeTable.Edge] = []
  private var cuts: [Double] = []
  /// Of the strip at hand, but for those to the left of all columns: of them, how often they go around what follows.
  private var pieces: [Piece] = []
  private var windingBefore = 0
  private var row: CoverageRow
  /// How often pieces may still be looked at in the row at hand.
  private var work = 0

  /// Print 6 pixels high takes more than an eighth of this, and shall not be sampled.
  static let usualWork = 1 << 22
  private let mostWork: Int
  /// Of a row that is sampled.
  private static let samples = 16

  /// An edge's part in a strip.
  private struct Piece {
    var top: Double
    var bottom: Double
    var winding: Int

    func x(at share: Double) -> Double { share == 1 ? bottom : top + (bottom - top) * share }
  }

  /// - Parameter mostWork: how often edges are looked at in a row before it is sampled.
  init(
    _ table: EdgeTable, rule: FillRule, columns: Range<Int>, rows: Range<Int>, mostWork: Int = usualWork
  ) {
    self.rule = rule
    self.mostWork = mostWork
    self.columns = columns
    row = CoverageRow(columns: columns)
    let (left, right) = (Double(columns.lowerBound), Double(columns.upperBound))
    table.forEach(between: Double(rows.lowerBound), and: Double(rows.upperBound)) { edge in
      if edge.minX < right, edge.contourMaxX > left { edges.append(edge) }
    }
  }

  var isEmpty: Bool { edges.isEmpty }

  /// - Parameter body: is given what is covered at all.
  mutating func sweep(_ y: Int, _ body: (_ column: Int, _ share: Float) -> Void) {
    let (top, bottom) = (Double(y), Double(y) + 1)
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
    work = mostWork - cuts.count * crossing.count
    if !addStrips() {
      row.clear()
      addSamples(from: top)
    }
    row.take(body)
  }

  /// - Returns: false where that would be too much.
  private mutating func addStrips() -> Bool {
    guard work > 0 else { return false }
    for i in 1..<cuts.count where cuts[i - 1] < cuts[i] {
      let (upper, lower) = (cuts[i - 1], cuts[i])
      beginStrip()
      for edge in crossing {
        if edge.top.y > upper { break }
        guard edge.bottom.y >= lower else { continue }
        append(Piece(top: edge.x(at: upper), bottom: edge.x(at: lower), winding: edge.winding))
      }
      guard addStrip(height: lower - upper) else { return false }
    }
    return true
  }

  /// Adds strips in which all edges are upright, where they are at half of its height.
  private mutating func addSamples(from top: Double) {
    let height = 1 / Double(Self.samples)
    for i in 0..<Self.samples {
      let y = top + (Double(i) + 0.5) * height
      beginStrip()
      for edge in crossing {
        if edge.top.y > y { break }
        guard edge.bottom.y > y else { continue }
        let x = edge.x(at: y)
        append(Piece(top: x, bottom: x, winding: edge.winding))
      }
      sortPieces()
      add(share: 1, of: height)
    }
  }

  private mutating func beginStrip() {
    pieces.removeAll(keepingCapacity: true)
    windingBefore = 0
  }

  private mutating func append(_ piece: Piece) {
    let left = Double(columns.lowerBound)
    // Where beyond the columns it lies makes no difference, nor what it crosses there.
    if piece.top <= left, piece.bottom <= left {
      windingBefore += piece.winding
    } else {
      pieces.append(piece)
    }
  }

  /// Adds a strip: its upper part, in which no edges cross, and then the rest as a strip of its own.
  ///
  /// - Returns: false where that would be too much.
  private mutating func addStrip(height: Double) -> Bool {
    var height = height
    sortPieces()
    while let (share, index) = firstCrossing() {
      work -= pieces.count
      guard work > 0 else { return false }
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
    return true
  }

  /// Adds the upper part of all pieces: where the area begins or ends at an edge, what lies to its right.
  private mutating func add(share: Double, of height: Double) {
    guard share > 0 else { return }
    var winding = windingBefore
    if isInside(winding) {
      let left = Double(columns.lowerBound)
      row.add(from: left, to: left, height: height * share, sign: 1)
    }
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
