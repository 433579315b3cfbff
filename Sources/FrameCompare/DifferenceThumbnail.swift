import FrameImage

/// A small difference image, built while rows are compared. It looks like `DifferenceImage`, but one of its pixels
/// stands for many.
///
/// The expected image is reduced by averaging. Of the verdicts on the many pixels the most important one is kept, so
/// that a single differing pixel stays visible.
///
///     var thumbnail = DifferenceThumbnail(of: size, in: canvas)
///     for row in rows { thumbnail.write(row.verdicts, over: row.expected) }
///     thumbnail.image
package struct DifferenceThumbnail {
  private var sums: AreaSums
  /// The mean gray of each cell so far.
  private var grays: [UInt8] = []
  /// For each cell, the most important verdict on a pixel with its center inside.
  private var verdicts: [PixelVerdict]
  /// The column of cells that contains the centers of each column of pixels.
  private let columns: [Int]
  private var y = 0

  /// - Parameters:
  ///   - size: the size of the compared images.
  ///   - maximum: the largest size of the thumbnail. It never becomes larger than `size` either.
  package init(of size: PixelSize, in maximum: PixelSize) {
    let grid = size.fitted(in: maximum)
    sums = AreaSums(size, over: grid, channels: 1)
    verdicts = [PixelVerdict](repeating: .same, count: grid.area)
    columns = (0..<size.width).map { Self.cell(of: $0, size.width, grid.width) }
  }

  /// Returns the one of `cells` that contains the center of a pixel of `count`.
  private static func cell(of pixel: Int, _ count: Int, _ cells: Int) -> Int {
    (2 * pixel + 1) * cells / (2 * count)
  }

  /// Adds the next row.
  ///
  /// - Parameters:
  ///   - row: the verdicts on the row's pixels.
  ///   - expected: the row of the expected image, as RGBA with 8 bits per channel.
  package mutating func write(_ row: Span<PixelVerdict>, over expected: Span<UInt8>) {
    let area = sums.size.area
    sums.add(columns.indices.map { Int(DifferenceColors.fadedGray(expected, $0)) }) { sums in
      grays += sums.map { UInt8(($0 + area / 2) / area) }
    }
    let start = Self.cell(of: y, sums.size.height, sums.grid.height) * sums.grid.width
    for x in columns.indices where row[x] != .same {
      let cell = start + columns[x]
      // The raw values of verdicts are in the order of their importance.
      if row[x].rawValue > verdicts[cell].rawValue { verdicts[cell] = row[x] }
    }
    y += 1
  }

  /// The thumbnail as `rgb8`; after all rows have been written.
  package var image: Bitmap {
    let pixels = zip(verdicts, grays).flatMap { verdict, gray in
      let color = DifferenceColors.color(verdict, over: gray)
      return [color.red, color.green, color.blue]
    }
    return Bitmap(size: sums.grid, format: .rgb8, bytes: pixels)!
  }
}
