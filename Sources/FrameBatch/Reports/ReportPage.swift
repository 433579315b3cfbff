import FrameGeometry
import CReportPage
import FrameCodec
import FrameFiles
import FrameMessages

/// An HTML report of `compare` or `test`, which grows by items. It appears complete or not at all.
package struct ReportPage {
  /// The tag that identifies such a page.
  package static let signature = "<meta name=\"generator\" content=\"frameit report\">"
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
      \(text(frameit_report_body))<script type="application/json" id="report">\(Self.json(heading))</script>

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
