import FrameImage

/// Downscales an image from its rows: each result pixel is the mean of the stored values over the area that
/// it covers, rounded once. Holds one row and the result.
///
///     var downscaler = AreaDownscaler(size, .gray, to: PixelSize(width: 80, height: 40)!)
///     try source.forEachBand { downscaler.write($0) }
///     downscaler.image
///
/// All sums are integers: with both widths scaled to the product of the numbers of columns, each source column spans as many
/// units as the result has columns, each result column as many as the source has, and every overlap is an integer. The same
/// holds for rows.
package struct AreaDownscaler: PixelSink {
  /// The result, 8 bits; complete once all rows are written.
  package private(set) var image: Bitmap
  private let size: PixelSize
  private let channels: Int
  /// The sums of the current source row over each result column.
  private var rowSums: [Int]
  /// The sums of the current result row.
  private var sums: [Int]
  /// The number of source rows written, and of result rows completed.
  private var (row, completedRows) = (0, 0)

  /// - Parameters:
  ///   - channels: No alpha: means of colors would need premultiplied ones.
  ///   - target: No side may exceed that of `size`.
  package init(_ size: PixelSize, _ channels: PixelFormat.Channels, to target: PixelSize) {
    precondition(!channels.hasAlpha)
    precondition(target.width <= size.width && target.height <= size.height)
    self.size = size
    self.channels = channels.rawValue
    image = Bitmap(size: target, format: PixelFormat(channels, .eight))
    rowSums = [Int](repeating: 0, count: target.width * channels.rawValue)
    sums = rowSums
  }

  package mutating func write(_ band: Span<UInt8>) {
    let rowBytes = size.width * channels
    precondition(band.count % rowBytes == 0, "not whole rows")
    for start in stride(from: 0, to: band.count, by: rowBytes) {
      add(band.extracting(start..<start + rowBytes))
    }
  }

  package func finish() {}

  private mutating func add(_ pixels: Span<UInt8>) {
    precondition(row < size.height, "more rows than the image has")
    sumRow(pixels)
    let bottom = (row + 1) * image.size.height
    let edge = (completedRows + 1) * size.height
    accumulate(min(bottom, edge) - row * image.size.height)
    if bottom >= edge {
      endRow()
      accumulate(bottom - edge)
    }
    row += 1
  }

  private mutating func sumRow(_ pixels: Span<UInt8>) {
    let (from, to) = (size.width, image.size.width)
    for cell in 0..<to {
      let (left, right) = (cell * from, (cell + 1) * from)
      let (first, last) = (left / to, (right - 1) / to)
      for channel in 0..<channels {
        func pixel(_ x: Int) -> Int { Int(pixels[x * channels + channel]) }
        guard first < last else {
          rowSums[cell * channels + channel] = pixel(first) * from
          continue
        }
        var inner = 0
        for x in first + 1..<last { inner += pixel(x) }
        rowSums[cell * channels + channel] =
          inner * to + pixel(first) * ((first + 1) * to - left) + pixel(last) * (right - last * to)
      }
    }
  }

  /// Adds the current source row to the current result row.
  ///
  /// - Parameter height: The part of the source row that overlaps the result row.
  private mutating func accumulate(_ height: Int) {
    for i in sums.indices { sums[i] += rowSums[i] * height }
  }

  private mutating func endRow() {
    let area = size.area
    let values = sums.map { UInt8(($0 + area / 2) / area) }
    image.write(values.span)
    for i in sums.indices { sums[i] = 0 }
    completedRows += 1
  }
}

/// Downscales an image of ranks from its rows. Each result pixel is the highest rank among the pixels with
/// their center inside it, so that even a single important pixel survives. Holds only the result.
package struct PeakDownscaler: PixelSink {
  /// The result, `gray8`; complete once all rows are written.
  package private(set) var image: Bitmap
  private let size: PixelSize
  /// The first source column of each result column, and the end of the last one.
  private let firstColumns: [Int]
  private var peaks: [UInt8]
  private var row = 0

  /// - Parameter target: No side may exceed that of `size`.
  package init(_ size: PixelSize, to target: PixelSize) {
    precondition(target.width <= size.width && target.height <= size.height)
    self.size = size
    image = Bitmap(size: target, format: .gray8)
    firstColumns = (0...target.width).map { Self.firstCenter(in: $0, of: target.width, from: size.width) }
    peaks = [UInt8](repeating: 0, count: target.width)
  }

  /// - Parameter band: Whole rows, one byte per pixel.
  package mutating func write(_ band: Span<UInt8>) {
    precondition(band.count % size.width == 0, "not whole rows")
    for start in stride(from: 0, to: band.count, by: size.width) {
      add(band.extracting(start..<start + size.width))
    }
  }

  package func finish() {}

  private mutating func add(_ ranks: Span<UInt8>) {
    precondition(row < size.height, "more rows than the image has")
    for cell in peaks.indices {
      var peak = peaks[cell]
      for x in firstColumns[cell]..<firstColumns[cell + 1] { peak = max(peak, ranks[x]) }
      peaks[cell] = peak
    }
    row += 1
    let completedRows = (2 * row - 1) * image.size.height / (2 * size.height)
    if row == Self.firstCenter(in: completedRows + 1, of: image.size.height, from: size.height) {
      let values = peaks
      image.write(values.span)
      for cell in peaks.indices { peaks[cell] = 0 }
    }
  }

  /// Returns the first of `count` pixels whose center is not before the start of a cell: the least `i` with
  /// (i + 1/2) / count >= cell / cells.
  private static func firstCenter(in cell: Int, of cells: Int, from count: Int) -> Int {
    (2 * cell * count + cells - 1) / (2 * cells)
  }
}
