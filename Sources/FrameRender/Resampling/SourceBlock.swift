import CKernels
import FrameImage

/// Rows of a part of the source as working pixels.
protocol WorkingRows {
  /// The column of a row's first pixel.
  var left: Int { get }

  /// Returns a row from its first pixel on, of which only some columns may be read.
  ///
  /// - Parameters:
  ///   - y: in the extent, and within the part.
  ///   - columns: the same.
  func row(_ y: Int, columns: Range<Int>) -> UnsafePointer<WorkingPixel>
}

/// A part of the source, entirely converted to working pixels.
struct SourceBlock: WorkingRows {
  let left: Int
  let top: Int
  let width: Int
  let pixels: UnsafePointer<WorkingPixel>

  /// Rows that are prefetched.
  private static let rowsAhead = Int(FRAMEIT_ROWS_AHEAD)

  /// Creates the part of a field from a pixel on.
  ///
  /// - Parameter field: with finite pixels around those that have weights, for the margin.
  init(_ field: PixelField, left: Int, top: Int) {
    (self.left, self.top, width) = (left, top, field.columns.count)
    pixels = UnsafePointer(field.pixel(left, top))
  }

  /// - Parameters:
  ///   - columns: in the extent.
  ///   - rows: the same.
  ///   - workspace: lends the memory until the next block is made.
  init(
    _ columns: Range<Int>, _ rows: Range<Int>, of source: SourceRows, _ extent: SourceExtent,
    in space: WorkingSpace, _ workspace: Workspace
  ) {
    let margin = VectorResampler.margin
    let count = columns.count * rows.count
    let memory = workspace.block.lend(count + 2 * margin)
    memory.update(repeating: .zero, count: margin)
    (memory + margin + count).update(repeating: .zero, count: margin)
    let stored = extent.x.stored(columns)
    let offset = stored.lowerBound * source.format.bytesPerPixel
    let bytes = stored.count * source.format.bytesPerPixel
    func prefetch(_ y: Int) { frameit_prefetch(source.row(extent.y.stored(y)) + offset, bytes) }
    for y in rows.prefix(Self.rowsAhead) { prefetch(y) }
    for (i, y) in rows.enumerated() {
      if y + Self.rowsAhead < rows.upperBound { prefetch(y + Self.rowsAhead) }
      space.decode(
        source.row(extent.y.stored(y)), format: source.format, extent.x, columns,
        into: memory + margin + i * columns.count)
    }
    (left, top, width) = (columns.lowerBound, rows.lowerBound, columns.count)
    pixels = UnsafePointer(memory + margin)
  }

  @inline(__always)
  func row(_ y: Int, columns: Range<Int>) -> UnsafePointer<WorkingPixel> { pixels + (y - top) * width }
}

/// A part of the source that is too large to be held: the requested columns of each row are converted to working
/// pixels, and are valid until the next row is requested. A long diagonal footprint has a few pixels in each of
/// thousands of rows.
struct SourceLines: WorkingRows {
  let source: SourceRows
  let extent: SourceExtent
  let columns: Range<Int>
  let space: WorkingSpace
  let line: UnsafeMutablePointer<WorkingPixel>

  var left: Int { columns.lowerBound }

  func row(_ y: Int, columns asked: Range<Int>) -> UnsafePointer<WorkingPixel> {
    space.decode(
      source.row(extent.y.stored(y)), format: source.format, extent.x, asked,
      into: line + (asked.lowerBound - left))
    return UnsafePointer(line)
  }
}

/// Rows of an image in memory, as stored: all of them, or those that are currently held.
///
/// This is a view. Its creator keeps the memory alive and guarantees that requested rows are present.
struct SourceRows {
  /// The size of the whole image.
  let size: PixelSize
  let format: PixelFormat
  let base: UnsafeRawPointer
  /// The number of rows in memory, of `format.rowBytes(width: size.width)` bytes; row y is at index y modulo this.
  let capacity: Int

  @inline(__always)
  func row(_ y: Int) -> UnsafeRawPointer {
    // A division takes longer than everything else here, and images that are held entirely do not need it.
    base + (y < capacity ? y : y % capacity) * format.rowBytes(width: size.width)
  }
}
