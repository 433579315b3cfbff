import CLittleCMS
import FrameModel

/// How samples of a transform lie in memory.
public struct ColourSamples: Hashable, Sendable {
  public var colours: Int
  public var hasAlpha: Bool
  public var depth: PixelFormat.Depth

  public init(colours: Int, hasAlpha: Bool, depth: PixelFormat.Depth) {
    (self.colours, self.hasAlpha, self.depth) = (colours, hasAlpha, depth)
  }

  public init(_ format: PixelFormat) {
    self.init(
      colours: format.channels.isGray ? 1 : 3, hasAlpha: format.channels.hasAlpha, depth: format.depth)
  }

  /// Cyan, magenta, yellow and black.
  public static func inks(_ depth: PixelFormat.Depth) -> ColourSamples {
    ColourSamples(colours: 4, hasAlpha: false, depth: depth)
  }

  static let rgb8Samples = ColourSamples(colours: 3, hasAlpha: false, depth: .eight)

  /// Little CMS's description: bytes, channels, extra channels.
  func layout(_ space: ColourProfile.Space) -> UInt32 {
    let kinds: [ColourProfile.Space: Int32] = [.gray: PT_GRAY, .rgb: PT_RGB, .cmyk: PT_CMYK]
    return UInt32(kinds[space]!) << 16 | (hasAlpha ? 1 << 7 : 0) | UInt32(colours) << 3 | UInt32(depth.bytes)
  }
}
