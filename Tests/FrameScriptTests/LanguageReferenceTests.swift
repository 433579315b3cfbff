import Foundation
import TestSupport
import Testing

@testable import FrameScript

/// The reference of the language, `docs/script.md`, which is also the program's help.
@Suite struct LanguageReferenceTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/script.md")

  /// The rows of a table begin after the comment with the name of its section, its header and its rule.
  @Test("The tables of the reference are those of the statement table") func tables() throws {
    var lines = try String(contentsOf: Self.file, encoding: .utf8).components(separatedBy: "\n")
    for section in ReferenceSection.allCases {
      let comment = "<!-- statements: \(section.rawValue) -->"
      let start = try #require(lines.firstIndex(of: comment), "the reference has no '\(comment)'") + 3
      let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.count
      let rows = StatementTable.all.filter { $0.section == section }.flatMap(\.forms).map(Self.row)
      expectEqual(
        Array(lines[start..<end]), rows,
        "'FRAMEIT_ACCEPT=1 make test ONLY=FrameScriptTests' writes the tables again")
      lines.replaceSubrange(start..<end, with: rows)
    }
    guard ProcessInfo.processInfo.environment["FRAMEIT_ACCEPT"] == "1" else { return }
    try lines.joined(separator: "\n").write(to: Self.file, atomically: true, encoding: .utf8)
  }

  private static func row(_ form: StatementForm) -> String {
    "| `\(form.usage.replacing("|", with: "\\|"))` | \(form.meaning.replacing("|", with: "\\|")) |"
  }

  @Test("The help shows every statement, without comments") func help() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let reference = LanguageReference(text)
    expectTrue(!reference.text.contains("<!--"))
    for entry in StatementTable.all {
      let help = try #require(reference.text(of: entry.word)).split { $0 == " " || $0 == "\n" }
      for form in entry.forms {
        let usage = form.usage.split(separator: " ")
        expectTrue(help.contains(usage), "\(form.usage)")
      }
    }
  }
}
