import FrameModel

/// The metrics that were asked for, as rows come.
struct Measurements<Pixel: PackedPixel> {
  private let metrics: Set<ComparisonMetric>
  /// How many samples of a pixel count: alpha that neither image has would only thin the mean.
  private let channels: Int
  private let distance: ColorDistance<Pixel>
  private let lab = LabConversion()
  private let wantsColors: Bool
  private let wantsErrors: Bool
  private var scales: Scales?
  private var luma: (l: [Double], r: [Double]) = ([], [])

  private var absolute = 0.0
  private var squares = 0.0
  private var colors = 0.0

  init(_ options: ComparisonOptions, _ size: PixelSize, hasAlpha: Bool) {
    metrics = options.metrics
    channels = hasAlpha ? 4 : 3
    distance = ColorDistance(over: options.ground)
    wantsErrors = !metrics.isDisjoint(with: [.mae, .rmse, .psnr])
    wantsColors = metrics.contains(.ciede2000)
    if !metrics.isDisjoint(with: [.ssim, .dssim, .msssim]) {
      scales = Scales(width: size.width, height: size.height, several: metrics.contains(.msssim))
      luma.l = [Double](repeating: 0, count: size.width)
      luma.r = luma.l
    }
  }

  mutating func add(
    _ l: UnsafePointer<Pixel>, _ r: UnsafePointer<Pixel>, _ verdicts: UnsafeBufferPointer<PixelVerdict>
  ) {
    if wantsErrors || wantsColors { addDifferences(l, r, verdicts) }
    guard scales != nil else { return }
    for x in verdicts.indices {
      luma.l[x] = brightness(l[x])
      // A window cannot have holes: an ignored pixel is taken as equal.
      luma.r[x] = verdicts[x] == .ignored || l[x] == r[x] ? luma.l[x] : brightness(r[x])
    }
    scales?.add(luma.l, luma.r)
  }

  /// - Parameter count: how many pixels were looked at.
  func results(count: Int) -> [ComparisonMetric: Double] {
    let samples = Double(max(1, count * channels))
    var results: [ComparisonMetric: Double] = [:]
    for metric in metrics {
      results[metric] =
        switch metric {
        case .count, .max, .odiff: nil
        case .mae: absolute / samples
        case .rmse: (squares / samples).squareRoot()
        case .psnr:
          squares == 0
            ? .infinity : Exponentials.logarithm(samples / squares) * 10 / Exponentials.logarithm(10)
        case .ssim: scales?.ssim
        case .msssim: scales?.multiscale
        case .dssim: scales.map { (1 - $0.ssim) / 2 }
        case .ciede2000: colors / Double(max(1, count))
        }
    }
    return results
  }

  /// A row's sums are whole numbers, and only rows are added as fractions: 2^24 pixels cannot overflow them.
  private mutating func addDifferences(
    _ l: UnsafePointer<Pixel>, _ r: UnsafePointer<Pixel>, _ verdicts: UnsafeBufferPointer<PixelVerdict>
  ) {
    var (off, offSquared) = (0, 0)
    let count = verdicts.count
    var x = Pixel.firstDifference(l, r, from: 0, count: count)
    while x < count {
      if verdicts[x] != .ignored {
        for channel in 0..<channels {
          let by = abs(l[x].sample(channel) - r[x].sample(channel))
          off += by
          offSquared += by * by
        }
        if wantsColors { colors += color(l[x]).distance(to: color(r[x])) }
      }
      x = Pixel.firstDifference(l, r, from: x + 1, count: count)
    }
    let range = Double(Pixel.maximum)
    absolute += Double(off) / range
    squares += Double(offSquared) / (range * range)
  }

  /// Luma of ITU-R BT.601 as seen over the ground, 0 to 1.
  private func brightness(_ pixel: Pixel) -> Double {
    let (red, green, blue) = distance.seen(pixel)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
  }

  private func color(_ pixel: Pixel) -> LabColor {
    let (red, green, blue) = distance.seen(pixel)
    return lab(red, green, blue)
  }
}
