import FrameImage
import FrameReports

/// An image in an HTML report.
package struct ReportImage: Encodable, Sendable {
  /// A data URL, or a path relative to the page.
  let src: String
  let width: Int
  let height: Int
}

/// An image or a case in an HTML report. The keys of its JSON are those that the page's script reads.
package struct ReportItem: Encodable, Sendable {
  package struct Images: Encodable, Sendable {
    var expected: ReportImage?
    var actual: ReportImage?
    var difference: ReportImage?
    /// A small difference image.
    var thumbnail: ReportImage?
    /// The SHA-256 of the files, so that exactly these are accepted.
    var expectedHash: String?
    var actualHash: String?
  }

  struct Fields: Encodable, Sendable {
    let path: String
    let verdict: String
    let details: String
    /// The earlier path of a moved image.
    var from: String?
    let changes: [ComparisonReport.Change]?
    /// How the images were compared.
    var note: String?
  }

  let fields: Fields
  let images: Images?

  package func encode(to encoder: any Encoder) throws {
    try images?.encode(to: encoder)
    try fields.encode(to: encoder)
  }
}

extension FolderRecord {
  package func reportItem(_ images: ReportItem.Images?) -> ReportItem {
    ReportItem(
      fields: .init(
        path: path, verdict: verdict.rawValue, details: details, from: from, changes: comparison?.changes),
      images: images)
  }
}

extension CaseReport {
  package func reportItem(_ images: ReportItem.Images?, limits: Limits) -> ReportItem {
    ReportItem(
      fields: .init(
        path: name, verdict: status.rawValue, details: message ?? "", changes: comparison?.changes,
        note: images?.expected == nil ? nil : tolerance(limits)),
      images: images)
  }

  /// Returns the tolerance of the case in one line.
  private func tolerance(_ limits: Limits) -> String {
    let lines = try? CaseLines.lines(of: TestCase(folder: name).tolerance, limits).map(\.text)
    return "tolerance: " + (lines.map { $0.joined(separator: "; ") } ?? "none")
  }
}
