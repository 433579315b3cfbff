/// The parts of a transform, in the order of application: `M = scale · shear · rotation · translation`, as iOS 16's
/// `CGAffineTransformComponents`.
public struct AffineTransformComponents: Hashable, Sendable {
  public var scale: Size
  /// The movement of x for each unit of y, after the scale.
  public var horizontalShear: Double
  /// In radians, clockwise with y pointing down.
  public var rotation: Double
  public var translation: Vector

  public init(
    scale: Size = Size(width: 1, height: 1), horizontalShear: Double = 0, rotation: Double = 0,
    translation: Vector = .zero
  ) {
    self.scale = scale
    self.horizontalShear = horizontalShear
    self.rotation = rotation
    self.translation = translation
  }
}

extension AffineTransform {
  /// Composes the parts; the inverse of `decomposed()`.
  ///
  /// `a = sx·cos t`, `b = sx·sin t`, `c = sy·(sh·cos t - sin t)`, `d = sy·(sh·sin t + cos t)`.
  public init(_ parts: AffineTransformComponents) {
    let (s, c) = Trigonometry.sineAndCosine(Angle(radians: parts.rotation))
    let sx = parts.scale.width
    let sy = parts.scale.height
    let sh = parts.horizontalShear
    self.init(
      sx * c, sx * s, sy * (sh * c - s), sy * (sh * s + c),
      parts.translation.dx, parts.translation.dy)
  }

  /// Returns the parts of this transform. A reflection becomes a negative vertical scale. A transform whose first row
  /// is zero has its rotation from the second row and no shear.
  public func decomposed() -> AffineTransformComponents {
    let translation = Vector(dx: tx, dy: ty)
    let sx = Trigonometry.hypot(a, b)
    guard sx > 0 else {
      // Only c and d are left: c = -sy·sin t, d = sy·cos t.
      return AffineTransformComponents(
        scale: Size(width: 0, height: Trigonometry.hypot(c, d)), horizontalShear: 0,
        rotation: c == 0 && d == 0 ? 0 : Trigonometry.atan2(-c, d), translation: translation)
    }
    let det = determinant
    // A singular matrix has sy = 0 and cannot have shear, so the second row is lost.
    return AffineTransformComponents(
      scale: Size(width: sx, height: det / sx),
      horizontalShear: det == 0 ? 0 : (a * c + b * d) / det,
      rotation: Trigonometry.atan2(b, a), translation: translation)
  }

  /// The factors by which the transform stretches along its two principal axes, largest first: the singular values of
  /// its linear part.
  public var singularValues: (large: Double, small: Double) {
    let mean = ((a + d) * (a + d) + (c - b) * (c - b)).squareRoot() / 2
    let half = ((a - d) * (a - d) + (c + b) * (c + b)).squareRoot() / 2
    return (mean + half, abs(mean - half))
  }
}
