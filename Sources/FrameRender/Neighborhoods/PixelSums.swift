import CKernels

/// Weighted sums of rows of pixels.
struct PixelSums: Sendable {
  let kernels: InstructionSet

  init(kernels: InstructionSet) { self.kernels = kernels }

  /// Stores the sum of rows, each times its weight, in their order.
  ///
  /// - Parameters:
  ///   - rows: one or more, of `count` pixels.
  ///   - out: not one of the rows.
  func sum(
    _ rows: [UnsafePointer<WorkingPixel>], _ weights: [Float], count: Int,
    into out: UnsafeMutablePointer<WorkingPixel>
  ) {
    if let kernels = kernels.table {
      rows.map(\.floats).withUnsafeBufferPointer { rows in
        // C's type of the pointers allows null.
        rows.withMemoryRebound(to: UnsafePointer<Float>?.self) {
          kernels.pointee.sum_rows($0.baseAddress!, weights, Int32(rows.count), Int32(4 * count), out.floats)
        }
      }
      return
    }
    for i in 0..<count {
      var sum = rows[0][i] * weights[0]
      for row in 1..<rows.count { sum += rows[row][i] * weights[row] }
      out[i] = sum
    }
  }
}

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

  /// Returns the bytes of a field.
  static func bytes(columns: Int, rows: Int) -> Int {
    columns.times(rows).times(MemoryLayout<WorkingPixel>.stride)
  }
}
