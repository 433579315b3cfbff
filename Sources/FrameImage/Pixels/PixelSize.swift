import FrameGeometry

/// A width and height in whole pixels. Both are at least 1 and at most `PixelSize.maximumSide`, so their product and
/// the bytes of a row cannot overflow.
public struct PixelSize: Hashable, Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
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

  package var transposed: PixelSize { PixelSize(unchecked: height, width) }

  /// Returns this size after shrink-on-load, rounded up as in libjpeg.
  package func reduced(by reduction: ShrinkFactor) -> PixelSize {
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
  /// The left column.
  public var x: Int
  /// The top row.
  public var y: Int
  /// The number of columns and rows.
  public var size: PixelSize

  public init(x: Int, y: Int, size: PixelSize) {
    self.x = x
    self.y = y
    self.size = size
  }

  /// - Returns: nil for an empty range.
  package init?(columns: Range<Int>, rows: Range<Int>) {
    guard let size = PixelSize(width: columns.count, height: rows.count) else { return nil }
    self.init(x: columns.lowerBound, y: rows.lowerBound, size: size)
  }

  package var columns: Range<Int> { x..<x + size.width }
  package var rows: Range<Int> { y..<y + size.height }

  /// Returns the smallest rectangle that contains both. Both must be inside an image.
  package func union(_ other: PixelRect) -> PixelRect {
    PixelRect(columns: columns.union(other.columns), rows: rows.union(other.rows))!
  }

  /// Returns the rectangle that both contain; nil if there is none.
  package func intersection(_ other: PixelRect) -> PixelRect? {
    PixelRect(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }
}

/// The factor by which a codec divides an image's sides while it decodes. A pixel then covers this many stored ones
/// in each direction; the last one of a row or column may cover fewer.
package enum ShrinkFactor: Int, Hashable, Sendable, CaseIterable {
  case none = 1
  case half = 2
  case quarter = 4
  case eighth = 8
}

extension Orientation {
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

  /// Returns the column and the row of the stored pixel that an upright image shows at a place.
  ///
  /// - Parameter stored: The stored size.
  package func storedPixel(_ x: Int, _ y: Int, of stored: PixelSize) -> (column: Int, row: Int) {
    let (last, bottom) = (stored.width - 1, stored.height - 1)
    return switch self {
    case .up: (x, y)
    case .upMirrored: (last - x, y)
    case .down: (last - x, bottom - y)
    case .downMirrored: (x, bottom - y)
    case .leftMirrored: (y, x)
    case .right: (y, bottom - x)
    case .rightMirrored: (last - y, bottom - x)
    case .left: (last - y, x)
    }
  }
}

extension Rect {
  package init(_ rect: PixelRect) {
    self.init(origin: Point(x: Double(rect.x), y: Double(rect.y)), size: Size(rect.size))
  }
}

extension Size {
  public init(_ size: PixelSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }
}

extension PixelSize {
  /// Returns the largest size of the same aspect ratio that fits into a limit and is not larger than this
  /// size. Sides are rounded to pixels and are at least 1.
  package func fitted(in limit: PixelSize) -> PixelSize {
    guard width > limit.width || height > limit.height else { return self }
    func part(_ side: Int, _ numerator: Int, _ denominator: Int) -> Int {
      max(1, (2 * side * numerator + denominator) / (2 * denominator))
    }
    // True if the width is the limiting side: width / limit.width >= height / limit.height.
    return width * limit.height >= height * limit.width
      ? PixelSize(width: limit.width, height: part(height, limit.width, width))!
      : PixelSize(width: part(width, limit.height, height), height: limit.height)!
  }
}
