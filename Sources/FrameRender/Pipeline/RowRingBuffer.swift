import FrameModel

/// Memory for the rows of an image that are currently held: row y is at y modulo the capacity, where it replaces one
/// that is no longer needed.
final class RowRingBuffer {
  private let size: PixelSize
  private let format: PixelFormat
  private let capacity: Int
  private var memory: Memory?

  /// - Parameter capacity: in rows. Memory is allocated later.
  init(size: PixelSize, format: PixelFormat, capacity: Int) {
    self.size = size
    self.format = format
    self.capacity = capacity
  }

  /// Returns the memory for rows that do not cross the ring's end. The first call allocates.
  func room(for rows: Range<Int>) throws(OutOfMemory) -> UnsafeMutableBufferPointer<UInt8> {
    let rowBytes = format.rowBytes(width: size.width)
    // Only the first call may write: later, other threads read it.
    if memory == nil { memory = try Memory(byteCount: capacity * rowBytes) }
    precondition(rows.lowerBound % capacity + rows.count <= capacity)
    return UnsafeMutableBufferPointer(
      start: (memory!.start + rows.lowerBound % capacity * rowBytes).assumingMemoryBound(to: UInt8.self),
      count: rows.count * rowBytes)
  }

  /// The rows that are held.
  var rows: SourceRows {
    SourceRows(size: size, format: format, base: UnsafeRawPointer(memory!.start), capacity: capacity)
  }

  /// A dummy view for callers that read no rows; `memory` may be nil.
  var noRows: SourceRows {
    SourceRows(size: size, format: format, base: UnsafeRawPointer(bitPattern: 64)!, capacity: 1)
  }

  func release() {
    memory = nil
  }
}
