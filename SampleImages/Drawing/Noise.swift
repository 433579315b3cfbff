/// Repeatable noise: the same place and seed give the same value on every machine.
enum Noise {
  /// Returns a hash of a grid point (the 64-bit finalizer of MurmurHash3).
  static func bits(_ x: Int, _ y: Int, _ seed: Int) -> UInt64 {
    var h = UInt64(bitPattern: Int64(x &* 0x1F1F_1F1F ^ y &* 0x5851_F42D ^ seed &* 0x2545_F491))
    h = (h ^ (h >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    h = (h ^ (h >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return h ^ (h >> 33)
  }

  /// Returns a number in 0..<1 for a grid point.
  static func unit(_ x: Int, _ y: Int = 0, seed: Int) -> Double {
    Double(bits(x, y, seed) >> 11) / 9_007_199_254_740_992
  }

  /// Sixteen directions, so that no axis is preferred.
  private static let directions: [SIMD2<Double>] = [
    [1, 0], [0.924, 0.383], [0.707, 0.707], [0.383, 0.924], [0, 1], [-0.383, 0.924],
    [-0.707, 0.707], [-0.924, 0.383], [-1, 0], [-0.924, -0.383], [-0.707, -0.707],
    [-0.383, -0.924], [0, -1], [0.383, -0.924], [0.707, -0.707], [0.924, -0.383],
  ]

  /// Returns Perlin's gradient noise, about -1...1, with his quintic fade.
  static func wave(_ x: Double, _ y: Double, seed: Int) -> Double {
    let (fx, fy) = (x.rounded(.down), y.rounded(.down))
    let (ix, iy) = (Int(fx), Int(fy))
    let (dx, dy) = (x - fx, y - fy)
    func corner(_ cx: Int, _ cy: Int) -> Double {
      let g = directions[Int(bits(ix + cx, iy + cy, seed) & 15)]
      return g.x * (dx - Double(cx)) + g.y * (dy - Double(cy))
    }
    let u = dx * dx * dx * (dx * (dx * 6 - 15) + 10)
    let v = dy * dy * dy * (dy * (dy * 6 - 15) + 10)
    return 1.4 * mix(mix(corner(0, 0), corner(1, 0), u), mix(corner(0, 1), corner(1, 1), u), v)
  }

  /// Returns a sum of octaves, each about twice as fine and half as high. Each octave is rotated, so that the grids do
  /// not line up and cannot be seen.
  static func fractal(_ x: Double, _ y: Double, octaves: Int, seed: Int) -> Double {
    var (x, y, height, sum) = (x, y, 0.5, 0.0)
    for octave in 0..<octaves {
      sum += height * wave(x, y, seed: seed + octave)
      (x, y) = (1.6 * x - 1.2 * y + 3.7, 1.2 * x + 1.6 * y - 1.3)
      height *= 0.5
    }
    return sum
  }

  /// Returns Musgrave's ridged multifractal, about 0...1. Creases of the noise become crests, and detail is added only
  /// to high places, so that valleys are smooth.
  static func ridged(_ x: Double, _ y: Double, octaves: Int, seed: Int) -> Double {
    var (x, y, height, sum, weight) = (x, y, 0.52, 0.0, 1.0)
    for octave in 0..<octaves {
      var crest = 1 - abs(wave(x, y, seed: seed + octave))
      crest *= crest * weight
      sum += crest * height
      weight = clamp(crest * 1.9)
      (x, y) = (1.62 * x - 1.21 * y + 5.1, 1.21 * x + 1.62 * y + 2.9)
      height *= 0.5
    }
    return sum
  }
}
