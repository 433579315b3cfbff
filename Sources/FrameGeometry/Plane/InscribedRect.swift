/// Finds the largest upright rectangle of whole pixels inside a transformed rectangle.
///
/// A transformed rectangle is a parallelogram, which has a center of symmetry. If it contains an upright rectangle, it
/// contains the mirrored one, and because it is convex, also the mean of both, which has the same size and the same
/// center as the parallelogram. So only centered rectangles count. With the inverse map x' = a·x + c·y, y' = b·x + d·y,
/// a rectangle of w by h fits if |a|·w + |c|·h and |b|·w + |d|·h are at most the sides of the original rectangle.
package struct InscribedRect {
  private let inverse: AffineTransform
  private let sides: Size
  private let center: Point
  /// The room for rounding errors, in units of the original rectangle: far less than a coverage can show.
  private let slack: Double

  /// Sizes above this are beyond every limit; they are not optimized.
  private static let largestSide = 200_000.0

  /// - Returns: nil if the transform has no inverse.
  package init?(_ rect: Rect, applying transform: AffineTransform) {
    guard let inverse = transform.snapped.inverse, inverse.isFinite else { return nil }
    self.inverse = inverse
    sides = rect.standardized.size
    center = Point(x: rect.midX, y: rect.midY).applying(transform)
    slack = 1e-12 * max(sides.width, sides.height, 1)
  }

  /// Returns the rectangle with the largest area; its origin need not be whole. Returns nil if no pixel fits.
  package func largest() -> Rect? {
    let most = mostHeight(forWidth: 0)
    guard most < Self.largestSide, mostWidth(forHeight: 0) < Self.largestSide else { return unbounded() }
    var best: (width: Double, height: Double) = (0, 0)
    for height in stride(from: 1, through: most, by: 1) {
      let width = mostWidth(forHeight: height)
      if width * height > best.width * best.height { best = (width, height) }
    }
    return rect(best.width, best.height)
  }

  /// Returns the largest rectangle with an aspect ratio, of which the shorter side is rounded; nil if no pixel fits.
  package func largest(aspectRatio ratio: Double) -> Rect? {
    let most = ratio >= 1 ? mostWidth(forHeight: 0) : mostHeight(forWidth: 0)
    // The longer side s has its other side at s / r: the sides of the original rectangle bound it from above.
    let (x, y) = ratio >= 1 ? (1, 1 / ratio) : (ratio, 1)
    let bound = min(
      sides.width / (abs(inverse.a) * x + abs(inverse.c) * y),
      sides.height / (abs(inverse.b) * x + abs(inverse.d) * y))
    var side = min(most, bound.rounded(.up) + 1)
    while side >= 1 {
      let other = max(1, (ratio >= 1 ? side / ratio : side * ratio).rounded())
      let (width, height) = ratio >= 1 ? (side, other) : (other, side)
      if fits(width, height) { return rect(width, height) }
      side -= 1
    }
    return nil
  }

  /// Returns whether a centered rectangle of this size is inside.
  package func fits(_ width: Double, _ height: Double) -> Bool {
    abs(inverse.a) * width + abs(inverse.c) * height <= sides.width + slack
      && abs(inverse.b) * width + abs(inverse.d) * height <= sides.height + slack
  }

  private func mostWidth(forHeight height: Double) -> Double {
    Self.most(
      (sides.width + slack - abs(inverse.c) * height, abs(inverse.a)),
      (sides.height + slack - abs(inverse.d) * height, abs(inverse.b)))
  }

  private func mostHeight(forWidth width: Double) -> Double {
    Self.most(
      (sides.width + slack - abs(inverse.a) * width, abs(inverse.c)),
      (sides.height + slack - abs(inverse.b) * width, abs(inverse.d)))
  }

  /// Returns the largest whole number n with n · each <= room for both.
  private static func most(_ first: (room: Double, each: Double), _ second: (room: Double, each: Double))
    -> Double
  {
    guard first.room >= 0, second.room >= 0 else { return 0 }
    // A side that does not depend on n sets no bound.
    return min(first.room / first.each, second.room / second.each).rounded(.down)
  }

  /// Returns a rectangle beyond the limits of every canvas: the largest one with the original's aspect ratio.
  private func unbounded() -> Rect? { largest(aspectRatio: sides.width / sides.height) }

  private func rect(_ width: Double, _ height: Double) -> Rect? {
    guard width >= 1, height >= 1 else { return nil }
    return Rect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
  }
}
