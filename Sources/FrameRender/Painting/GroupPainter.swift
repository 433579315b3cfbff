import FrameModel

/// Items that are laid over each other first, and then as one over what is below.
struct GroupPainter: Painter {
  private var painters: PainterList
  private let opacity: Float
  private let clip: ClipMask?
  private var shadow: ShadowPainter?
  private let blend: BlendMode
  /// All that it may show; nil for nothing.
  private let reach: Rect?
  /// True where nothing throws a shadow.
  private let isReady: Bool
  let pictures: Set<Int>
  /// Those of its pixels that are asked for.
  private let columns: Range<Int>
  /// The shadow in the band that is painted.
  private var band: ShadowBand?

  init(_ draw: RenderPlan.GroupDraw, _ making: inout PainterMaking) {
    let shadow = draw.shadow.flatMap { ShadowPainter($0, of: draw, &making) }
    // What throws a shadow that is taken from its pixels has all of them that the shadow shows.
    var wider = making
    if let place = shadow?.takenPlace {
      wider = making.seeing(
        [making.columns, place.columns].union, [making.rows, place.rows].union, filter: making.filter)
    }
    painters = PainterList(draw.items, &wider)
    columns = wider.columns
    opacity = Float(draw.opacity)
    let window = wider.window
    clip = draw.clip.map { ClipMask($0, window: window, room: &wider.room) }
    making.room = wider.room
    self.shadow = shadow
    blend = draw.blend
    reach = RenderPlan.Item.group(draw).reach
    isReady = shadow == nil && painters.isReady
    pictures = painters.pictures
  }

  var needs: Workspace.Needs {
    let own = painters.needsOnOwnTile
    guard let shadow else { return own }
    // A silhouette that is taken lies on a tile of its own beside.
    return own.union(shadow.needs(of: own))
  }

  func sourceRows(of picture: Int, for rows: Range<Int>, columns: Range<Int>) -> Range<Int> {
    if let taken = shadow?.takenRows(for: rows) {
      let columns = [columns, self.columns].union
      return painters.sourceRows(of: picture, for: [rows, taken].union, columns: columns)
    }
    return [
      painters.sourceRows(of: picture, for: rows, columns: columns),
      shadow?.sourceRows(of: picture, for: rows) ?? 0..<0,
    ].union
  }

  func preparedBytes(rows: Int) -> Int {
    let more = shadow?.mostTakenRows ?? 0
    return painters.preparedBytes(rows: rows + more).adding(shadow?.preparedBytes(rows: rows) ?? 0)
  }

  /// The same without its shadow, opaque and over nothing.
  private func bare(_ painters: PainterList) -> BareGroup { BareGroup(painters: painters, clip: clip) }

  func prepared(
    for rows: Range<Int>, from sources: [SourceRows], in workspace: Workspace
  ) throws(OutOfMemory) -> any Painter {
    if isReady { return self }
    var painter = self
    // Once for both, its pixels and its shadow: what lies in it is not prepared twice as often with every group around it.
    let taken = shadow?.takenRows(for: rows) ?? 0..<0
    painter.painters = try painters.prepared(for: [rows, taken].union, from: sources, in: workspace)
    painter.band = try shadow?.band(rows, of: bare(painter.painters), from: sources, in: workspace)
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

/// What a group shows, for those who want its alpha.
struct BareGroup: Sendable {
  let painters: PainterList
  let clip: ClipMask?

  /// - Parameter tile: empty.
  func paint(on tile: Tile, from sources: [SourceRows]) {
    painters.paint(on: tile, from: sources)
    clip?.cut(tile)
  }
}
