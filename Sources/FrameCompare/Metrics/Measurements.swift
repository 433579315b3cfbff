import FrameGeometry
import FrameImage

/// Computes the requested metrics from rows.
struct Measurements<Pixel: PackedPixel> {
  private let metrics: Set<ComparisonMetric>
  /// The number of samples per pixel that count: 3 if neither image has alpha, because a constant sample
  /// would only lower the mean.
  private let channels: Int
  private let distance: ColorDistance<Pixel>
  private let lab = LabConversion()
  private let wantsColors: Bool
  private let wantsErrors: Bool
  private var similarity: MultiscaleSimilarity?
  private var luma: (l: [Double], r: [Double]) = ([], [])
  private var flip: Flip?
  private var ssimulacra2: Ssimulacra2?
  private let linear = SRGBDecoding()
  /// Linear red of a row, then green, then blue.
  private var light: (l: [Double], r: [Double]) = ([], [])

  private var absoluteSum = 0.0
  private var squaredSum = 0.0
  private var colorSum = 0.0

  init(_ options: ComparisonOptions, _ size: PixelSize, hasAlpha: Bool) {
    metrics = options.metrics
    channels = hasAlpha ? 4 : 3
    distance = ColorDistance(over: options.background)
    wantsErrors = !metrics.isDisjoint(with: [.mae, .rmse, .psnr])
    wantsColors = metrics.contains(.ciede2000)
    if !metrics.isDisjoint(with: [.ssim, .dssim, .msssim]) {
      similarity = MultiscaleSimilarity(
        width: size.width, height: size.height, allScales: metrics.contains(.msssim))
      luma.l = [Double](repeating: 0, count: size.width)
      luma.r = luma.l
    }
    if metrics.contains(.flip) { flip = Flip(width: size.width, height: size.height) }
    if metrics.contains(.ssimulacra2) { ssimulacra2 = Ssimulacra2(width: size.width, height: size.height) }
    if flip != nil || ssimulacra2 != nil {
      light.l = [Double](repeating: 0, count: 3 * size.width)
      light.r = light.l
    }
  }

  mutating func add(
    _ l: UnsafePointer<Pixel>, _ r: UnsafePointer<Pixel>, _ verdicts: UnsafeBufferPointer<PixelVerdict>
  ) {
    if wantsErrors || wantsColors { addDifferences(l, r, verdicts) }
    if flip != nil || ssimulacra2 != nil { addLight(l, r, verdicts) }
    guard similarity != nil else { return }
    for x in verdicts.indices {
      luma.l[x] = brightness(l[x])
      // A window cannot have holes, so a pixel that is not compared counts as equal.
      luma.r[x] = !verdicts[x].isCompared || l[x] == r[x] ? luma.l[x] : brightness(r[x])
    }
    similarity?.add(luma.l, luma.r)
  }

  /// Returns the metrics.
  ///
  /// - Parameter count: The number of compared pixels.
  func results(count: Int) -> [ComparisonMetric: Double] {
    let samples = Double(max(1, count * channels))
    var results: [ComparisonMetric: Double] = [:]
    for metric in metrics {
      results[metric] =
        switch metric {
        case .count, .max, .odiff: nil
        case .mae: absoluteSum / samples
        case .rmse: (squaredSum / samples).squareRoot()
        case .psnr:
          squaredSum == 0
            ? .infinity : Exponentials.logarithm(samples / squaredSum) * 10 / Exponentials.logarithm(10)
        case .ssim: similarity?.ssim
        case .msssim: similarity?.multiscale
        case .dssim: similarity.map { (1 - $0.ssim) / 2 }
        case .ciede2000: colorSum / Double(max(1, count))
        case .flip: flip.map { $0.sum / Double(max(1, count)) }
        case .ssimulacra2: ssimulacra2?.score
        }
    }
    return results
  }

  /// Adds the differences of a row. The sums of a row are integers, which 2^24 pixels cannot overflow; only
  /// row totals are added as fractions.
  private mutating func addDifferences(
    _ l: UnsafePointer<Pixel>, _ r: UnsafePointer<Pixel>, _ verdicts: UnsafeBufferPointer<PixelVerdict>
  ) {
    var (error, squaredError) = (0, 0)
    let count = verdicts.count
    var x = Pixel.firstDifference(l, r, from: 0, count: count)
    while x < count {
      if verdicts[x].isCompared {
        for channel in 0..<channels {
          let difference = abs(l[x].sample(channel) - r[x].sample(channel))
          error += difference
          squaredError += difference * difference
        }
        if wantsColors { colorSum += color(l[x]).distance(to: color(r[x])) }
      }
      x = Pixel.firstDifference(l, r, from: x + 1, count: count)
    }
    let range = Double(Pixel.maximum)
    absoluteSum += Double(error) / range
    squaredSum += Double(squaredError) / (range * range)
  }

  /// Adds a row in linear light. A filter cannot have holes, so a pixel that is not compared counts as equal.
  private mutating func addLight(
    _ l: UnsafePointer<Pixel>, _ r: UnsafePointer<Pixel>, _ verdicts: UnsafeBufferPointer<PixelVerdict>
  ) {
    var differs = false
    for x in verdicts.indices {
      let expected = linear(l[x])
      let isEqual = !verdicts[x].isCompared || l[x] == r[x]
      let actual = isEqual ? expected : linear(r[x])
      if !isEqual { differs = true }
      for channel in 0..<3 {
        light.l[channel * verdicts.count + x] = expected[channel]
        light.r[channel * verdicts.count + x] = actual[channel]
      }
    }
    flip?.add(light.l, light.r, verdicts, differs: differs)
    ssimulacra2?.add(light.l, light.r, differs: differs)
  }

  /// Returns linear red, green and blue over the background.
  private func linear(_ pixel: Pixel) -> SIMD3<Double> {
    let (red, green, blue) = distance.composited(pixel)
    return SIMD3(linear(red), linear(green), linear(blue))
  }

  /// Returns the luma of ITU-R BT.601 over the background, 0 to 1.
  private func brightness(_ pixel: Pixel) -> Double {
    let (red, green, blue) = distance.composited(pixel)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
  }

  private func color(_ pixel: Pixel) -> LabColor {
    let (red, green, blue) = distance.composited(pixel)
    return lab(red, green, blue)
  }
}
