import FrameImage

/// Returns an image of opaque noise, without runs of equal pixels that could make a kernel look faster.
func noise(_ format: PixelFormat) -> Bitmap {
  let size = PixelSize(width: Case.width, height: Case.height)!
  let count = format.rowBytes(width: size.width) * size.height
  var state: UInt64 = 1
  var bytes = [UInt8](repeating: 255, count: count)
  let sample = format.depth.bytes
  for pixel in stride(from: 0, to: count, by: format.bytesPerPixel) {
    // Knuth's multiplier ("Seminumerical algorithms", 1997, section 3.3.4); its high bits are the most random.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    for byte in 0..<3 * sample {
      bytes[pixel + byte] = UInt8(truncatingIfNeeded: state >> (8 + 8 * UInt64(byte)))
    }
  }
  return Bitmap(size: size, format: format, bytes: bytes)!
}
