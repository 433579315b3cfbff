import FrameModel

/// Rows of an image in memory, as stored: all of them, or those that are currently held.
///
/// This is a view. Its creator keeps the memory alive and guarantees that requested rows are present.
struct SourceRows {
  /// The size of the whole image.
  let size: PixelSize
  let format: PixelFormat
  private let base: UnsafeRawPointer
  /// The number of rows in memory; row y is at index y modulo this.
  private let capacity: Int

  /// - Parameter capacity: in rows of `format.rowBytes(width: size.width)` bytes.
  init(size: PixelSize, format: PixelFormat, base: UnsafeRawPointer, capacity: Int) {
    self.size = size
    self.format = format
    self.base = base
    self.capacity = capacity
  }

  @inline(__always)
  func row(_ y: Int) -> UnsafeRawPointer {
    base + (y % capacity) * format.rowBytes(width: size.width)
  }
}
