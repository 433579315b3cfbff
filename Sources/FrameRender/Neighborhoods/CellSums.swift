import CKernels

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
