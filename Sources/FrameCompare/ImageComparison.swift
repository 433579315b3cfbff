import FrameImage

/// Compares two images in a stream.
///
///     var options = ComparisonOptions()
///     options.threshold = 0.1
///     let difference = ImageComparison(options: options).difference(expected, actual)
///     difference.differing == 0
///
/// Gray counts as three equal channels, and missing alpha as opaque. If only one image has 16 bits, the
/// samples of the other are multiplied by 257. If the sizes differ, the common area at the top left is
/// compared.
package struct ImageComparison: Sendable {
  package let options: ComparisonOptions

  package init(options: ComparisonOptions) {
    self.options = options
  }

  /// A closure that receives a compared row: its number, its verdicts, and the pixels of both images as RGBA
  /// of 8 bits, not premultiplied.
  package typealias RowBody = (
    _ y: Int, _ verdicts: Span<PixelVerdict>, _ expected: Span<UInt8>, _ actual: Span<UInt8>
  ) throws -> Void

  /// Compares two images. Reads one band of each image at a time, and finishes both. Memory is proportional
  /// to the width.
  ///
  /// - Parameters:
  ///   - placement: How the pixels are paired. The result, the mask and the ignored rectangles use the coordinates of the
  ///     expected image.
  ///   - onRow: Called for each compared row, from the top down; the first row is 0.
  /// - Throws: `ComparisonError`, and the errors of the sources and of `onRow`.
  package func run(
    _ images: ComparedImages, placement: PixelPlacement = .shifted(.none), onRow: RowBody? = nil
  ) throws -> ImageDifference {
    var placed = images
    if case .aligned(let alignment) = placement {
      try images.checkMask(size: images.expected.size)
      placed = ComparedImages(
        alignment.placed(images.expected, as: .expected), alignment.placed(images.actual, as: .actual),
        mask: images.mask.map { alignment.placed($0, as: .expected) })
    }
    var result =
      max(placed.expected.format.depth, placed.actual.format.depth) == .sixteen
      ? try run(as: UInt64.self, placed, placement, onRow)
      : try run(as: UInt32.self, placed, placement, onRow)
    (result.expectedSize, result.actualSize) = (images.expected.size, images.actual.size)
    return result
  }

  /// Returns the difference of two images that are known to be equal. Reads only the mask.
  ///
  /// - Throws: The same errors as `run`.
  package func differenceOfEqualImages(_ size: PixelSize, mask: (any PixelSource)?) throws -> ImageDifference
  {
    var mask = mask
    var result = ImageDifference(expectedSize: size, actualSize: size)
    if let mask, mask.size != size { throw ComparisonError.maskSize(mask.size, needed: size) }
    result.metrics = Dictionary(uniqueKeysWithValues: options.metrics.map { ($0, $0.valueForEqualImages) })
    guard mask != nil || !options.ignored.isEmpty else { return result }
    var ignoredPixels = IgnoredPixels(options.ignored, mask: mask, PixelRect(x: 0, y: 0, size: size))
    var verdicts = [PixelVerdict](repeating: .same, count: size.width)
    for y in 0..<size.height {
      try verdicts.withUnsafeMutableBufferPointer { try ignoredPixels.begin(y, mask: &mask, $0) }
    }
    try mask?.finish()
    result.ignored = ignoredPixels.count
    return result
  }

  /// Compares two images in memory.
  package func difference(_ expected: Bitmap, _ actual: Bitmap) -> ImageDifference {
    // Bitmaps throw no errors, and neither does a comparison without a mask.
    try! run(ComparedImages(expected, actual))
  }

  private func run<Pixel: PackedPixel>(
    as: Pixel.Type, _ images: ComparedImages, _ placement: PixelPlacement, _ onRow: RowBody?
  ) throws -> ImageDifference {
    var (expected, actual, mask) = (images.expected, images.actual, images.mask)
    var result = ImageDifference(expectedSize: expected.size, actualSize: actual.size)
    try images.checkMask(size: result.size)
    let (part, actualPart): (PixelRect, PixelRect)
    switch placement {
    case .shifted(let shift):
      (part, actualPart) = shift.commonAreas(of: result.size)
      result.shift = shift
    case .aligned(let alignment):
      part = PixelRect(x: 0, y: 0, size: alignment.size)
      actualPart = part
      result.alignment = alignment
    }
    let rectangles = options.ignored.compactMap(placement.rect(ofExpected:))
    let size = part.size
    result.size = size

    let left = RowWindow<Pixel>(part)
    let right = RowWindow<Pixel>(actualPart)
    var ignoredPixels = IgnoredPixels(rectangles, mask: mask, part)
    var gaps = AlignmentGaps(result.alignment)
    var classifier = PixelClassifier<Pixel>(options, size)
    var odiff = options.metrics.contains(.odiff) ? OdiffCount<Pixel>(options, size) : nil
    var regions = RegionFinder()
    var measurements = Measurements<Pixel>(
      options, size, hasAlpha: expected.format.channels.hasAlpha || actual.format.channels.hasAlpha)
    var verdicts = [PixelVerdict](repeating: .same, count: size.width)
    // A row of both images as RGBA of 8 bits.
    var expectedRow = [UInt8](repeating: 0, count: onRow == nil ? 0 : 4 * size.width)
    var actualRow = expectedRow

    // Without metrics, equal rows need no look at their pixels.
    let isPlain = measurements.isEmpty && odiff == nil

    for y in 0..<size.height {
      try left.load(around: y, from: &expected)
      try right.load(around: y, from: &actual)
      try verdicts.withUnsafeMutableBufferPointer { verdicts in
        try ignoredPixels.begin(y, mask: &mask, verdicts)
        gaps.mark(y, left, right, verdicts)
        if isPlain, left.isEqualAsStored(y, right) {
          return regions.add(y, UnsafeBufferPointer(verdicts), isEqual: true)
        }
        let differs = classifier.classify(y, left, right, verdicts)
        let classified = UnsafeBufferPointer(verdicts)
        regions.add(y, classified, isEqual: !differs)
        measurements.add(left[y], right[y], classified)
        odiff?.add(y, left, right, classified)
      }
      if let onRow {
        Pixel.unpack(left[y], count: size.width, into: &expectedRow)
        Pixel.unpack(right[y], count: size.width, into: &actualRow)
        try onRow(y, verdicts.span, expectedRow.span, actualRow.span)
      }
    }
    try expected.finish()
    try actual.finish()
    try mask?.finish()

    result.regions = regions.finish()
    result.regionCount = regions.count
    result.differing = regions.differing
    result.box = regions.box
    result.antialiased = classifier.antialiased
    result.overHardThreshold = classifier.overHardThreshold
    result.invisible = classifier.invisible
    result.maxDifference = classifier.maxDifference
    result.ignored = ignoredPixels.count
    result.add(gaps, isOverHardThreshold: options.hardThreshold != nil)
    result.place(placement)
    result.odiff = (odiff?.count ?? 0) + gaps.count
    result.metrics = measurements.results(
      result, count: size.area - ignoredPixels.count - gaps.count)
    return result
  }
}

/// The images of a comparison, before any of their rows is read. Only one pass can read them: copies share their decoders.
///
/// They are existentials, so that the pixel type is the only generic parameter of a comparison, and its code is specialized in
/// this module.
package struct ComparedImages {
  /// Opens the images and passes them to a body. It may be called several times.
  package typealias Reading = (@escaping (ComparedImages) throws -> Void) throws -> Void

  let expected: any PixelSource
  let actual: any PixelSource
  let mask: (any PixelSource)?

  /// - Parameter mask: An image of the size of the common area; its black pixels are ignored.
  package init(
    _ expected: any PixelSource, _ actual: any PixelSource, mask: (any PixelSource)? = nil
  ) {
    (self.expected, self.actual, self.mask) = (expected, actual, mask)
  }

  /// - Throws: `ComparisonError.maskSize`
  fileprivate func checkMask(size: PixelSize) throws {
    if let mask, mask.size != size { throw ComparisonError.maskSize(mask.size, needed: size) }
  }
}

extension ComparisonMetric {
  /// The number of differing pixels.
  public static let count = ComparisonMetric("count", example: (7, "")) { Double($0.differing) }
  /// The largest difference of two samples, 0 to 1.
  public static let max = ComparisonMetric("max", example: (6, "")) { $0.maxDifference }
  /// The number of pixels that odiff counts, at the given threshold or at odiff's default of 0.1. Excludes antialiased
  /// pixels if `ignoresAntialiasing` is set.
  public static let odiff = ComparisonMetric("odiff", example: (8, "")) { Double($0.odiff) }
}

extension ImageDifference {
  /// Adds the lines that only one image has, as regions of their own.
  fileprivate mutating func add(_ gaps: AlignmentGaps, isOverHardThreshold: Bool) {
    let found = gaps.gaps.filter { $0.count > 0 }
    guard !found.isEmpty else { return }
    (gapPixels, gapDetail) = (gaps.count, gaps.detail)
    differing += gaps.count
    regionCount += found.count
    if isOverHardThreshold { overHardThreshold += gaps.count }
    for gap in found { box = box.map { $0.union(gap.rect) } ?? gap.rect }
    let all = regions + found.map { Region(box: $0.rect, count: $0.count) }
    regions = Array(all.sorted { $0.precedes($1) }.prefix(Self.maxRegions))
  }

  /// Changes the boxes from the compared area to the expected image. Those of added lines are in the actual image.
  fileprivate mutating func place(_ placement: PixelPlacement) {
    func placed(_ rect: PixelRect) -> PixelRect {
      placement.rect(of: rect, in: .expected) ?? placement.rect(of: rect, in: .actual) ?? rect
    }
    box = box.map(placed)
    for index in regions.indices { regions[index].box = placed(regions[index].box) }
  }
}

extension ImageDifference.Region {
  /// Orders regions by size, the largest first, then from the top down, then from the left.
  fileprivate func precedes(_ other: Self) -> Bool {
    (-count, box.y, box.x) < (-other.count, other.box.y, other.box.x)
  }
}

/// The pixels to ignore: those inside rectangles, and those where a mask is black.
struct IgnoredPixels {
  private(set) var count = 0
  private let rectangles: [(rows: Range<Int>, columns: Range<Int>)]
  private let part: PixelRect
  private var row: [UInt8] = []

  /// - Parameter part: The compared area, in the coordinates of the rectangles and the mask.
  init(_ rectangles: [PixelRect], mask: (any PixelSource)?, _ part: PixelRect) {
    self.part = part
    self.rectangles = rectangles.map {
      (
        Self.clipped($0.y, $0.size.height, to: part.y, part.size.height),
        Self.clipped($0.x, $0.size.width, to: part.x, part.size.width)
      )
    }
    if let mask { row = [UInt8](repeating: 0, count: mask.format.rowBytes(width: mask.size.width)) }
  }

  /// Initializes the verdicts of a row to `same` or `ignored`. Call this for rows from the top down.
  mutating func begin(
    _ y: Int, mask: inout (any PixelSource)?, _ verdicts: UnsafeMutableBufferPointer<PixelVerdict>
  ) throws {
    verdicts.update(repeating: .same)
    guard mask != nil || !rectangles.isEmpty else { return }
    for rectangle in rectangles where rectangle.rows.contains(y) {
      for x in rectangle.columns { verdicts[x] = .ignored }
    }
    if mask != nil { try applyMask(y, &mask!, verdicts) }
    for verdict in verdicts where verdict == .ignored { count += 1 }
  }

  /// Clips a range to the compared area and makes it relative to the area's start. The end of a rectangle may
  /// exceed the range of `Int`.
  private static func clipped(_ start: Int, _ length: Int, to first: Int, _ count: Int) -> Range<Int> {
    let limit = first + count
    let lower = min(max(start, first), limit)
    let (end, isBeyond) = start.addingReportingOverflow(length)
    return lower - first..<(isBeyond ? limit : max(lower, min(end, limit))) - first
  }

  /// Marks the pixels where the mask is black, that is, 0 in every channel except alpha.
  private mutating func applyMask(
    _ y: Int, _ mask: inout any PixelSource, _ verdicts: UnsafeMutableBufferPointer<PixelVerdict>
  ) throws {
    let top = part.y + y
    var span = row.mutableSpan
    try mask.read(from: top, into: &span)
    let pixelBytes = mask.format.bytesPerPixel
    let colorBytes = (mask.format.channels.isGray ? 1 : 3) * mask.format.depth.bytes
    for x in verdicts.indices where (0..<colorBytes).allSatisfy({ row[(part.x + x) * pixelBytes + $0] == 0 })
    {
      verdicts[x] = .ignored
    }
  }
}
