import FrameImage

/// Downscales an image from its rows: each result pixel is the mean of the stored values over the area that
/// it covers, rounded once. Holds one row and the result.
///
///     var downscaler = AreaDownscaler(size, .gray, to: PixelSize(width: 80, height: 40)!)
///     try source.forEachBand { downscaler.write($0) }
///     downscaler.image
struct AreaDownscaler: PixelSink {
  /// The result, 8 bits; complete once all rows are written.
  private(set) var image: Bitmap
  private let rowBytes: Int
  private var sums: AreaSums

  /// - Parameters:
  ///   - channels: No alpha: means of colors would need premultiplied ones.
  ///   - target: No side may exceed that of `size`.
  init(_ size: PixelSize, _ channels: PixelFormat.Channels, to target: PixelSize) {
    precondition(!channels.hasAlpha)
    precondition(target.width <= size.width && target.height <= size.height)
    rowBytes = size.width * channels.rawValue
    image = Bitmap(size: target, format: PixelFormat(channels, .eight))
    sums = AreaSums(size, over: target, channels: channels.rawValue)
  }

  mutating func write(_ band: Span<UInt8>) {
    precondition(band.count % rowBytes == 0, "not whole rows")
    let area = sums.size.area
    for start in stride(from: 0, to: band.count, by: rowBytes) {
      sums.add((start..<start + rowBytes).map { Int(band[$0]) }) { sums in
        image.write(sums.map { UInt8(($0 + area / 2) / area) }.span)
      }
    }
  }

  func finish() {}
}

/// Downscales an image of ranks from its rows. Each result pixel is the highest rank among the pixels with
/// their center inside it, so that even a single important pixel survives. Holds only the result.
struct PeakDownscaler: PixelSink {
  /// The result, `gray8`; complete once all rows are written.
  private(set) var image: Bitmap
  private let size: PixelSize
  /// The first source column of each result column, and the end of the last one.
  private let firstColumns: [Int]
  private var peaks: [UInt8]
  private var row = 0

  /// - Parameter target: No side may exceed that of `size`.
  init(_ size: PixelSize, to target: PixelSize) {
    precondition(target.width <= size.width && target.height <= size.height)
    self.size = size
    image = Bitmap(size: target, format: .gray8)
    firstColumns = (0...target.width).map { Self.firstCenter(in: $0, of: target.width, from: size.width) }
    peaks = [UInt8](repeating: 0, count: target.width)
  }

  /// - Parameter band: Whole rows, one byte per pixel.
  mutating func write(_ band: Span<UInt8>) {
    precondition(band.count % size.width == 0, "not whole rows")
    for start in stride(from: 0, to: band.count, by: size.width) {
      add(band.extracting(start..<start + size.width))
    }
  }

  func finish() {}

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
