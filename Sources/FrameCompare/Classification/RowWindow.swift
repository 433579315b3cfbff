import FrameImage

/// A sliding window over the rows of an image, read from its source in bands. A row is packed when it is first used, so that
/// rows that are equal as they are stored are never packed. Memory does not depend on the height of the image.
final class RowWindow<Pixel: PackedPixel> {
  /// The number of rows above and below the current one that are available.
  private let radius: Int
  let width: Int
  let height: Int
  /// The rows of a band. It divides the size of the ring, so that a band is never split.
  private let bandRows: Int
  /// The mask for the ring buffers, whose row count is a power of two: row y is at index y modulo that count.
  private let ringMask: Int
  private let left: Int
  private let top: Int
  private let pixels: UnsafeMutablePointer<Pixel>
  /// For each row of the ring, whether it is packed.
  private var isPacked: [Bool]
  /// The rows as the source stores them, in whole rows of the image; empty before the first is read.
  private var stored = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
  private var format = PixelFormat.rgba8
  private var rowBytes = 0
  private var loaded = 0

  /// - Parameters:
  ///   - part: The area of the image to read. Rows and columns are relative to it.
  ///   - radius: 2 for antialiasing, which examines the neighbors of neighbors.
  ///   - mostRows: the most rows to read at once, a power of two. A source polls for cancellation with each read.
  init(_ part: PixelRect, radius: Int = 2, mostRows: Int = .max) {
    self.radius = radius
    left = part.x
    top = part.y
    width = part.size.width
    height = part.size.height
    var ring = width < 1 << 15 ? 16 : 8
    while ring / 2 < 2 * radius { ring *= 2 }
    bandRows = min(ring / 2, mostRows)
    ringMask = ring - 1
    pixels = .allocate(capacity: ring * width)
    isPacked = [Bool](repeating: false, count: ring)
  }

  deinit {
    pixels.deallocate()
    stored.deallocate()
  }

  subscript(y: Int) -> UnsafePointer<Pixel> {
    let row = y & ringMask
    if !isPacked[row] {
      isPacked[row] = true
      Pixel.pack(storedRow(y), format, count: width, into: pixels + row * width)
    }
    return UnsafePointer(pixels + row * width)
  }

  /// Returns whether a row is known to be equal to that of another image, because both are stored in the same way and have
  /// the same bytes.
  func isEqualAsStored(_ y: Int, _ other: RowWindow) -> Bool {
    guard format == other.format else { return false }
    return Self.areEqual(storedRow(y), other.storedRow(y), count: width * format.bytesPerPixel)
  }

  private func storedRow(_ y: Int) -> UnsafeRawPointer {
    UnsafeRawPointer(stored.baseAddress! + (y & ringMask) * rowBytes + left * format.bytesPerPixel)
  }

  private static func areEqual(_ l: UnsafeRawPointer, _ r: UnsafeRawPointer, count: Int) -> Bool {
    typealias Word = SIMD8<UInt64>
    let step = MemoryLayout<Word>.size
    var at = 0
    while at + 4 * step <= count {
      var difference = Word.zero
      for part in 0..<4 {
        let start = at + part * step
        difference |=
          l.loadUnaligned(fromByteOffset: start, as: Word.self)
          ^ r.loadUnaligned(fromByteOffset: start, as: Word.self)
      }
      if difference != Word.zero { return false }
      at += 4 * step
    }
    while at < count {
      if l.load(fromByteOffset: at, as: UInt8.self) != r.load(fromByteOffset: at, as: UInt8.self) {
        return false
      }
      at += 1
    }
    return true
  }

  /// Loads the rows around row `y`. Call this for rows from the top down.
  func load(around y: Int, from source: inout any PixelSource) throws {
    if stored.baseAddress == nil {
      format = source.format
      rowBytes = format.rowBytes(width: source.size.width)
      stored = .allocate(capacity: (ringMask + 1) * rowBytes)
      stored.initialize(repeating: 0)
    }
    while loaded <= min(y + radius, height - 1) {
      let rows = min(bandRows, height - loaded)
      let first = loaded & ringMask
      let band = UnsafeMutableBufferPointer(rebasing: stored[first * rowBytes..<(first + rows) * rowBytes])
      var span = band.mutableSpan
      try source.read(from: top + loaded, into: &span)
      for row in first..<first + rows { isPacked[row] = false }
      loaded += rows
    }
  }
}
