/// A width and height in whole pixels. Both are at least 1 and at most `PixelSize.maximumSide`, so their product and
/// the bytes of a row cannot overflow.
public struct PixelSize: Hashable, Sendable {
  public let width: Int
  public let height: Int

  /// The maximum for a side of any image, whatever the limits allow.
  public static let maximumSide = 1 << 24

  /// - Returns: nil for a side below 1 or above `maximumSide`.
  public init?(width: Int, height: Int) {
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else {
      return nil
    }
    self.width = width
    self.height = height
  }

  /// The number of pixels.
  public var area: Int { width * height }

  public var transposed: PixelSize { PixelSize(unchecked: height, width) }

  /// Returns this size after shrink-on-load, rounded up as in libjpeg.
  public func reduced(by reduction: ShrinkFactor) -> PixelSize {
    let n = reduction.rawValue
    return PixelSize(unchecked: (width + n - 1) / n, (height + n - 1) / n)
  }

  private init(unchecked width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }
}

/// A position and size in whole pixels.
public struct PixelRect: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var size: PixelSize

  public init(x: Int, y: Int, size: PixelSize) {
    self.x = x
    self.y = y
    self.size = size
  }
}

/// The factor by which a codec divides an image's sides while it decodes. A pixel then covers this many stored ones
/// in each direction; the last one of a row or column may cover fewer.
public enum ShrinkFactor: Int, Hashable, Sendable, CaseIterable {
  case none = 1
  case half = 2
  case quarter = 4
  case eighth = 8
}

/// The relation of stored rows and columns to the upright image: the eight values of EXIF's Orientation tag (CIPA
/// DC-008, 4.6.4), by number.
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
  case up = 1
  case upMirrored = 2
  case down = 3
  case downMirrored = 4
  case leftMirrored = 5
  case right = 6
  case rightMirrored = 7
  case left = 8

  /// The linear part of the map from stored to upright pixels.
  public var linear: AffineTransform {
    switch self {
    case .up: AffineTransform(1, 0, 0, 1, 0, 0)
    case .upMirrored: AffineTransform(-1, 0, 0, 1, 0, 0)
    case .down: AffineTransform(-1, 0, 0, -1, 0, 0)
    case .downMirrored: AffineTransform(1, 0, 0, -1, 0, 0)
    case .leftMirrored: AffineTransform(0, 1, 1, 0, 0, 0)
    case .right: AffineTransform(0, 1, -1, 0, 0, 0)
    case .rightMirrored: AffineTransform(0, -1, -1, 0, 0, 0)
    case .left: AffineTransform(0, -1, 1, 0, 0, 0)
    }
  }

  /// True if width and height are swapped.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// Returns the upright size for a stored size.
  public func upright(_ stored: PixelSize) -> PixelSize {
    swapsAxes ? stored.transposed : stored
  }

  /// Returns the map from stored to upright pixels of an image with this size, both with the origin in the top left
  /// corner.
  public func uprightTransform(stored: PixelSize) -> AffineTransform {
    var t = linear
    let box = Rect(origin: .zero, size: Size(stored)).applying(t)
    t.tx = -box.minX
    t.ty = -box.minY
    return t
  }
}
