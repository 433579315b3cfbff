import FrameModel

/// How many pixels odiff would count. Its color distance is pixelmatch's; its method of finding antialiased
/// pixels is a little other, and it has a threshold where none is given.
struct OdiffCount<Pixel: PackedPixel> {
  private(set) var count = 0
  private var judge: PixelClassifier<Pixel>
  private var verdicts: [PixelVerdict]

  /// odiff's own.
  private static var threshold: Double { 0.1 }

  init(_ options: ComparisonOptions, _ size: PixelSize) {
    var options = options
    options.threshold = options.threshold ?? Self.threshold
    options.hardThreshold = nil
    judge = PixelClassifier(options, size, form: .odiff)
    verdicts = [PixelVerdict](repeating: .same, count: size.width)
  }

  /// - Parameter judged: the row's verdicts, of which only those count that say "ignored".
  mutating func add(
    _ y: Int, _ expected: RowWindow<Pixel>, _ actual: RowWindow<Pixel>,
    _ judged: UnsafeBufferPointer<PixelVerdict>
  ) {
    verdicts.withUnsafeMutableBufferPointer { verdicts in
      for x in judged.indices { verdicts[x] = judged[x] == .ignored ? .ignored : .same }
      guard judge.judge(y, expected, actual, verdicts) else { return }
      for verdict in verdicts where verdict == .differs { count += 1 }
    }
  }
}
