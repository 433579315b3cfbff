import FrameImage

/// The rows of an image that is read in several passes. They are decoded once if they fit into `maxBytes`, and in each pass
/// otherwise.
final class KeptRows: PixelSource {
  let size: PixelSize
  let format: PixelFormat
  /// How many rows each pass reads, from the top down.
  let rows: Int
  private let makeDecoder: () -> SourceDecoder
  private let rowBytes: Int
  /// The number of bytes of all rows that a pass reads.
  private let count: Int
  private var decoder: SourceDecoder?
  private var bytes: [UInt8] = []
  private let keeps: Bool

  /// Enough for screenshots of 1920x1080 as RGBA. Each thread of a comparison of folders keeps two images.
  static let maxBytes = 8 << 20

  /// - Parameters:
  ///   - rows: How many rows each pass reads, from the top down.
  ///   - hasPasses: True if there may be several passes.
  ///   - makeDecoder: Makes a decoder for one pass.
  ///   - most: The number of bytes that are kept at most.
  init(
    of image: OpenImage, rows: Int, hasPasses: Bool, most: Int = maxBytes,
    _ makeDecoder: @escaping () -> SourceDecoder
  ) {
    (size, self.rows, self.makeDecoder) = (image.header.size, rows, makeDecoder)
    format = image.header.pixels
    rowBytes = format.rowBytes(width: size.width)
    // The size of an image is limited, so that this cannot overflow.
    count = rows * rowBytes
    keeps = hasPasses && count <= most
  }

  /// Begins a pass.
  func begin() {
    guard !isComplete else { return decoder = nil }
    decoder = makeDecoder()
    bytes = []
    if keeps { bytes.reserveCapacity(count) }
  }

  private var isComplete: Bool { bytes.count == count }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    let start = row * rowBytes
    guard let decoder else {
      band.withUnsafeMutableBytes { band in
        bytes.withUnsafeBytes { band.copyMemory(from: .init(rebasing: $0[start..<start + band.count])) }
      }
      return
    }
    try decoder.read(from: row, into: &band)
    // Rows that were skipped are missing, and then all are decoded again.
    guard keeps, bytes.count == start else { return }
    band.withUnsafeBytes { bytes += $0 }
  }

  func finish() throws { try decoder?.finish() }
}
