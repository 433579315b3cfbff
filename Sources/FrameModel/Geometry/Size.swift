/// A width and a height in pixels, not necessarily whole or positive.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public init(_ size: PixelSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }

  public static let zero = Size(width: 0, height: 0)

  /// `w' = a·w + c·h`, `h' = b·w + d·h`, as `CGSize.applying`: signs are kept, so (100, 100) under a scale of (1, -1)
  /// is (100, -100).
  public func applying(_ t: AffineTransform) -> Size {
    Size(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}
