import FrameGeometry
import FrameImage

/// An accumulator of metrics, which receives the rows of both images from the top down.
protocol RowMetric: SendableMetatype {
  /// The form of rows that the accumulator reads.
  static var input: MetricInput { get }

  /// - Parameter metrics: The requested metrics.
  init(width: Int, height: Int, metrics: Set<ComparisonMetric>)

  mutating func add(_ row: MetricRow)
}

/// A form of rows. Only the forms that requested metrics read are computed.
enum MetricInput {
  case errors, colors, luma, light
}

/// A row of both images in the forms that metrics read. In luma and light, a pixel that is not compared counts as equal,
/// because a window or filter cannot have holes.
struct MetricRow {
  /// The number of samples per pixel that count: 3 if neither image has alpha, because a constant sample would only
  /// lower the mean.
  let channels: Int
  var verdicts = UnsafeBufferPointer<PixelVerdict>(start: nil, count: 0)
  /// The sums of the absolute and of the squared differences of samples, each 0 to 1.
  var errors = (absolute: 0.0, squared: 0.0)
  /// The encoded red, green and blue over the background, 0 to 255, of the compared pixels that differ.
  var colors: [(expected: SIMD3<Double>, actual: SIMD3<Double>)] = []
  /// The luma of ITU-R BT.601 over the background, 0 to 1.
  var luma: (expected: [Double], actual: [Double]) = ([], [])
  /// Linear red over the background of all pixels, then green, then blue, 0 to 1.
  var light: (expected: [Double], actual: [Double]) = ([], [])
  /// True if any compared pixel differs; only with luma and light.
  var differs = false
}

/// Computes the requested metrics from rows.
struct Measurements<Pixel: PackedPixel> {
  private let metrics: Set<ComparisonMetric>
  private let distance: ColorDistance<Pixel>
  private let linear = SRGBDecoding()
  private var accumulators: [any RowMetric] = []
  private let inputs: Set<MetricInput>
  private var row: MetricRow

  init(_ options: ComparisonOptions, _ size: PixelSize, hasAlpha: Bool) {
    metrics = options.metrics
    distance = ColorDistance(over: options.background)
    for metric in metrics { metric.start(&accumulators, size, metrics) }
    inputs = Set(accumulators.map { type(of: $0).input })
    row = MetricRow(channels: hasAlpha ? 4 : 3)
    let zeros = [Double](repeating: 0, count: 3 * size.width)
    if inputs.contains(.luma) { row.luma = (Array(zeros[..<size.width]), Array(zeros[..<size.width])) }
    if inputs.contains(.light) { row.light = (zeros, zeros) }
  }

  /// True if no metric needs rows.
  var isEmpty: Bool { accumulators.isEmpty }

  mutating func add(
    _ l: UnsafePointer<Pixel>, _ r: UnsafePointer<Pixel>, _ verdicts: UnsafeBufferPointer<PixelVerdict>
  ) {
    row.verdicts = verdicts
    row.differs = false
    if inputs.contains(.errors) || inputs.contains(.colors) { findDifferences(l, r) }
    if inputs.contains(.luma) { convertToLuma(l, r) }
    if inputs.contains(.light) { convertToLight(l, r) }
    for index in accumulators.indices { accumulators[index].add(row) }
  }

  /// Returns the metrics of a classified difference.
  ///
  /// - Parameter count: The number of compared pixels.
  func results(_ difference: ImageDifference, count: Int) -> [ComparisonMetric: Double] {
    var results: [ComparisonMetric: Double] = [:]
    for metric in metrics {
      results[metric] = metric.value(accumulators, Double(max(1, count)), difference)
    }
    return results
  }

  /// Finds the differences of a row. The sums of a row are integers, which 2^24 pixels cannot overflow; only row totals
  /// are added as fractions.
  private mutating func findDifferences(_ l: UnsafePointer<Pixel>, _ r: UnsafePointer<Pixel>) {
    var (error, squaredError) = (0, 0)
    row.colors.removeAll(keepingCapacity: true)
    let (count, wantsColors) = (row.verdicts.count, inputs.contains(.colors))
    var x = Pixel.firstDifference(l, r, from: 0, count: count)
    while x < count {
      if row.verdicts[x].isCompared {
        for channel in 0..<row.channels {
          let difference = abs(l[x].sample(channel) - r[x].sample(channel))
          error += difference
          squaredError += difference * difference
        }
        if wantsColors { row.colors.append((color(l[x]), color(r[x]))) }
      }
      x = Pixel.firstDifference(l, r, from: x + 1, count: count)
    }
    let range = Double(Pixel.maximum)
    row.errors.absolute = Double(error) / range
    row.errors.squared = Double(squaredError) / (range * range)
  }

  private mutating func convertToLuma(_ l: UnsafePointer<Pixel>, _ r: UnsafePointer<Pixel>) {
    let verdicts = row.verdicts
    for x in verdicts.indices {
      row.luma.expected[x] = brightness(l[x])
      let isEqual = !verdicts[x].isCompared || l[x] == r[x]
      if !isEqual { row.differs = true }
      row.luma.actual[x] = isEqual ? row.luma.expected[x] : brightness(r[x])
    }
  }

  private mutating func convertToLight(_ l: UnsafePointer<Pixel>, _ r: UnsafePointer<Pixel>) {
    let (verdicts, count) = (row.verdicts, row.verdicts.count)
    for x in verdicts.indices {
      let expected = light(l[x])
      let isEqual = !verdicts[x].isCompared || l[x] == r[x]
      let actual = isEqual ? expected : light(r[x])
      if !isEqual { row.differs = true }
      for channel in 0..<3 {
        row.light.expected[channel * count + x] = expected[channel]
        row.light.actual[channel * count + x] = actual[channel]
      }
    }
  }

  /// Returns the encoded red, green and blue over the background, 0 to 255.
  private func color(_ pixel: Pixel) -> SIMD3<Double> {
    let (red, green, blue) = distance.composited(pixel)
    return SIMD3(red, green, blue)
  }

  private func light(_ pixel: Pixel) -> SIMD3<Double> {
    let (red, green, blue) = distance.composited(pixel)
    return SIMD3(linear(red), linear(green), linear(blue))
  }

  private func brightness(_ pixel: Pixel) -> Double {
    let (red, green, blue) = distance.composited(pixel)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
  }
}

extension ComparisonMetric {
  /// The mean absolute difference of the samples, 0 to 1. Alpha counts as a sample if either image has it.
  public static let mae = ComparisonMetric("mae", example: (2, "=0.01")) { (errors: SampleErrors, pixels) in
    errors.absolute / (pixels * errors.channels)
  }
  /// The root mean square of the differences, 0 to 1.
  public static let rmse = ComparisonMetric("rmse", example: (3, "")) { (errors: SampleErrors, pixels) in
    (errors.squared / (pixels * errors.channels)).squareRoot()
  }
  /// The peak signal-to-noise ratio in decibels; infinite for equal samples.
  public static let psnr = ComparisonMetric("psnr", perfect: .infinity, example: (4, "=40")) {
    (errors: SampleErrors, pixels) in
    guard errors.squared > 0 else { return .infinity }
    let ratio = pixels * errors.channels / errors.squared
    return Exponentials.logarithm(ratio) * 10 / Exponentials.logarithm(10)
  }
}

/// The sums of the differences of samples.
private struct SampleErrors: RowMetric {
  static let input = MetricInput.errors

  private(set) var (channels, absolute, squared) = (1.0, 0.0, 0.0)

  init(width: Int, height: Int, metrics: Set<ComparisonMetric>) {}

  mutating func add(_ row: MetricRow) {
    channels = Double(row.channels)
    absolute += row.errors.absolute
    squared += row.errors.squared
  }
}
