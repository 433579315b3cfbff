import CKernels
import FrameModel

/// The way between encoded samples and working light.
///
/// Working samples are `Float`, 0 to 1. Linear light is sRGB's curve undone (IEC 61966-2-1), by tables;
/// under `light srgb` a working sample is the encoded one.
///
/// A class, so that what kernels hold pointers into stays where it is. Unchecked, because pointers are
/// not `Sendable`: nothing is written here once `init` has returned.
final class TransferCurve: @unchecked Sendable {
  let maximum: Int
  private let isLinear: Bool
  /// The working sample of each code.
  private let decoded: UnsafeMutablePointer<Float>
  /// 8 bits: the same as opaque greys, for kernels.
  private let greys: UnsafeMutablePointer<WorkingPixel>
  /// `thresholds[c]` is the least working sample that is encoded as c + 1; the last one is beyond all.
  private let thresholds: UnsafeMutablePointer<Float>
  /// 8 bits: for each 4096th of the range the code that it begins with, times 4096, and how far the next code
  /// begins before its end, if it does, in 4096ths of it: the sum with where a sample lies in it carries into
  /// the code. Near black, where they lie closest, codes are more than one such part apart.
  private let buckets: UnsafeMutablePointer<UInt32>
  /// 16 bits: straight lines near the curve, from which the threshold above is found.
  private let lines: UnsafeMutablePointer<frameit_line>

  private static let greyCount = 256
  static let bucketCount = 4096
  static let lineCount = Int(FRAMEIT_CURVE_LINES)

  init(light: Light, depth: PixelFormat.Depth) {
    maximum = depth.maximum
    isLinear = light == .linear
    let top = Double(maximum)
    decoded = .allocate(capacity: maximum + 1)
    greys = .allocate(capacity: Self.greyCount)
    thresholds = .allocate(capacity: maximum + 1)
    buckets = .allocate(capacity: Self.bucketCount + 1)
    lines = .allocate(capacity: Self.lineCount)
    for code in 0...maximum {
      let sample =
        isLinear ? Float(Self.decode(Double(code) / top, light)) : Float(code) * Float(1 / top)
      (decoded + code).initialize(to: sample)
    }
    for code in 0..<Self.greyCount {
      (greys + code).initialize(to: WorkingPixel(decoded[code], decoded[code], decoded[code], 1))
    }
    thresholds.initialize(repeating: .infinity, count: maximum + 1)
    buckets.initialize(repeating: 0, count: Self.bucketCount + 1)
    lines.initialize(repeating: frameit_line(), count: Self.lineCount)
    // Where codes lie evenly, rounding needs no table.
    guard isLinear else { return }
    // Rounding to the nearest code is done where codes are equally far apart: before the curve.
    for code in 0..<maximum { thresholds[code] = Float(Self.decode((Double(code) + 0.5) / top, light)) }
    if depth == .eight { fillBuckets() } else { fillLines() }
  }

  deinit {
    decoded.deallocate()
    greys.deallocate()
    thresholds.deallocate()
    buckets.deallocate()
    lines.deallocate()
  }

  /// The curve as kernels see it; valid while this object lives.
  var tables: frameit_curve {
    frameit_curve(
      depth: maximum == 255 ? 8 : 16, maximum: Float(maximum), is_linear: isLinear ? 1 : 0,
      decoded: decoded, greys: UnsafePointer(greys).floats, buckets: buckets, lines: lines,
      thresholds: thresholds)
  }

  /// The working sample of a code.
  @inline(__always)
  func decode(_ code: Int) -> Float { decoded[code] }

  /// The nearest code, ties up; values beyond 0...1 are taken for the nearer end.
  @inline(__always)
  func encode(_ value: Float) -> Int {
    let v = value > 0 ? min(value, 1) : 0
    if !isLinear { return Int(v * Float(maximum) + 0.5) }
    if maximum == 255 {
      let fine = UInt32(v * 16_777_216)
      return Int((buckets[Int(fine >> 12)] + fine & 0xFFF) >> 12)
    }
    let part = max(0, Int(v.bitPattern >> 16) - Int(FRAMEIT_CURVE_START))
    let near = Int(lines[part].start + lines[part].slope * v)
    return near + (thresholds[near] <= v ? 1 : 0)
  }

  private func fillBuckets() {
    // A sample counts as 2⁻²⁴ parts, rounded down: it is at a threshold when they are, rounded up.
    let limits = (0..<maximum).map { UInt32((thresholds[$0] * 16_777_216).rounded(.up)) }
    var code = 0
    for bucket in 0...Self.bucketCount {
      let start = UInt32(bucket) << 12
      while code < maximum, limits[code] <= start { code += 1 }
      let beforeEnd = code < maximum && limits[code] < start + 4096 ? start + 4096 - limits[code] : 0
      buckets[bucket] = UInt32(code) << 12 + beforeEnd
    }
  }

  /// The curve bends down, so that a line between two of its points lies below it: here by less than an
  /// eighth of a code. A tenth more makes up for rounding.
  private func fillLines() {
    let first = UInt32(FRAMEIT_CURVE_START)
    func start(of part: Int) -> Float { Float(bitPattern: (first + UInt32(part)) << 16) }
    for part in 0..<Self.lineCount - 1 {
      let (a, b) = (part == 0 ? 0 : Double(start(of: part)), Double(start(of: part + 1)))
      let slope = (position(b) - position(a)) / (b - a)
      lines[part] = frameit_line(start: Float(position(a) - slope * a + 0.4), slope: Float(slope))
    }
    lines[Self.lineCount - 1] = frameit_line(start: Float(maximum) - 0.5, slope: 0)
  }

  /// Where a sample lies among the codes.
  private func position(_ sample: Double) -> Double {
    var (low, high) = (-1, maximum)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Double(thresholds[middle]) <= sample { low = middle } else { high = middle }
    }
    let below = low < 0 ? 0 : Double(thresholds[low])
    let above = high == maximum ? 1 : Double(thresholds[high])
    let from = low < 0 ? 0 : Double(low) + 0.5
    let to = high == maximum ? Double(maximum) : Double(high) + 0.5
    return from + (to - from) * (sample - below) / (above - below)
  }

  /// An encoded value, 0 to 1, in working light.
  static func decode(_ encoded: Double, _ light: Light) -> Double {
    light == .linear ? linear(encoded) : encoded
  }

  /// sRGB's curve undone, without the C library's `pow`, whose bits differ between machines.
  private static func linear(_ encoded: Double) -> Double {
    guard encoded > 0.04045 else { return encoded / 12.92 }
    let x = (encoded + 0.055) / 1.055
    // x^2.4 = x² · (x²)^(1/5), the root by Newton's method from above.
    let square = x * x
    var root = 1.0
    for _ in 0..<12 {
      let fourth = root * root * root * root
      root -= (root * fourth - square) / (5 * fourth)
    }
    return square * root
  }
}
