/// A blurred silhouette in a band of the output.
struct ShadowBand: Sendable {
  private let x: CellGrid
  private let y: CellGrid
  /// The pixels that may be touched.
  private let reach: (columns: Range<Int>, rows: Range<Int>)
  /// The cells that are present; all others are 0.
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// Read-only from here on.
  nonisolated(unsafe) private let values: Workspace.ScratchBuffer<UInt16>
  private let color: WorkingPixel

  init(
    x: CellGrid, y: CellGrid, reach: (columns: Range<Int>, rows: Range<Int>), columns: Range<Int>,
    rows: Range<Int>, values: Workspace.ScratchBuffer<UInt16>, color: WorkingPixel
  ) {
    self.x = x
    self.y = y
    self.reach = reach
    self.columns = columns
    self.rows = rows
    self.values = values
    self.color = color
  }

  /// Draws the shadow below the existing pixels.
  func lie(under tile: Tile) {
    let values = self.values.lend(columns.count * rows.count)
    func line(_ row: Int) -> UnsafeMutablePointer<UInt16>? {
      rows.contains(row) ? values + (row - rows.lowerBound) * columns.count : nil
    }
    let whole = Double(65535 * (2 * x.cell) * (2 * y.cell))
    let touched = tile.columns.clamped(to: reach.columns)
    for row in tile.rows.clamped(to: reach.rows) {
      let (cell, down) = y.place(of: row)
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
        let (cell, along) = x.place(of: column)
        var sum = value(cell) * (2 * x.cell - along)
        if along > 0 { sum += value(cell + 1) * along }
        guard sum > 0 else { continue }
        pixels[i] = Tile.over(pixels[i], color * Float(Double(sum) / whole))
      }
    }
  }
}

/// The positions of cells of output pixels along one axis, and of pixels between the cells' centers.
struct CellGrid: Sendable {
  /// The side of a cell in pixels: a power of two.
  let cell: Int
  /// The first pixel of cell 0, less than a cell after 0.
  let origin: Int

  /// - Parameter start: the start of the visible part. Cells move with it, so moving it by whole pixels does not
  ///   change the result.
  init(cell: Int, start: Double) {
    self.cell = cell
    // Rounds up from a fraction of 0.682. Positions are often at whole or half pixels, and rounding errors must not move the
    // cells there.
    let shift = 0.318
    let first = Int(max(-1e15, min(1e15, (start + shift).rounded(.down))))
    origin = ((first % cell) + cell) % cell
  }

  /// Converts output pixels to cells.
  func toCells(_ x: Double) -> Double { (x - Double(origin)) / Double(cell) }

  /// Returns the cell whose center is at or before the center of a pixel, and the distance between both, in units of
  /// which `2 · cell` lead to the next cell's.
  @inline(__always)
  func place(of pixel: Int) -> (cell: Int, share: Int) {
    let twice = 2 * (pixel - origin) + 1 - cell
    let index = twice >> (cell.trailingZeroBitCount + 1)
    return (index, twice - index * 2 * cell)
  }

  /// Returns the cells between whose centers the centers of pixels are.
  func cells(around pixels: Range<Int>) -> Range<Int> {
    guard !pixels.isEmpty else { return 0..<0 }
    return place(of: pixels.lowerBound).cell..<place(of: pixels.upperBound - 1).cell + 2
  }
}

extension Range<Int> {
  func grown(by reach: Int) -> Self { isEmpty ? self : lowerBound - reach..<upperBound + reach }

  /// All integers whose pixels an interval touches.
  init(touching low: Double, _ high: Double) {
    let bound = 1e15
    let first = Int(Swift.max(-bound, Swift.min(bound, low.rounded(.down))))
    let end = Int(Swift.max(-bound, Swift.min(bound, high.rounded(.up))))
    self = first..<Swift.max(first, end)
  }
}
