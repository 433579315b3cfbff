import FrameCompare
import FrameEngine
import FrameFiles
import FrameImage
import FrameScript

/// A job of `serve` that compares two images: `{"compare":{"expected":"a.png","actual":"b.png","threshold":0.1}}`.
struct CompareJob {
  enum Key: String, CaseIterable {
    case expected, actual, expectedBase64, actualBase64, mask, threshold, antialiasing, maxDiff, hardThreshold
    case ignore, background, pad, metric, min, max, fuzzAlign, align
  }

  let expected: InputSource
  let actual: InputSource
  let mask: InputSource?
  let request: ComparisonRequest
  /// The time limit in seconds.
  let maxTime: Double?

  /// Reads a job from the fields of a JSON object.
  init(_ job: JobFields<EditKey>) throws(BatchError) {
    try job.checkKeys(EditKey.names)
    let own = [EditKey.id, .compare, .maxTime].map(\.rawValue)
    if let other = EditKey.names.first(where: { !own.contains($0) && job[$0] != nil }) {
      throw BatchError(.serveJob(.combined(EditKey.compare.rawValue, other)))
    }
    maxTime = try job.seconds(.maxTime)
    guard case .object(let members)? = job[.compare]?.kind else { throw job.invalid(.compare, "an object") }
    let fields = JobFields<Key>(members)
    try fields.checkKeys()
    expected = try Self.image(fields, .expected, .expectedBase64)
    actual = try Self.image(fields, .actual, .actualBase64)
    mask = try fields.path(.mask).map(InputSource.file)
    var request = ComparisonRequest(tolerance: try Self.tolerance(fields))
    request.pads = try fields.boolean(.pad) ?? false
    request.namesChanges = true
    self.request = request
  }

  private static func image(_ fields: JobFields<Key>, _ path: Key, _ base64: Key) throws(BatchError)
    -> InputSource
  {
    switch (try fields.path(path), try fields.bytes(base64)) {
    case (let path?, nil): return .file(path)
    case (nil, let bytes?): return .memory(bytes, name: base64.rawValue)
    case (nil, nil): throw BatchError(.serveJob(.noImage(path.rawValue, base64: base64.rawValue)))
    case (_?, _?): throw BatchError(.serveJob(.combined(path.rawValue, base64.rawValue)))
    }
  }

  private static func tolerance(_ fields: JobFields<Key>) throws(BatchError) -> Tolerance {
    var options = ComparisonOptions()
    let share = Double.allowedShares
    options.threshold = try fields.decimal(.threshold, share) { Double(share: $0) }
    options.hardThreshold = try fields.decimal(.hardThreshold, share) { Double(share: $0) }
    options.ignoresAntialiasing = try fields.boolean(.antialiasing) ?? false
    for item in fields.list(.ignore) {
      guard case .string(let text) = item.kind, let rect = PixelRect(argument: text) else {
        throw fields.invalid(.ignore, "an array of rectangles, each \(PixelRect.allowedValues)")
      }
      options.ignored.append(rect)
    }
    options.background = try fields.value(.background) ?? options.background
    for item in fields.list(.metric) {
      guard case .string(let name) = item.kind, let metric = ComparisonMetric(rawValue: name) else {
        let names = ComparisonMetric.allCases.map(\.rawValue).joined(separator: ", ")
        throw fields.invalid(.metric, "an array of metrics; they are \(names)")
      }
      options.metrics.insert(metric)
    }
    let limits = try limits(fields, .min, .min) + limits(fields, .max, .max)
    let maxDiff = try fields.decimal(.maxDiff, DifferenceLimit.allowedValues) {
      DifferenceLimit(argument: $0)
    }
    var tolerance = Tolerance(options, limit: maxDiff)
    tolerance.metricLimits = limits
    let align: Tolerance.Alignment? = try fields.value(.align)
    let shift = try fields.number(.fuzzAlign, .alignment)
    if align != nil, shift != nil {
      throw BatchError(.serveJob(.combined(Key.align.rawValue, Key.fuzzAlign.rawValue)))
    }
    tolerance.alignment = shift.map { .shift(upTo: $0) } ?? align ?? .off
    return tolerance
  }

  /// Reads the limits of metrics: `{"ssim":0.95}`.
  private static func limits(
    _ fields: JobFields<Key>, _ key: Key, _ side: MetricLimit.Side
  ) throws(BatchError) -> [MetricLimit] {
    guard let value = fields[key] else { return [] }
    let problem = fields.invalid(
      key, "an object with limits of metrics, such as {\"ssim\":0.95}; \(side.allowedValues)")
    guard case .object(let members) = value.kind else { throw problem }
    var limits: [MetricLimit] = []
    for member in members.sorted(by: { $0.key < $1.key }) {
      guard let number = member.value.number,
        let limit = MetricLimit(argument: "\(member.key)=\(number)", side)
      else { throw problem }
      limits.append(limit)
    }
    return limits
  }
}
