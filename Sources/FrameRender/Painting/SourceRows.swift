import FrameModel

/// Rows of an image in memory, as they are stored: all of them, or those that are held at the moment.
///
/// A view: whoever makes one keeps the memory alive, and answers for the rows that are asked for being
/// there.
struct SourceRows {
  /// Of the whole image.
  let size: PixelSize
  let format: PixelFormat
  private let base: UnsafeRawPointer
  /// How many rows there is room for; row y lies at y modulo this.
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
