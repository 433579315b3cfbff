/// An image that can be read in bands of rows, from the top down.
///
/// A reader asks for bands whose first rows only grow; rows between two bands are skipped, which a
/// decoder may do faster than decoding them. Reading nothing ahead is the back-pressure. Calls come one at
/// a time, but not always from the same thread.
public protocol PixelSource: SendableMetatype {
  var size: PixelSize { get }
  var format: PixelFormat { get }

  /// Fills `band` with the rows from `row` on.
  ///
  /// - Parameters:
  ///   - row: not above any row that was read before.
  ///   - band: a whole number of rows, `format.rowBytes(width: size.width)` bytes each.
  mutating func read(from row: Int, into band: inout MutableSpan<UInt8>) throws

  /// Says that no more rows will be asked for, and checks what follows the last row: an image is
  /// whole only when this has returned.
  mutating func finish() throws
}

/// Where an image's rows go, from the top down. Returning from `write` is the back-pressure. Calls come one
/// at a time, but not always from the same thread.
public protocol PixelSink: SendableMetatype {
  /// - Parameter band: the next whole rows.
  mutating func write(_ band: Span<UInt8>) throws

  /// Says that all rows were written. What was written counts only when this has returned.
  mutating func finish() throws
}

/// Where the rows of images go that are shown one after the other. `finish` ends the last one.
public protocol FrameSink: PixelSink {
  /// Begins the next image, when all rows of the one before were written. Who writes one that stands still need not
  /// begin it.
  ///
  /// - Parameter milliseconds: how long it is shown.
  mutating func beginFrame(milliseconds: Int) throws
}

extension PixelSource {
  /// Reads the whole image, some rows at a time, and makes sure that it is whole.
  ///
  /// - Parameter body: is given the next whole rows.
  /// - Throws: what the source and `body` throw.
  public mutating func forEachBand(_ body: (Span<UInt8>) throws -> Void) throws {
    let bandRows = 64
    let rowBytes = format.rowBytes(width: size.width)
    var band = [UInt8](repeating: 0, count: rowBytes * min(bandRows, size.height))
    for top in stride(from: 0, to: size.height, by: bandRows) {
      band.removeLast(max(0, band.count - rowBytes * (size.height - top)))
      var span = band.mutableSpan
      try read(from: top, into: &span)
      try body(band.span)
    }
    try finish()
  }
}
