/// Square cells of output pixels along one axis, for what is computed coarsely: wide blurs and shadows.
struct CellAxis: Sendable {
  /// The side of a cell in pixels: a power of two.
  let cell: Int
  /// The first pixel of cell 0, less than a cell after 0.
  let origin: Int

  /// - Parameter anchor: a place that moves with what is drawn, so that moving it by whole pixels moves the result.
  init(cell: Int, anchor: Double) {
    self.cell = cell
    // Rounds up from a fraction of 0.682. Positions are often at whole or half pixels, and rounding errors must not move the
    // cells there.
    let shift = 0.318
    let first = Int(max(-1e15, min(1e15, (anchor + shift).rounded(.down))))
    origin = ((first % cell) + cell) % cell
  }

  /// Returns a pixel's own cell, whose center is at or before the pixel's center, and the number of whole pixels between the
  /// centers.
  @inline(__always)
  func place(of pixel: Int) -> (cell: Int, place: Int) {
    let shifted = pixel - origin - cell / 2
    let index = shifted >> cell.trailingZeroBitCount
    return (index, shifted - index * cell)
  }

  /// Returns a pixel's own cell, and the distance between their centers, in units of which `2 * cell` lead to the center of the
  /// next cell.
  @inline(__always)
  func share(of pixel: Int) -> (cell: Int, share: Int) {
    let (index, place) = place(of: pixel)
    // The center of a cell is between two pixels, unless the cell is a pixel.
    return (index, cell == 1 ? 0 : 2 * place + 1)
  }

  /// Converts output pixels to cells.
  func toCells(_ x: Double) -> Double { (x - Double(origin)) / Double(cell) }

  /// Returns the cells from which pixels are interpolated.
  ///
  /// - Parameter count: the number of cells on each side of a pixel's center that contribute to it, if they are larger than
  ///   pixels.
  func cells(around pixels: Range<Int>, beside count: Int) -> Range<Int> {
    guard cell > 1, !pixels.isEmpty else { return pixels }
    return place(of: pixels.lowerBound).cell + 1 - count..<place(of: pixels.upperBound - 1).cell + 1 + count
  }
}
