import FrameModel

/// The rows of an image around the one that is judged, read from its source in bands and packed. Only so
/// many rows are held, however high the image is.
final class RowWindow<Pixel: PackedPixel> {
  /// How many rows above and below the judged one are held.
  private let reach: Int
  let width: Int
  let height: Int
  private let bandRows: Int
  /// A ring: row y lies at y modulo its rows, of which there are a power of two.
  private let ringMask: Int
  private let pixels: UnsafeMutablePointer<Pixel>
  private let left: Int
  private let top: Int
  private var loaded = 0

  /// - Parameters:
  ///   - part: the part of the image that is wanted; its rows and columns count from there.
  ///   - reach: two for antialiasing: a pixel's neighbors have neighbors.
  ///   - mostRows: the most rows to read at once. A source polls for cancellation with each read.
  init(_ part: PixelRect, reach: Int = 2, mostRows: Int = .max) {
    self.reach = reach
    left = part.x
    top = part.y
    width = part.size.width
    height = part.size.height
    var ring = width < 1 << 15 ? 16 : 8
    while ring <= 2 * reach + 1 { ring *= 2 }
    bandRows = min(ring - 2 * reach, mostRows)
    ringMask = ring - 1
    pixels = .allocate(capacity: ring * width)
  }

  deinit { pixels.deallocate() }

  subscript(y: Int) -> UnsafePointer<Pixel> { UnsafePointer(pixels + (y & ringMask) * width) }

  /// Makes sure that the rows within reach of row `y` are there. Rows are wanted from the top down.
  func load(around y: Int, from source: inout any PixelSource) throws {
    while loaded <= min(y + reach, height - 1) {
      let rows = min(bandRows, height - loaded)
      let rowBytes = source.format.rowBytes(width: source.size.width)
      var band = [UInt8](repeating: 0, count: rows * rowBytes)
      var span = band.mutableSpan
      try source.read(from: top + loaded, into: &span)
      band.withUnsafeBytes { bytes in
        for row in 0..<rows {
          Pixel.pack(
            bytes.baseAddress! + row * rowBytes + left * source.format.bytesPerPixel, source.format,
            count: width,
            into: pixels + ((loaded + row) & ringMask) * width)
        }
      }
      loaded += rows
    }
  }
}
