/// A map of the plane that keeps straight lines straight, by nine numbers, row by row:
///
///     x' = (xx·x + xy·y + x1) / w
///     y' = (yx·x + yy·y + y1) / w        w = wx·x + wy·y + w1
///
/// Points where the weight w is positive are ahead of the horizon, the line on which it is 0. Others have no image.
public struct Projection: Hashable, Sendable {
  /// The first row: the numerator of x'.
  public var xx, xy, x1: Double
  /// The second row: the numerator of y'.
  public var yx, yy, y1: Double
  /// The third row: the weight.
  public var wx, wy, w1: Double

  public init(
    _ xx: Double, _ xy: Double, _ x1: Double, _ yx: Double, _ yy: Double, _ y1: Double, _ wx: Double,
    _ wy: Double, _ w1: Double
  ) {
    (self.xx, self.xy, self.x1) = (xx, xy, x1)
    (self.yx, self.yy, self.y1) = (yx, yy, y1)
    (self.wx, self.wy, self.w1) = (wx, wy, w1)
  }

  /// Creates the same map as an affine transform.
  public init(_ t: AffineTransform) { self.init(t.a, t.c, t.tx, t.b, t.d, t.ty, 0, 0, 1) }

  /// Creates the map of a rectangle to four corners (Heckbert, "Fundamentals of texture mapping and image warping", 1989, 2.2.3).
  ///
  /// - Returns: nil if the rectangle has no area, or the corners do not form a convex quadrilateral.
  public init?(_ rect: Rect, to quad: Quad) {
    let rect = rect.standardized
    guard !rect.isEmpty, quad.fault == nil else { return nil }
    let (p, q, r, s) = (quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft)
    let (width, height) = (rect.size.width, rect.size.height)
    var (wx, wy) = (0.0, 0.0)
    if !quad.isParallelogram {
      // With p for the corner of the unit square at 0,0, the weights of its neighbors are 1 + wx and 1 + wy.
      let (right, left) = (Vector(from: r, to: q), Vector(from: r, to: s))
      let bend = Vector(dx: p.x - q.x + r.x - s.x, dy: p.y - q.y + r.y - s.y)
      let area = right.cross(left)
      wx = bend.cross(left) / area
      wy = right.cross(bend) / area
    }
    // Relative to the first corner, so that a small quadrilateral far away keeps its precision.
    let (u, v) = (Vector(from: p, to: q) * (1 + wx), Vector(from: p, to: s) * (1 + wy))
    let unit = Projection(
      u.dx + wx * p.x, v.dx + wy * p.x, p.x, u.dy + wx * p.y, v.dy + wy * p.y, p.y, wx, wy, 1)
    func column(_ x: Double, _ y: Double, _ one: Double) -> (Double, Double, Double) {
      (x / width, y / height, one - x / width * rect.minX - y / height * rect.minY)
    }
    (xx, xy, x1) = column(unit.xx, unit.xy, unit.x1)
    (yx, yy, y1) = column(unit.yx, unit.yy, unit.y1)
    (self.wx, self.wy, w1) = column(wx, wy, 1)
  }

  /// Nearer to the horizon than this share of the largest weight, places cannot be distinguished from rounding.
  package static let leastWeight = 1e-6

  /// Row by row.
  public var numbers: [Double] { [xx, xy, x1, yx, yy, y1, wx, wy, w1] }

  /// The same map with numbers of which the last is 1, unless it is 0.
  package var normalized: Projection {
    guard w1 != 0 else { return self }
    return Projection(xx / w1, xy / w1, x1 / w1, yx / w1, yy / w1, y1 / w1, wx / w1, wy / w1, 1)
  }

  /// True if all nine numbers are finite.
  public var isFinite: Bool { numbers.allSatisfy(\.isFinite) }

  /// Returns the weight at a point, which is positive ahead of the horizon.
  public func weight(at p: Point) -> Double { wx * p.x + wy * p.y + w1 }

  /// Returns `self · next`: this map first, then `next`.
  public func concatenating(_ next: Projection) -> Projection {
    func row(_ a: Double, _ b: Double, _ c: Double) -> (Double, Double, Double) {
      (a * xx + b * yx + c * wx, a * xy + b * yy + c * wy, a * x1 + b * y1 + c * w1)
    }
    let (x, y, w) = (
      row(next.xx, next.xy, next.x1), row(next.yx, next.yy, next.y1), row(next.wx, next.wy, next.w1)
    )
    return Projection(x.0, x.1, x.2, y.0, y.1, y.2, w.0, w.1, w.2)
  }

  /// Returns this operation about the point `p` instead of the origin.
  public func about(_ p: Point) -> Projection {
    Projection(AffineTransform(translationX: -p.x, y: -p.y)).concatenating(self)
      .concatenating(Projection(AffineTransform(translationX: p.x, y: p.y)))
  }

  /// The inverse, whose weight is positive for the images of points ahead of the horizon; nil if there is none.
  public var inverse: Projection? {
    let (a, b, c) = (yy * w1 - y1 * wy, y1 * wx - yx * w1, yx * wy - yy * wx)
    let determinant = xx * a + xy * b + x1 * c
    guard determinant != 0, determinant.isFinite else { return nil }
    let f = 1 / determinant
    let inverse = Projection(
      a * f, (x1 * wy - xy * w1) * f, (xy * y1 - x1 * yy) * f,
      b * f, (xx * w1 - x1 * wx) * f, (x1 * yx - xx * y1) * f,
      c * f, (xy * wx - xx * wy) * f, (xx * yy - xy * yx) * f)
    return inverse.isFinite ? inverse : nil
  }

  /// Returns the affine map that agrees with this one at a point, to the first order.
  ///
  /// - Parameter p: ahead of the horizon.
  public func linearized(at p: Point) -> AffineTransform {
    let w = weight(at: p)
    let q = p.applying(self)
    let (a, b) = ((xx - q.x * wx) / w, (yx - q.y * wx) / w)
    let (c, d) = ((xy - q.x * wy) / w, (yy - q.y * wy) / w)
    return AffineTransform(a, b, c, d, q.x - a * p.x - c * p.y, q.y - b * p.x - d * p.y)
  }

  /// Turns the plane in space about its lines through the origin, and looks at it from a distance: CSS's
  /// `perspective(distance) rotateX(x) rotateY(y)`.
  public init(tiltX x: Angle, y: Angle, distance: Double) {
    let (sx, cx) = Trigonometry.sineAndCosine(x)
    let (sy, cy) = Trigonometry.sineAndCosine(y)
    self.init(cy, 0, 0, sx * sy, cx, 0, sy * cx / distance, -sx / distance, 1)
  }

  /// Undoes the convergence of lines in a photo whose camera was turned to the right and tilted upward. The origin, where the
  /// camera looked at, and the scale there along the horizon stay.
  ///
  /// - Parameter distance: of the camera from the plane of the photo, in its pixels.
  public init(keystoneX x: Angle, y: Angle, distance: Double) {
    let (tanX, tanY) = (Trigonometry.tangent(x), Trigonometry.tangent(y))
    let across = Projection(
      1 / Trigonometry.sineAndCosine(x).cosine, 0, 0, 0, 1, 0, -tanX / distance, 0, 1)
    let along = Projection(1, 0, 0, 0, 1 / Trigonometry.sineAndCosine(y).cosine, 0, 0, tanY / distance, 1)
    self = across.concatenating(along)
  }
}

extension Quad {
  /// True if opposite corners have exactly equal sums: then the map of a rectangle to them is affine.
  package var isParallelogram: Bool {
    topLeft.x + bottomRight.x == topRight.x + bottomLeft.x
      && topLeft.y + bottomRight.y == topRight.y + bottomLeft.y
  }
}

extension Point {
  /// The image of a point ahead of the horizon. Others have none that means anything.
  public func applying(_ p: Projection) -> Point {
    let w = p.weight(at: self)
    return Point(x: (p.xx * x + p.xy * y + p.x1) / w, y: (p.yx * x + p.yy * y + p.y1) / w)
  }
}
