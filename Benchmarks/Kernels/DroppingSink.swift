import FrameImage

/// A sink that discards its rows, so that only rendering is measured.
struct DroppingSink: PixelSink {
  mutating func write(_ band: Span<UInt8>) {}
  mutating func finish() {}
}
