import FrameModel

/// Compares two pictures while they stream.
///
///     var options = ComparisonOptions()
///     options.threshold = 0.1
///     let difference = PictureComparison(options: options).difference(expected, actual)
///     difference.differing == 0
///
/// Grey counts as three equal channels, missing alpha as opaque. Where either picture has 16 bits, the samples
/// of the other are multiplied by 257. Of pictures of different sizes the part is compared that both have,
/// from the top left corner.
public struct PictureComparison: Sendable {
  public let options: ComparisonOptions

  public init(options: ComparisonOptions) {
    self.options = options
  }

  /// Reads both pictures, a band of each at a time, and finishes both. Memory grows with the width alone.
  ///
  /// - Parameters:
  ///   - mask: as large as the part that is compared; where it is black, pixels are ignored.
  ///   - onRow: is given each row from the top down: its number, its verdicts, and the expected picture's
  ///     samples as RGBA of 8 bits, alpha not multiplied in.
  /// - Throws: `ComparisonError`, and what the sources and `onRow` throw.
  public func run<E: PixelSource, A: PixelSource, M: PixelSource>(
    _ expected: inout E, _ actual: inout A, mask: inout M?,
    onRow: (Int, Span<PixelVerdict>, Span<UInt8>) throws -> Void
  ) throws -> PictureDifference {
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
      ? try run(as: UInt64.self, &left, &right, &cover, onRow)
      : try run(as: UInt32.self, &left, &right, &cover, onRow)
  }

  /// Compares two pictures in memory.
  public func difference(_ expected: Bitmap, _ actual: Bitmap) -> PictureDifference {
    var (expected, actual, mask) = (expected, actual, Bitmap?.none)
    // Bitmaps throw nothing, and without a mask there is nothing else to throw.
    return try! run(&expected, &actual, mask: &mask) { _, _, _ in }
  }

  private func run<Pixel: PackedPixel>(
    as: Pixel.Type, _ expected: inout any PixelSource, _ actual: inout any PixelSource,
    _ mask: inout (any PixelSource)?,
    _ onRow: (Int, Span<PixelVerdict>, Span<UInt8>) throws -> Void
  ) throws -> PictureDifference {
    var result = PictureDifference(expectedSize: expected.size, actualSize: actual.size)
    let size = result.size
    if let mask, mask.size != size { throw ComparisonError.maskSize(mask.size, needed: size) }

    let left = RowWindow<Pixel>(size)
    let right = RowWindow<Pixel>(size)
    var ignoring = IgnoredPixels(options.ignored, mask: mask, size)
    var judge = Judge<Pixel>(options, size)
    var clusters = ClusterFinder()
    var measurements = Measurements<Pixel>(
      options, size, hasAlpha: expected.format.channels.hasAlpha || actual.format.channels.hasAlpha)
    var verdicts = [PixelVerdict](repeating: .same, count: size.width)
    var shown = [UInt8](repeating: 0, count: size.width * 4)

    for y in 0..<size.height {
      try left.load(around: y, from: &expected)
      try right.load(around: y, from: &actual)
      try verdicts.withUnsafeMutableBufferPointer { verdicts in
        try ignoring.begin(y, mask: &mask, verdicts)
        let differs = judge.judge(y, left, right, verdicts)
        clusters.add(y, UnsafeBufferPointer(verdicts), isClean: !differs)
        measurements.add(left[y], right[y], UnsafeBufferPointer(verdicts))
      }
      shown.withUnsafeMutableBufferPointer {
        Pixel.unpack(left[y], count: size.width, into: $0.baseAddress!)
      }
      try onRow(y, verdicts.span, shown.span)
    }
    try expected.finish()
    try actual.finish()
    try mask?.finish()

    result.clusters = clusters.finish()
    result.clusterCount = clusters.count
    result.differing = clusters.differing
    result.box = clusters.box
    result.antialiased = judge.antialiased
    result.hard = judge.hard
    result.maxDifference = judge.maxDifference
    result.ignored = ignoring.count
    result.metrics = measurements.results(count: size.area - ignoring.count)
    return result
  }
}
