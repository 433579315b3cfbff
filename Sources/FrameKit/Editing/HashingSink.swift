import FrameHash
import FrameModel

/// Passes rows on, and takes their hash on the way where one is wanted.
struct HashingSink: PixelSink {
  var inner: any PixelSink
  var hash: PixelHash?

  mutating func write(_ band: Span<UInt8>) throws {
    hash?.write(band)
    try inner.write(band)
  }

  mutating func finish() throws {
    hash?.finish()
    try inner.finish()
  }
}
