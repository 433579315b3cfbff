import FrameImage

/// Classifies the pixels of each row.
struct PixelClassifier<Pixel: PackedPixel> {
  private(set) var antialiased = 0
  private(set) var overHardThreshold = 0
  private(set) var invisible = 0
  private var largestSampleDifference = 0

  private let distance: ColorDistance<Pixel>
  private let antialiasing: Antialiasing<Pixel>
  private let ignoresAntialiasing: Bool
  private let hardThreshold: Double?
  /// The largest allowed color distance; nil if every difference counts.
  private let maxDistance: Double?

  init(_ options: ComparisonOptions, _ size: PixelSize, variant: Antialiasing<Pixel>.Variant = .pixelmatch) {
    distance = ColorDistance(over: options.background)
    antialiasing = Antialiasing(variant: variant, distance: distance, width: size.width, height: size.height)
    ignoresAntialiasing = options.ignoresAntialiasing
    hardThreshold = options.hardThreshold
    maxDistance = options.threshold.map { ColorDistance<Pixel>.maximum * $0 * $0 }
  }

  /// The largest difference of any sample, as a fraction of the range.
  var maxDifference: Double { Double(largestSampleDifference) / Double(Pixel.maximum) }

  /// Classifies the pixels of a row.
  ///
  /// - Parameter verdicts: On entry, `same` for each pixel to compare. The verdicts on those that differ are changed.
  /// - Returns: True if any pixel of the row counts as different.
  mutating func classify(
    _ y: Int, _ expected: RowWindow<Pixel>, _ actual: RowWindow<Pixel>,
    _ verdicts: UnsafeMutableBufferPointer<PixelVerdict>
  ) -> Bool {
    var anyDiffers = false
    let (l, r) = (expected[y], actual[y])
    let count = verdicts.count
    var x = Pixel.firstDifference(l, r, from: 0, count: count)
    while x < count {
      if verdicts[x] == .same {
        verdicts[x] = verdict(x, y, expected, actual, l[x], r[x])
        if verdicts[x] == .differs {
          anyDiffers = true
          if l[x].sample(3) == 0, r[x].sample(3) == 0 { invisible += 1 }
        }
      }
      x = Pixel.firstDifference(l, r, from: x + 1, count: count)
    }
    return anyDiffers
  }

  private mutating func verdict(
    _ x: Int, _ y: Int, _ expected: RowWindow<Pixel>, _ actual: RowWindow<Pixel>, _ l: Pixel, _ r: Pixel
  ) -> PixelVerdict {
    let sampleDifference = l.largestDifference(from: r)
    largestSampleDifference = max(largestSampleDifference, sampleDifference)
    // Division, not multiplication: 51 of 255 then equals the literal 0.2.
    if let hardThreshold, Double(sampleDifference) / Double(Pixel.maximum) > hardThreshold {
      overHardThreshold += 1
      return .differs
    }
    if let maxDistance, distance.between(l, r) <= maxDistance { return .same }
    if ignoresAntialiasing
      && (antialiasing.isAntialiased(x, y, of: expected, beside: actual)
        || antialiasing.isAntialiased(x, y, of: actual, beside: expected))
    {
      antialiased += 1
      return .antialiased
    }
    return .differs
  }
}

/// The perceptual distance of two colors, and the brightness of a color, over a background.
///
/// Y. Kotsarenko and F. Ramos, "Measuring perceived color difference using YIQ NTSC transmission color space
/// in mobile applications", 2010. Coefficients, blending and order of operations are those of pixelmatch
/// (PyPI, 0.4.0), so that sums round alike and counts are equal.
struct ColorDistance<Pixel: PackedPixel> {
  /// The largest possible distance, rounded as in pixelmatch.
  static var maximum: Double { 35215 }

  /// The background color, 0 to 255.
  private let background: (red: Double, green: Double, blue: Double)

  init(over background: Color) {
    self.background = (background.red * 255, background.green * 255, background.blue * 255)
  }

  /// Returns red, green and blue over the background, 0 to 255.
  @inline(__always)
  func composited(_ pixel: Pixel) -> (red: Double, green: Double, blue: Double) {
    let (red, green, blue) = (pixel.level(0), pixel.level(1), pixel.level(2))
    guard pixel.sample(3) < Pixel.maximum else { return (red, green, blue) }
    let alpha = pixel.level(3) / 255
    return (
      background.red + (red - background.red) * alpha,
      background.green + (green - background.green) * alpha,
      background.blue + (blue - background.blue) * alpha
    )
  }

  @inline(__always)
  func brightness(_ pixel: Pixel) -> Double {
    let (red, green, blue) = composited(pixel)
    return red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
  }

  @inline(__always)
  func between(_ first: Pixel, _ second: Pixel) -> Double {
    let (l, r) = (composited(first), composited(second))
    let y =
      (l.red * 0.29889531 + l.green * 0.58662247 + l.blue * 0.11448223)
      - (r.red * 0.29889531 + r.green * 0.58662247 + r.blue * 0.11448223)
    let i =
      (l.red * 0.59597799 - l.green * 0.27417610 - l.blue * 0.32180189)
      - (r.red * 0.59597799 - r.green * 0.27417610 - r.blue * 0.32180189)
    let q =
      (l.red * 0.21147017 - l.green * 0.52261711 + l.blue * 0.31114694)
      - (r.red * 0.21147017 - r.green * 0.52261711 + r.blue * 0.31114694)
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }
}

/// Counts pixels as odiff does. Its color distance is that of pixelmatch. Its antialiasing detection differs
/// slightly, and it has a default threshold.
struct OdiffCount<Pixel: PackedPixel> {
  private(set) var count = 0
  private var classifier: PixelClassifier<Pixel>
  private var verdicts: [PixelVerdict]

  /// odiff's default threshold.
  private static var threshold: Double { 0.1 }

  init(_ options: ComparisonOptions, _ size: PixelSize) {
    var options = options
    options.threshold = options.threshold ?? Self.threshold
    options.hardThreshold = nil
    classifier = PixelClassifier(options, size, variant: .odiff)
    verdicts = [PixelVerdict](repeating: .same, count: size.width)
  }

  /// Counts the differing pixels of a row.
  ///
  /// - Parameter classified: The verdicts of the row, which say what pixels are compared.
  mutating func add(
    _ y: Int, _ expected: RowWindow<Pixel>, _ actual: RowWindow<Pixel>,
    _ classified: UnsafeBufferPointer<PixelVerdict>
  ) {
    verdicts.withUnsafeMutableBufferPointer { verdicts in
      for x in classified.indices { verdicts[x] = classified[x].isCompared ? .same : .ignored }
      guard classifier.classify(y, expected, actual, verdicts) else { return }
      for verdict in verdicts where verdict == .differs { count += 1 }
    }
  }
}
