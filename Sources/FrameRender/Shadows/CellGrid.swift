import FrameModel

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
    // Positions just below this part of a pixel are unlikely; rounding could go either way there.
    let unlikely = 0.318
    let first = Int(max(-1e15, min(1e15, (start + unlikely).rounded(.down))))
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
