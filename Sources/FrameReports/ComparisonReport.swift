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
  /// The named changes, the largest first; nil if nothing was compared, or if none were asked for.
  package let changes: [Change]?
  /// The names of the images.
  private let expected, actual: String
  private let tolerance: Tolerance

  package init(_ pair: ImagePair, _ request: ComparisonRequest, _ result: ComparisonResult) {
    (expected, actual, self.result) = (pair.expected.name, pair.actual.name, result)
    let ofPair = pair.notices
    let ofIgnored = pair.ignoredRectsOutside(request.tolerance.options).map(EditNotice.ignoredOutside)
    switch result.verdict {
    case .identical: notices = ofIgnored
    case .same, .within, .differs: notices = ofPair + ofIgnored
    case .sizesDiffer: notices = ofPair
    }
    tolerance = request.tolerance
    changes =
      request.namesChanges && result.verdict != .sizesDiffer
      ? result.difference.changes.map(Change.init) : nil
  }

  // MARK: JSON

  private enum CodingKeys: CodingKey {
    case schema, expected, actual, status, identical, expectedSize, actualSize, gainMap, notices
    // Only of compared images.
    case within, shift, pixels, differing, share, antialiased, ignored, hard, unseen, maxDifference, box,
      regions
    case regionCount, changes, metrics, criteria
  }

  package func encode(to encoder: any Encoder) throws {
    let difference = result.difference
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(1, forKey: .schema)
    try container.encode(expected, forKey: .expected)
    try container.encode(actual, forKey: .actual)
    try container.encode(result.verdict.status, forKey: .status)
    try container.encode(result.verdict == .identical, forKey: .identical)
    try container.encode(difference.expectedSize.numbers, forKey: .expectedSize)
    try container.encode(difference.actualSize.numbers, forKey: .actualSize)
    try container.encodeIfPresent(result.gainMaps?.status, forKey: .gainMap)
    try container.encode(notices.map(\.message.text), forKey: .notices)
    guard result.verdict != .sizesDiffer else { return }
    try container.encode(result.verdict == .within, forKey: .within)
    if case .shift = tolerance.alignment {
      try container.encode([difference.shift.dx, difference.shift.dy], forKey: .shift)
    }
    let share = Double(difference.differing) / Double(max(1, difference.comparedPixels))
    let regions = difference.regions.map {
      Region(box: $0.box.numbers, count: $0.count, name: $0.kind?.name)
    }
    try container.encode(difference.size.area, forKey: .pixels)
    try container.encode(difference.differing, forKey: .differing)
    try container.encode(share, forKey: .share)
    try container.encode(difference.antialiased, forKey: .antialiased)
    try container.encode(difference.ignored, forKey: .ignored)
    try container.encode(difference.overHardThreshold, forKey: .hard)
    try container.encode(difference.invisible, forKey: .unseen)
    try container.encode(difference.maxDifference, forKey: .maxDifference)
    try container.encodeIfPresent(difference.box?.numbers, forKey: .box)
    try container.encode(regions, forKey: .regions)
    try container.encode(difference.regionCount, forKey: .regionCount)
    try container.encodeIfPresent(changes, forKey: .changes)
    // Infinite values are null.
    let metrics = difference.metrics.map { ($0.key.rawValue, $0.value.isFinite ? $0.value : nil) }
    if !metrics.isEmpty {
      try container.encode(Dictionary(uniqueKeysWithValues: metrics), forKey: .metrics)
    }
    let criteria = tolerance.metricLimits.map { Criterion($0, difference) }
    if !criteria.isEmpty { try container.encode(criteria, forKey: .criteria) }
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
