import FrameGeometry

/// The weights of a filter along a row or a column. Their number is odd, and the middle one is that of the pixel itself.
struct FilterKernel {
  let weights: [Double]

  var radius: Int { weights.count / 2 }

  /// Returns a Gaussian whose weights have a sum of 1.
  ///
  /// - Parameter deviation: The standard deviation in pixels.
  static func gaussian(radius: Int, deviation: Double) -> FilterKernel {
    let weights = (-radius...radius).map { gauss($0, deviation) }
    let sum = weights.reduce(0, +)
    return FilterKernel(weights: weights.map { $0 / sum })
  }

  /// Returns exp(-x² / 2σ²).
  static func gauss(_ x: Int, _ deviation: Double) -> Double {
    Exponentials.exponential(-Double(x * x) / (2 * deviation * deviation))
  }

  /// Computes the weighted sum of several rows, or of one row at several offsets. Reads and writes up to three samples
  /// past the end.
  ///
  /// - Parameter taps: The first sample for each weight.
  fileprivate func apply(
    _ taps: [UnsafeMutablePointer<Double>], _ count: Int, into sums: UnsafeMutablePointer<Double>
  ) {
    typealias Vector = SIMD4<Double>
    taps.withUnsafeBufferPointer { taps in
      weights.withUnsafeBufferPointer { weights in
        for x in stride(from: 0, to: count, by: Vector.scalarCount) {
          var sum = Vector.zero
          for k in taps.indices {
            sum += UnsafeRawPointer(taps[k] + x).loadUnaligned(as: Vector.self) * weights[k]
          }
          UnsafeMutableRawPointer(sums + x).storeBytes(of: sum, as: Vector.self)
        }
      }
    }
  }
}

/// The values that a filter takes outside of an image.
enum FilterBorder {
  case zero
  /// The value of the nearest pixel.
  case nearest
  /// The image, mirrored at its edge: c b a | a b c.
  case mirrored

  /// Returns the index of the sample, of `count` in a row or column, whose value is taken at an index; nil for 0.
  func index(_ index: Int, count: Int) -> Int? {
    switch self {
    case .zero: return 0..<count ~= index ? index : nil
    case .nearest: return min(max(0, index), count - 1)
    case .mirrored:
      let remainder = index % (2 * count)
      let phase = remainder < 0 ? remainder + 2 * count : remainder
      return min(phase, 2 * count - 1 - phase)
    }
  }
}

/// Halves the rows of two images: averages blocks of 2 x 2 pixels, in one plane or in several that follow each other.
struct RowHalving {
  typealias Rows = (expected: [Double], actual: [Double], differs: Bool)

  let width, height: Int
  /// The values beside the last pixel and below the last row of an odd size; nil to leave those out.
  let border: FilterBorder?
  private var count = 0
  private var upper: Rows?

  init(width: Int, height: Int, border: FilterBorder?) {
    (self.width, self.height, self.border) = (width, height, border)
  }

  /// The width and the height of the halved image.
  var half: (width: Int, height: Int) {
    let margin = border == nil ? 0 : 1
    return ((width + margin) / 2, (height + margin) / 2)
  }

  /// Adds a row, and returns a halved row if the row completes it.
  mutating func add(_ row: Rows) -> Rows? {
    count += 1
    defer { upper = upper == nil ? row : nil }
    if let upper { return halved(upper, row, 0.25) }
    // Half of the sum of twice the row is the sum with zeros.
    return count == height && border != nil ? halved(row, row, border == .zero ? 0.125 : 0.25) : nil
  }

  private func halved(_ upper: Rows, _ lower: Rows, _ share: Double) -> Rows {
    func halved(_ upper: [Double], _ lower: [Double]) -> [Double] {
      var result: [Double] = []
      result.reserveCapacity(upper.count / 2 + 3)
      let (width, count) = (width, half.width)
      for start in stride(from: 0, to: upper.count, by: width) {
        for x in 0..<count {
          let (left, right) = (start + 2 * x, start + min(2 * x + 1, width - 1))
          result.append(((upper[left] + upper[right]) + (lower[left] + lower[right])) * share)
        }
        if border == .zero, width % 2 == 1 { result[result.count - 1] /= 2 }
      }
      return result
    }
    let differs = upper.differs || lower.differs
    return (halved(upper.expected, lower.expected), halved(upper.actual, lower.actual), differs)
  }
}

/// Two images on several scales, each half the size of the previous one, with what is computed on each.
struct ScalePyramid<Scale> {
  private(set) var scales: [Scale] = []
  private var halvings: [RowHalving] = []

  /// - Parameters:
  ///   - least: The smallest side that a reduced scale may have. The scale of the images themselves may be smaller.
  ///   - make: Makes a scale from its width and height.
  init(
    _ width: Int, _ height: Int, most: Int, least: Int, border: FilterBorder?, _ make: (Int, Int) -> Scale
  ) {
    var (width, height) = (width, height)
    repeat {
      scales.append(make(width, height))
      halvings.append(RowHalving(width: width, height: height, border: border))
      (width, height) = halvings.last!.half
    } while scales.count < most && min(width, height) >= least
  }

  /// Passes a row to the first scale, and the halved rows that it completes to the others.
  mutating func add(_ rows: RowHalving.Rows, _ body: (inout Scale, RowHalving.Rows) -> Void) {
    var rows = rows
    for index in scales.indices {
      body(&scales[index], rows)
      guard index + 1 < scales.count, let half = halvings[index].add(rows) else { return }
      rows = half
    }
  }
}

/// The most recent rows of several planes: as many as a filter of a radius needs. Rows are added from the top down.
final class FilterRows {
  let width: Int
  let height: Int
  /// The number of rows that were added.
  private(set) var count = 0

  private let radius: Int
  private let planes: Int
  /// The length of a row in memory: with `radius` samples of padding on both sides, and three for vectors.
  private let rowStride: Int
  private let memory: UnsafeMutablePointer<Double>
  private let zeros: UnsafeMutablePointer<Double>
  /// Whether a row is prepared, by its place in memory.
  private var isPrepared: [Bool]
  private var nextCenter = 0
  private var lastDifference: Int?

  /// - Parameters:
  ///   - planes: The number of samples per pixel.
  ///   - results: The number of rows for sums along columns.
  init(width: Int, height: Int, radius: Int, planes: Int, results: Int) {
    (self.width, self.height, self.radius, self.planes) = (width, height, radius, planes)
    rowStride = width + 2 * radius + 3
    isPrepared = [Bool](repeating: false, count: 2 * radius + 1)
    let count = rowStride * (planes * isPrepared.count + results + 1)
    memory = .allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    zeros = memory + count - rowStride
  }

  deinit { memory.deallocate() }

  /// Returns the first sample of a row, one of the last 2 * radius + 1 or the next one to add.
  func row(_ y: Int, _ plane: Int) -> UnsafeMutablePointer<Double> {
    memory + (y % isPrepared.count * planes + plane) * rowStride + radius
  }

  /// Returns the first sample of a row of sums.
  func result(_ index: Int) -> UnsafeMutablePointer<Double> {
    memory + (isPrepared.count * planes + index) * rowStride
  }

  /// Adds the next row, whose planes the caller has filled, and returns the rows whose filter window is now complete and
  /// has a row with a difference. Around the other rows, both images have the same results.
  ///
  /// - Parameters:
  ///   - differs: Whether the row has a difference.
  ///   - prepare: Called once for each row near a difference, before the row's number is returned.
  func add(differs: Bool, prepare: (_ y: Int) -> Void) -> Range<Int> {
    isPrepared[count % isPrepared.count] = false
    if differs { lastDifference = count }
    count += 1
    let end = count == height ? height : max(0, count - radius)
    let start = nextCenter
    nextCenter = end
    guard let lastDifference else { return end..<end }
    let centers = start..<max(start, min(end, lastDifference + radius + 1))
    guard !centers.isEmpty else { return centers }
    for y in max(0, centers.lowerBound - radius)..<min(count, centers.upperBound + radius)
    where !isPrepared[y % isPrepared.count] {
      isPrepared[y % isPrepared.count] = true
      prepare(y)
    }
    return centers
  }

  /// Fills the padding of a row.
  func pad(_ y: Int, _ plane: Int, _ border: FilterBorder) {
    let row = row(y, plane)
    for x in -radius..<0 { row[x] = border.index(x, count: width).map { row[$0] } ?? 0 }
    for x in width..<width + radius { row[x] = border.index(x, count: width).map { row[$0] } ?? 0 }
  }

  /// Filters a padded row of a plane into another plane.
  func filterRow(_ y: Int, _ plane: Int, by kernel: FilterKernel, into target: Int) {
    let row = row(y, plane)
    let taps = (-kernel.radius...kernel.radius).map { row + $0 }
    kernel.apply(taps, width, into: self.row(y, target))
  }

  /// Filters a plane along its columns, around a row, into a result.
  func filterColumns(
    around y: Int, _ plane: Int, by kernel: FilterKernel, _ border: FilterBorder, into index: Int
  ) {
    let taps = (-kernel.radius...kernel.radius).map { offset in
      border.index(y + offset, count: height).map { row($0, plane) } ?? zeros
    }
    kernel.apply(taps, width, into: result(index))
  }
}
