/// An image that is read in bands of rows, from the top down.
///
/// The first rows of the requested bands only increase; rows between two bands are skipped, which a decoder may do
/// faster than decoding them. Requesting nothing is the back-pressure. Calls come one at a time, but not always from
/// the same thread.
package protocol PixelSource: SendableMetatype {
  var size: PixelSize { get }
  var format: PixelFormat { get }

  /// Fills `band` with the rows from `row` on.
  ///
  /// - Parameters:
  ///   - row: not above any row that was read before.
  ///   - band: a whole number of rows of `format.rowBytes(width: size.width)` bytes each.
  mutating func read(from row: Int, into band: inout MutableSpan<UInt8>) throws

  /// Ends reading and checks what follows the last row. An image is complete only after this has returned.
  mutating func finish() throws
}

/// Receives the rows of an image from the top down. Returning from `write` is the back-pressure. Calls come one at a
/// time, but not always from the same thread.
package protocol PixelSink: SendableMetatype {
  /// - Parameter band: the next whole rows.
  mutating func write(_ band: Span<UInt8>) throws

  /// Ends writing. The output is valid only after this has returned.
  mutating func finish() throws
}

/// Receives the rows of several images, which are shown one after the other. `finish` ends the last one.
package protocol FrameSink: PixelSink {
  /// Begins the next image, after all rows of the previous one were written. Optional for a still image.
  ///
  /// - Parameter milliseconds: the time it is shown.
  mutating func beginFrame(milliseconds: Int) throws
}

extension PixelSource {
  /// Reads the whole image in bands and finishes it.
  ///
  /// - Parameter body: receives the next whole rows.
  /// - Throws: the errors of the source and of `body`.
  package mutating func forEachBand(_ body: (Span<UInt8>) throws -> Void) throws {
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
