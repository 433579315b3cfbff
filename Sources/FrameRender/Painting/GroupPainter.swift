import FrameModel

/// Items that are laid over each other first, and then as one over what is below.
struct GroupPainter: Painter {
  private let painters: [any Painter]
  private let opacity: Float
  private let clip: ClipMask?
  private let blend: BlendMode

  init(_ draw: RenderPlan.GroupDraw, _ painters: [any Painter], window: PixelSize) {
    self.painters = painters
    opacity = Float(draw.opacity)
    clip = draw.clip.map { ClipMask($0, window: window) }
    blend = draw.blend
  }

  var needs: Workspace.Needs { painters.needsOnOwnTile }

  func sourceRows(of picture: Int, for rows: Range<Int>, width: Int) -> Range<Int> {
    painters.sourceRows(of: picture, for: rows, width: width)
  }

  func paint(on tile: Tile, from sources: [SourceRows]) {
    let own = tile.above
    for painter in painters { painter.paint(on: own, from: sources) }
    clip?.cut(own)
    for y in tile.rows {
      let line = tile.row(y)
      let ownLine = own.row(y)
      for i in 0..<tile.columns.count where ownLine[i].w > 0 {
        line[i] = blend.over(ownLine[i] * opacity, line[i])
      }
    }
  }
}

/// Takes away what lies beyond an outline: each pixel by the exact area of it that does.
struct ClipMask: Sendable {
  private let edges: EdgeTable
  private let rule: FillRule

  init(_ clip: RenderPlan.Clip, window: PixelSize) {
    let outline = clip.outline(window: Rect(origin: .zero, size: Size(window)))
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
