import FrameCompare
import FrameImage
import FramePixels

/// A sink that passes rows on, after their conversion if gain maps are applied, and hashes them if a hash is requested.
///
/// The hash of several frames is the hash of the first one, as a reader that ignores the animation computes it.
struct HashingSink: FrameSink {
  private var inner: any FrameSink
  private var conversion: HDRConversion?
  private(set) var hash: PixelHash?
  private var progress: RowProgress?
  private var framesBegun = 0

  init(
    inner: any FrameSink, hash: PixelHash?, progress: RowProgress? = nil, conversion: HDRConversion? = nil
  ) {
    (self.inner, self.hash, self.progress, self.conversion) = (inner, hash, progress, conversion)
  }

  mutating func beginFrame(milliseconds: Int) throws {
    framesBegun += 1
    try inner.beginFrame(milliseconds: milliseconds)
  }

  mutating func write(_ band: Span<UInt8>) throws {
    guard conversion != nil else { return try pass(on: band) }
    let converted = conversion!.converted(band)
    try pass(on: converted.span)
  }

  private mutating func pass(on band: Span<UInt8>) throws {
    if framesBegun <= 1 { hash?.write(band) }
    try inner.write(band)
    progress?.add(bytes: band.count)
  }

  mutating func finish() throws {
    hash?.finish()
    try inner.finish()
  }
}

/// Counts the rows of an output and reports them.
struct RowProgress {
  private let rowBytes: Int
  private let rows: Int
  private let report: (Int, Int) -> Void
  private var bytes = 0

  init(rowBytes: Int, rows: Int, report: @escaping (Int, Int) -> Void) {
    (self.rowBytes, self.rows, self.report) = (rowBytes, rows, report)
  }

  mutating func add(bytes count: Int) {
    bytes += count
    report(bytes / rowBytes, rows)
  }
}

/// An output that was rendered into memory.
package struct RenderedFrames {
  /// The frames; the unique ones of a frame sequence, and one for a still image.
  package let frames: [RenderedFrame]
  /// How often an animation plays; 0 means forever.
  package let loopCount: Int
  /// The notices of the decoders.
  package let notices: [EditNotice]
}

/// A sink that keeps frames in memory.
final class FrameCollector: FrameSink {
  private(set) var frames: [RenderedFrame] = []
  private let size: PixelSize
  private let format: PixelFormat
  /// The frame that is being written; nil before the first row of a still image.
  private var current: RenderedFrame?

  init(size: PixelSize, format: PixelFormat) {
    self.size = size
    self.format = format
  }

  func beginFrame(milliseconds: Int) {
    if let current { frames.append(current) }
    current = RenderedFrame(pixels: Bitmap(size: size, format: format), milliseconds: milliseconds)
  }

  func write(_ band: Span<UInt8>) {
    if current == nil { beginFrame(milliseconds: 0) }
    current!.pixels.write(band)
  }

  func finish() {
    if let current { frames.append(current) }
    current = nil
  }
}
