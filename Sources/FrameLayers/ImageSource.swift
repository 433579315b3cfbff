import FrameImage

/// The source of an image's pixels: pixels in memory, or rows that are read when a canvas is drawn.
///
/// A value only holds or names the source. Other modules add sources of their own, as FrameKit adds files.
public struct ImageSource: Sendable {
  package let rows: any RowSource

  /// - Parameter rows: The source of the rows. It is asked for its size when a canvas uses it.
  public init(_ rows: some RowSource) { self.rows = rows }

  /// Pixels in memory: upright, and sRGB.
  public static func bitmap(_ bitmap: Bitmap) -> ImageSource { ImageSource(StoredBitmap(bitmap: bitmap)) }
}

/// An image whose rows are read from the top down while it is drawn. Colors are sRGB.
public protocol RowSource: Sendable {
  /// Opens the image.
  ///
  /// - Throws: Any error. The canvas is not drawn then, and the error's description becomes part of a `CanvasError`.
  func open() throws -> any RowReader
}

/// Reads the rows of an image. Calls come one at a time, but not always from the same thread.
public protocol RowReader {
  /// The width and height in pixels.
  var size: PixelSize { get }
  /// The channels and the depth of each pixel.
  var format: PixelFormat { get }

  /// Fills memory with whole rows. The first rows of the calls only increase.
  ///
  /// - Parameters:
  ///   - row: The number of the first row, from 0 at the top.
  ///   - band: The memory of the rows, without padding; 16-bit samples are in the machine's byte order.
  mutating func read(from row: Int, into band: inout MutableSpan<UInt8>) throws
}

/// The source of pixels in memory.
package struct StoredBitmap: RowSource {
  package let bitmap: Bitmap

  package func open() -> any RowReader { bitmap }
}

extension Bitmap: RowReader {}

extension RowReader {
  /// Reads the whole image.
  package func bitmap() throws -> Bitmap {
    if let bitmap = self as? Bitmap { return bitmap }
    var bitmap = Bitmap(size: size, format: format)
    var source = OpenRows(rows: self)
    try source.forEachBand { bitmap.write($0) }
    return bitmap
  }
}
