/// Rows of a part of the source as working pixels.
protocol WorkingRows {
  /// The column that a row's first pixel is of.
  var left: Int { get }

  /// - Parameter y: in the picture, and in the part.
  func row(_ y: Int) -> UnsafePointer<WorkingPixel>
}

/// A part of the source, all of it brought to working pixels.
struct SourceBlock: WorkingRows {
  let left: Int
  let top: Int
  let width: Int
  let pixels: UnsafePointer<WorkingPixel>

  @inline(__always)
  func row(_ y: Int) -> UnsafePointer<WorkingPixel> { pixels + (y - top) * width }
}

/// A part of the source that is too large to be held: each row is brought to working pixels when it is
/// asked for, and lasts until the next one is.
struct SourceLines: WorkingRows {
  let source: SourceRows
  let columns: Range<Int>
  let space: WorkingSpace
  let line: UnsafeMutablePointer<WorkingPixel>

  var left: Int { columns.lowerBound }

  func row(_ y: Int) -> UnsafePointer<WorkingPixel> {
    space.decode(
      source.row(y), format: source.format, column: columns.lowerBound, count: columns.count, into: line)
    return UnsafePointer(line)
  }
}
