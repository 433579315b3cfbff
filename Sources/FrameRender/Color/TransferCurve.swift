import CKernels
import FrameModel

/// The way between encoded samples and working light.
///
/// Working samples are `Float`, 0 to 1. Linear light is a tone curve undone, by tables; under `light srgb` a
/// working sample is the encoded one.
///
/// A class, so that what kernels hold pointers into stays where it is. Unchecked, because pointers are
/// not `Sendable`: nothing is written here once `init` has returned.
final class TransferCurve: @unchecked Sendable {
  let maximum: Int
  private let search: Search
  /// The working sample of each code.
  private let decoded: UnsafeMutablePointer<Float>
  /// 8 bits: the same as opaque grays, for kernels.
  private let grays: UnsafeMutablePointer<WorkingPixel>
  /// `thresholds[c]` is the least working sample that is encoded as c + 1; the last one is beyond all.
  private let thresholds: UnsafeMutablePointer<Float>

  private static let grayCount = 256

  /// How the code of a working sample is found: how many thresholds it reaches.
  enum Search {
    /// By rounding.
    case even
    case buckets(BucketTable)
    case lines(PiecewiseLinearTable)
    /// By halving the thresholds: right for every curve, and the slowest.
    case halves
  }

  /// - Parameter curve: what `light` is linear by. It rises.
  init(light: BlendingSpace, curve: ToneCurve = .sRGB, depth: PixelFormat.Depth) {
    let maximum = depth.maximum
    let top = Double(maximum)
    let isEven = light == .srgb
    self.maximum = maximum
    decoded = .allocate(capacity: maximum + 1)
    grays = .allocate(capacity: Self.grayCount)
    thresholds = .allocate(capacity: maximum + 1)
    for code in 0...maximum {
      let sample = isEven ? Float(code) * Float(1 / top) : Float(curve.working(Double(code) / top))
      // Where a formula's two parts meet, light may fall by less than a step of 8 bits.
      (decoded + code).initialize(to: code > 0 ? max(sample, decoded[code - 1]) : sample)
    }
    for code in 0..<Self.grayCount {
      (grays + code).initialize(to: WorkingPixel(decoded[code], decoded[code], decoded[code], 1))
    }
    thresholds.initialize(repeating: .infinity, count: maximum + 1)
    // Where codes lie evenly, rounding needs no table.
    guard !isEven else {
      search = .even
      return
    }
    // Rounding to the nearest code is done where codes are equally far apart: before the curve. Of codes that a
    // table gives the same light it is the lowest, as black shall stay 0; but white shall stay white.
    for code in 0..<maximum {
      let middle = Float(curve.working((Double(code) + 0.5) / top))
      thresholds[code] = min(max(middle, decoded[code].nextUp), decoded[code + 1], 1)
      if decoded[code + 1] == decoded[code], decoded[code] < 1 { thresholds[code] = decoded[code].nextUp }
    }
    let all = UnsafeBufferPointer(start: thresholds, count: maximum)
    search =
      if depth == .eight, let buckets = BucketTable(all) {
        .buckets(buckets)
      } else if let lines = PiecewiseLinearTable(all) {
        .lines(lines)
      } else {
        .halves
      }
  }

  deinit {
    decoded.deallocate()
    grays.deallocate()
    thresholds.deallocate()
  }

  /// The curve as kernels see it; valid while this object lives.
  var tables: frameit_curve {
    var curve = frameit_curve()
    curve.depth = maximum == 255 ? 8 : 16
    curve.maximum = Float(maximum)
    curve.decoded = UnsafePointer(decoded)
    curve.grays = UnsafePointer(grays).floats
    curve.thresholds = UnsafePointer(thresholds)
    switch search {
    case .even: curve.search = FRAMEIT_EVEN
    case .buckets(let buckets):
      curve.search = FRAMEIT_BUCKETS
      curve.buckets = UnsafePointer(buckets.entries)
    case .lines(let lines):
      curve.search = FRAMEIT_LINES
      curve.lines = UnsafePointer(lines.entries.baseAddress)
      curve.first_line = Int32(lines.first)
    case .halves: curve.search = FRAMEIT_HALVES
    }
    return curve
  }

  /// The working sample of a code.
  @inline(__always)
  func decode(_ code: Int) -> Float { decoded[code] }

  /// The nearest code, ties up; values beyond 0...1 are taken for the nearer end.
  @inline(__always)
  func encode(_ value: Float) -> Int {
    let v = value > 0 ? min(value, 1) : 0
    switch search {
    case .even: return Int(v * Float(maximum) + 0.5)
    case .buckets(let buckets): return buckets.code(of: v)
    case .lines(let lines):
      let near = lines.near(v)
      return near + (thresholds[near] <= v ? 1 : 0)
    case .halves:
      var code = 0
      var step = (maximum + 1) / 2
      while step > 0 {
        if thresholds[code + step - 1] <= v { code += step }
        step /= 2
      }
      return code
    }
  }
}

extension ToneCurve {
  /// Light that is 0 for black and 1 for white, whatever a profile makes of them.
  fileprivate func working(_ encoded: Double) -> Double {
    if self == .sRGB { return light(encoded) }
    let (black, white) = (light(0), light(1))
    return (light(encoded) - black) / (white - black)
  }

  /// An encoded value in working light.
  func working(_ encoded: Double, in light: BlendingSpace) -> Double {
    light == .linear ? working(encoded) : encoded
  }
}
