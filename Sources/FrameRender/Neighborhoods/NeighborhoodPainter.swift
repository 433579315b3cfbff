import FrameGeometry
import FrameImage
import FramePlan

/// Draws items, and replaces each pixel by a function of its neighborhood.
struct NeighborhoodPainter: Painter {
  private var content: PainterList
  /// The pixels that the content may touch, and those of the result that are needed.
  private let contentPlace, shown: PixelArea
  private let filter: any NeighborhoodFilter
  /// The distance beyond which pixels do not matter.
  private let distance: Int
  /// The area in which the filter acts; nil for everywhere.
  private let area: ClipMask?
  /// The result for the rows of the current band.
  private var result: (any FilteredPixels)?

  /// - Returns: nil if nothing of it is visible.
  init?(_ draw: RenderPlan.NeighborhoodDraw, _ making: inout PainterFactory) {
    guard let box = draw.items.reach, let reach = RenderPlan.Item.neighborhood(draw).reach else { return nil }
    contentPlace = PixelArea(around: box)
    var shown = PixelArea(around: reach).common(with: making.area)
    if let area = draw.area?.boundingBox { shown = shown.common(with: PixelArea(around: area)) }
    self.shown = shown
    distance = Int(draw.edit.reach)
    let visible = contentPlace.common(with: shown.grown(by: distance))
    var near = making.seeing(making.area.union(visible))
    content = PainterList(draw.items, &near)
    area = draw.area.map { ClipMask($0, of: draw.layer, window: making.area.rect, room: &near.room) }
    let outline = draw.outline.map {
      ClipMask($0, of: draw.layer, window: near.area.rect, room: &near.room)
    }
    making.room = near.room
    filter = draw.filter(outline: outline, in: making.space)
  }

  var images: Set<Int> { content.images }

  var needs: Workspace.Capacity {
    // The content and the result lie on tiles of their own.
    var needs = content.needsOnOwnTile
    needs.levels += 1
    return needs
  }

  /// Returns the rows of the content that rows of the result depend on.
  private func contentRows(for rows: Range<Int>) -> Range<Int> {
    filter.contentRows(for: rows.clamped(to: shown.rows)).clamped(to: contentPlace.rows)
  }

  func sourceRows(of image: Int, for part: PixelArea) -> Range<Int> {
    let drawn = [contentRows(for: part.rows), area == nil ? 0..<0 : part.rows].union
    let columns = part.columns.grown(by: distance)
    return content.sourceRows(of: image, for: PixelArea(columns: columns, rows: drawn))
  }

  var rowsBeside: Int {
    let beside = min(2 * distance, contentPlace.rows.count)
    return content.rowsBeside.adding(beside.times(filter.rowsPerRowBeside))
  }

  func cost(rows: Int) -> Cost {
    let rows = min(rows, shown.rows.count)
    return content.cost(rows: min(rows + 2 * distance, contentPlace.rows.count))
      + filter.cost(columns: shown.columns.count, rows: rows)
  }

  func prepared(for rows: Range<Int>, in workspace: Workspace) throws -> any Painter {
    let drawn = contentRows(for: rows)
    let inner = try content.prepared(
      for: [drawn, area == nil ? 0..<0 : rows].union, in: workspace)
    var painter = self
    // Outside of the area, the content is drawn again.
    if area != nil { painter.content = inner }
    let place = PixelArea(columns: shown.columns, rows: rows.clamped(to: shown.rows))
    guard !place.isEmpty else { return painter }
    let content = NeighborhoodContent(place: contentPlace) { inner.paint(on: $0) }
    painter.result = try filter.pixels(of: place, from: content, in: workspace)
    return painter
  }

  func paint(on tile: Tile) {
    let part = tile.area.common(with: shown)
    guard !part.isEmpty || area != nil else { return }
    let changed = tile.above
    if !part.isEmpty { write(part, to: changed) }
    guard let area else { return changed.lie(over: tile) }
    let same = changed.above
    content.paint(on: same)
    if !part.isEmpty {
      area.cut(changed)
      area.cutOut(same)
      changed.add(to: same)
    }
    same.lie(over: tile)
  }

  private func write(_ part: PixelArea, to tile: Tile) {
    result?.write(part, to: tile)
    // Sums of rounded weights may leave an opaque pixel's alpha slightly off 1.
    for y in part.rows {
      let line = tile.pixel(part.columns.lowerBound, y)
      for i in 0..<part.columns.count where line[i].w > 1 - 0x1p-20 { line[i].w = 1 }
    }
  }
}

extension RenderPlan.NeighborhoodDraw {
  /// - Parameter outline: for squares, the area of the pixels that count; nil if all count.
  fileprivate func filter(outline: ClipMask?, in space: WorkingSpace) -> any NeighborhoodFilter {
    func blur(_ deviation: Double) -> BlurFilter {
      BlurFilter(
        gaussian: GaussianFilter(deviation: deviation, anchor: box.origin),
        sums: PixelSums(kernels: space.kernels))
    }
    switch edit {
    case .blur(let deviation): return blur(deviation)
    case .sharpen(let amount, let deviation, let threshold):
      return SharpeningFilter(amount: amount, threshold: threshold, blur: blur(deviation), in: space)
    case .pixelate(let size): return SquareFilter(size: size, corner: box.origin, outline: outline)
    case .effect(let effect, let values, let scale):
      return EffectFilter(effect, values: values, scale: scale, box: box, in: space)
    }
  }
}

extension Tile {
  fileprivate func lie(over tile: Tile) {
    for i in 0..<columns.count * rows.count { tile.pixels[i] = Tile.over(pixels[i], tile.pixels[i]) }
  }

  fileprivate func add(to tile: Tile) {
    for i in 0..<columns.count * rows.count { tile.pixels[i] += pixels[i] }
  }
}

/// Computes pixels from those around them.
protocol NeighborhoodFilter: Sendable {
  /// Returns the rows of the content that rows of the result depend on.
  func contentRows(for rows: Range<Int>) -> Range<Int>

  /// The number of rows that a band should have for each row that is drawn beside it.
  var rowsPerRowBeside: Int { get }

  /// Returns the cost of a result of this size.
  func cost(columns: Int, rows: Int) -> Cost

  /// Computes the pixels of a place.
  ///
  /// - Parameter workspace: not in use at the time.
  /// - Throws: `LimitExceeded.outOfMemory`, and the errors of effects.
  func pixels(
    of place: PixelArea, from content: NeighborhoodContent, in workspace: Workspace
  ) throws -> any FilteredPixels
}

extension NeighborhoodFilter {
  /// Bands of twice as many rows as are drawn beside them waste little.
  var rowsPerRowBeside: Int { 2 }
}

/// What is drawn before pixels become functions of their neighborhoods.
struct NeighborhoodContent {
  /// The pixels outside of which nothing is drawn.
  let place: PixelArea
  /// Draws the content on an empty tile. Tiles may overlap.
  let draw: (Tile) -> Void
}

/// The pixels that a filter computed for a place.
protocol FilteredPixels: Sendable {
  /// Writes pixels of the place to a tile.
  func write(_ part: PixelArea, to tile: Tile)
}

extension Double {
  /// A position in parts of a pixel that have exact sums: what moves by whole pixels is computed from the same fractions.
  var inExactParts: Double { (self * 256 + 0.5).rounded(.down) / 256 }
}
