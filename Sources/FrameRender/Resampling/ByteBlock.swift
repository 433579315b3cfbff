import CKernels
import FrameImage

/// A part of an image, arranged for kernels that resample bytes.
struct ByteBlock {
  private let kernels: UnsafePointer<frameit_kernels>
  private let values: frameit_byte_block
  /// Retained because kernels use it; nil if the block has bytes.
  private let curve: LevelCurve?

  /// The working pixels that take the memory of the largest block.
  static let needed = Int(FRAMEIT_BYTE_BLOCK_COLUMNS * FRAMEIT_BYTE_BLOCK_COLUMNS)

  /// - Parameters:
  ///   - columns: of the footprints' first taps.
  ///   - rows: the same.
  ///   - curve: for levels; nil for bytes.
  ///   - workspace: lends the memory until the next block is made.
  init(
    _ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, of source: ByteSource, _ curve: LevelCurve?,
    _ workspace: Workspace, _ kernels: UnsafePointer<frameit_kernels>
  ) {
    let width = (columns.count + 3 + 15) / 16 * 16
    let (taps, lines) = (
      columns.lowerBound..<columns.lowerBound + width, rows.lowerBound..<rows.upperBound + 4
    )
    // Each row stands beside at least the next one, so the last one begins none.
    let memory = UnsafeMutableRawPointer(workspace.block.lend(width * (lines.count - 1)))
      .assumingMemoryBound(to: UInt8.self)
    let inside = taps.clamped(to: 0..<source.extent.x.count)
    let isOpaque = source.withRows(lines, from: inside.lowerBound) { starts in
      var part = frameit_byte_rows(
        rows: starts, row_count: Int32(lines.count), count: Int32(inside.count),
        before: Int32(inside.lowerBound - taps.lowerBound), width: Int32(width),
        channels: Int32(source.rows.format.channels.rawValue), curve: curve?.values)
      return kernels.pointee.load_bytes(&part, memory)
    }
    (self.kernels, self.curve) = (kernels, curve)
    values = frameit_byte_block(
      pixels: memory, left: Int32(columns.lowerBound), top: Int32(rows.lowerBound), stride: Int32(16 * width),
      is_opaque: isOpaque, curve: curve?.values)
  }

  var isOpaque: Bool { values.is_opaque != 0 }

  /// Draws those pixels of a row whose taps are all opaque.
  func draw(
    _ columns: Range<Int>, _ row: Int, _ x: ByteAxis, _ y: ByteAxis, _ output: PixelFormat,
    into place: UnsafeMutablePointer<UInt8>
  ) {
    var (x, y, values) = (x.values, y.values, values)
    kernels.pointee.resample_bytes(
      &x, &y, &values, Int32(columns.lowerBound), Int32(row), Int32(columns.count),
      Int32(output.channels.rawValue), place)
  }
}

extension PixelFormat {
  /// Stores a pixel with 8 bits per sample.
  func store(_ pixel: ByteSource.Pixel, at place: UnsafeMutablePointer<UInt8>) {
    for c in 0..<(channels.isGray ? 1 : 3) { place[c] = pixel[c] }
    if channels.hasAlpha { place[channels.rawValue - 1] = pixel.w }
  }
}
