import FrameGeometry

/// The result of one path of a comparison of folders, as text or JSON.
package struct FolderRecord: Encodable, Sendable {
  package enum Verdict: String, Encodable, CaseIterable, Sendable {
    case same, within, differs, added, missing, moved, broken

    /// True if the images are the same, or if the tolerance allows their difference.
    package var isAsExpected: Bool { self == .same || self == .within }
  }

  package let schema = 1
  package let path: String
  package let verdict: Verdict
  /// The path of a moved image in the folder of expected images.
  package let from: String?
  /// The reason why an image cannot be compared.
  package let error: String?
  /// The comparison of an image that both folders have. Its fields are those of the JSON object, too.
  package let comparison: ComparisonReport?

  /// - Parameter describe: Returns the text of an error.
  package init(_ result: FolderRun.Result, describe: (EditFailure) -> String) {
    path = result.path
    var (from, error, comparison) = (String?.none, String?.none, ComparisonReport?.none)
    switch result.verdict {
    case .compared(let pair, let request, let outcome):
      let report = ComparisonReport(pair, request, outcome)
      verdict = report.isSame ? (report.within == true ? .within : .same) : .differs
      comparison = report
    case .added: verdict = .added
    case .missing: verdict = .missing
    case .moved(let origin): (verdict, from) = (.moved, origin)
    case .broken(let failure): (verdict, error) = (.broken, describe(failure))
    }
    (self.from, self.error, self.comparison) = (from, error, comparison)
  }

  private enum CodingKeys: CodingKey {
    case schema, path, verdict, from, error
  }

  package func encode(to encoder: any Encoder) throws {
    try comparison?.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
    try container.encode(path, forKey: .path)
    try container.encode(verdict, forKey: .verdict)
    try container.encodeIfPresent(from, forKey: .from)
    try container.encodeIfPresent(error, forKey: .error)
  }

  /// The result on one line, without a line end.
  package var line: String {
    verdict.rawValue.padded(to: 8) + path + (details.isEmpty ? "" : ": \(details)")
  }

  /// The reason for the verdict; empty if the verdict says all.
  package var details: String {
    switch verdict {
    case .same, .added, .missing: ""
    case .within, .differs: comparison?.details ?? ""
    case .moved: "was \(from ?? "")"
    case .broken: error ?? ""
    }
  }
}

extension ComparisonReport {
  /// The summary without its verdict.
  fileprivate var details: String {
    for verdict in ["differs: ", "same: ", "within the limit: "] where summary.hasPrefix(verdict) {
      return String(summary.dropFirst(verdict.count))
    }
    return summary
  }
}

extension String {
  /// Returns the text with spaces up to a length, and at least one.
  package func padded(to length: Int) -> String {
    self + String(repeating: " ", count: max(1, length - count))
  }
}

/// How many paths have each verdict.
package struct FolderCounts: Sendable {
  private var counts: [FolderRecord.Verdict: Int] = [:]

  package init() {}

  package mutating func add(_ verdict: FolderRecord.Verdict) { counts[verdict, default: 0] += 1 }

  package subscript(verdict: FolderRecord.Verdict) -> Int { counts[verdict] ?? 0 }

  package var all: Int { counts.values.reduce(0, +) }

  /// True if every image is as expected.
  package var areAllSame: Bool { counts.keys.allSatisfy(\.isAsExpected) }

  /// The summary: `12 images: 10 same, 1 differs, 1 added`.
  package var text: String {
    let parts = FolderRecord.Verdict.allCases.filter { self[$0] > 0 }.map {
      "\(self[$0].grouped) \($0.rawValue)"
    }
    return "\(all.grouped) \(all == 1 ? "image" : "images"): \(parts.joined(separator: ", "))"
  }
}
