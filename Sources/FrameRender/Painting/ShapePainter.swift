import FrameModel

/// A path, filled and stroked.
struct ShapePainter: Painter {
  private let edges: ShapeEdges
  private let rule: FillRule
  private let fill: WorkingPaint?
  private let stroke: WorkingPaint?
  let opaque: (columns: Range<Int>, rows: Range<Int>)?

  /// - Returns: nil where its dashes cannot be drawn, which no plan has.
  init?(_ draw: RenderPlan.ShapeDraw, window: Rect, space: WorkingSpace, room: inout OutlineRoom) {
    guard let edges = ShapeEdges(draw, window: window, room: &room) else { return nil }
    func working(_ paint: RenderPlan.Paint) -> WorkingPaint {
      WorkingPaint(paint, matrix: draw.matrix, opacity: draw.opacity, space: space)
    }
    self.edges = edges
    rule = draw.fill?.rule ?? .nonZero
    fill = draw.fill.map { working($0.paint) }
    stroke = draw.stroke.map { working($0.paint) }
    let isOpaque = draw.opacity == 1 && (draw.fill?.paint.colours.allSatisfy { $0.alpha == 1 } ?? false)
    opaque = isOpaque ? draw.filledRectangle(window: window) : nil
  }

  func paint(on tile: Tile, from sources: [SourceRows]) {
    let tables = edges.tables(for: tile)
    if let fill, let table = tables.filled { paint(table, rule, fill, on: tile) }
    if let stroke, let table = tables.stroked { paint(table, .nonZero, stroke, on: tile) }
  }

  private func paint(_ edges: EdgeTable, _ rule: FillRule, _ paint: WorkingPaint, on tile: Tile) {
    guard let box = edges.box, tile.meets(box) else { return }
    var sweep = AreaSweep(edges, rule: rule, columns: tile.columns, rows: tile.rows)
    guard !sweep.isEmpty else { return }
    for y in tile.rows {
      let line = tile.row(y)
      switch paint {
      case .colour(let pixel):
        sweep.sweep(y) { i, share in line[i] = Tile.over(pixel * share, line[i]) }
      case .gradient(let gradient):
        sweep.sweep(y) { i, share in
          let pixel = gradient.pixel(at: Double(tile.columns.lowerBound + i) + 0.5, Double(y) + 0.5)
          line[i] = Tile.over(pixel * share, line[i])
        }
      }
    }
  }
}

extension RenderPlan.ShapeDraw {
  /// The pixels that its fill covers whole, where it is an upright rectangle; nil for all others.
  fileprivate func filledRectangle(window: Rect) -> (columns: Range<Int>, rows: Range<Int>)? {
    // A rectangle is a move, four lines at the most, and the line that closes it.
    guard path.count <= 6 else { return nil }
    var filled = self
    filled.stroke = nil
    return (try? filled.outlines(window: window))?.fill?.wholePixels
  }
}

extension Outline {
  /// The pixels that it covers whole, where it is an upright rectangle; nil for all others.
  fileprivate var wholePixels: (columns: Range<Int>, rows: Range<Int>)? {
    guard contours.count == 1, var corners = contours.first else { return nil }
    if corners.count == 5, corners[4] == corners[0] { corners.removeLast() }
    guard corners.count == 4, corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
    let isLevelFirst = corners[0].y == corners[1].y
    for i in 0..<4 {
      let (p, q) = (corners[i], corners[(i + 1) % 4])
      guard (i % 2 == 0) == isLevelFirst ? p.y == q.y : p.x == q.x else { return nil }
    }
    func whole(_ numbers: [Double]) -> Range<Int>? {
      let bound = 1e9
      let first = max(numbers.min()!.rounded(.up), -bound)
      let end = min(numbers.max()!.rounded(.down), bound)
      return first < end ? Int(first)..<Int(end) : nil
    }
    guard let columns = whole(corners.map(\.x)), let rows = whole(corners.map(\.y)) else { return nil }
    return (columns, rows)
  }
}
