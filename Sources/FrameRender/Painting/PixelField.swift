import FrameImage

/// Working pixels of a rectangle.
struct PixelField: FilteredPixels {
  let area: PixelArea
  /// Not written after the field was made.
  nonisolated(unsafe) private let memory: FieldMemory.Loan

  /// Creates a field of which all pixels will be written.
  ///
  /// - Throws: `LimitExceeded.outOfMemory`.
  static func undefined(_ area: PixelArea, in workspace: Workspace) throws(LimitExceeded) -> PixelField {
    PixelField(area: area, memory: try workspace.fields.lend(area.count))
  }

  var columns: Range<Int> { area.columns }
  var rows: Range<Int> { area.rows }
  private var start: UnsafeMutablePointer<WorkingPixel> { memory.pixels }

  /// Returns the pixels of a row, from the first column on.
  func row(_ y: Int) -> UnsafeMutablePointer<WorkingPixel> {
    start + (y - rows.lowerBound) * columns.count
  }

  /// Returns the pixels of a row, from a column on.
  func pixel(_ x: Int, _ y: Int) -> UnsafeMutablePointer<WorkingPixel> {
    row(y) + (x - columns.lowerBound)
  }

  /// Returns the same pixels at another position.
  func moved(_ dx: Int, _ dy: Int) -> PixelField { PixelField(area: area.offset(dx, dy), memory: memory) }

  /// Makes pixels of a row transparent.
  func clear(_ columns: Range<Int>, _ y: Int) {
    pixel(columns.lowerBound, y).update(repeating: .zero, count: columns.count)
  }

  /// Copies the pixels that a tile has.
  func copy(from tile: Tile) {
    let part = area.common(with: tile.area)
    guard !part.isEmpty else { return }
    let (left, count) = (part.columns.lowerBound, part.columns.count)
    for y in part.rows { pixel(left, y).update(from: tile.pixel(left, y), count: count) }
  }

  /// Copies the pixels that it has to an empty tile.
  func copy(to tile: Tile) {
    let part = area.common(with: tile.area)
    if !part.isEmpty { write(part, to: tile) }
  }

  func write(_ part: PixelArea, to tile: Tile) {
    let (left, count) = (part.columns.lowerBound, part.columns.count)
    for y in part.rows { tile.pixel(left, y).update(from: pixel(left, y), count: count) }
  }

  /// Returns the most bytes of a field.
  static func bytes(columns: Int, rows: Int) -> Int {
    FieldMemory.mostBytes(for: columns.times(rows).times(MemoryLayout<WorkingPixel>.stride))
  }
}

extension PixelField {
  /// Creates a field of transparent pixels.
  ///
  /// - Throws: `LimitExceeded.outOfMemory`.
  init(_ area: PixelArea, in workspace: Workspace) throws(LimitExceeded) {
    self = try .undefined(area, in: workspace)
    start.update(repeating: .zero, count: area.count)
  }
}
