import FrameModel

/// How far one image lies from another: what is at x, y of the expected one is at x + dx, y + dy of the
/// actual one.
public struct PixelShift: Hashable, Sendable {
  public var dx: Int
  public var dy: Int

  public init(dx: Int, dy: Int) {
    self.dx = dx
    self.dy = dy
  }

  public static let none = PixelShift(dx: 0, dy: 0)

  /// How large a part two images of one size then have in common.
  ///
  /// - Parameter size: must be larger than the shift.
  public func common(of size: PixelSize) -> PixelSize { parts(of: size).expected.size }

  /// What two images of one size have in common, in places of the expected and of the actual one.
  ///
  /// - Parameter size: must be larger than the shift.
  func parts(of size: PixelSize) -> (expected: PixelRect, actual: PixelRect) {
    let part = PixelSize(width: size.width - abs(dx), height: size.height - abs(dy))!
    return (
      PixelRect(x: max(0, -dx), y: max(0, -dy), size: part),
      PixelRect(x: max(0, dx), y: max(0, dy), size: part)
    )
  }
}
