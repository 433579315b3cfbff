/// The layout of a pixel in memory: interleaved channels in the order of their name, 16-bit samples in the machine's
/// byte order, alpha not premultiplied, no padding between rows.
public struct PixelFormat: Hashable, Sendable {
  /// The channels of a pixel, in the order of their names. The raw value is their number.
  public enum Channels: Int, Hashable, Sendable, CaseIterable {
    case gray = 1
    case grayAlpha = 2
    case rgb = 3
    case rgba = 4

    /// True if the last channel is alpha.
    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
    /// True for gray, with or without alpha.
    public var isGray: Bool { self == .gray || self == .grayAlpha }

    public init(gray: Bool, alpha: Bool) {
      self = gray ? (alpha ? .grayAlpha : .gray) : (alpha ? .rgba : .rgb)
    }
  }

  /// The number of bits of a sample.
  public enum Depth: Int, Hashable, Sendable, CaseIterable, Comparable {
    case eight = 8
    case sixteen = 16

    /// The number of bytes of a sample.
    public var bytes: Int { rawValue / 8 }
    /// The value of white.
    public var maximum: Int { self == .eight ? 255 : 65535 }

    public static func < (l: Depth, r: Depth) -> Bool { l.rawValue < r.rawValue }
  }

  /// The channels of a pixel.
  public var channels: Channels
  /// The number of bits of each sample.
  public var depth: Depth

  public init(_ channels: Channels, _ depth: Depth) {
    self.channels = channels
    self.depth = depth
  }

  /// The number of bytes of a pixel.
  public var bytesPerPixel: Int { channels.rawValue * depth.bytes }

  /// Returns the bytes of a row.
  public func rowBytes(width: Int) -> Int { width * bytesPerPixel }

  /// Gray with 8 bits.
  public static let gray8 = PixelFormat(.gray, .eight)
  /// Red, green and blue with 8 bits each.
  public static let rgb8 = PixelFormat(.rgb, .eight)
  /// Red, green, blue and alpha with 8 bits each.
  public static let rgba8 = PixelFormat(.rgba, .eight)
  /// Gray with 16 bits.
  public static let gray16 = PixelFormat(.gray, .sixteen)
  /// Red, green and blue with 16 bits each.
  public static let rgb16 = PixelFormat(.rgb, .sixteen)
  /// Red, green, blue and alpha with 16 bits each.
  public static let rgba16 = PixelFormat(.rgba, .sixteen)
}

/// A channel of a color, without alpha.
public enum ColorChannel: String, Hashable, Sendable, CaseIterable {
  case red, green, blue
}

extension PixelFormat.Channels {
  /// The name in reports and messages.
  package var name: String {
    switch self {
    case .gray: "gray"
    case .grayAlpha: "gray+alpha"
    case .rgb: "rgb"
    case .rgba: "rgb+alpha"
    }
  }
}
