/// The layout of a pixel in memory: interleaved channels in the order of their name, 16-bit samples in the machine's
/// byte order, alpha not premultiplied, no padding between rows.
public struct PixelFormat: Hashable, Sendable {
  public enum Channels: Int, Hashable, Sendable, CaseIterable {
    case gray = 1
    case grayAlpha = 2
    case rgb = 3
    case rgba = 4

    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
    public var isGray: Bool { self == .gray || self == .grayAlpha }

    public init(gray: Bool, alpha: Bool) {
      self = gray ? (alpha ? .grayAlpha : .gray) : (alpha ? .rgba : .rgb)
    }
  }

  public enum Depth: Int, Hashable, Sendable, CaseIterable, Comparable {
    case eight = 8
    case sixteen = 16

    public var bytes: Int { rawValue / 8 }
    /// The value of white.
    public var maximum: Int { self == .eight ? 255 : 65535 }

    public static func < (l: Depth, r: Depth) -> Bool { l.rawValue < r.rawValue }
  }

  public var channels: Channels
  public var depth: Depth

  public init(_ channels: Channels, _ depth: Depth) {
    self.channels = channels
    self.depth = depth
  }

  public var bytesPerPixel: Int { channels.rawValue * depth.bytes }

  /// Returns the bytes of a row.
  public func rowBytes(width: Int) -> Int { width * bytesPerPixel }

  public static let gray8 = PixelFormat(.gray, .eight)
  public static let rgb8 = PixelFormat(.rgb, .eight)
  public static let rgba8 = PixelFormat(.rgba, .eight)
  public static let gray16 = PixelFormat(.gray, .sixteen)
  public static let rgb16 = PixelFormat(.rgb, .sixteen)
  public static let rgba16 = PixelFormat(.rgba, .sixteen)
}
