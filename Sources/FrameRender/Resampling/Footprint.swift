import FrameGeometry
import FrameImage

/// The source pixels that an output pixel depends on: the filter's shape, widened where the image shrinks.
///
/// Let J be the linear map from output to source and J = U S Vᵀ its singular value decomposition. Then A = U max(S,
/// 1) Uᵀ, and the weight of a source pixel at offset r is k((A⁻¹r).x) · k((A⁻¹r).y), normalized. A and A⁻¹ are
/// symmetric; they are computed from J Jᵀ, whose eigenvalues are the squares of S, with square roots alone.
struct Footprint: Sendable {
  /// A⁻¹, in `Float` for the weights: its diagonal, and the off-diagonal element.
  private(set) var inverseX: Float
  private(set) var inverseY: Float
  private(set) var inverseXY: Float
  /// The distance from the footprint's center to its edge, in source pixels.
  private(set) var reachX: Double
  private(set) var reachY: Double
  /// The number of columns and rows of taps.
  private(set) var columns: Int
  private(set) var rows: Int

  /// True if each axis has weights of its own.
  var isSeparable: Bool { inverseXY == 0 }

  /// If an image shrinks to a small part of a pixel, the footprint stops growing at this many times the image, or if
  /// weights do not separate, at this many pixels. Otherwise the work for a pixel that is hardly visible would be
  /// unbounded.
  private static let widest = 16.0
  static let widestGeneral = 2048.0

  /// - Parameters:
  ///   - jacobian: the linear part from output to source.
  ///   - source: the image's size.
  ///   - most: the most times that the image shrinks.
  init(jacobian j: AffineTransform, filter: Filter, source: PixelSize, most: Double = .infinity) {
    let bound = min(Self.widest * Double(max(source.width, source.height)), max(1, most))
    var (a, inverse) =
      filter == .nearest ? (Symmetric.identity, .identity) : Self.widening(j, bound: bound)
    if inverse.xy != 0 { (a, inverse) = Self.widening(j, bound: min(bound, Self.widestGeneral)) }
    inverseX = Float(inverse.x)
    inverseY = Float(inverse.y)
    inverseXY = Float(inverse.xy)
    reachX = filter.support * (abs(a.x) + abs(a.xy))
    reachY = filter.support * (abs(a.y) + abs(a.xy))
    columns = max(1, Int((2 * reachX).rounded(.up)))
    rows = max(1, Int((2 * reachY).rounded(.up)))
  }

  /// Returns the footprint with taps for others that are larger by a factor.
  func grown(by factor: Double) -> Footprint {
    var other = self
    (other.reachX, other.reachY) = (reachX * factor, reachY * factor)
    other.columns = max(1, Int((2 * other.reachX).rounded(.up)))
    other.rows = max(1, Int((2 * other.reachY).rounded(.up)))
    return other
  }

  /// Returns the footprint with other weights.
  func weighing(_ x: Float, _ y: Float, _ xy: Float) -> Footprint {
    var other = self
    (other.inverseX, other.inverseY, other.inverseXY) = (x, y, xy)
    return other
  }

  /// Returns the columns of taps in one row that can have a weight: the box of a long diagonal footprint is almost
  /// empty. An extra tap does no harm, because its weight is 0.
  ///
  /// - Parameters:
  ///   - offset: of the first column's taps.
  ///   - dy: of the row.
  func columns(from offset: Float, at dy: Float, support: Double) -> Range<Int> {
    // |inverseX · dx + inverseXY · dy| < support, and the same for the other axis.
    let first = Self.solutions(Double(inverseX), Double(inverseXY) * Double(dy), support)
    let second = Self.solutions(Double(inverseXY), Double(inverseY) * Double(dy), support)
    let slack = 0.5
    let low = max(first.lowerBound, second.lowerBound) - Double(offset) - slack
    let high = min(first.upperBound, second.upperBound) - Double(offset) + slack
    let end = Double(columns)
    let start = Int(min(max(low, 0), end))
    return start..<max(start, Int(min(max(high + 1, 0), end)))
  }

  /// Solves |factor · x + rest| <= bound for a factor other than 0.
  @inline(__always)
  private static func solutions(_ factor: Double, _ rest: Double, _ bound: Double) -> ClosedRange<Double> {
    let (a, b) = ((-bound - rest) / factor, (bound - rest) / factor)
    return min(a, b)...max(a, b)
  }

  private struct Symmetric {
    var x: Double
    var y: Double
    var xy: Double
    static let identity = Symmetric(x: 1, y: 1, xy: 0)
  }

  /// If an image shrinks by less than weights can represent, it does not shrink: the sine and cosine of a rotation
  /// are rounded, and this must not cost a column of taps.
  private static func widened(_ shrink: Double) -> Double { shrink > 1 + 1e-7 ? shrink : 1 }

  private static func widening(_ j: AffineTransform, bound: Double) -> (Symmetric, inverse: Symmetric) {
    // J maps columns (x, y) to (a·x + c·y, b·x + d·y).
    let m = Symmetric(x: j.a * j.a + j.c * j.c, y: j.b * j.b + j.d * j.d, xy: j.a * j.b + j.c * j.d)
    let half = (m.x + m.y) / 2
    let spread = ((m.x - m.y) * (m.x - m.y) / 4 + m.xy * m.xy).squareRoot()
    let large = min(widened((half + spread).squareRoot()), bound)
    let small = min(widened(max(0, half - spread).squareRoot()), bound)
    // A rotated circle is a circle: it has no axis, and rounding must not invent one.
    guard spread > 1e-12 * half, large > small else {
      return (
        Symmetric(x: large, y: large, xy: 0), Symmetric(x: 1 / large, y: 1 / large, xy: 0)
      )
    }
    // The projection onto the eigenvector of the larger eigenvalue.
    let p = Symmetric(
      x: (m.x - half + spread) / (2 * spread), y: (m.y - half + spread) / (2 * spread),
      xy: m.xy / (2 * spread))
    func combine(_ l: Double, _ s: Double) -> Symmetric {
      Symmetric(x: s + (l - s) * p.x, y: s + (l - s) * p.y, xy: (l - s) * p.xy)
    }
    return (combine(large, small), combine(1 / large, 1 / small))
  }
}

/// The filters as functions of the distance in source pixels, in `Float`, with additions and multiplications in the
/// order written.
///
/// Cubic and Mitchell are the piecewise cubics of Mitchell and Netravali ("Reconstruction filters in computer
/// graphics", 1988, equation 8) with (B, C) = (0, 1/2) and (1/3, 1/3).
struct FilterCurve: Sendable {
  let filter: Filter
  /// Only for Lanczos: samples of the positive half, `tableSteps` per pixel, and zeros at the end.
  let table: [Float]
  static let tableSteps = 4096

  init(_ filter: Filter) {
    self.filter = filter
    guard filter == .lanczos3 else {
      table = []
      return
    }
    let count = 3 * Self.tableSteps + 2
    table = (0..<count).map { Float(Self.lanczos3(Double($0) / Double(Self.tableSteps))) }
  }

  /// - Parameter t: the distance, not negative.
  @inline(__always)
  func weight(_ t: Float) -> Float {
    switch filter {
    case .nearest: return 1  // there is one tap, the pixel that contains the position
    case .linear: return max(1 - t, 0)
    case .cubic:
      if t < 1 { return (1.5 * t - 2.5) * t * t + 1 }
      if t < 2 { return ((-0.5 * t + 2.5) * t - 4) * t + 2 }
      return 0
    case .mitchell:
      if t < 1 { return (7 / 6 * t - 2) * t * t + 8 / 9 }
      if t < 2 { return ((-7 / 18 * t + 2) * t - 10 / 3) * t + 16 / 9 }
      return 0
    case .lanczos3:
      // Linear interpolation between samples has an error below 1e-7.
      let place = min(t, 3) * Float(Self.tableSteps)
      let index = Int(place)
      let low = table[index]
      return low + (table[index + 1] - low) * (place - Float(index))
    }
  }

  /// sinc(x) · sinc(x / 3) (Duchon, "Lanczos filtering in one and two dimensions", 1979).
  private static func lanczos3(_ x: Double) -> Double {
    guard x > 0 else { return 1 }
    guard x < 3 else { return 0 }
    let s = Trigonometry.sineAndCosine(Angle(degrees: 180 * x)).sine
    let third = Trigonometry.sineAndCosine(Angle(degrees: 60 * x)).sine
    return 3 * s * third / (Double.pi * Double.pi * x * x)
  }
}
