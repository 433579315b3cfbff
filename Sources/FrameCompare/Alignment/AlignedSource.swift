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
  func expected(_ source: any PixelSource) -> AlignedSource {
    AlignedSource(source, rows: rows.expected, columns: columns.expected)
  }

  func actual(_ source: any PixelSource) -> AlignedSource {
    AlignedSource(source, rows: rows.actual, columns: columns.actual)
  }

  /// Returns where a rectangle of the expected image is on the canvas; nil if it is outside the image. It may be larger
  /// there, because lines were added.
  func canvasRect(ofExpected rect: PixelRect) -> PixelRect? {
    guard let y = Self.lines(rect.y, rect.size.height, in: rows.expected),
      let x = Self.lines(rect.x, rect.size.width, in: columns.expected)
    else { return nil }
    return PixelRect(x: x.lowerBound, y: y.lowerBound, size: PixelSize(width: x.count, height: y.count)!)
  }

  /// Returns the lines of the canvas from the first to the last of a range of lines of an image.
  private static func lines(_ start: Int, _ count: Int, in numbers: [Int?]) -> Range<Int>? {
    let (end, isBeyond) = start.addingReportingOverflow(count)
    let range = start..<(isBeyond ? Int.max : max(start, end))
    guard let first = numbers.firstIndex(where: { $0.map(range.contains) ?? false }),
      let last = numbers.lastIndex(where: { $0.map(range.contains) ?? false })
    else { return nil }
    return first..<last + 1
  }

  /// Returns the part of the expected image in a rectangle of the canvas; nil if all of its lines are added.
  func expectedRect(of rect: PixelRect) -> PixelRect? { Self.rect(of: rect, rows.expected, columns.expected) }

  /// Returns the part of the actual image in a rectangle of the canvas; nil if all of its lines are removed.
  func actualRect(of rect: PixelRect) -> PixelRect? { Self.rect(of: rect, rows.actual, columns.actual) }

  private static func rect(of rect: PixelRect, _ rows: [Int?], _ columns: [Int?]) -> PixelRect? {
    let y = rows[rect.y..<rect.y + rect.size.height].compactMap(\.self)
    let x = columns[rect.x..<rect.x + rect.size.width].compactMap(\.self)
    guard let top = y.first, let left = x.first else { return nil }
    return PixelRect(x: left, y: top, size: PixelSize(width: x.count, height: y.count)!)
  }
}

/// The rows and columns of the canvas that only one image has.
struct AlignmentGaps {
  struct Gap {
    /// The lines on the canvas.
    let rect: PixelRect
    /// `added` or `removed`
    let verdict: PixelVerdict
    /// How many of its pixels count.
    fileprivate(set) var count = 0
  }

  private(set) var gaps: [Gap] = []
  /// How many of the pixels that count differ from those of the line before them.
  private(set) var detail = 0
  /// For each row and each column of the canvas, the gap that it belongs to.
  private var rows: [Int?] = []
  private var columns: [Int?] = []

  /// - Parameter alignment: nil for no gaps.
  init(_ alignment: ImageAlignment?) {
    guard let alignment else { return }
    let size = alignment.size
    rows = add(alignment.rows) { start, count in
      PixelRect(x: 0, y: start, size: PixelSize(width: size.width, height: count)!)
    }
    columns = add(alignment.columns) { start, count in
      PixelRect(x: start, y: 0, size: PixelSize(width: count, height: size.height)!)
    }
  }

  private mutating func add(_ lines: LineAlignment, _ rect: (Int, Int) -> PixelRect) -> [Int?] {
    var numbers: [Int?] = []
    for segment in lines.segments {
      let verdict: PixelVerdict
      switch segment {
      case .both:
        numbers += [Int?](repeating: nil, count: segment.count)
        continue
      case .removed: verdict = .removed
      case .added: verdict = .added
      }
      let number = gaps.count
      gaps.append(Gap(rect: rect(numbers.count, segment.count), verdict: verdict))
      numbers += [Int?](repeating: number, count: segment.count)
    }
    return numbers
  }

  /// The number of pixels that count.
  var count: Int { gaps.reduce(0) { $0 + $1.count } }

  /// Sets the verdicts on the pixels of gaps that are not ignored.
  mutating func mark<Pixel: PackedPixel>(
    _ y: Int, _ expected: RowWindow<Pixel>, _ actual: RowWindow<Pixel>,
    _ verdicts: UnsafeMutableBufferPointer<PixelVerdict>
  ) {
    guard !gaps.isEmpty else { return }
    for x in verdicts.indices where verdicts[x] == .same {
      guard let gap = rows[y] ?? columns[x] else { continue }
      verdicts[x] = gaps[gap].verdict
      gaps[gap].count += 1
      let image = gaps[gap].verdict == .added ? actual : expected
      let isRow = rows[y] != nil
      guard isRow ? y > 0 : x > 0 else { continue }
      if image[y][x] != (isRow ? image[y - 1][x] : image[y][x - 1]) { detail += 1 }
    }
  }
}
