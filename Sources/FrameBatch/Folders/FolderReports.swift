import FrameFiles
import FrameGeometry
import FrameImage
import FrameReports

/// The reports of a comparison of folders that other programs read. They grow by results.
package struct FolderReports {
  private let expected: String
  private let actual: String
  /// A JUnit XML document. Images that are not as expected have failed, and broken ones are errors.
  package private(set) var suite = JUnitDocument()
  /// The object of reg-cli's `reg.json`.
  package private(set) var reg: RegReport
  /// The summary of a step on GitHub, in Markdown.
  package private(set) var summary = MarkdownSummary()

  /// - Parameters: The paths of the folders; nil without difference images.
  package init(expected: String, actual: String, differences: String?) {
    (self.expected, self.actual) = (expected, actual)
    reg = RegReport(expectedDir: expected, actualDir: actual, diffDir: differences ?? "")
  }

  /// - Parameter difference: The name of its difference image; nil without one.
  package mutating func add(_ record: FolderRecord, difference: String?) {
    suite.add(
      JUnitCase(
        path: record.path, file: path(of: record), message: record.message,
        isBroken: record.verdict == .broken))
    reg.add(record, difference)
    summary.add(record)
  }

  /// Returns the command that annotates a GitHub run with a result; nil for an image that is as expected.
  package func annotation(_ record: FolderRecord) -> String? {
    guard let message = record.message else { return nil }
    func escaped(_ text: String, _ more: [Unicode.Scalar: String] = [:]) -> String {
      text.replacing(scalars: more.merging(["%": "%25", "\r": "%0D", "\n": "%0A"]) { own, _ in own })
    }
    let property: [Unicode.Scalar: String] = [":": "%3A", ",": "%2C"]
    let title = escaped("\(record.path) \(record.verdict.rawValue)", property)
    return "::error file=\(escaped(path(of: record), property)),title=\(title)::\(escaped(message))"
  }

  private func path(of record: FolderRecord) -> String {
    FilePath.join(record.verdict == .missing ? expected : actual, record.path)
  }
}

extension FolderRecord {
  /// What is not as expected; nil for an image that is.
  fileprivate var message: String? {
    switch finding {
    case .compared(let report): report.result.isSame ? nil : report.result.summary
    case .added: "added: there is no expected image"
    case .missing: "missing: there is no actual image"
    case .moved(let from): "moved: was \(from)"
    case .broken(let reason): "broken: \(reason)"
    }
  }
}

/// The fields of reg-cli's `reg.json`. A moved image is a deleted one and a new one there.
package struct RegReport: Encodable {
  let expectedDir: String
  let actualDir: String
  let diffDir: String
  var diffItems: [String] = []
  var failedItems: [String] = []
  var newItems: [String] = []
  var deletedItems: [String] = []
  var passedItems: [String] = []
  var expectedItems: [String] = []
  var actualItems: [String] = []

  mutating func add(_ record: FolderRecord, _ difference: String?) {
    let path = record.path
    if let difference { diffItems.append(difference) }
    switch record.verdict {
    case .same, .within: passedItems.append(path)
    case .differs, .broken: failedItems.append(path)
    case .added: newItems.append(path)
    case .missing: deletedItems.append(path)
    case .moved:
      newItems.append(path)
      if let from = record.from {
        deletedItems.append(from)
        expectedItems.append(from)
      }
    }
    switch record.verdict {
    case .same, .within, .differs, .broken:
      expectedItems.append(path)
      actualItems.append(path)
    case .added, .moved: actualItems.append(path)
    case .missing: expectedItems.append(path)
    }
  }
}

/// A table of what is not as expected, in GitHub's Markdown.
package struct MarkdownSummary {
  private var rows = ""
  private var count = 0
  private var omitted = 0
  /// A summary has at most 1 MiB.
  private static let mostBytes = 900_000

  mutating func add(_ record: FolderRecord) {
    guard record.message != nil else { return }
    count += 1
    let row =
      "| \(record.verdict.rawValue) | \(Self.escaped(record.path)) | \(Self.escaped(record.details)) |\n"
    if rows.utf8.count + row.utf8.count <= Self.mostBytes { rows += row } else { omitted += 1 }
  }

  package func text(_ counts: FolderCounts) -> String {
    let head = "### \(counts.areAllSame ? "✅" : "❌") \(counts.text)\n\n"
    guard count > 0 else { return head }
    let rest = omitted > 0 ? "\n\(omitted.grouped) more are not shown.\n" : ""
    return head + "| verdict | image | |\n|---|---|---|\n" + rows + rest
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    // An empty text would be quoted.
    for character in text.isEmpty ? "" : text.printable {
      if "\\`*_{}[]<>|#!&~".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
