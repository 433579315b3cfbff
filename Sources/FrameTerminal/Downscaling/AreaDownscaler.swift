import FrameModel

/// Makes an image smaller while its rows stream: each pixel of the result is the mean of the area that it covers,
/// of the values as they are stored, rounded once. Holds no more than a row and the result.
///
///     var reducer = AreaDownscaler(size, .gray, to: PixelSize(width: 80, height: 40)!)
///     try source.forEachBand { reducer.write($0) }
///     reducer.image
///
/// All sums are of whole numbers. A column of the source is as wide as there are columns in the result, and the
/// other way round: both images are then of one width, and so is what a column has in common with another one.
public struct AreaDownscaler: PixelSink {
  /// The result, of 8 bits; whole when all rows were written.
  public private(set) var image: Bitmap
  private let size: PixelSize
  private let channels: Int
  /// Of the row that is written: the sum over each column of the result.
  private var across: [Int]
  /// Of the result's row that is being made.
  private var sums: [Int]
  /// Rows that were written, and rows of the result that are done.
  private var (row, done) = (0, 0)

  /// - Parameters:
  ///   - channels: without alpha: means of colors know nothing of it.
  ///   - target: no side is larger than that of `size`.
  public init(_ size: PixelSize, _ channels: PixelFormat.Channels, to target: PixelSize) {
    precondition(!channels.hasAlpha)
    precondition(target.width <= size.width && target.height <= size.height)
    self.size = size
    self.channels = channels.rawValue
    image = Bitmap(size: target, format: PixelFormat(channels, .eight))
    across = [Int](repeating: 0, count: target.width * channels.rawValue)
    sums = across
  }

  public mutating func write(_ band: Span<UInt8>) {
    let rowBytes = size.width * channels
    precondition(band.count % rowBytes == 0, "not whole rows")
    for start in stride(from: 0, to: band.count, by: rowBytes) {
      add(band.extracting(start..<start + rowBytes))
    }
  }

  public func finish() {}

  private mutating func add(_ pixels: Span<UInt8>) {
    precondition(row < size.height, "more rows than there are")
    sumAcross(pixels)
    let bottom = (row + 1) * image.size.height
    let edge = (done + 1) * size.height
    lay(min(bottom, edge) - row * image.size.height)
    if bottom >= edge {
      endRow()
      lay(bottom - edge)
    }
    row += 1
  }

  private mutating func sumAcross(_ pixels: Span<UInt8>) {
    let (from, to) = (size.width, image.size.width)
    for cell in 0..<to {
      let (left, right) = (cell * from, (cell + 1) * from)
      let (first, last) = (left / to, (right - 1) / to)
      for channel in 0..<channels {
        func pixel(_ x: Int) -> Int { Int(pixels[x * channels + channel]) }
        guard first < last else {
          across[cell * channels + channel] = pixel(first) * from
          continue
        }
        var whole = 0
        for x in first + 1..<last { whole += pixel(x) }
        across[cell * channels + channel] =
          whole * to + pixel(first) * ((first + 1) * to - left) + pixel(last) * (right - last * to)
      }
    }
  }

  /// - Parameter height: of the row, how much lies in the result's row.
  private mutating func lay(_ height: Int) {
    for i in sums.indices { sums[i] += across[i] * height }
  }

  private mutating func endRow() {
    let area = size.area
    let values = sums.map { UInt8(($0 + area / 2) / area) }
    image.write(values.span)
    for i in sums.indices { sums[i] = 0 }
    done += 1
  }
}
