import FrameModel

/// A colour profile whose header fits the pixels it comes with (ICC.1:2022, 7.2).
struct ICCProfile {
  let bytes: [UInt8]

  /// - Parameter bytes: the profile; what lies beyond its own size is cut off.
  /// - Returns: nil where this is no profile, is not all there, or describes other pixels.
  init?(_ bytes: [UInt8], for pixels: PixelFormat) {
    let header = 128
    guard bytes.count >= header else { return nil }
    let size = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
    guard (header...bytes.count).contains(size), bytes[36..<40].elementsEqual("acsp".utf8) else {
      return nil
    }
    let space = pixels.channels.isGray ? "GRAY" : "RGB "
    guard bytes[16..<20].elementsEqual(space.utf8) else { return nil }
    self.bytes = Array(bytes.prefix(size))
  }
}
