import FrameGeometry
import FrameImage
import FramePlan

/// Draws a group's shadow: its silhouette in cells, blurred a band at a time.
///
/// If the group contains other shadows or neighborhoods, the silhouette is made from the group's pixels, which are drawn once for
/// both. Drawing the silhouette separately would double the work with each level of nesting.
struct ShadowPainter: Sendable {
  private enum Silhouette: Sendable {
    /// In cells.
    case drawn(any Painter)
    case taken(offset: Vector)
  }

  private let silhouette: Silhouette
  private let blur: GaussianBlur
  private let x, y: CellAxis
  /// The cells that the silhouette may touch.
  private let cells: PixelArea
  /// The blurred cells that are visible in the window.
  private let seenColumns: Range<Int>
  /// The pixels that the shadow reaches: the rest of the Gaussian's tail is not drawn.
  private let reach: PixelArea
  private let color: WorkingPixel
  /// The area that the group's own pixels may cover.
  let group: PixelArea

  /// - Returns: nil if nothing of it is visible.
  init?(_ shadow: RenderPlan.Shadow, of group: RenderPlan.GroupDraw, _ making: inout PainterFactory) {
    var bare = group
    bare.shadow = nil
    guard let box = RenderPlan.Item.group(bare).reach else { return nil }
    self.group = PixelArea(around: box)
    let start = box.offsetBy(dx: shadow.offset.dx, dy: shadow.offset.dy)
    reach = PixelArea(touching: shadow.box(of: box))
    blur = GaussianBlur(deviation: shadow.deviation)
    let cell = blur.cell
    x = CellAxis(cell: cell, anchor: start.minX)
    y = CellAxis(cell: cell, anchor: start.minY)
    let seen = x.cells(around: making.area.columns.clamped(to: reach.columns), beside: 1)
    let seenRows = y.cells(around: making.area.rows.clamped(to: reach.rows), beside: 1)
    // Draws only the silhouette's cells within the blur's reach of a visible cell. Cells outside the silhouette are
    // empty.
    cells = PixelArea(
      columns: Range(touching: x.toCells(start.minX), x.toCells(start.maxX)),
      rows: Range(touching: y.toCells(start.minY), y.toCells(start.maxY))
    ).common(with: PixelArea(columns: seen, rows: seenRows).grown(by: blur.reach))
    seenColumns = cells.columns.grown(by: blur.reach).clamped(to: seen)
    guard !cells.isEmpty, !seenColumns.isEmpty else { return nil }
    color = making.space.pixel(shadow.color)
    if group.isTakenForShadow {
      silhouette = .taken(offset: shadow.offset)
      return
    }
    let scale = 1 / Double(cell)
    let toCells = AffineTransform(
      scale, 0, 0, scale, -Double(x.origin) * scale, -Double(y.origin) * scale)
    let outline = group.silhouette(under: shadow, applying: toCells, isOpaque: making.isOpaque)
    // Cells average many pixels, so all filters but `nearest` look the same.
    var inCells = making.seeing(cells).withoutConversion(filter: cell == 1 ? making.filter : .linear)
    silhouette = .drawn(GroupPainter(outline, &inCells))
    making.room = inCells.room
  }

  /// - Parameter group: the working memory of the group, beside its tile.
  func needs(of group: Workspace.Capacity) -> Workspace.Capacity {
    switch silhouette {
    case .drawn(let painter): return painter.needs
    case .taken:
      var needs = group
      needs.levels += 1
      return needs
    }
  }

  /// The pixels of the group from which its silhouette is made; nil if it is drawn separately.
  var takenPlace: PixelArea? {
    guard case .taken(let offset) = silhouette else { return nil }
    return PixelArea(
      columns: SampledSilhouette.pixels(cells.columns, x, offset.dx),
      rows: SampledSilhouette.pixels(cells.rows, y, offset.dy))
  }

  /// Returns the rows from which the shadow in rows of the output is made.
  func takenRows(for rows: Range<Int>) -> Range<Int>? {
    guard case .taken(let offset) = silhouette else { return nil }
    let drawn = drawnRows(for: blurredRows(for: rows))
    return drawn.isEmpty ? 0..<0 : SampledSilhouette.pixels(drawn, y, offset.dy)
  }

  /// The most rows of the group that are drawn in addition to those of a band.
  var mostTakenRows: Int {
    guard case .taken(let offset) = silhouette else { return 0 }
    let all = takenPlace?.rows.count ?? 0
    let reach = (2 * blur.reach + 4) * blur.cell + Int(min(abs(offset.dy), 1e9))
    return min(all + Int(min(abs(offset.dy), 1e9)), reach)
  }

  func sourceRows(of image: Int, for rows: Range<Int>) -> Range<Int> {
    let drawn = drawnRows(for: blurredRows(for: rows))
    guard case .drawn(let silhouette) = silhouette else { return 0..<0 }
    return drawn.isEmpty
      ? 0..<0 : silhouette.sourceRows(of: image, for: PixelArea(columns: cells.columns, rows: drawn))
  }

  /// Returns the blurred cells that rows of the output show.
  private func blurredRows(for pixels: Range<Int>) -> Range<Int> {
    y.cells(around: pixels.clamped(to: reach.rows), beside: 1).clamped(to: cells.rows.grown(by: blur.reach))
  }

  /// Returns the silhouette's cells that these depend on.
  private func drawnRows(for blurred: Range<Int>) -> Range<Int> {
    blurred.grown(by: blur.reach).clamped(to: cells.rows)
  }

  /// Returns the cost of a band with this number of rows.
  func cost(rows: Int) -> Cost {
    let blurred = min(rows / blur.cell + 3, cells.rows.count + 2 * blur.reach)
    let drawn = min(blurred + 2 * blur.reach, cells.rows.count)
    let silhouetteBytes =
      if case .drawn(let painter) = silhouette { painter.cost(rows: drawn).peak } else { 0 }
    let held = blurred * seenColumns.count * MemoryLayout<UInt16>.stride
    return Cost(
      held: held,
      peak: held
        + drawn * seenColumns.count * MemoryLayout<UInt16>.stride
        + seenColumns.count * MemoryLayout<UInt32>.stride
        + min(Workspace.mostTileRows, drawn) * lineLength * MemoryLayout<UInt16>.stride
        + silhouetteBytes)
  }

  /// The length of the silhouette's rows, with the zeros on both sides that blurring needs.
  private var lineLength: Int { seenColumns.count + 2 * blur.reach }

  /// Returns the shadow in rows of the output; nil if nothing of it is visible there.
  ///
  /// - Parameter group: prepared for `takenRows`.
  /// - Throws: `LimitExceeded.outOfMemory`, and the errors of effects.
  func band(
    _ rows: Range<Int>, of group: GroupPixels, in workspace: Workspace
  ) throws -> ShadowBand? {
    let blurred = blurredRows(for: rows)
    let drawn = drawnRows(for: blurred)
    guard !drawn.isEmpty else { return nil }
    let count = seenColumns.count
    let sums = try Workspace.ScratchBuffer<UInt32>(count)
    let across = try Workspace.ScratchBuffer<UInt16>(count * drawn.count)
    let result = try Workspace.ScratchBuffer<UInt16>(count * blurred.count)
    let painter: any Painter =
      switch silhouette {
      case .drawn(let painter): try painter.prepared(for: drawn, in: workspace)
      case .taken(let offset): SampledSilhouette(group: group, x: x, y: y, offset: offset)
      }
    try drawAndBlur(
      drawn, by: painter, into: across.lend(count * drawn.count), sums.lend(count), workspace)
    let lines = across.lend(count * drawn.count)
    let values = result.lend(count * blurred.count)
    for (i, row) in blurred.enumerated() {
      blur.blur(count: count, sums.lend(count), into: values + i * count) { distance in
        let neighbor = row + distance
        return drawn.contains(neighbor) ? UnsafePointer(lines + (neighbor - drawn.lowerBound) * count) : nil
      }
    }
    return ShadowBand(
      x: x, y: y, reach: reach, columns: seenColumns, rows: blurred, values: result, color: color)
  }

  /// Draws the silhouette's rows, each blurred along itself.
  private func drawAndBlur(
    _ drawn: Range<Int>, by painter: any Painter, into result: UnsafeMutablePointer<UInt16>,
    _ sums: UnsafeMutablePointer<UInt32>, _ workspace: Workspace
  ) throws(LimitExceeded) {
    let height = min(workspace.tileRows, drawn.count)
    let lines = try Workspace.ScratchBuffer<UInt16>(height * lineLength)
    let first = seenColumns.lowerBound - blur.reach
    for strip in drawn.parts(of: height) {
      let alpha = lines.lend(height * lineLength)
      alpha.update(repeating: 0, count: height * lineLength)
      // Cells further to the left or right do not affect visible ones.
      let columns = cells.columns.clamped(to: seenColumns.grown(by: blur.reach))
      PixelArea(columns: columns, rows: strip).forEachTile(in: workspace) { tile in
        painter.paint(on: tile)
        for (i, y) in strip.enumerated() {
          let line = tile.row(y)
          let place = alpha + i * lineLength + (tile.columns.lowerBound - first)
          for j in 0..<tile.columns.count { place[j] = UInt16((min(max(line[j].w, 0), 1) * 65535).rounded()) }
        }
      }
      for (i, y) in strip.enumerated() {
        blur.blur(
          UnsafePointer(alpha + i * lineLength), count: seenColumns.count, sums,
          into: result + (y - drawn.lowerBound) * seenColumns.count)
      }
    }
  }
}

/// A silhouette in cells, made from a group's pixels: the mean of those in a cell after translation. A translation by
/// a fraction of a pixel interpolates neighbors.
private struct SampledSilhouette: Painter {
  let group: GroupPixels
  let x, y: CellAxis
  let offset: Vector

  /// Returns the pixels that cells depend on, along one axis.
  static func pixels(_ cells: Range<Int>, _ axis: CellAxis, _ offset: Double) -> Range<Int> {
    let (whole, share) = split(offset)
    let low = axis.origin + cells.lowerBound * axis.cell - whole
    let high = axis.origin + cells.upperBound * axis.cell - whole
    return low - (share > 0 ? 1 : 0)..<high
  }

  /// Splits an offset into whole pixels and a fraction.
  private static func split(_ offset: Double) -> (whole: Int, share: Float) {
    let whole = offset.rounded(.down)
    return (Int(max(-1e12, min(1e12, whole))), Float(offset - whole))
  }

  func paint(on tile: Tile) {
    let needed = PixelArea(
      columns: Self.pixels(tile.columns, x, offset.dx), rows: Self.pixels(tile.rows, y, offset.dy))
    needed.forEachPart(width: Workspace.tileWidth, height: tile.workspace.tileRows) { part in
      let own = tile.above(part)
      group.paint(on: own)
      add(own, to: tile)
    }
  }

  private func add(_ own: Tile, to tile: Tile) {
    let (right, rightShare) = Self.split(offset.dx)
    let (down, downShare) = Self.split(offset.dy)
    let cellShare = 1 / Float(x.cell * y.cell)
    for row in own.rows {
      let pixels = own.row(row)
      for (moved, share) in [(row + down, 1 - downShare), (row + down + 1, downShare)] where share > 0 {
        let cell = (moved - y.origin) >> y.cell.trailingZeroBitCount
        guard tile.rows.contains(cell) else { continue }
        let line = tile.row(cell)
        func add(_ alpha: Float, at column: Int) {
          let cell = (column - x.origin) >> x.cell.trailingZeroBitCount
          if alpha > 0, tile.columns.contains(cell) { line[cell - tile.columns.lowerBound].w += alpha }
        }
        for (i, column) in own.columns.enumerated() where pixels[i].w > 0 {
          let alpha = pixels[i].w * (share * cellShare)
          add(alpha * (1 - rightShare), at: column + right)
          add(alpha * rightShare, at: column + right + 1)
        }
      }
    }
  }
}

/// A blurred silhouette in a band of the output.
struct ShadowBand: Sendable {
  fileprivate let x, y: CellAxis
  /// The pixels that may be touched.
  fileprivate let reach: PixelArea
  /// The cells that are present; all others are 0.
  fileprivate let columns: Range<Int>
  fileprivate let rows: Range<Int>
  /// Read-only from here on.
  nonisolated(unsafe) fileprivate let values: Workspace.ScratchBuffer<UInt16>
  fileprivate let color: WorkingPixel

  /// Draws the shadow below the existing pixels.
  func lie(under tile: Tile) {
    let values = self.values.lend(columns.count * rows.count)
    func line(_ row: Int) -> UnsafeMutablePointer<UInt16>? {
      rows.contains(row) ? values + (row - rows.lowerBound) * columns.count : nil
    }
    let whole = Double(65535 * (2 * x.cell) * (2 * y.cell))
    let touched = tile.columns.clamped(to: reach.columns)
    for row in tile.rows.clamped(to: reach.rows) {
      let (cell, down) = y.share(of: row)
      let (upper, lower) = (line(cell), line(cell + 1))
      guard upper != nil || lower != nil else { continue }
      let pixels = tile.row(row)
      func value(_ column: Int) -> Int {
        guard columns.contains(column) else { return 0 }
        let i = column - columns.lowerBound
        return Int(upper?[i] ?? 0) * (2 * y.cell - down) + Int(lower?[i] ?? 0) * down
      }
      for column in touched {
        let i = column - tile.columns.lowerBound
        guard pixels[i].w < 1 else { continue }
        let (cell, along) = x.share(of: column)
        var sum = value(cell) * (2 * x.cell - along)
        if along > 0 { sum += value(cell + 1) * along }
        guard sum > 0 else { continue }
        pixels[i] = Tile.over(pixels[i], color * Float(Double(sum) / whole))
      }
    }
  }
}
