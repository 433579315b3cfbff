/// The 8-bit samples of an image. Beyond the image, its edge repeats.
struct ByteSource {
  let rows: SourceRows
  let extent: SourceExtent

  typealias Pixel = SIMD4<UInt8>

  /// Returns a pixel of the extent or beyond it. Without alpha, it is opaque.
  func pixel(_ x: Int, _ y: Int) -> Pixel {
    let channels = rows.format.channels
    let s = start(x, y)
    let (green, blue) = channels.isGray ? (0, 0) : (1, 2)
    return Pixel(s[0], s[green], s[blue], channels.hasAlpha ? s[channels.rawValue - 1] : 255)
  }

  /// Returns whether all pixels of a rectangle are opaque.
  func isOpaque(_ columns: ClosedRange<Int>, _ lines: ClosedRange<Int>) -> Bool {
    !rows.format.channels.hasAlpha
      || lines.allSatisfy { y in columns.allSatisfy { x in pixel(x, y).w == 255 } }
  }

  /// Calls `body` with the first sample of each of several rows, from a column on, for kernels.
  func withRows<R>(
    _ lines: some Collection<Int>, from column: Int, _ body: (UnsafePointer<UnsafePointer<UInt8>?>) -> R
  ) -> R {
    withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: lines.count) { starts in
      for (i, y) in lines.enumerated() { starts[i] = start(column, y) }
      return body(UnsafePointer(starts.baseAddress!))
    }
  }

  private func start(_ x: Int, _ y: Int) -> UnsafePointer<UInt8> {
    rows.row(extent.y.stored(y)).assumingMemoryBound(to: UInt8.self)
      + extent.x.stored(x) * rows.format.channels.rawValue
  }
}
