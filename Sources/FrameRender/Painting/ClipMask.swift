import FrameModel

/// Takes away what lies beyond an outline: each pixel by the exact area of it that does.
struct ClipMask: Sendable {
  private let edges: EdgeTable
  private let rule: FillRule

  init(_ clip: RenderPlan.Clip, window: Rect) {
    let outline = clip.outline(window: window)
    edges = EdgeTable(outline)
    rule = outline.rule
  }

  func cut(_ tile: Tile) {
    var sweep = AreaSweep(edges, rule: rule, columns: tile.columns, rows: tile.rows)
    for y in tile.rows {
      let line = tile.row(y)
      var next = 0
      sweep.sweep(y) { i, share in
        (line + next).update(repeating: .zero, count: i - next)
        line[i] *= share
        next = i + 1
      }
      (line + next).update(repeating: .zero, count: tile.columns.count - next)
    }
  }
}
