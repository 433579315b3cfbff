import CKernels
import FrameGeometry
import FrameImage

/// A Gaussian blur.
struct BlurFilter: NeighborhoodFilter {
  let gaussian: GaussianFilter
  let sums: PixelSums

  func contentRows(for rows: Range<Int>) -> Range<Int> { rows.grown(by: gaussian.reach) }

  func cost(columns: Int, rows: Int) -> Cost {
    let cell = gaussian.cell
    let (columns, rows) = cell == 1 ? (columns, rows) : (columns / cell + 5, rows / cell + 5)
    let part = min(columns, BlurredPixels.columnsAtOnce)
    let (wide, tall) = (part + 2 * gaussian.neighbors + 6, rows + 2 * gaussian.neighbors)
    let held = PixelField.bytes(columns: columns, rows: rows)
    var peak = held.adding(PixelField.bytes(columns: part, rows: tall))
    if cell > 1 { peak = peak.adding(PixelField.bytes(columns: wide, rows: tall)) }
    return Cost(
      held: held, peak: peak.adding(PixelField.bytes(columns: wide, rows: Workspace.mostTileRows)))
  }

  func pixels(
    of place: PixelArea, from content: NeighborhoodContent, in workspace: Workspace
  ) throws -> any FilteredPixels {
    try BlurredPixels(place, of: content, gaussian, sums, in: workspace)
  }
}

/// Pixels of a rectangle after a Gaussian filter, as cells of the filter.
struct BlurredPixels: FilteredPixels {
  private let filter: GaussianFilter
  private let sums: PixelSums
  private let cells: PixelField

  /// - Parameters:
  ///   - place: the pixels for which the blur is needed.
  ///   - workspace: not in use at the time.
  /// - Throws: `LimitExceeded.outOfMemory`.
  init(
    _ place: PixelArea, of content: NeighborhoodContent, _ filter: GaussianFilter, _ sums: PixelSums,
    in workspace: Workspace
  ) throws(LimitExceeded) {
    (self.filter, self.sums) = (filter, sums)
    let area = PixelArea(
      columns: filter.x.cells(around: place.columns), rows: filter.y.cells(around: place.rows))
    cells = try PixelField.undefined(area, in: workspace)
    for part in area.columns.parts(ofAtMost: Self.columnsAtOnce) {
      try fill(part, with: content, in: workspace)
    }
  }

  /// So few that what is blurred along rows stays in a core's cache until it is blurred across them.
  fileprivate static let columnsAtOnce = 512
  /// So few that the rows of a sum stay in a core's smallest cache for the next sum.
  private static let columnsOfSums = 64

  /// Blurs some columns of cells.
  private func fill(
    _ columns: Range<Int>, with content: NeighborhoodContent, in workspace: Workspace
  ) throws(LimitExceeded) {
    let neighbors = filter.neighbors
    let across = try PixelField.undefined(
      PixelArea(columns: columns, rows: cells.rows.grown(by: neighbors)), in: workspace)
    let drawn = PixelArea(
      columns: filter.x.pixels(in: columns.grown(by: neighbors)).clamped(to: content.place.columns),
      rows: filter.y.pixels(in: across.rows).clamped(to: content.place.rows))
    guard !drawn.columns.isEmpty, !drawn.rows.isEmpty else {
      for y in cells.rows { cells.clear(columns, y) }
      return
    }
    let filled = filter.y.cells(around: drawn.rows).clamped(to: across.rows)
    for y in across.rows where !filled.contains(y) { across.clear(columns, y) }
    try blurRows(filled, of: content, drawn, into: across, in: workspace)
    for part in columns.parts(ofAtMost: Self.columnsOfSums) {
      for y in cells.rows {
        sums.sumMirrored(
          across.pixel(part.lowerBound, y), stride: columns.count, filter.weights, count: part.count,
          into: cells.pixel(part.lowerBound, y))
      }
    }
  }

  /// Draws pixels, averages them in rows of cells, and blurs each row along itself.
  private func blurRows(
    _ rows: Range<Int>, of content: NeighborhoodContent, _ drawn: PixelArea, into across: PixelField,
    in workspace: Workspace
  ) throws(LimitExceeded) {
    let wide = across.columns.grown(by: filter.neighbors)
    let strips = Strips(
      drawn: drawn, wide: wide, filter: filter, kernels: sums.kernels, workspace: workspace)
    func blur(_ line: UnsafePointer<WorkingPixel>, into y: Int) {
      sums.sumMirrored(
        line + filter.neighbors, stride: 1, filter.weights, count: across.columns.count, into: across.row(y))
    }
    guard filter.cell > 1 else {
      return try strips.forEachLine(of: content) { y, line in blur(line, into: y) }
    }
    // Pixels at the ends belong to cells that nothing needs.
    let averages = try PixelField(PixelArea(columns: wide, rows: rows), in: workspace)
    try strips.forEachLine(of: content) { y, line in
      let (cell, place) = filter.y.place(of: y)
      let weights = filter.averages[place]
      for i in 0..<4 where rows.contains(cell - 1 + i) {
        let sum = averages.row(cell - 1 + i)
        let weight = weights[i]
        for j in 0..<wide.count { sum[j] += line[j] * weight }
      }
    }
    for y in rows { blur(averages.row(y), into: y) }
  }

  func write(_ part: PixelArea, to tile: Tile) {
    if filter.cell == 1 { return cells.write(part, to: tile) }
    for y in part.rows {
      interpolate(part.columns, y, into: tile.pixel(part.columns.lowerBound, y))
    }
  }

  private func interpolate(_ columns: Range<Int>, _ y: Int, into out: UnsafeMutablePointer<WorkingPixel>) {
    let (row, place) = filter.y.place(of: y)
    let used = filter.x.cells(around: columns)
    withUnsafeTemporaryAllocation(of: WorkingPixel.self, capacity: used.count) { line in
      let weights = filter.splines[place]
      sums.sum(
        cells.pixel(used.lowerBound, row - 1), stride: cells.columns.count, (0..<4).map { weights[$0] },
        count: used.count, into: line.baseAddress!)
      CellSums(filter: filter, kernels: sums.kernels).interpolate(
        line.baseAddress! - used.lowerBound, columns, into: out)
    }
  }
}

/// The rows of what is blurred, as lines of pixels or of horizontal averages in cells.
private struct Strips {
  let drawn: PixelArea
  /// The cells of a line.
  let wide: Range<Int>
  let filter: GaussianFilter
  let kernels: InstructionSet
  let workspace: Workspace

  /// Draws the rows from the top, and hands over each with its line.
  ///
  /// - Throws: `LimitExceeded.outOfMemory`.
  func forEachLine(
    of content: NeighborhoodContent, _ body: (Int, UnsafePointer<WorkingPixel>) -> Void
  ) throws(LimitExceeded) {
    // Pixels at the ends also count to cells beyond the line.
    let margin = filter.cell == 1 ? 0 : 3
    let columns = wide.grown(by: margin)
    for strip in drawn.rows.parts(ofAtMost: workspace.tileRows) {
      let lines = try PixelField(PixelArea(columns: columns, rows: strip), in: workspace)
      PixelArea(columns: drawn.columns, rows: strip).forEachTile(in: workspace) { tile in
        content.draw(tile)
        add(tile, to: lines)
      }
      for y in strip { body(y, lines.row(y) + margin) }
    }
  }

  private func add(_ tile: Tile, to lines: PixelField) {
    let cells = CellSums(filter: filter, kernels: kernels)
    for rows in tile.rows.parts(of: CellSums.rowsAtOnce) {
      guard filter.cell > 1 else {
        for y in rows {
          lines.pixel(tile.columns.lowerBound, y).update(from: tile.row(y), count: tile.columns.count)
        }
        continue
      }
      cells.add(
        rows.map { UnsafePointer(tile.row($0)) }, tile.columns,
        to: rows.map { lines.row($0) - lines.columns.lowerBound })
    }
  }
}

/// The way between pixels and the cells of a Gaussian filter, along a row.
struct CellSums {
  let filter: GaussianFilter
  let kernels: InstructionSet

  /// The number of rows that kernels average at once.
  static let rowsAtOnce = 4

  /// Adds pixels to the averages of the cells around them.
  ///
  /// - Parameters:
  ///   - rows: the pixels of some rows in these columns.
  ///   - lines: the averages of each row, counted from cell 0.
  func add(
    _ rows: [UnsafePointer<WorkingPixel>], _ columns: Range<Int>,
    to lines: [UnsafeMutablePointer<WorkingPixel>]
  ) {
    let (cell, place) = filter.x.place(of: columns.lowerBound)
    guard let kernels = kernels.table, rows.count == Self.rowsAtOnce else {
      for (row, line) in zip(rows, lines) { add(row, columns, to: line) }
      return
    }
    withCells { cells in
      rows.map(\.floats).withUnsafeBufferPointer { rows in
        lines.map { ($0 + (cell - 1)).floats }.withUnsafeBufferPointer { lines in
          // C's types of the pointers allow null.
          rows.withMemoryRebound(to: UnsafePointer<Float>?.self) { rows in
            lines.withMemoryRebound(to: UnsafeMutablePointer<Float>?.self) { lines in
              kernels.pointee.average_rows(
                rows.baseAddress!, lines.baseAddress!, &cells, Int32(place), Int32(columns.count))
            }
          }
        }
      }
    }
  }

  private func add(
    _ pixels: UnsafePointer<WorkingPixel>, _ columns: Range<Int>, to line: UnsafeMutablePointer<WorkingPixel>
  ) {
    for x in columns {
      let (cell, place) = filter.x.place(of: x)
      let near = line + (cell - 1)
      let pixel = pixels[x - columns.lowerBound]
      let weights = filter.averages[place]
      for i in 0..<4 { near[i] += pixel * weights[i] }
    }
  }

  /// Computes pixels from the cells around them.
  ///
  /// - Parameter line: counted from cell 0.
  func interpolate(
    _ line: UnsafePointer<WorkingPixel>, _ columns: Range<Int>, into out: UnsafeMutablePointer<WorkingPixel>
  ) {
    if let kernels = kernels.table {
      let (cell, place) = filter.x.place(of: columns.lowerBound)
      return withCells { cells in
        kernels.pointee.interpolate_row(
          (line + (cell - 1)).floats, &cells, Int32(place), Int32(columns.count), out.floats)
      }
    }
    for x in columns {
      let (cell, place) = filter.x.place(of: x)
      let near = line + (cell - 1)
      let weights = filter.splines[place]
      var pixel = near[0] * weights.x + near[1] * weights.y
      pixel += near[2] * weights.z
      pixel += near[3] * weights.w
      out[x - columns.lowerBound] = pixel
    }
  }

  private func withCells<Result>(_ body: (inout frameit_cells) -> Result) -> Result {
    filter.averages.withUnsafeBufferPointer { averages in
      filter.spread.withUnsafeBufferPointer { spread in
        var cells = frameit_cells(
          size: Int32(filter.cell), averages: averages.baseAddress!.floats, splines: spread.baseAddress!)
        return body(&cells)
      }
    }
  }
}
