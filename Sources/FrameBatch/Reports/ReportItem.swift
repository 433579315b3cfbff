import FrameImage
import FrameMessages
import FrameReports

/// An image in an HTML report.
package struct ReportImage: Encodable, Sendable {
  /// A data URL, or a path relative to the page.
  let src: String
  let width: Int
  let height: Int
}

/// The images of an item of an HTML report.
package struct ReportImages: Sendable {
  var expected: ReportImage?
  var actual: ReportImage?
  var difference: ReportImage?
  /// A small difference image.
  var thumbnail: ReportImage?
  /// The SHA-256 of the files, so that exactly these are accepted.
  var expectedHash: String?
  var actualHash: String?

  fileprivate var fields: JSONFields {
    [
      "expected": expected, "actual": actual, "difference": difference, "thumbnail": thumbnail,
      "expectedHash": expectedHash, "actualHash": actualHash,
    ]
  }
}

// Images and cases in an HTML report. The fields are those that the page's script reads.

extension FolderRecord {
  package func reportItem(_ images: ReportImages?) -> JSONFields {
    var item = images?.fields ?? [:]
    // `from` is the earlier path of a moved image.
    item.add([
      "path": path, "verdict": verdict, "details": details, "from": from, "changes": comparison?.changes,
    ])
    return item
  }
}

extension CaseReport {
  package func reportItem(_ images: ReportImages?, limits: Limits) -> JSONFields {
    var item = images?.fields ?? [:]
    item.add([
      "path": name, "verdict": status, "details": message ?? "", "changes": comparison?.changes,
    ])
    // How the images were compared.
    if images?.expected != nil { item["note"] = tolerance(limits) }
    return item
  }

  /// Returns the tolerance of the case in one line.
  private func tolerance(_ limits: Limits) -> String {
    let lines = try? CaseLines.lines(of: TestCase(folder: name).tolerance, limits).map(\.text)
    return "tolerance: " + (lines.map { $0.joined(separator: "; ") } ?? "none")
  }
}
