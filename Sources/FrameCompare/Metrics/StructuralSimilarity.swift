/// Mean structural similarity of two images of one channel, 0 to 1, as their rows come.
///
/// Z. Wang, A. Bovik, H. Sheikh and E. Simoncelli, "Image quality assessment: from error visibility to
/// structural similarity", IEEE Transactions on Image Processing 13, 2004: a Gaussian window of 11 x 11 with
/// sigma 1.5, K1 0.01, K2 0.03, the mean over all windows that lie wholly inside. An image with a smaller side
/// is one window with equal weights.
final class StructuralSimilarity {
  static let side = 11

  /// exp(-k² / 4.5) for k of -5 to 0, divided by the sum of all eleven.
  private static let weights = [
    0.00102838008447911, 0.007598758135239185, 0.03600077212843083, 0.10936068950970002,
    0.2130055377112537, 0.26601172486179436,
  ]

  /// Sums that one window has of each map: the mean of l, of r, of l² + r² and of l r. The sum of squares is
  /// all that the formula wants of both variances.
  private static let maps = 4
  private typealias Vector = SIMD4<Double>

  private let width: Int
  private let windowed: Bool
  /// Rows are longer than the image is wide, so that vectors may reach over the end.
  private let pitch: Int
  private let memory: UnsafeMutablePointer<Double>
  private var rows = 0
  private var windows = 0.0
  private var similarities = 0.0
  private var contrasts = 0.0
  private var sums = (l: 0.0, r: 0.0, squares: 0.0, product: 0.0)

  init(width: Int, height: Int) {
    self.width = width
    windowed = min(width, height) >= Self.side
    pitch = width + Self.side + 4
    // A ring of eleven rows of each map, and a row of each before and behind the weighing.
    let count = windowed ? pitch * Self.maps * (Self.side + 2) : 0
    memory = .allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
  }

  deinit { memory.deallocate() }

  /// The mean over the windows, and that of the part that is not luminance. Both 1 for equal images.
  var means: (similarity: Double, contrast: Double) {
    guard !windowed else { return (similarities / windows, contrasts / windows) }
    let count = Double(rows * width)
    let only = Self.compare(
      sums.l / count, sums.r / count, sums.squares / count, sums.product / count)
    return (only.similarity, only.contrast)
  }

  func add(_ l: UnsafePointer<Double>, _ r: UnsafePointer<Double>) {
    rows += 1
    guard windowed else {
      for x in 0..<width {
        sums.l += l[x]
        sums.r += r[x]
        sums.squares += l[x] * l[x] + r[x] * r[x]
        sums.product += l[x] * r[x]
      }
      return
    }
    let raw = memory + pitch * Self.maps * Self.side
    for x in 0..<width {
      raw[x] = l[x]
      raw[pitch + x] = r[x]
      raw[2 * pitch + x] = l[x] * l[x] + r[x] * r[x]
      raw[3 * pitch + x] = l[x] * r[x]
    }
    let slot = rows % Self.side
    for map in 0..<Self.maps {
      let taps = (0..<Self.side).map { UnsafePointer(raw + map * pitch + $0) }
      weigh(taps, into: memory + (map * Self.side + slot) * pitch)
    }
    if rows >= Self.side { addWindows() }
  }

  /// Those that end in the last row.
  private func addWindows() {
    let weighed = memory + pitch * (Self.maps * Self.side + Self.maps)
    for map in 0..<Self.maps {
      let taps = (1...Self.side).map {
        UnsafePointer(memory + (map * Self.side + (rows + $0) % Self.side) * pitch)
      }
      weigh(taps, into: weighed + map * pitch)
    }
    let count = width - Self.side + 1
    for x in 0..<count {
      let window = Self.compare(
        weighed[x], weighed[pitch + x], weighed[2 * pitch + x], weighed[3 * pitch + x])
      similarities += window.similarity
      contrasts += window.contrast
    }
    windows += Double(count)
  }

  /// The weighted sum of eleven rows, or of one row at eleven places.
  private func weigh(_ taps: [UnsafePointer<Double>], into sums: UnsafeMutablePointer<Double>) {
    taps.withUnsafeBufferPointer { taps in
      Self.weights.withUnsafeBufferPointer { weights in
        for x in stride(from: 0, to: width - Self.side + 1, by: Vector.scalarCount) {
          func at(_ tap: Int) -> Vector { UnsafeRawPointer(taps[tap] + x).loadUnaligned(as: Vector.self) }
          var sum = at(5) * weights[5]
          for k in 0..<5 { sum += (at(k) + at(10 - k)) * weights[k] }
          UnsafeMutableRawPointer(sums + x).storeBytes(of: sum, as: Vector.self)
        }
      }
    }
  }

  /// Written so that equal images give exactly 1.
  @inline(__always)
  private static func compare(
    _ l: Double, _ r: Double, _ squares: Double, _ product: Double
  ) -> (similarity: Double, contrast: Double) {
    let c1 = 0.01 * 0.01
    let c2 = 0.03 * 0.03
    let meanSquares = l * l + r * r
    let contrast = (2 * (product - l * r) + c2) / ((squares - meanSquares) + c2)
    return (contrast * ((2 * (l * r) + c1) / (meanSquares + c1)), contrast)
  }
}
