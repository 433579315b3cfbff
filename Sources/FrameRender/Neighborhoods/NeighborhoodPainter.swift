import FrameGeometry
import FrameImage

/// Draws items, and replaces each pixel by a function of its neighborhood.
struct NeighborhoodPainter: Painter {
  private let content: PainterList
  /// The pixels that the content may touch, and those of the result that are needed.
  private let contentPlace, shown: PainterList.Place
  private let operation: Operation
  /// The distance beyond which pixels do not matter.
  private let distance: Int
  private let sums: PixelSums
  /// The area in which the operation acts; nil for everywhere.
  private let area: ClipMask?
  /// The result for the rows of the current band.
  private var result: Result?

  private enum Operation {
    case blur(GaussianFilter)
    case sharpen(Sharpening, GaussianFilter)
    /// With the outline of the pixels that count; nil for all.
    case pixelate(SquareAxis, SquareAxis, outline: ClipMask?)
    case effect(EffectFilter)
  }

  private enum Result {
    case blurred(BlurredPixels)
    case sharpened(Sharpening, BlurredPixels, original: PixelField)
    case blocks(BlockMeans)
    case effect(EffectField)
  }

  /// - Returns: nil if nothing of it is visible.
  init?(_ draw: RenderPlan.NeighborhoodDraw, _ making: inout PainterFactory) {
    let box = draw.items.compactMap(\.reach).reduce(nil as Rect?) { $0?.union($1) ?? $1 }
    guard let box, let reach = RenderPlan.Item.neighborhood(draw).reach else { return nil }
    contentPlace = PainterList.Place(around: box)
    var shown = PainterList.Place(around: reach).common(
      with: PainterList.Place(columns: making.columns, rows: making.rows))
    if let area = draw.area?.boundingBox { shown = shown.common(with: PainterList.Place(around: area)) }
    self.shown = shown
    distance = Int(draw.operation.reach)
    let visible = contentPlace.common(with: shown.grown(by: distance))
    var near = making.seeing(
      [making.columns, visible.columns].union, [making.rows, visible.rows].union, filter: making.filter)
    content = PainterList(draw.items, &near)
    area = draw.area.map { ClipMask($0, of: draw.layer, window: making.window, room: &near.room) }
    let outline = draw.outline.map {
      ClipMask($0, of: draw.layer, window: near.window, room: &near.room)
    }
    making.room = near.room
    sums = PixelSums(kernels: making.space.kernels)
    switch draw.operation {
    case .blur(let deviation):
      operation = .blur(GaussianFilter(deviation: deviation, anchor: draw.box.origin))
    case .sharpen(let amount, let deviation, let threshold):
      operation = .sharpen(
        Sharpening(amount: amount, threshold: threshold, in: making.space),
        GaussianFilter(deviation: deviation, anchor: draw.box.origin))
    case .pixelate(let size):
      operation = .pixelate(
        SquareAxis(size: size, start: draw.box.minX), SquareAxis(size: size, start: draw.box.minY),
        outline: outline)
    case .effect(let effect, let values, let scale):
      operation = .effect(
        EffectFilter(effect, values: values, scale: scale, box: draw.box, in: making.space))
    }
  }

  var images: Set<Int> { content.images }

  var needs: Workspace.MemoryRequirements {
    // The content and the result lie on tiles of their own.
    var needs = content.needsOnOwnTile
    needs.levels += 1
    return needs
  }

  /// Returns the rows of the content that rows of the result depend on.
  private func contentRows(for rows: Range<Int>) -> Range<Int> {
    let rows = rows.clamped(to: shown.rows)
    let near: Range<Int>
    switch operation {
    case .blur(let filter), .sharpen(_, let filter): near = rows.grown(by: filter.reach)
    case .pixelate(_, let blocks, _): near = blocks.pixels(in: blocks.blocks(around: rows))
    case .effect(let filter): near = rows.grown(by: filter.reach)
    }
    return near.clamped(to: contentPlace.rows)
  }

  func sourceRows(of image: Int, for rows: Range<Int>, columns: Range<Int>) -> Range<Int> {
    let drawn = [contentRows(for: rows), area == nil ? 0..<0 : rows].union
    return content.sourceRows(of: image, for: drawn, columns: columns.grown(by: distance))
  }

  var rowsBeside: Int {
    let beside = min(2 * distance, contentPlace.rows.count)
    // An effect costs much more than the content that it sees, which is held as a whole.
    if case .effect = operation { return content.rowsBeside.adding(beside) }
    // Bands of twice as many rows as are drawn beside them waste little.
    return content.rowsBeside.adding(beside.times(2))
  }

  func preparedBytes(rows: Int) -> PreparedBytes {
    let columns = shown.columns.count
    let rows = min(rows, shown.rows.count)
    let inner = content.preparedBytes(rows: min(rows + 2 * distance, contentPlace.rows.count))
    var own: (held: Int, peak: Int)
    switch operation {
    case .blur(let filter): own = BlurredPixels.bytes(columns: columns, rows: rows, filter)
    case .sharpen(_, let filter):
      own = BlurredPixels.bytes(columns: columns, rows: rows, filter)
      let original = PixelField.bytes(columns: columns, rows: rows)
      own = (own.held.adding(original), own.peak.adding(original))
    case .pixelate(let x, let y, _):
      let blocks = PixelField.bytes(
        columns: Int(Double(columns) / x.size) + 3, rows: Int(Double(rows) / y.size) + 3)
      own = (blocks, blocks.times(4))
    case .effect(let filter): own = filter.bytes(columns: columns, rows: rows)
    }
    return PreparedBytes(held: own.held.adding(inner.held), peak: inner.peak.adding(own.peak))
  }

  func prepared(
    for rows: Range<Int>, from sources: [SourceRows], in workspace: Workspace
  ) throws -> any Painter {
    var painter = self
    let drawn = contentRows(for: rows)
    let inner = try content.prepared(
      for: [drawn, area == nil ? 0..<0 : rows].union, from: sources, in: workspace)
    if area != nil { painter = NeighborhoodPainter(self, content: inner) }
    let place = PainterList.Place(columns: shown.columns, rows: rows.clamped(to: shown.rows))
    guard !place.rows.isEmpty, !place.columns.isEmpty else { return painter }
    let content = NeighborhoodContent(place: contentPlace) { inner.paint(on: $0, from: sources) }
    switch operation {
    case .blur(let filter):
      painter.result = .blurred(try BlurredPixels(place, of: content, filter, sums, in: workspace))
    case .sharpen(let sharpening, let filter):
      let original = try PixelField(columns: place.columns, rows: place.rows, in: workspace)
      let encoded = NeighborhoodContent(place: contentPlace) { tile in
        content.draw(tile)
        sharpening.encode(tile)
        original.copy(from: tile)
      }
      let blurred = try BlurredPixels(place, of: encoded, filter, sums, in: workspace)
      painter.result = .sharpened(sharpening, blurred, original: original)
    case .pixelate(let x, let y, let outline):
      painter.result = .blocks(try BlockMeans(place, of: content, x, y, outline: outline, in: workspace))
    case .effect(let filter):
      painter.result = .effect(try EffectField(place, of: content, filter, in: workspace))
    }
    return painter
  }

  private init(_ other: NeighborhoodPainter, content: PainterList) {
    self.content = content
    (contentPlace, shown) = (other.contentPlace, other.shown)
    (operation, distance) = (other.operation, other.distance)
    (sums, area) = (other.sums, other.area)
  }

  func paint(on tile: Tile, from sources: [SourceRows]) {
    let columns = tile.columns.clamped(to: shown.columns)
    let rows = tile.rows.clamped(to: shown.rows)
    let isShown = !columns.isEmpty && !rows.isEmpty
    guard isShown || area != nil else { return }
    let changed = tile.above
    if isShown { write(to: changed, columns, rows) }
    guard let area else { return changed.lie(over: tile) }
    let same = changed.above
    content.paint(on: same, from: sources)
    if isShown {
      area.cut(changed)
      area.cutOut(same)
      changed.add(to: same)
    }
    same.lie(over: tile)
  }

  private func write(to tile: Tile, _ columns: Range<Int>, _ rows: Range<Int>) {
    switch result {
    case nil: break
    case .blurred(let pixels): pixels.write(to: tile, columns, rows)
    case .sharpened(let sharpening, let blurred, let original):
      blurred.write(to: tile, columns, rows)
      sharpening.apply(to: tile, columns, rows, original: original)
    case .blocks(let means): means.write(to: tile, columns, rows)
    case .effect(let field): field.write(to: tile, columns, rows)
    }
    // Sums of rounded weights may leave an opaque pixel's alpha slightly off 1.
    for y in rows {
      let line = tile.row(y) + (columns.lowerBound - tile.columns.lowerBound)
      for i in 0..<columns.count where line[i].w > 1 - 0x1p-20 { line[i].w = 1 }
    }
  }
}

/// What is drawn before pixels become functions of their neighborhoods.
struct NeighborhoodContent {
  /// The pixels outside of which nothing is drawn.
  let place: PainterList.Place
  /// Draws the content on an empty tile. Tiles may overlap.
  let draw: (Tile) -> Void
}

extension Tile {
  fileprivate func lie(over tile: Tile) {
    for i in 0..<columns.count * rows.count { tile.pixels[i] = Tile.over(pixels[i], tile.pixels[i]) }
  }

  fileprivate func add(to tile: Tile) {
    for i in 0..<columns.count * rows.count { tile.pixels[i] += pixels[i] }
  }
}
