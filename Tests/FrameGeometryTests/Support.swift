import FrameGeometry

/// A generator of random matrices and points that are the same in every run.
struct Sampler {
  private var numbers: SplitMix64

  init(seed: UInt64 = 1) {
    numbers = SplitMix64(seed: seed)
  }

  mutating func number(_ low: Double = -10, _ high: Double = 10) -> Double {
    low + (high - low) * (Double(numbers.next() >> 11) * 0x1p-53)
  }

  mutating func point() -> Point { Point(x: number(), y: number()) }

  mutating func matrix() -> AffineTransform {
    AffineTransform(number(), number(), number(), number(), number(), number())
  }

  /// Returns a matrix whose inverse keeps most digits.
  mutating func tameMatrix() -> AffineTransform {
    while true {
      let m = matrix()
      if m.singularValues.small > 0.5 { return m }
    }
  }
}

extension AffineTransform {
  var numbers: [Double] { [a, b, c, d, tx, ty] }

  /// Returns the largest of the six differences.
  func distance(to other: AffineTransform) -> Double {
    zip(numbers, other.numbers).map { abs($0 - $1) }.max()!
  }

  var magnitude: Double { numbers.map(abs).max()! }
}

extension Point {
  func distance(to other: Point) -> Double { max(abs(x - other.x), abs(y - other.y)) }
}

extension Rect {
  /// Returns the largest difference between corresponding edges.
  func distance(to other: Rect) -> Double {
    [minX - other.minX, maxX - other.maxX, minY - other.minY, maxY - other.maxY].map(abs).max()!
  }
}

/// Returns the distance between two numbers of the same sign, in units in the last place.
func ulps(_ a: Double, _ b: Double) -> Double {
  a == b ? 0 : abs(a - b) / max(a.ulp, b.ulp)
}
