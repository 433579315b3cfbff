/// A width and height in whole pixels. Both are at least 1 and at most `PixelSize.maximumSide`, so that
/// their product and the bytes of a row cannot overflow.
public struct PixelSize: Hashable, Sendable {
  public let width: Int
  public let height: Int

  /// No side of any image may be larger, whatever the limits allow.
  public static let maximumSide = 1 << 24

  /// - Returns: nil for a side of less than one pixel or more than `maximumSide`.
  public init?(width: Int, height: Int) {
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else {
      return nil
    }
    self.width = width
    self.height = height
  }

  /// How many pixels there are.
  public var area: Int { width * height }

  public var transposed: PixelSize { PixelSize(unchecked: height, width) }

  /// This size at a reduction on load: libjpeg's rule, a part of a pixel counts as one.
  public func reduced(by reduction: ShrinkFactor) -> PixelSize {
    let n = reduction.rawValue
    return PixelSize(unchecked: (width + n - 1) / n, (height + n - 1) / n)
  }

  private init(unchecked width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }
}

/// A place and size in whole pixels.
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

/// What a codec divides an image's sides by while it decodes: a pixel then covers as many stored ones in
/// each direction, the last one of a row or column perhaps only a part of them.
public enum ShrinkFactor: Int, Hashable, Sendable, CaseIterable {
  case none = 1
  case half = 2
  case quarter = 4
  case eighth = 8
}
