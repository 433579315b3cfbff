/// The sums of an image's samples over the cells of a grid, from its rows. A pixel on the border of cells counts in each by its
/// part.
///
/// All sums are integers: in units in which a pixel is as wide as the grid has columns, and a cell as wide as the image has, every
/// overlap is a whole number. The same holds for rows. So the sum of a cell is the mean of its pixels times the area of the image,
/// whose product with the largest sample must be an `Int`.
package struct AreaSums {
  /// The size of the image.
  package let size: PixelSize
  /// The numbers of columns and rows of cells.
  package let grid: PixelSize
  /// The number of samples of a pixel.
  private let channels: Int
  private let columns: [Overlap]
  /// The sums of the current row of pixels and of the current row of cells.
  private var (rowSums, sums): ([Int], [Int])
  private var (row, cellRow) = (0, 0)

  /// The pixels of a row that overlap a cell, and the parts of the first and the last one.
  private struct Overlap {
    let first, last, firstPart, lastPart: Int
  }

  package init(_ size: PixelSize, over grid: PixelSize, channels: Int) {
    (self.size, self.grid, self.channels) = (size, grid, channels)
    let (from, to) = (size.width, grid.width)
    columns = (0..<to).map { cell in
      let (left, right) = (cell * from, (cell + 1) * from)
      let (first, last) = (left / to, (right - 1) / to)
      return Overlap(
        first: first, last: last, firstPart: min(right, (first + 1) * to) - left, lastPart: right - last * to)
    }
    rowSums = [Int](repeating: 0, count: to * channels)
    sums = rowSums
  }

  /// Adds the next row of pixels, with the samples of each pixel side by side.
  ///
  /// - Parameter complete: Takes the sums of each row of cells that the row of pixels completes.
  package mutating func add(_ samples: [Int], complete: ([Int]) -> Void) {
    precondition(row < size.height, "more rows than the image has")
    sumRow(samples)
    var top = row * grid.height
    let bottom = top + grid.height
    while top < bottom {
      let edge = (cellRow + 1) * size.height
      let part = min(bottom, edge) - top
      for i in sums.indices { sums[i] += rowSums[i] * part }
      if edge <= bottom {
        complete(sums)
        for i in sums.indices { sums[i] = 0 }
        cellRow += 1
      }
      top += part
    }
    row += 1
  }

  private mutating func sumRow(_ samples: [Int]) {
    samples.withUnsafeBufferPointer { samples in
      for (cell, overlap) in columns.enumerated() {
        for channel in 0..<channels {
          func sample(_ x: Int) -> Int { samples[x * channels + channel] }
          var sum = 0
          if overlap.last > overlap.first {
            for x in overlap.first + 1..<overlap.last { sum += sample(x) }
            sum = sum * grid.width + sample(overlap.last) * overlap.lastPart
          }
          rowSums[cell * channels + channel] = sum + sample(overlap.first) * overlap.firstPart
        }
      }
    }
  }
}
