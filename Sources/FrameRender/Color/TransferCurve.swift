import CKernels
import FrameImage

/// Conversion between encoded samples and working samples.
///
/// Working samples are `Float`, 0 to 1. For linear light, a tone curve is inverted by tables; under `light srgb`, a
/// working sample is the encoded one.
///
/// A class, because kernels hold pointers into it. `@unchecked`, because pointers are not `Sendable`: nothing is
/// written after `init` has returned.
final class TransferCurve: @unchecked Sendable {
  let maximum: Int
  private let search: Search
  /// The working sample of each code.
  private let decoded: UnsafeMutablePointer<Float>
  /// For 8 bits: the same as opaque grays, for kernels.
  private let grays: UnsafeMutablePointer<WorkingPixel>
  /// `thresholds[c]` is the least working sample that is encoded as c + 1; the last one is above all samples.
  private let thresholds: UnsafeMutablePointer<Float>

  private static let grayCount = 256

  /// The way to find the code of a working sample: the number of thresholds that it reaches.
  enum Search {
    /// By rounding.
    case even
    case buckets(BucketTable)
    case lines(PiecewiseLinearTable)
    /// By binary search: works for every curve, and is the slowest.
    case halves
  }

  /// - Parameter curve: the tone curve that defines linear light. It increases.
  init(light: Light, curve: ToneCurve = .sRGB, depth: PixelFormat.Depth) {
    let maximum = depth.maximum
    let top = Double(maximum)
    let isEven = light == .srgb
    self.maximum = maximum
    decoded = .allocate(capacity: maximum + 1)
    grays = .allocate(capacity: Self.grayCount)
    thresholds = .allocate(capacity: maximum + 1)
    for code in 0...maximum {
      let sample = isEven ? Float(code) * Float(1 / top) : Float(curve.working(Double(code) / top))
      // Where the two parts of a formula meet, light may decrease by less than an 8-bit step.
      (decoded + code).initialize(to: code > 0 ? max(sample, decoded[code - 1]) : sample)
    }
    for code in 0..<Self.grayCount {
      (grays + code).initialize(to: WorkingPixel(decoded[code], decoded[code], decoded[code], 1))
    }
    thresholds.initialize(repeating: .infinity, count: maximum + 1)
    // Evenly spaced codes need no table: rounding is enough.
    guard !isEven else {
      search = .even
      return
    }
    // Rounding to the nearest code happens in the encoded domain, where codes are equally spaced. If a table gives
    // several codes the same light, the lowest one is used, so that black stays 0; white stays white.
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

  /// Nearly all images have sRGB's curve, and its tables take as long as an edit of a very small image. So they are made once.
  private static let even8 = TransferCurve(light: .srgb, depth: .eight)
  private static let even16 = TransferCurve(light: .srgb, depth: .sixteen)
  static let linear8 = TransferCurve(light: .linear, depth: .eight)
  private static let linear16 = TransferCurve(light: .linear, depth: .sixteen)

  /// Returns the tables of a curve. All callers with sRGB's curve, or with encoded samples, get the same object.
  static func shared(light: Light, curve: ToneCurve, depth: PixelFormat.Depth) -> TransferCurve {
    switch (light, depth) {
    case (.srgb, .eight): even8
    case (.srgb, .sixteen): even16
    case (.linear, .eight) where curve == .sRGB: linear8
    case (.linear, .sixteen) where curve == .sRGB: linear16
    case (.linear, _): TransferCurve(light: light, curve: curve, depth: depth)
    }
  }

  deinit {
    decoded.deallocate()
    grays.deallocate()
    thresholds.deallocate()
  }

  /// The curve for kernels; valid while this object lives.
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

  /// Returns the working sample of a code.
  @inline(__always)
  func decode(_ code: Int) -> Float { decoded[code] }

  /// Returns the least working sample that is encoded as the next code.
  func threshold(above code: Int) -> Float { thresholds[code] }

  /// Returns the nearest code, with ties rounded up; values are clamped to 0...1.
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
