import FrameImage

extension Bitmap {
  /// The image as `rgb8`, over a checkerboard of white and gray where it is transparent.
  package var overCheckerboard: Bitmap {
    if format == .rgb8 { return self }
    let channels = format.channels.rawValue
    let colors = format.channels.isGray ? 1 : 3
    // The high byte of a sample in the machine's byte order.
    let high = format.depth == .eight ? 0 : UInt16(1).littleEndian == 1 ? 1 : 0
    var shown = [UInt8](repeating: 0, count: size.area * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = y * size.width + x
        func sample(_ channel: Int) -> Int {
          Int(bytes[(pixel * channels + channel) * format.depth.bytes + high])
        }
        let alpha = format.channels.hasAlpha ? sample(channels - 1) : 255
        let background = (x / 8 + y / 8) % 2 == 0 ? 255 : 204
        for channel in 0..<3 {
          let value = sample(min(channel, colors - 1))
          shown[3 * pixel + channel] = UInt8((value * alpha + background * (255 - alpha) + 127) / 255)
        }
      }
    }
    return Bitmap(size: size, format: .rgb8, bytes: shown)!
  }
}
