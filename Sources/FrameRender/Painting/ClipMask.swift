import FrameModel

/// Clears what is outside an outline, for each pixel by exact area.
struct ClipMask: Sendable {
  /// nil if the area is empty
  private let edges: ShapeEdges?
  private let rule: FillRule

  init(_ clip: RenderPlan.Clip, of layer: String, window: Rect, room: inout OutlineRoom) {
    edges = ShapeEdges(clip.area(of: layer), window: window, room: &room)
    rule = clip.rule
  }

  func cut(_ tile: Tile) {
    let table = edges?.tables(for: tile).filled ?? EdgeTable(EdgeList())
    var sweep = AreaSweep(table, rule: rule, columns: tile.columns, rows: tile.rows)
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
