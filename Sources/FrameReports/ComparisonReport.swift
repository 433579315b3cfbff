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
  package let changes: [JSONFields]?
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
      ? result.difference.changes.map { JSONFields(change: $0) } : nil
  }

  // MARK: JSON

  package var fields: JSONFields {
    let difference = result.difference
    var fields: JSONFields = [
      "schema": 1, "expected": expected, "actual": actual, "status": result.verdict.status,
      "identical": result.verdict == .identical, "expectedSize": difference.expectedSize.numbers,
      "actualSize": difference.actualSize.numbers, "gainMap": result.gainMaps?.status,
      "notices": notices.map(\.message.text),
    ]
    guard result.verdict != .sizesDiffer else { return fields }
    fields["within"] = result.verdict == .within
    if case .shift = tolerance.alignment {
      fields["shift"] = [difference.shift.dx, difference.shift.dy]
    }
    fields["pixels"] = difference.size.area
    fields["differing"] = difference.differing
    fields["share"] = Double(difference.differing) / Double(max(1, difference.comparedPixels))
    fields["antialiased"] = difference.antialiased
    fields["ignored"] = difference.ignored
    fields["hard"] = difference.overHardThreshold
    fields["unseen"] = difference.invisible
    fields["maxDifference"] = difference.maxDifference
    fields["box"] = difference.box?.numbers
    fields["regions"] = difference.regions.map { region -> JSONFields in
      // The bounding box: x y width height. The name of what happened is nil if changes were not asked for.
      ["box": region.box.numbers, "count": region.count, "name": region.kind?.name]
    }
    fields["regionCount"] = difference.regionCount
    fields["changes"] = changes
    // Infinite values are null.
    let metrics = difference.metrics.map { ($0.key.rawValue, $0.value.isFinite ? $0.value : nil) }
    if !metrics.isEmpty { fields["metrics"] = Dictionary(uniqueKeysWithValues: metrics) }
    let criteria = tolerance.metricLimits.map { JSONFields(criterion: $0, of: difference) }
    if !criteria.isEmpty { fields["criteria"] = criteria }
    return fields
  }

  package func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}

extension JSONFields {
  /// A named change.
  fileprivate init(change: Change) {
    self = ["name": change.kind.name, "count": change.count]
    // The place in each image: x y width height; nil if it does not have the rows or columns.
    self["expected"] = change.expected?.numbers
    self["actual"] = change.actual?.numbers
    // How far it moved: x y.
    if case .moved(let shift) = change.kind { self["shift"] = [shift.dx, shift.dy] }
  }

  /// A limit for a metric: its name, its bound, the value, and whether the value is within the limit.
  fileprivate init(criterion limit: MetricLimit, of difference: ImageDifference) {
    let value = difference.metrics[limit.metric] ?? limit.metric.valueForEqualImages
    self = ["metric": limit.metric.rawValue, "holds": limit.allows(value)]
    self[limit.metric.growsWithSimilarity ? "min" : "max"] = limit.bound
    // nil for an infinite value.
    self["value"] = value.isFinite ? value : nil
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
