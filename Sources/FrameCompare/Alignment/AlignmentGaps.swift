import FrameImage

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
    // Segments and the canvas have at least one line.
    rows = add(alignment.rows) { PixelRect(columns: 0..<size.width, rows: $0)! }
    columns = add(alignment.columns) { PixelRect(columns: $0, rows: 0..<size.height)! }
  }

  private mutating func add(_ lines: LineAlignment, _ rect: (Range<Int>) -> PixelRect) -> [Int?] {
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
      gaps.append(Gap(rect: rect(numbers.count..<numbers.count + segment.count), verdict: verdict))
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
