import FrameCompare
import FrameEngine
import FrameImage
import FrameMessages
import FrameScene

/// The report of `compare`.
package struct ComparisonReport: Encodable, Sendable {
  package let result: ComparisonResult
  /// Notices about what was not compared, and about ignored rectangles outside the images.
  package let notices: [EditNotice]
  /// The names of the images.
  private let expected, actual: String
  /// nil if nothing was compared.
  private let measures: Measures?

  package init(_ pair: ImagePair, _ request: ComparisonRequest, _ result: ComparisonResult) {
    (expected, actual, self.result) = (pair.expected.name, pair.actual.name, result)
    let ofPair = pair.notices
    let ofIgnored = pair.ignoredRectsOutside(request.tolerance.options).map(EditNotice.ignoredOutside)
    switch result.verdict {
    case .identical: notices = ofIgnored
    case .same, .within, .differs: notices = ofPair + ofIgnored
    case .sizesDiffer: notices = ofPair
    }
    measures = result.verdict == .sizesDiffer ? nil : Measures(result, request)
  }

  /// The named changes, the largest first; nil if nothing was compared, or if none were asked for.
  package var changes: [Change]? { measures?.changes }

  // MARK: JSON

  private enum CodingKeys: CodingKey {
    case schema, expected, actual, status, identical, expectedSize, actualSize, gainMap, notices
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(1, forKey: .schema)
    try container.encode(expected, forKey: .expected)
    try container.encode(actual, forKey: .actual)
    try container.encode(result.verdict.status, forKey: .status)
    try container.encode(result.verdict == .identical, forKey: .identical)
    try container.encode(result.difference.expectedSize.numbers, forKey: .expectedSize)
    try container.encode(result.difference.actualSize.numbers, forKey: .actualSize)
    try container.encodeIfPresent(result.gainMaps?.status, forKey: .gainMap)
    try container.encode(notices.map(\.message.text), forKey: .notices)
    try measures?.encode(to: encoder)
  }

  /// The numbers of compared images. The names are those in the JSON.
  private struct Measures: Encodable {
    /// True if pixels differ and the tolerance allows it.
    let within: Bool
    /// The shift from the expected to the actual image: x y; nil if no shift was searched.
    let shift: [Int]?
    /// The number of pixels in the common area.
    let pixels: Int
    /// The number of pixels that count as different.
    let differing: Int
    /// The fraction of the compared pixels that differ, 0 to 1.
    let share: Double
    /// The number of different pixels that are excused as antialiasing.
    let antialiased: Int
    /// The number of pixels that were not compared.
    let ignored: Int
    /// The number of pixels above the hard threshold.
    let hard: Int
    /// The number of differing pixels that are fully transparent.
    let unseen: Int
    /// The largest difference of two samples, as a fraction of their range.
    let maxDifference: Double
    /// The bounding box of all differing pixels: x y width height; nil if there are none.
    let box: [Int]?
    /// The regions of differing pixels, the largest first.
    let regions: [Region]
    let regionCount: Int
    /// The named changes, the largest first; nil if none were asked for.
    let changes: [Change]?
    /// The metrics by name; infinite ones are null. nil if none were requested.
    let metrics: [String: Double?]?
    /// The limits of metrics; nil without any.
    let criteria: [Criterion]?

    init(_ result: ComparisonResult, _ request: ComparisonRequest) {
      let (difference, tolerance) = (result.difference, request.tolerance)
      within = result.verdict == .within
      shift =
        if case .shift = tolerance.alignment { [difference.shift.dx, difference.shift.dy] } else { nil }
      pixels = difference.size.area
      differing = difference.differing
      share = Double(difference.differing) / Double(max(1, difference.comparedPixels))
      antialiased = difference.antialiased
      ignored = difference.ignored
      hard = difference.overHardThreshold
      unseen = difference.invisible
      maxDifference = difference.maxDifference
      box = difference.box?.numbers
      regions = difference.regions.map { Region(box: $0.box.numbers, count: $0.count, name: $0.kind?.name) }
      regionCount = difference.regionCount
      changes = request.namesChanges ? difference.changes.map(Change.init) : nil
      let measured = difference.metrics.map { ($0.key.rawValue, $0.value.isFinite ? $0.value : nil) }
      metrics = measured.isEmpty ? nil : Dictionary(uniqueKeysWithValues: measured)
      let limits = tolerance.metricLimits
      criteria = limits.isEmpty ? nil : limits.map { Criterion($0, difference) }
    }
  }

  private struct Region: Encodable {
    /// The bounding box of the region: x y width height.
    let box: [Int]
    let count: Int
    /// What happened; nil if changes were not asked for.
    let name: String?
  }

  /// A named change.
  package struct Change: Encodable, Sendable {
    package let name: String
    package let count: Int
    /// The place in each image: x y width height; nil if it does not have the rows or columns.
    package let expected, actual: [Int]?
    /// How far it moved: x y.
    package let shift: [Int]?

    fileprivate init(_ change: FrameCompare.Change) {
      (name, count) = (change.kind.name, change.count)
      (expected, actual) = (change.expected?.numbers, change.actual?.numbers)
      shift = if case .moved(let shift) = change.kind { [shift.dx, shift.dy] } else { nil }
    }
  }

  /// A limit for a metric: its name, its bound, the value, and whether the value is within the limit.
  private struct Criterion: Encodable {
    let metric: String
    let min, max: Double?
    /// nil for an infinite value.
    let value: Double?
    let holds: Bool

    init(_ limit: MetricLimit, _ difference: ImageDifference) {
      let value = difference.metrics[limit.metric] ?? limit.metric.valueForEqualImages
      metric = limit.metric.rawValue
      (min, max) = limit.metric.growsWithSimilarity ? (limit.bound, nil) : (nil, limit.bound)
      self.value = value.isFinite ? value : nil
      holds = limit.allows(value)
    }
  }
}

extension ComparisonResult.Verdict {
  /// The verdict in JSON.
  fileprivate var status: String {
    switch self {
    case .identical, .same, .within: "same"
    case .differs: "differs"
    case .sizesDiffer: "sizes"
    }
  }
}

extension PixelSize {
  fileprivate var numbers: [Int] { [width, height] }
}

extension PixelRect {
  var numbers: [Int] { [x, y, size.width, size.height] }
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
