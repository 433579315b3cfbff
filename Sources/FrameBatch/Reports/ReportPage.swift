import CReportPage
import FrameCodec
import FrameFiles
import FrameGeometry
import FrameImage
import FrameMessages
import FrameReports

/// An HTML report of `compare` or `test`, which grows by items. It appears complete or not at all.
package struct ReportPage {
  /// The tag that identifies such a page.
  package static let signature = "<meta name=\"generator\" content=\"frameit report\">"
  /// The beginning of the line of the heading.
  static let headingTag = "<script type=\"application/json\" id=\"report\">"
  /// The beginning and the end of the line of an item.
  static let itemTags = ("<script type=\"application/json\" class=\"item\">", "</script>")

  private let path: String
  private let file: OutputFile

  /// - Parameters:
  ///   - noun: What an item is: `image` or `case`.
  ///   - accepts: True if items can be chosen for acceptance.
  /// - Throws: `BatchError` if the page cannot be written.
  package init(_ path: String, of noun: String, in folders: [String], accepts: Bool) throws(BatchError) {
    let heading: JSONFields = ["noun": noun, "folders": folders, "accepts": accepts]
    self.path = path
    file = try BatchError.converting(OutputFile(path, replaces: true))
    try write(
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">\(Self.signature)
      <meta name="viewport" content="width=device-width"><title>frameit report</title>
      <style>
      \(text(frameit_report_style))</style></head><body>
      \(text(frameit_report_body))\(Self.headingTag)\(Self.json(heading))</script>

      """)
  }

  package func add(_ item: JSONFields) throws(BatchError) {
    try write("\(Self.itemTags.0)\(Self.json(item))\(Self.itemTags.1)\n")
  }

  /// - Parameter summary: The result of all items, for readers without scripts.
  package func finish(_ summary: String) throws(BatchError) {
    try write(
      "<noscript>\(summary.reportEscaped)</noscript>\n<script>\n\(text(frameit_report_script))</script></body></html>\n"
    )
    try BatchError.converting(file.commit())
  }

  private func text(_ part: frameit_report_part) -> String {
    String(decoding: UnsafeRawBufferPointer(start: part.bytes, count: part.size), as: UTF8.self)
  }

  /// Returns a value as JSON that cannot end the element it is in.
  private static func json(_ value: JSONFields) -> String {
    String(decoding: JSONLine.bytes(of: value).dropLast(), as: UTF8.self).replacing(scalars: ["<": "\\u003c"])
  }

  private func write(_ text: String) throws(BatchError) {
    try converting(file.output.write(Array(text.utf8))) { BatchError(FileError(path, .output(.codec($0)))) }
  }
}

/// A format of a report file.
package enum ReportFormat: String, Sendable {
  case html, junit
  /// `reg.json` of reg-cli.
  case reg

  /// Returns true for the first bytes of a report in this format.
  package func canBegin(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes, as: UTF8.self).lowercased()
    return switch self {
    case .html: head.hasPrefix("<!doctype html>") && head.contains(ReportPage.signature)
    case .junit: head.hasPrefix("<?xml") && head.contains("<testsuite")
    case .reg: head.hasPrefix("{") && head.contains("items\":")
    }
  }
}

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

  /// The bytes of the images in a page that contains them.
  package var bytes: Int {
    [expected, actual, difference, thumbnail].reduce(0) { $0 + ($1?.src.utf8.count ?? 0) }
  }

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
