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
    for (section, entries) in StatementTable.sections {
      let comment = "<!-- statements: \(section) -->"
      let start = try #require(lines.firstIndex(of: comment), "the reference has no '\(comment)'") + 3
      let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.count
      let rows = entries.flatMap(\.forms).map(Self.row)
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

  @Test("The help shows every statement, without comments and images") func help() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let reference = LanguageReference(text)
    expectTrue(!reference.text.contains("<!--") && !reference.text.contains("\n  !"))
    for entry in StatementTable.all {
      let help = try #require(reference.text(of: entry.word)).split { $0 == " " || $0 == "\n" }
      for form in entry.forms {
        let usage = form.usage.split(separator: " ")
        expectTrue(help.contains(usage), "\(form.usage)")
      }
    }
  }

  @Test("Every title, kind of layer and statement is a topic, in any case") func topics() throws {
    let reference = LanguageReference(try String(contentsOf: Self.file, encoding: .utf8))
    for topic in reference.titles + LanguageReference.layerKinds + StatementTable.all.map(\.word) {
      let help = try #require(reference.text(of: topic), "\(topic)")
      for spelling in [topic.uppercased(), topic.lowercased()] {
        expectEqual(reference.text(of: spelling), help, "\(topic)")
      }
    }
    for title in reference.titles {
      let help = try #require(reference.text(of: title))
      expectTrue(help.contains(title.uppercased() + "\n"), "\(title)")
      expectEqual(reference.text(of: title.replacing(" ", with: "-")), help)
    }
  }

  @Test("The help for a kind of layer has all options of its layers") func layers() throws {
    let reference = LanguageReference(try String(contentsOf: Self.file, encoding: .utf8))
    for kind in LanguageReference.layerKinds {
      let help = try #require(reference.text(of: kind))
      let words = Set(help.split { " ,.\n".contains($0) })
      expectTrue(help.contains(kind == "group" ? "  group NAME" : "  layer NAME \(kind)"), "\(kind)")
      for option in Parser.options.keys {
        let isOfTexts = ["font", "font-size", "weight", "width", "line-height", "lines"].contains(option)
        let isOfShapes = StatementTable.styles.contains { $0.word == option } && option != "trim"
        guard kind == "text" || !isOfTexts && (!isOfShapes || !["image", "group"].contains(kind)) else {
          continue
        }
        expectTrue(words.contains(option[...]), "\(kind) has no '\(option)'")
      }
      expectEqual(reference.text(of: "layer \(kind)"), help)
    }
  }
}
