import FrameImage

extension [any PixelSource] {
  /// Calls `body` with the rows of each image that is in memory, where they are used without a copy; nil for others.
  ///
  /// An array lends its memory for the time of a call, so these calls are nested. Of very many images, the last ones are read like
  /// others, because each call takes some of the stack.
  func withStoredRows<Result>(_ body: ([SourceRows?]) throws -> Result) throws -> Result {
    func lend(_ rest: ArraySlice<(index: Int, bitmap: Bitmap)>, _ rows: [SourceRows?]) throws -> Result {
      guard let (index, bitmap) = rest.first else { return try body(rows) }
      return try bitmap.bytes.withUnsafeBytes { bytes in
        var rows = rows
        rows[index] = SourceRows(
          size: bitmap.size, format: bitmap.format, base: bytes.baseAddress!, capacity: bitmap.size.height)
        return try lend(rest.dropFirst(), rows)
      }
    }
    let bitmaps = enumerated().compactMap { index, source in
      (source as? Bitmap).map { (index: index, bitmap: $0) }
    }
    return try lend(bitmaps.prefix(Self.mostStored), Array<SourceRows?>(repeating: nil, count: count))
  }

  private static var mostStored: Int { 64 }
}
