import FrameModel

/// Compares two images while they stream.
///
///     var options = ComparisonOptions()
///     options.threshold = 0.1
///     let difference = ImageComparison(options: options).difference(expected, actual)
///     difference.differing == 0
///
/// Gray counts as three equal channels, missing alpha as opaque. Where either image has 16 bits, the samples
/// of the other are multiplied by 257. Of images of different sizes the part is compared that both have,
/// from the top left corner.
public struct ImageComparison: Sendable {
  public let options: ComparisonOptions

  public init(options: ComparisonOptions) {
    self.options = options
  }

  /// A row as it was judged: its number, its verdicts, and the samples of both images as RGBA of 8 bits,
  /// alpha not multiplied in.
  public typealias RowBody = (
    _ y: Int, _ verdicts: Span<PixelVerdict>, _ expected: Span<UInt8>, _ actual: Span<UInt8>
  ) throws -> Void

  /// Reads both images, a band of each at a time, and finishes both. Memory grows with the width alone.
  ///
  /// - Parameters:
  ///   - mask: as large as the part that both have; where it is black, pixels are ignored.
  ///   - shift: how far the actual image lies from the expected one. Places in the result, in the mask and
  ///     of what is ignored are places in the expected image.
  ///   - onRow: is given each row that is compared, from the top down, the first as 0.
  /// - Throws: `ComparisonError`, and what the sources and `onRow` throw.
  public func run<E: PixelSource, A: PixelSource, M: PixelSource>(
    _ expected: inout E, _ actual: inout A, mask: inout M?, shift: PixelShift = .none,
    onRow: RowBody? = nil
  ) throws -> ImageDifference {
    // In boxes, so that what is done with pixels is compiled for kinds of pixels alone, in this module.
    var left: any PixelSource = expected
    var right: any PixelSource = actual
    var cover: (any PixelSource)? = mask
    defer {
      expected = left as! E
      actual = right as! A
      mask = cover.map { $0 as! M }
    }
    let isDeep = max(left.format.depth, right.format.depth) == .sixteen
    return isDeep
      ? try run(as: UInt64.self, &left, &right, &cover, shift, onRow)
      : try run(as: UInt32.self, &left, &right, &cover, shift, onRow)
  }

  /// What is found where the images are known to be equal: neither is read, but the mask is.
  ///
  /// - Throws: as `run`.
  public func equal<M: PixelSource>(_ size: PixelSize, mask: inout M?) throws -> ImageDifference {
    var cover: (any PixelSource)? = mask
    defer { mask = cover.map { $0 as! M } }
    var result = ImageDifference(expectedSize: size, actualSize: size)
    if let cover, cover.size != size { throw ComparisonError.maskSize(cover.size, needed: size) }
    result.metrics = Dictionary(uniqueKeysWithValues: options.metrics.map { ($0, $0.ofEqualImages) })
    guard cover != nil || !options.ignored.isEmpty else { return result }
    var ignoring = IgnoredPixels(options.ignored, mask: cover, PixelRect(x: 0, y: 0, size: size))
    var verdicts = [PixelVerdict](repeating: .same, count: size.width)
    for y in 0..<size.height {
      try verdicts.withUnsafeMutableBufferPointer { try ignoring.begin(y, mask: &cover, $0) }
    }
    try cover?.finish()
    result.ignored = ignoring.count
    return result
  }

  /// Compares two images in memory.
  public func difference(_ expected: Bitmap, _ actual: Bitmap) -> ImageDifference {
    var (expected, actual, mask) = (expected, actual, Bitmap?.none)
    // Bitmaps throw nothing, and without a mask there is nothing else to throw.
    return try! run(&expected, &actual, mask: &mask)
  }

  private func run<Pixel: PackedPixel>(
    as: Pixel.Type, _ expected: inout any PixelSource, _ actual: inout any PixelSource,
    _ mask: inout (any PixelSource)?, _ shift: PixelShift, _ onRow: RowBody?
  ) throws -> ImageDifference {
    var result = ImageDifference(expectedSize: expected.size, actualSize: actual.size)
    if let mask, mask.size != result.size { throw ComparisonError.maskSize(mask.size, needed: result.size) }
    let (part, otherPart) = shift.parts(of: result.size)
    let size = part.size
    result.shift = shift
    result.size = size

    let left = RowWindow<Pixel>(part)
    let right = RowWindow<Pixel>(otherPart)
    var ignoring = IgnoredPixels(options.ignored, mask: mask, part)
    var judge = PixelClassifier<Pixel>(options, size)
    var odiff = options.metrics.contains(.odiff) ? OdiffCount<Pixel>(options, size) : nil
    var clusters = ClusterFinder()
    var measurements = Measurements<Pixel>(
      options, size, hasAlpha: expected.format.channels.hasAlpha || actual.format.channels.hasAlpha)
    var verdicts = [PixelVerdict](repeating: .same, count: size.width)
    var shown = ShownRows<Pixel>(width: onRow == nil ? 0 : size.width)

    for y in 0..<size.height {
      try left.load(around: y, from: &expected)
      try right.load(around: y, from: &actual)
      try verdicts.withUnsafeMutableBufferPointer { verdicts in
        try ignoring.begin(y, mask: &mask, verdicts)
        let differs = judge.judge(y, left, right, verdicts)
        let judged = UnsafeBufferPointer(verdicts)
        clusters.add(y, judged, isClean: !differs)
        measurements.add(left[y], right[y], judged)
        odiff?.add(y, left, right, judged)
      }
      if let onRow {
        shown.unpack(left[y], right[y])
        try onRow(y, verdicts.span, shown.expected.span, shown.actual.span)
      }
    }
    try expected.finish()
    try actual.finish()
    try mask?.finish()

    result.clusters = clusters.finish().map { $0.moved(by: part.x, part.y) }
    result.clusterCount = clusters.count
    result.differing = clusters.differing
    result.box = clusters.box?.moved(by: part.x, part.y)
    result.antialiased = judge.antialiased
    result.hard = judge.hard
    result.unseen = judge.unseen
    result.maxDifference = judge.maxDifference
    result.ignored = ignoring.count
    result.metrics = measurements.results(count: size.area - ignoring.count)
    // What was found anyway.
    for metric in options.metrics {
      switch metric {
      case .count: result.metrics[metric] = Double(result.differing)
      case .max: result.metrics[metric] = result.maxDifference
      case .odiff: result.metrics[metric] = Double(odiff?.count ?? 0)
      default: break
      }
    }
    return result
  }
}

/// A row of both images, as whoever looks on is given it.
private struct ShownRows<Pixel: PackedPixel> {
  private(set) var expected: [UInt8]
  private(set) var actual: [UInt8]
  private let width: Int

  init(width: Int) {
    self.width = width
    expected = [UInt8](repeating: 0, count: width * 4)
    actual = expected
  }

  mutating func unpack(_ l: UnsafePointer<Pixel>, _ r: UnsafePointer<Pixel>) {
    expected.withUnsafeMutableBufferPointer { Pixel.unpack(l, count: width, into: $0.baseAddress!) }
    actual.withUnsafeMutableBufferPointer { Pixel.unpack(r, count: width, into: $0.baseAddress!) }
  }
}

extension PixelRect {
  fileprivate func moved(by dx: Int, _ dy: Int) -> PixelRect { PixelRect(x: x + dx, y: y + dy, size: size) }
}

extension ImageDifference.Cluster {
  fileprivate func moved(by dx: Int, _ dy: Int) -> Self { Self(box: box.moved(by: dx, dy), count: count) }
}
