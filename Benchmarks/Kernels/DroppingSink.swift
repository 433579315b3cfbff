import FrameImage

/// Takes rows and forgets them, so that nothing but the rendering is measured.
struct DroppingSink: PixelSink {
  mutating func write(_ band: Span<UInt8>) {}
  mutating func finish() {}
}
