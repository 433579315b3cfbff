/// An upright rectangle. A negative width or height is allowed and means the same area as the `standardized`
/// rectangle, as with CGRect.
public struct Rect: Hashable, Sendable {
  /// The corner from which `size` is measured: the top left one if the size is positive.
  public var origin: Point
  /// The width and height, which may be negative.
  public var size: Size

  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The rectangle at the origin without a size.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The left edge, whatever the sign of the width.
  public var minX: Double { min(origin.x, origin.x + size.width) }
  /// The right edge, whatever the sign of the width.
  public var maxX: Double { max(origin.x, origin.x + size.width) }
  /// The top edge, whatever the sign of the height.
  public var minY: Double { min(origin.y, origin.y + size.height) }
  /// The bottom edge, whatever the sign of the height.
  public var maxY: Double { max(origin.y, origin.y + size.height) }
  /// The middle between the left and right edges.
  public var midX: Double { origin.x + size.width / 2 }
  /// The middle between the top and bottom edges.
  public var midY: Double { origin.y + size.height / 2 }

  /// True if there is no area.
  public var isEmpty: Bool { size.width == 0 || size.height == 0 }

  /// The same area with a non-negative width and height.
  public var standardized: Rect {
    Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  /// The origin and the size, as scripts and reports give them.
  package var numbers: [Double] { [minX, minY, size.width, size.height] }

  /// The four corners, in order, starting at the smallest x and y.
  public var corners: [Point] {
    [
      Point(x: minX, y: minY), Point(x: maxX, y: minY),
      Point(x: maxX, y: maxY), Point(x: minX, y: maxY),
    ]
  }

  /// Half-open, as UIKit's hit test: `minX <= x < maxX`.
  public func contains(_ p: Point) -> Bool {
    p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY
  }

  /// Returns the common area, or nil if there is none.
  public func intersection(_ other: Rect) -> Rect? {
    let x0 = max(minX, other.minX)
    let x1 = min(maxX, other.maxX)
    let y0 = max(minY, other.minY)
    let y1 = min(maxY, other.maxY)
    guard x0 < x1, y0 < y1 else { return nil }
    return Rect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }

  /// Returns the smallest rectangle that contains both.
  public func union(_ other: Rect) -> Rect {
    Rect(enclosing: corners + other.corners)
  }

  /// Returns the rectangle, moved.
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: origin.x + dx, y: origin.y + dy, width: size.width, height: size.height)
  }

  /// Returns the rectangle with every edge moved outward.
  public func grown(by reach: Double) -> Rect {
    Rect(x: minX - reach, y: minY - reach, width: maxX - minX + 2 * reach, height: maxY - minY + 2 * reach)
  }

  /// The bounding box of the points; `.zero` for none.
  public init(enclosing points: [Point]) {
    var box = BoundingBox()
    box.add(points)
    self = box.rect ?? .zero
  }

  /// Returns the bounding box of the four transformed corners, as `CGRectApplyAffineTransform`.
  public func applying(_ t: AffineTransform) -> Rect {
    Rect(enclosing: corners.map { $0.applying(t) })
  }
}

/// A width and a height in pixels, not necessarily whole or positive.
public struct Size: Hashable, Sendable {
  /// In pixels.
  public var width: Double
  /// In pixels.
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No width and no height.
  public static let zero = Size(width: 0, height: 0)

  /// `w' = a·w + c·h`, `h' = b·w + d·h`, as `CGSize.applying`: signs are kept, so (100, 100) under a scale of (1, -1)
  /// is (100, -100).
  public func applying(_ t: AffineTransform) -> Size {
    Size(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}
