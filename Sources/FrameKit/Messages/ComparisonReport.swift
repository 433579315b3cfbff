import FrameCompare
import FrameImage

/// The report of `compare`.
package struct ComparisonReport: Encodable, Sendable {
  package struct Region: Encodable, Sendable {
    /// The bounding box: x y width height.
    var box: [Int]
    var count: Int
    /// What happened.
    var name: String?
  }

  /// A named change.
  package struct Change: Encodable, Sendable {
    package var name: String
    package var count: Int
    /// The place in each image: x y width height; nil if it does not have the rows or columns.
    package var expected: [Int]?
    package var actual: [Int]?
    /// How far it moved: x y.
    package var shift: [Int]?
  }

  /// A limit for a metric: its name, its bound, the value, and whether the value is within the limit.
  package struct Criterion: Encodable, Sendable {
    var metric: String
    var min: Double?
    var max: Double?
    /// nil for an infinite value.
    var value: Double?
    var holds: Bool
  }

  package var schema = 1
  package var expected: String
  package var actual: String
  /// "same", "differs", or "sizes" if the sizes differ and nothing was compared.
  package var status: String
  /// True if pixels differ, but within the limits, so that the status is "same"; nil if nothing was compared.
  package var within: Bool?
  /// True if the files are identical byte by byte.
  package var identical: Bool
  package var expectedSize: [Int]
  package var actualSize: [Int]
  /// The shift from the expected to the actual image: x y; nil if no shift was searched.
  package var shift: [Int]?
  /// The number of pixels in the common area.
  package var pixels: Int?
  /// The number of pixels that count as different.
  package var differing: Int?
  /// The fraction of the compared pixels that differ, 0 to 1.
  package var share: Double?
  /// The number of different pixels that are excused as antialiasing.
  package var antialiased: Int?
  /// The number of pixels that were not compared.
  package var ignored: Int?
  /// The number of pixels above the hard threshold.
  package var hard: Int?
  /// The number of differing pixels that are fully transparent.
  package var unseen: Int?
  /// The largest difference of two samples, as a fraction of their range.
  package var maxDifference: Double?
  /// The bounding box of all differing pixels: x y width height.
  package var box: [Int]?
  /// The regions of differing pixels, the largest first.
  package var regions: [Region]?
  package var regionCount: Int?
  /// The named changes, the largest first; nil if nothing was compared.
  package var changes: [Change]?
  /// The metrics by name; infinite ones are null.
  package var metrics: [String: Double?]?
  /// The limits of metrics; nil without any.
  package var criteria: [Criterion]?
  /// Notices about what was not compared, and about ignored rectangles outside the images.
  package var notices: [String]

  /// The report on one line, without a line end.
  package let summary: String

  /// All properties except `summary`, which repeats them.
  private enum CodingKeys: CodingKey {
    case schema, expected, actual, status, within, identical, expectedSize, actualSize, pixels, differing,
      share
    case antialiased, ignored, hard, unseen, maxDifference, box, regions, regionCount, changes, metrics,
      criteria,
      shift
    case notices
  }

  package init(_ pair: ImagePair, _ request: ComparisonRequest, _ outcome: ImagePair.Outcome) {
    func numbers(_ size: PixelSize) -> [Int] { [size.width, size.height] }
    expected = pair.expected.name
    actual = pair.actual.name
    expectedSize = numbers(pair.expected.header.size)
    actualSize = numbers(pair.actual.header.size)
    identical = false
    notices = pair.ignoredRectsOutside(request.tolerance.options).map { rect in
      "ignore \(rect.numbers.map(String.init).joined(separator: ",")) is outside the compared area"
    }
    switch outcome {
    case .identical(let difference):
      identical = true
      status = "same"
      summary = "same: the files are identical\(difference.metricsMessage)"
      take(difference, request)
    case .sizesDiffer:
      status = "sizes"
      notices = pair.notices.map(\.message.text)
      let sizes = ImageDifference(
        expectedSize: pair.expected.header.size, actualSize: pair.actual.header.size)
      summary = "differs: \(sizes.sizeMessage)"
    case .compared(let difference):
      let isSame = request.tolerance.allows(difference)
      status = isSame ? "same" : "differs"
      summary = request.tolerance.message(on: difference)
      notices = pair.notices.map(\.message.text) + notices
      take(difference, request)
    }
  }

  private mutating func take(_ difference: ImageDifference, _ request: ComparisonRequest) {
    if case .shift = request.tolerance.alignment { shift = [difference.shift.dx, difference.shift.dy] }
    pixels = difference.size.area
    differing = difference.differing
    within = difference.differing > 0 && request.tolerance.allows(difference)
    share = Double(difference.differing) / Double(max(1, difference.comparedPixels))
    antialiased = difference.antialiased
    ignored = difference.ignored
    hard = difference.overHardThreshold
    unseen = difference.invisible
    maxDifference = difference.maxDifference
    box = difference.box?.numbers
    regions = difference.regions.map { Region(box: $0.box.numbers, count: $0.count, name: $0.kind?.name) }
    changes = request.namesChanges ? difference.changes.map(Change.init) : nil
    regionCount = difference.regionCount
    let measured = difference.metrics.map { ($0.key.rawValue, $0.value.isFinite ? $0.value : nil) }
    metrics = measured.isEmpty ? nil : Dictionary(uniqueKeysWithValues: measured)
    let limits = request.tolerance.metricLimits
    criteria = limits.isEmpty ? nil : limits.map { Criterion($0, difference) }
  }

  package var isSame: Bool { status == "same" }
}

extension ComparisonReport.Change {
  fileprivate init(_ change: FrameCompare.Change) {
    (name, count) = (change.kind.name, change.count)
    (expected, actual) = (change.expected?.numbers, change.actual?.numbers)
    if case .moved(let shift) = change.kind { self.shift = [shift.dx, shift.dy] }
  }
}

extension ComparisonReport.Criterion {
  fileprivate init(_ limit: MetricLimit, _ difference: ImageDifference) {
    let value = difference.metrics[limit.metric] ?? limit.metric.valueForEqualImages
    metric = limit.metric.rawValue
    if limit.metric.growsWithSimilarity { min = limit.bound } else { max = limit.bound }
    self.value = value.isFinite ? value : nil
    holds = limit.allows(value)
  }
}

extension PixelRect {
  fileprivate var numbers: [Int] { [x, y, size.width, size.height] }
}

extension ComparisonError {
  package var message: Message {
    switch self {
    case .everythingIgnored:
      Message("all pixels are ignored, so nothing was compared", hint: "ignore fewer pixels")
    case .maskSize(let size, let needed):
      Message(
        "the mask is \(size.width) x \(size.height), but the compared area is \(needed.width) x \(needed.height)",
        hint: "use a mask of the same size")
    }
  }
}
