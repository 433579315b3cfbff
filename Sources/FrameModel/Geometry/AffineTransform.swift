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
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var tx: Double
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

  public var isIdentity: Bool { self == .identity }

  /// `a·d - b·c`: the factor for areas, negative for a reflection.
  public var determinant: Double { a * d - b * c }

  /// Whether all six numbers are finite.
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
