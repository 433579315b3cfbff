import Foundation
import Testing

@testable import FrameScript

/// The reference of the language, `docs/script.md`, which is also the program's help.
@Suite struct ReferenceTests {
  @Test(
    "The reference describes every statement",
    arguments: Set(StatementTable.all.map(\.word)).subtracting(["frameit", "else"]).sorted())
  func statements(word: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/script.md")
    let reference = try String(contentsOf: file, encoding: .utf8)
    // A description begins with code, or is a row of a table with the code in its first cell.
    let starts = ["`", "- `", "| `"]
    let subjects = reference.split(separator: "\n").filter { line in starts.contains { line.hasPrefix($0) } }
      .map { $0.hasPrefix("|") ? $0.dropFirst().prefix { $0 != "|" } : $0 }
    #expect(
      subjects.contains { subject in
        subject.split(separator: "`").contains { $0 == word || $0.hasPrefix(word + " ") }
      })
  }
}
