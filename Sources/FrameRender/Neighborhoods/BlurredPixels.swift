/// Pixels of a rectangle after a Gaussian filter, as cells of the filter.
struct BlurredPixels: Sendable {
  private let filter: GaussianFilter
  private let sums: PixelSums
  private let cells: PixelField

  /// - Parameters:
  ///   - place: the pixels for which the blur is needed.
  ///   - workspace: not in use at the time.
  /// - Throws: `OutOfMemory`.
  init(
    _ place: PainterList.Place, of content: NeighborhoodContent, _ filter: GaussianFilter, _ sums: PixelSums,
    in workspace: Workspace
  ) throws(OutOfMemory) {
    (self.filter, self.sums) = (filter, sums)
    let columns = filter.x.cells(around: place.columns)
    cells = try PixelField(columns: columns, rows: filter.y.cells(around: place.rows))
    for left in stride(from: columns.lowerBound, to: columns.upperBound, by: Self.columnsAtOnce) {
      try fill(left..<min(left + Self.columnsAtOnce, columns.upperBound), with: content, in: workspace)
    }
  }

  /// So few that what is blurred along rows stays in a core's cache until it is blurred across them.
  private static let columnsAtOnce = 512

  /// Blurs some columns of cells.
  private func fill(
    _ columns: Range<Int>, with content: NeighborhoodContent, in workspace: Workspace
  ) throws(OutOfMemory) {
    let rows = cells.rows
    let neighbors = filter.neighbors
    let drawn = PainterList.Place(
      columns: filter.x.pixels(in: columns.grown(by: neighbors)).clamped(to: content.place.columns),
      rows: filter.y.pixels(in: rows.grown(by: neighbors)).clamped(to: content.place.rows))
    guard !drawn.columns.isEmpty, !drawn.rows.isEmpty else { return }
    // Rows of cells beyond these are empty.
    let filled = filter.y.cells(around: drawn.rows).clamped(to: rows.grown(by: neighbors))
    let across = try PixelField(columns: columns, rows: filled)
    try blurRows(drawn, of: content, into: across, in: workspace)
    for y in rows {
      let near = y - neighbors..<y + neighbors + 1
      let present = near.clamped(to: filled)
      guard !present.isEmpty else { continue }
      sums.sum(
        present.map { UnsafePointer(across.row($0)) },
        Array(filter.weights[present.lowerBound - near.lowerBound..<present.upperBound - near.lowerBound]),
        count: columns.count, into: cells.row(y) + (columns.lowerBound - cells.columns.lowerBound))
    }
  }

  /// Draws pixels, and blurs each row along itself.
  private func blurRows(
    _ drawn: PainterList.Place, of content: NeighborhoodContent, into across: PixelField,
    in workspace: Workspace
  ) throws(OutOfMemory) {
    let wide = across.columns.grown(by: filter.neighbors)
    let count = across.columns.count
    let strips = Strips(
      drawn: drawn, wide: wide, filter: filter, kernels: sums.kernels, workspace: workspace)
    guard filter.cell > 1 else {
      return try strips.forEachLine(of: content) { y, line in blur(line, count: count, into: across.row(y)) }
    }
    // Pixels at the ends belong to cells that nothing needs.
    let averages = try PixelField(columns: wide, rows: across.rows)
    try strips.forEachLine(of: content) { y, line in
      let (cell, place) = filter.y.place(of: y)
      let weights = filter.averages[place]
      for i in 0..<4 where averages.rows.contains(cell - 1 + i) {
        let sum = averages.row(cell - 1 + i)
        let weight = weights[i]
        for j in 0..<wide.count { sum[j] += line[j] * weight }
      }
    }
    for y in across.rows { blur(averages.row(y), count: count, into: across.row(y)) }
  }

  /// Blurs a row, which begins as many cells before the result as there are neighbors.
  private func blur(
    _ line: UnsafePointer<WorkingPixel>, count: Int, into out: UnsafeMutablePointer<WorkingPixel>
  ) {
    sums.sum(filter.weights.indices.map { line + $0 }, filter.weights, count: count, into: out)
  }

  /// Writes the blurred pixels to a tile within the place for which they were made.
  func write(to tile: Tile, _ columns: Range<Int>, _ rows: Range<Int>) {
    for y in rows {
      let out = tile.row(y) + (columns.lowerBound - tile.columns.lowerBound)
      if filter.cell == 1 {
        out.update(from: cells.row(y) + (columns.lowerBound - cells.columns.lowerBound), count: columns.count)
      } else {
        interpolate(columns, y, into: out)
      }
    }
  }

  private func interpolate(_ columns: Range<Int>, _ y: Int, into out: UnsafeMutablePointer<WorkingPixel>) {
    let (row, place) = filter.y.place(of: y)
    let used = filter.x.cells(around: columns)
    let start = used.lowerBound - cells.columns.lowerBound
    withUnsafeTemporaryAllocation(of: WorkingPixel.self, capacity: used.count) { line in
      let weights = filter.splines[place]
      sums.sum(
        (row - 1..<row + 3).map { UnsafePointer(cells.row($0) + start) }, (0..<4).map { weights[$0] },
        count: used.count, into: line.baseAddress!)
      CellSums(filter: filter, kernels: sums.kernels).interpolate(
        line.baseAddress! - used.lowerBound, columns, into: out)
    }
  }

  /// Returns the most memory for this number of rows: held afterwards, and at once.
  static func bytes(
    columns: Int, rows: Int, _ filter: GaussianFilter
  ) -> (held: Int, peak: Int) {
    let (columns, rows) =
      filter.cell == 1 ? (columns, rows) : (columns / filter.cell + 5, rows / filter.cell + 5)
    let part = min(columns, columnsAtOnce)
    let (wide, tall) = (part + 2 * filter.neighbors + 6, rows + 2 * filter.neighbors)
    let held = PixelField.bytes(columns: columns, rows: rows)
    var peak = held.adding(PixelField.bytes(columns: part, rows: tall))
    if filter.cell > 1 { peak = peak.adding(PixelField.bytes(columns: wide, rows: tall)) }
    return (held, peak.adding(PixelField.bytes(columns: wide, rows: Workspace.mostTileRows)))
  }
}

/// The rows of what is blurred, as lines of pixels or of horizontal averages in cells.
private struct Strips {
  let drawn: PainterList.Place
  /// The cells of a line.
  let wide: Range<Int>
  let filter: GaussianFilter
  let kernels: InstructionSet
  let workspace: Workspace

  /// Draws the rows from the top, and hands over each with its line.
  ///
  /// - Throws: `OutOfMemory`.
  func forEachLine(
    of content: NeighborhoodContent, _ body: (Int, UnsafePointer<WorkingPixel>) -> Void
  ) throws(OutOfMemory) {
    // Pixels at the ends also count to cells beyond the line.
    let margin = filter.cell == 1 ? 0 : 3
    let columns = wide.grown(by: margin)
    let height = min(workspace.tileRows, drawn.rows.count)
    for top in stride(from: drawn.rows.lowerBound, to: drawn.rows.upperBound, by: height) {
      let strip = top..<min(top + height, drawn.rows.upperBound)
      let lines = try PixelField(columns: columns, rows: strip)
      PainterList.Place(columns: drawn.columns, rows: strip).forEachTile(in: workspace) { tile in
        content.draw(tile)
        add(tile, to: lines)
      }
      for y in strip { body(y, lines.row(y) + margin) }
    }
  }

  private func add(_ tile: Tile, to lines: PixelField) {
    let cells = CellSums(filter: filter, kernels: kernels)
    for top in stride(from: tile.rows.lowerBound, to: tile.rows.upperBound, by: CellSums.rowsAtOnce) {
      let rows = top..<min(top + CellSums.rowsAtOnce, tile.rows.upperBound)
      guard filter.cell > 1 else {
        for y in rows {
          (lines.row(y) + (tile.columns.lowerBound - lines.columns.lowerBound)).update(
            from: tile.row(y), count: tile.columns.count)
        }
        continue
      }
      cells.add(
        rows.map { UnsafePointer(tile.row($0)) }, tile.columns,
        to: rows.map { lines.row($0) - lines.columns.lowerBound })
    }
  }
}
