import FrameImage

/// An image on the canvas of an alignment. Where the image has no line, the previous one is repeated.
struct AlignedSource: PixelSource {
  let size: PixelSize
  let format: PixelFormat
  private var source: any PixelSource
  private let rows: [Int?]
  private let columns: [Int?]
  /// The last row that was read from the source.
  private var row: [UInt8]

  /// - Parameters:
  ///   - rows: For each row of the canvas, that of the image.
  ///   - columns: The same for columns.
  init(_ source: any PixelSource, rows: [Int?], columns: [Int?]) {
    (self.source, self.rows, self.columns) = (source, rows, columns)
    size = PixelSize(width: columns.count, height: rows.count)!
    format = source.format
    row = [UInt8](repeating: 0, count: source.format.rowBytes(width: source.size.width))
  }

  mutating func read(from start: Int, into band: inout MutableSpan<UInt8>) throws {
    let rowBytes = format.rowBytes(width: size.width)
    for y in 0..<band.count / rowBytes {
      if let line = rows[start + y] {
        // A span of a property would keep the source from being changed.
        var buffer: [UInt8] = []
        swap(&buffer, &row)
        var span = buffer.mutableSpan
        try source.read(from: line, into: &span)
        row = buffer
      }
      place(at: y * rowBytes, in: &band)
    }
  }

  /// Copies the row to its columns on the canvas.
  private func place(at start: Int, in band: inout MutableSpan<UInt8>) {
    let pixelBytes = format.bytesPerPixel
    var from = 0
    for x in columns.indices {
      if let column = columns[x] { from = column * pixelBytes }
      for byte in 0..<pixelBytes { band[start + x * pixelBytes + byte] = row[from + byte] }
    }
  }

  mutating func finish() throws { try source.finish() }
}

extension ImageAlignment {
  func placed(_ source: any PixelSource, as side: ImageSide) -> AlignedSource {
    AlignedSource(source, rows: rows.numbers(in: side), columns: columns.numbers(in: side))
  }
}
