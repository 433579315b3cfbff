import FrameModel

/// A path, filled and stroked.
struct ShapePainter: Painter {
  private let areas: [Area]

  /// What is filled with one paint.
  private struct Area: Sendable {
    let edges: EdgeTable
    let rule: FillRule
    let paint: WorkingPaint
  }

  /// - Returns: nil where its dashes cannot be drawn, which no plan has.
  init?(_ draw: RenderPlan.ShapeDraw, window: Rect, space: WorkingSpace) {
    guard let outlines = try? draw.outlines(window: window) else { return nil }
    areas = [(outlines.fill, draw.fill?.paint), (outlines.stroke, draw.stroke?.paint)]
      .compactMap { outline, paint in
        guard let outline, let paint else { return nil }
        return Area(
          edges: EdgeTable(outline), rule: outline.rule,
          paint: WorkingPaint(paint, matrix: draw.matrix, opacity: draw.opacity, space: space))
      }
  }

  func paint(on tile: Tile, from sources: [SourceRows]) {
    for area in areas { paint(area, on: tile) }
  }

  private func paint(_ area: Area, on tile: Tile) {
    guard let box = area.edges.box, tile.meets(box) else { return }
    var sweep = AreaSweep(area.edges, rule: area.rule, columns: tile.columns, rows: tile.rows)
    guard !sweep.isEmpty else { return }
    for y in tile.rows {
      let line = tile.row(y)
      switch area.paint {
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
