import FrameCompare
import FrameEngine
import FrameGeometry
import FrameMessages

/// The result of one path of a comparison of folders, as text or JSON.
package struct FolderRecord: Encodable, Sendable {
  package enum Verdict: String, Encodable, CaseIterable, Sendable {
    case same, within, differs, added, missing, moved, broken

    /// True if the images are the same, or if the tolerance allows their difference.
    package var isAsExpected: Bool { self == .same || self == .within }
  }

  /// What was found at the path.
  package indirect enum Finding: Sendable {
    /// The fields of the report are those of the JSON object, too.
    case compared(ComparisonReport)
    /// Only one of the folders has the image.
    case added, missing
    /// - Parameter from: The path in the folder of expected images.
    case moved(from: String)
    /// The image cannot be compared, for this reason.
    case broken(String)
  }

  package let path: String
  package let finding: Finding

  /// - Parameter describe: Returns the text of an error.
  package init(_ result: FolderRun.Result, describe: (EditFailure) -> String) {
    path = result.path
    finding =
      switch result.verdict {
      case .compared(let pair, let request, let found): .compared(ComparisonReport(pair, request, found))
      case .added: .added
      case .missing: .missing
      case .moved(let origin): .moved(from: origin)
      case .broken(let failure): .broken(describe(failure))
      }
  }

  package var verdict: Verdict {
    switch finding {
    case .compared(let report):
      switch report.result.verdict {
      case .identical, .same: .same
      case .within: .within
      case .differs, .sizesDiffer: .differs
      }
    case .added: .added
    case .missing: .missing
    case .moved: .moved
    case .broken: .broken
    }
  }

  /// The path of a moved image in the folder of expected images.
  package var from: String? { if case .moved(let from) = finding { from } else { nil } }

  /// The comparison of an image that both folders have.
  package var comparison: ComparisonReport? {
    if case .compared(let report) = finding { report } else { nil }
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = comparison?.fields ?? [:]
    fields.add(["schema": 1, "path": path, "verdict": verdict, "from": from])
    if case .broken(let reason) = finding { fields["error"] = reason }
    try fields.encode(to: encoder)
  }

  /// The result on one line, without a line end.
  package var line: String {
    verdict.rawValue.padded(to: 8) + path + (details.isEmpty ? "" : ": \(details)")
  }

  /// The reason for the verdict; empty if the verdict says all.
  package var details: String {
    switch finding {
    case .compared(let report): verdict == .same ? "" : report.result.details
    case .added, .missing: ""
    case .moved(let from): "was \(from)"
    case .broken(let reason): reason
    }
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
