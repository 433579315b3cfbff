import FrameHash
import FrameModel

/// Passes rows on, and takes their hash on the way where one is wanted: of several frames, that of the first, as
/// whoever reads the file without its motion has it.
struct HashingSink: FrameSink {
  private var inner: any FrameSink
  private(set) var hash: PixelHash?
  private var framesBegun = 0

  init(inner: any FrameSink, hash: PixelHash?) {
    self.inner = inner
    self.hash = hash
  }

  mutating func beginFrame(milliseconds: Int) throws {
    framesBegun += 1
    try inner.beginFrame(milliseconds: milliseconds)
  }

  mutating func write(_ band: Span<UInt8>) throws {
    if framesBegun <= 1 { hash?.write(band) }
    try inner.write(band)
  }

  mutating func finish() throws {
    hash?.finish()
    try inner.finish()
  }
}
