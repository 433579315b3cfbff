/// A blurred silhouette in a band of the output.
struct ShadowBand: Sendable {
  private let x, y: CellAxis
  /// The pixels that may be touched.
  private let reach: PixelArea
  /// The cells that are present; all others are 0.
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// Read-only from here on.
  nonisolated(unsafe) private let values: Workspace.ScratchBuffer<UInt16>
  private let color: WorkingPixel

  init(
    x: CellAxis, y: CellAxis, reach: PixelArea, columns: Range<Int>, rows: Range<Int>,
    values: Workspace.ScratchBuffer<UInt16>, color: WorkingPixel
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
