import FrameModel

/// Makes an image of ranks smaller while its rows stream: each pixel of the result is the highest of those whose
/// centers lie in it, so nothing that matters is lost, be it a single pixel. Holds no more than the result.
public struct PeakDownscaler: PixelSink {
  /// The result, `gray8`; whole when all rows were written.
  public private(set) var image: Bitmap
  private let size: PixelSize
  /// Of each column of the result the first column of the source, and an end.
  private let starts: [Int]
  private var peaks: [UInt8]
  private var row = 0

  /// - Parameter target: no side is larger than that of `size`.
  public init(_ size: PixelSize, to target: PixelSize) {
    precondition(target.width <= size.width && target.height <= size.height)
    self.size = size
    image = Bitmap(size: target, format: .gray8)
    starts = (0...target.width).map { Self.firstCenter(in: $0, of: target.width, from: size.width) }
    peaks = [UInt8](repeating: 0, count: target.width)
  }

  /// - Parameter band: whole rows, a byte a pixel.
  public mutating func write(_ band: Span<UInt8>) {
    precondition(band.count % size.width == 0, "not whole rows")
    for start in stride(from: 0, to: band.count, by: size.width) {
      add(band.extracting(start..<start + size.width))
    }
  }

  public func finish() {}

  private mutating func add(_ ranks: Span<UInt8>) {
    precondition(row < size.height, "more rows than there are")
    for cell in peaks.indices {
      var peak = peaks[cell]
      for x in starts[cell]..<starts[cell + 1] { peak = max(peak, ranks[x]) }
      peaks[cell] = peak
    }
    row += 1
    let done = (2 * row - 1) * image.size.height / (2 * size.height)
    if row == Self.firstCenter(in: done + 1, of: image.size.height, from: size.height) {
      let values = peaks
      image.write(values.span)
      for cell in peaks.indices { peaks[cell] = 0 }
    }
  }

  /// Of `count` pixels the first whose center, at a half, is not left of the given one of fewer `cells`:
  /// the least `i` with (i + 1/2) / count >= cell / cells.
  private static func firstCenter(in cell: Int, of cells: Int, from count: Int) -> Int {
    (2 * cell * count + cells - 1) / (2 * cells)
  }
}
