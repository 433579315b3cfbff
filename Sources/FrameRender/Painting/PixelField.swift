/// Working pixels of a rectangle.
struct PixelField: Sendable {
  let columns: Range<Int>
  let rows: Range<Int>
  /// Not written after the field was made.
  nonisolated(unsafe) private let memory: Workspace.ScratchBuffer<WorkingPixel>

  /// Creates a field of transparent pixels.
  ///
  /// - Throws: `OutOfMemory`.
  init(columns: Range<Int>, rows: Range<Int>) throws(OutOfMemory) {
    (self.columns, self.rows) = (columns, rows)
    memory = try Workspace.ScratchBuffer(columns.count * rows.count)
    start.update(repeating: .zero, count: columns.count * rows.count)
  }

  private var start: UnsafeMutablePointer<WorkingPixel> { memory.lend(columns.count * rows.count) }

  /// Returns the pixels of a row, from the first column on.
  func row(_ y: Int) -> UnsafeMutablePointer<WorkingPixel> {
    start + (y - rows.lowerBound) * columns.count
  }

  /// Returns the pixels of a row, from a column on.
  func pixel(_ x: Int, _ y: Int) -> UnsafeMutablePointer<WorkingPixel> {
    row(y) + (x - columns.lowerBound)
  }

  /// Copies the pixels that a tile has.
  func copy(from tile: Tile) {
    let part = columns.clamped(to: tile.columns)
    guard !part.isEmpty else { return }
    for y in rows.clamped(to: tile.rows) {
      pixel(part.lowerBound, y).update(
        from: tile.row(y) + (part.lowerBound - tile.columns.lowerBound), count: part.count)
    }
  }

  /// Copies the pixels that it has to an empty tile.
  func copy(to tile: Tile) {
    let part = tile.columns.clamped(to: columns)
    guard !part.isEmpty else { return }
    for y in tile.rows.clamped(to: rows) {
      (tile.row(y) + (part.lowerBound - tile.columns.lowerBound)).update(
        from: pixel(part.lowerBound, y), count: part.count)
    }
  }

  /// Returns the bytes of a field.
  static func bytes(columns: Int, rows: Int) -> Int {
    columns.times(rows).times(MemoryLayout<WorkingPixel>.stride)
  }
}
