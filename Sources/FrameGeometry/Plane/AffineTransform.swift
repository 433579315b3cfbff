/// A map of the plane, in CGAffineTransform's words, layout and values.
///
///                              | a   b   0 |
///     [x' y' 1] = [x y 1]  ·   | c   d   0 |      x' = a·x + c·y + tx
///                              | tx  ty  1 |      y' = b·x + d·y + ty
///
/// Points are rows, so that `M.concatenating(N)` is `M·N`: M happens first. The three `…By` methods
/// multiply from the left instead: their operation happens *before* what is there, in the layer's own
/// axes. Where y points down, positive angles turn clockwise.
///
///     let t = AffineTransform.identity.translatedBy(x: 100, y: 50).rotated(by: Angle(degrees: 30))
///     // .866025 .5 -.5 .866025 100 50: turned in place, then moved
public struct AffineTransform: Hashable, Sendable {
  /// The x component of the image of the vector (1, 0).
  public var a: Double
  /// The y component of the image of the vector (1, 0).
  public var b: Double
  /// The x component of the image of the vector (0, 1).
  public var c: Double
  /// The y component of the image of the vector (0, 1).
  public var d: Double
  /// The x coordinate of the image of the origin.
  public var tx: Double
  /// The y coordinate of the image of the origin.
  public var ty: Double

  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The zero matrix, as `CGAffineTransform()`. The identity is `.identity`.
  public init() {
    self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
  }

  public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ tx: Double, _ ty: Double) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// The transform that moves nothing.
  public static let identity = AffineTransform(1, 0, 0, 1, 0, 0)

  public init(translationX x: Double, y: Double) {
    self.init(1, 0, 0, 1, x, y)
  }

  public init(scaleX x: Double, y: Double) {
    self.init(x, 0, 0, y, 0, 0)
  }

  /// Exact at multiples of 90 degrees.
  public init(rotation angle: Angle) {
    let (s, c) = Trigonometry.sineAndCosine(angle)
    self.init(c, s, -s, c, 0, 0)
  }

  /// - Parameter radians: positive clockwise with y pointing down.
  public init(rotationAngle radians: Double) {
    self.init(rotation: Angle(radians: radians))
  }

  /// Skews verticals by `x` and horizontals by `y`: (1, tan y, tan x, 1, 0, 0).
  public init(skewX x: Angle, y: Angle) {
    self.init(1, Trigonometry.tangent(y), Trigonometry.tangent(x), 1, 0, 0)
  }

  /// True if the transform is exactly `.identity`.
  public var isIdentity: Bool { self == .identity }

  /// `a b c d tx ty`, as scripts and reports give them.
  package var numbers: [Double] { [a, b, c, d, tx, ty] }

  /// `a·d - b·c`: the factor for areas, negative for a reflection.
  public var determinant: Double { a * d - b * c }

  /// The factor for lengths, on average: the square root of that for areas.
  package var meanScale: Double { abs(determinant).squareRoot() }

  /// The angle by which the x-axis turns, in radians from -pi to pi.
  package var angleOfXAxis: Double { Trigonometry.atan2(b, a) }

  /// True if all six numbers are finite.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// The transform without its translation.
  public var linear: AffineTransform { AffineTransform(a, b, c, d, 0, 0) }

  /// Returns `self · next`: this transform first, then `next` in the parent's axes.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a * next.a + b * next.c, a * next.b + b * next.d,
      c * next.a + d * next.c, c * next.b + d * next.d,
      tx * next.a + ty * next.c + next.tx, tx * next.b + ty * next.d + next.ty)
  }

  /// Translates along the layer's own axes, before the current transform.
  public func translatedBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a, b, c, d, tx + (a * x + c * y), ty + (b * x + d * y))
  }

  /// Scales along the layer's own axes, before the current transform; the translation stays.
  public func scaledBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a * x, b * x, c * y, d * y, tx, ty)
  }

  /// Rotates in the layer's own axes, before the current transform; the translation stays.
  public func rotated(by angle: Angle) -> AffineTransform {
    let (s, c) = Trigonometry.sineAndCosine(angle)
    return AffineTransform(
      a * c + self.c * s, b * c + d * s, self.c * c - a * s, d * c - b * s, tx, ty)
  }

  /// - Parameter radians: positive clockwise with y pointing down.
  public func rotated(by radians: Double) -> AffineTransform {
    rotated(by: Angle(radians: radians))
  }

  /// Skews in the layer's own axes, before the current transform.
  public func skewedBy(x: Angle, y: Angle) -> AffineTransform {
    AffineTransform(skewX: x, y: y).concatenating(self)
  }

  /// Returns the inverse, or the transform itself if there is none, as in Core Graphics.
  public func inverted() -> AffineTransform {
    inverse ?? self
  }

  /// The inverse, or nil if the determinant is zero or not finite.
  public var inverse: AffineTransform? {
    let det = determinant
    guard det != 0, det.isFinite else { return nil }
    return AffineTransform(
      d / det, -b / det, -c / det, a / det,
      (c * ty - d * tx) / det, (b * tx - a * ty) / det)
  }

  /// Returns this operation about the point `p` instead of the origin: `T(-p) · self · T(p)`.
  public func about(_ p: Point) -> AffineTransform {
    AffineTransform(translationX: -p.x, y: -p.y)
      .concatenating(self)
      .concatenating(AffineTransform(translationX: p.x, y: p.y))
  }
}

/// The parts of a transform, in the order of application: `M = scale · shear · rotation · translation`, as iOS 16's
/// `CGAffineTransformComponents`.
public struct AffineTransformComponents: Hashable, Sendable {
  /// The factors along x and y; a negative height is a reflection.
  public var scale: Size
  /// The movement of x for each unit of y, after the scale.
  public var horizontalShear: Double
  /// In radians, clockwise with y pointing down.
  public var rotation: Double
  /// The movement of the origin.
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

  /// One of the eight maps that only permute pixels, quarter turns with or without a reflection, and an offset in
  /// whole pixels.
  package struct RightAngleForm: Hashable, Sendable {
    /// The turn, as the EXIF orientation whose pixels are shown this way.
    package var orientation: Orientation
    /// The movement of the origin in whole pixels.
    package var dx: Int
    /// The movement of the origin in whole pixels.
    package var dy: Int
  }

  /// How much the linear part may differ from a right-angle form.
  package static let linearTolerance = 1e-9
  /// How much an offset in pixels may differ from an integer.
  package static let offsetTolerance = 1e-6

  /// This transform, replaced by the right-angle form with whole offsets that it is within tolerance of, if there is
  /// one.
  package var snapped: AffineTransform {
    guard let turned = snappedLinear else { return self }
    let wholeX = tx.rounded()
    let wholeY = ty.rounded()
    guard abs(tx - wholeX) <= Self.offsetTolerance, abs(ty - wholeY) <= Self.offsetTolerance else {
      return self
    }
    var exact = turned
    exact.tx = wholeX
    exact.ty = wholeY
    return exact
  }

  /// True if upright rectangles stay upright.
  package var keepsAxes: Bool { b == 0 && c == 0 || a == 0 && d == 0 }

  /// The right-angle form of this transform, or nil. Offsets are those of the matrix: an image of w pixels mirrored
  /// onto itself has `dx == w`.
  package var rightAngleForm: RightAngleForm? {
    let t = snapped
    guard abs(t.tx) < 1e9, abs(t.ty) < 1e9, t.tx == t.tx.rounded(), t.ty == t.ty.rounded() else {
      return nil
    }
    guard let orientation = Orientation.allCases.first(where: { $0.linear == t.linear }) else {
      return nil
    }
    return RightAngleForm(orientation: orientation, dx: Int(t.tx), dy: Int(t.ty))
  }

  private var snappedLinear: AffineTransform? {
    Orientation.allCases.lazy.map(\.linear).first { form in
      abs(a - form.a) <= Self.linearTolerance && abs(b - form.b) <= Self.linearTolerance
        && abs(c - form.c) <= Self.linearTolerance && abs(d - form.d) <= Self.linearTolerance
    }
  }
}
