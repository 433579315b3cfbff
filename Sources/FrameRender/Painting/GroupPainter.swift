import FrameModel

/// Items that are laid over each other first, and then as one over what is below.
struct GroupPainter: Painter {
  private var painters: PainterList
  private let opacity: Float
  private let clip: ClipMask?
  private let shadow: ShadowPainter?
  private let blend: BlendMode
  /// All that it may show; nil for nothing.
  private let reach: Rect?
  /// True where nothing throws a shadow.
  private let isReady: Bool
  let pictures: Set<Int>
  /// The shadow in the band that is painted.
  private var band: ShadowBand?

  init(_ draw: RenderPlan.GroupDraw, _ making: PainterMaking) {
    painters = PainterList(draw.items, making)
    opacity = Float(draw.opacity)
    clip = draw.clip.map { ClipMask($0, window: making.window) }
    shadow = draw.shadow.flatMap { ShadowPainter($0, of: draw, making) }
    blend = draw.blend
    reach = RenderPlan.Item.group(draw).reach
    isReady = shadow == nil && painters.isReady
    pictures = painters.pictures
  }

  var needs: Workspace.Needs { painters.needsOnOwnTile.union(shadow?.needs ?? .init()) }

  func sourceRows(of picture: Int, for rows: Range<Int>, columns: Range<Int>) -> Range<Int> {
    [
      painters.sourceRows(of: picture, for: rows, columns: columns),
      shadow?.sourceRows(of: picture, for: rows) ?? 0..<0,
    ].union
  }

  func preparedBytes(rows: Int) -> Int {
    painters.preparedBytes(rows: rows) + (shadow?.preparedBytes(rows: rows) ?? 0)
  }

  func prepared(
    for rows: Range<Int>, from sources: [SourceRows], in workspace: Workspace
  ) throws(OutOfMemory) -> any Painter {
    if isReady { return self }
    var painter = self
    painter.painters = try painters.prepared(for: rows, from: sources, in: workspace)
    painter.band = try shadow?.band(rows, from: sources, in: workspace)
    return painter
  }

  func paint(on tile: Tile, from sources: [SourceRows]) {
    guard let reach, tile.meets(reach) else { return }
    let own = tile.above
    painters.paint(on: own, from: sources)
    clip?.cut(own)
    band?.lie(under: own)
    for y in tile.rows {
      let line = tile.row(y)
      let ownLine = own.row(y)
      for i in 0..<tile.columns.count where ownLine[i].w > 0 {
        line[i] = blend.over(ownLine[i] * opacity, line[i])
      }
    }
  }
}
