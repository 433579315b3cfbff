import FrameImage

/// The rows of one image that each band needs, and so the rows that have to be held.
struct RowRequirements: Sendable {
  /// All rows that are read, from the first to the last one needed. Empty if nothing is visible.
  let rows: Range<Int>
  /// The bands from the first to the last that show some of the image.
  let bands: Range<Int>
  /// For each band, the end of the rows that it and the bands above it need.
  private let ends: [Int]
  /// For each band, the start of the rows that it and the bands below it need.
  private let starts: [Int]

  /// - Parameter needs: the rows that each band needs, from the top.
  init(_ needs: [Range<Int>]) {
    rows = needs.union
    let first = needs.firstIndex { !$0.isEmpty } ?? 0
    bands = first..<(needs.lastIndex { !$0.isEmpty } ?? first - 1) + 1
    var (start, end) = (rows.upperBound, rows.lowerBound)
    ends = needs.map { need in
      if !need.isEmpty { end = max(end, need.upperBound) }
      return end
    }
    starts = needs.reversed().map { need -> Int in
      if !need.isEmpty { start = min(start, need.lowerBound) }
      return start
    }.reversed()
  }

  /// Returns the first band that needs more than the rows above this one, or nil.
  func firstBand(beyond row: Int) -> Int? {
    let band = ends.partitioningIndex { $0 > row }
    return band < ends.count ? band : nil
  }

  /// Returns the start of the rows that this band and later ones need; after the last band, no row is needed.
  func start(_ band: Int) -> Int { band < starts.count ? starts[band] : rows.upperBound }

  /// Returns the number of rows to hold so that all rows for the first undrawn band and `ahead` more can be present.
  func capacity(ahead: Int) -> Int {
    let last = ends.count - 1
    return ends.indices.map { ends[min($0 + ahead, last)] - starts[$0] }.max() ?? 0
  }
}

/// Where the rows of an image are.
enum ImageRows {
  /// In memory, all of them.
  case stored(SourceRows)
  /// In a buffer, those that are read and still needed.
  case read(RowRingBuffer)
}

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
  func room(for rows: Range<Int>) throws(LimitExceeded) -> UnsafeMutableBufferPointer<UInt8> {
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
