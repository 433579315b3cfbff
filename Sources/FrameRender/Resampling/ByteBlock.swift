import CKernels
import FrameGeometry
import FrameImage

/// The 8-bit samples of an image. Beyond the image, its edge repeats.
struct SourceBytes {
  let rows: SourceRows
  let extent: SourceExtent

  typealias Pixel = SIMD4<UInt8>

  /// Returns a pixel of the extent or beyond it. Without alpha, it is opaque.
  func pixel(_ x: Int, _ y: Int) -> Pixel {
    let channels = rows.format.channels
    let s = row(y) + extent.x.stored(x) * channels.rawValue
    let (green, blue) = channels.isGray ? (0, 0) : (1, 2)
    return Pixel(s[0], s[green], s[blue], channels.hasAlpha ? s[channels.rawValue - 1] : 255)
  }

  fileprivate func row(_ y: Int) -> UnsafePointer<UInt8> {
    rows.row(extent.y.stored(y)).assumingMemoryBound(to: UInt8.self)
  }
}

/// A part of an image, arranged for kernels that resample bytes.
struct ByteBlock {
  private let kernels: UnsafePointer<frameit_kernels>
  private let values: frameit_byte_block

  /// The most footprints of a tile, as an image does not shrink: its diagonal and four taps, in both directions.
  private static let side = 96
  /// The working pixels that take the same memory.
  static let needed = side * side

  /// - Parameters:
  ///   - columns: of the footprints' first taps.
  ///   - rows: the same.
  ///   - workspace: lends the memory until the next block is made.
  init(
    _ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, of source: SourceBytes, _ workspace: Workspace,
    _ kernels: UnsafePointer<frameit_kernels>
  ) {
    let width = (columns.count + 3 + 3) / 4 * 4
    let (taps, lines) = (
      columns.lowerBound..<columns.lowerBound + width, rows.lowerBound..<rows.upperBound + 4
    )
    let memory = UnsafeMutableRawPointer(workspace.block.lend(width * rows.count))
      .assumingMemoryBound(to: UInt8.self)
    let inside = taps.clamped(to: 0..<source.extent.x.count)
    let channels = source.rows.format.channels
    let start = source.extent.x.stored(inside.lowerBound) * channels.rawValue
    let isOpaque = withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: lines.count) {
      starts in
      for (i, y) in lines.enumerated() { starts[i] = source.row(y) + start }
      var part = frameit_byte_rows(
        rows: UnsafePointer(starts.baseAddress), count: Int32(lines.count),
        before: Int32(inside.lowerBound - taps.lowerBound), inside: Int32(inside.count), width: Int32(width),
        channels: Int32(channels.rawValue))
      return kernels.pointee.load_bytes(&part, memory)
    }
    self.kernels = kernels
    values = frameit_byte_block(
      pixels: memory, left: Int32(columns.lowerBound), top: Int32(rows.lowerBound), stride: Int32(16 * width),
      is_opaque: isOpaque)
  }

  /// As `ByteResampler.draw`.
  func draw(
    _ columns: Range<Int>, _ row: Int, _ x: ByteAxis, _ y: ByteAxis, _ output: PixelFormat,
    into place: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    var (x, y, values) = (x.values, y.values, values)
    return kernels.pointee.resample_bytes(
      &x, &y, &values, Int32(columns.lowerBound), Int32(row), Int32(columns.count),
      Int32(output.channels.rawValue), place) != 0
  }
}

extension PixelFormat {
  /// Stores a pixel with 8 bits per sample.
  func store(_ pixel: SourceBytes.Pixel, at place: UnsafeMutablePointer<UInt8>) {
    for c in 0..<(channels.isGray ? 1 : 3) { place[c] = pixel[c] }
    if channels.hasAlpha { place[channels.rawValue - 1] = pixel.w }
  }
}
