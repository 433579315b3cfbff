import CLittleCMS
import FrameModel

/// How samples of a transform lie in memory.
public struct ColorSamples: Hashable, Sendable {
  public var colors: Int
  public var hasAlpha: Bool
  public var depth: PixelFormat.Depth

  public init(colors: Int, hasAlpha: Bool, depth: PixelFormat.Depth) {
    (self.colors, self.hasAlpha, self.depth) = (colors, hasAlpha, depth)
  }

  public init(_ format: PixelFormat) {
    self.init(
      colors: format.channels.isGray ? 1 : 3, hasAlpha: format.channels.hasAlpha, depth: format.depth)
  }

  /// Cyan, magenta, yellow and black.
  public static func inks(_ depth: PixelFormat.Depth) -> ColorSamples {
    ColorSamples(colors: 4, hasAlpha: false, depth: depth)
  }

  static let rgb8Samples = ColorSamples(colors: 3, hasAlpha: false, depth: .eight)

  /// Little CMS's description: bytes, channels, extra channels.
  func layout(_ space: ColorProfile.Space) -> UInt32 {
    let kinds: [ColorProfile.Space: Int32] = [.gray: PT_GRAY, .rgb: PT_RGB, .cmyk: PT_CMYK]
    return UInt32(kinds[space]!) << 16 | (hasAlpha ? 1 << 7 : 0) | UInt32(colors) << 3 | UInt32(depth.bytes)
  }
}
