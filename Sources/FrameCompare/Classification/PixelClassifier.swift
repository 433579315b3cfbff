import FrameModel

/// Gives each pixel of a row its verdict.
struct PixelClassifier<Pixel: PackedPixel> {
  private(set) var antialiased = 0
  private(set) var hard = 0
  private(set) var unseen = 0
  private var furthest = 0

  private let distance: ColorDistance<Pixel>
  private let antialiasing: Antialiasing<Pixel>
  private let excusesAntialiased: Bool
  private let hardThreshold: Double?
  /// Nil: exact.
  private let largestDistance: Double?

  init(_ options: ComparisonOptions, _ size: PixelSize, form: Antialiasing<Pixel>.Form = .pixelmatch) {
    distance = ColorDistance(over: options.ground)
    antialiasing = Antialiasing(form: form, distance: distance, width: size.width, height: size.height)
    excusesAntialiased = options.ignoresAntialiasing
    hardThreshold = options.hardThreshold
    largestDistance = options.threshold.map { ColorDistance<Pixel>.largest * $0 * $0 }
  }

  /// As a part of the range.
  var maxDifference: Double { Double(furthest) / Double(Pixel.maximum) }

  /// - Parameter verdicts: of the row, `ignored` or `same`; those of pixels that differ are changed.
  /// - Returns: whether any pixel of the row counts.
  mutating func judge(
    _ y: Int, _ expected: RowWindow<Pixel>, _ actual: RowWindow<Pixel>,
    _ verdicts: UnsafeMutableBufferPointer<PixelVerdict>
  ) -> Bool {
    var counts = false
    let (l, r) = (expected[y], actual[y])
    let count = verdicts.count
    var x = Pixel.firstDifference(l, r, from: 0, count: count)
    while x < count {
      if verdicts[x] != .ignored {
        verdicts[x] = verdict(x, y, expected, actual, l[x], r[x])
        if verdicts[x] == .differs {
          counts = true
          if l[x].sample(3) == 0, r[x].sample(3) == 0 { unseen += 1 }
        }
      }
      x = Pixel.firstDifference(l, r, from: x + 1, count: count)
    }
    return counts
  }

  private mutating func verdict(
    _ x: Int, _ y: Int, _ expected: RowWindow<Pixel>, _ actual: RowWindow<Pixel>, _ l: Pixel, _ r: Pixel
  ) -> PixelVerdict {
    let off = l.furthest(from: r)
    furthest = max(furthest, off)
    // Divided rather than multiplied: 51 of 255 is then the number that is written 0.2.
    if let hardThreshold, Double(off) / Double(Pixel.maximum) > hardThreshold {
      hard += 1
      return .differs
    }
    if let largestDistance, distance.between(l, r) <= largestDistance { return .same }
    if excusesAntialiased
      && (antialiasing.isSoftened(x, y, of: expected, beside: actual)
        || antialiasing.isSoftened(x, y, of: actual, beside: expected))
    {
      antialiased += 1
      return .antialiased
    }
    return .differs
  }
}
