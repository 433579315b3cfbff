import FrameModel

/// Where cells of output pixels lie along one axis, and where pixels lie between the cells' middles.
struct CellGrid: Sendable {
  /// The side of a cell, in pixels: a power of two.
  let cell: Int
  /// The first pixel of cell 0, less than a cell after 0.
  let origin: Int

  /// - Parameter start: where what is to be seen begins. Cells go with it: moved by whole pixels it looks the same.
  init(cell: Int, start: Double) {
    self.cell = cell
    // Nobody places anything just below this part of a pixel, where rounding could go either way.
    let unlikely = 0.318
    let first = Int(max(-1e15, min(1e15, (start + unlikely).rounded(.down))))
    origin = ((first % cell) + cell) % cell
  }

  /// Output pixels to cells.
  func toCells(_ x: Double) -> Double { (x - Double(origin)) / Double(cell) }

  /// The cell in the middle of which, or behind it, the middle of a pixel lies; and how far behind, of
  /// `2 · cell` to the next cell's.
  @inline(__always)
  func place(of pixel: Int) -> (cell: Int, share: Int) {
    let twice = 2 * (pixel - origin) + 1 - cell
    let index = twice >> (cell.trailingZeroBitCount + 1)
    return (index, twice - index * 2 * cell)
  }

  /// The cells between whose middles those of pixels lie.
  func cells(around pixels: Range<Int>) -> Range<Int> {
    guard !pixels.isEmpty else { return 0..<0 }
    return place(of: pixels.lowerBound).cell..<place(of: pixels.upperBound - 1).cell + 2
  }
}

extension Range<Int> {
  func grown(by reach: Int) -> Self { isEmpty ? self : lowerBound - reach..<upperBound + reach }

  /// All whole numbers that a length touches.
  init(touching low: Double, _ high: Double) {
    let bound = 1e15
    let first = Int(Swift.max(-bound, Swift.min(bound, low.rounded(.down))))
    let end = Int(Swift.max(-bound, Swift.min(bound, high.rounded(.up))))
    self = first..<Swift.max(first, end)
  }
}
