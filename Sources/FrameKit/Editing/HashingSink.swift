import FrameHash
import FrameModel

/// Passes rows on, and takes their hash on the way where one is wanted: of several frames, that of the first, as
/// whoever reads the file without its motion has it.
struct HashingSink: PixelSink {
  var inner: any PixelSink
  var hash: PixelHash?
  private var isFirstFrame = true

  init(inner: any PixelSink, hash: PixelHash?) {
    self.inner = inner
    self.hash = hash
  }

  mutating func write(_ band: Span<UInt8>) throws {
    if isFirstFrame { hash?.write(band) }
    try inner.write(band)
  }

  /// Says that a frame's rows were written.
  mutating func endFrame() {
    if isFirstFrame { hash?.finish() }
    isFirstFrame = false
  }

  mutating func finish() throws { try inner.finish() }
}
