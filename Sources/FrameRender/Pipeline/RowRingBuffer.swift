import FrameModel

/// Memory for the rows of an image that are held at the moment: row y lies at y modulo the capacity, where
/// it takes the place of one that nobody needs any more.
final class RowRingBuffer {
  private let size: PixelSize
  private let format: PixelFormat
  private let capacity: Int
  private var memory: Memory?

  /// - Parameter capacity: in rows. No memory is taken yet.
  init(size: PixelSize, format: PixelFormat, capacity: Int) {
    self.size = size
    self.format = format
    self.capacity = capacity
  }

  /// Where rows go that do not lie across the ring's end. The first call takes the memory.
  func room(for rows: Range<Int>) throws(OutOfMemory) -> UnsafeMutableBufferPointer<UInt8> {
    let rowBytes = format.rowBytes(width: size.width)
    // Only the first call may write this down: later, others look at it.
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

  /// For who needs none, at a time when others may take the memory or give it back.
  var noRows: SourceRows {
    SourceRows(size: size, format: format, base: UnsafeRawPointer(bitPattern: 64)!, capacity: 1)
  }

  func release() {
    memory = nil
  }
}
