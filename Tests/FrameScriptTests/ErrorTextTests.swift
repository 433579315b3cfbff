import Foundation
import FrameMessages
import FrameScript
import TestSupport
import Testing

/// The error messages of scripts: `Errors/NAME.txt` is a script, and `NAME.expected` is its error text. A new script
/// fails until you review `NAME.actual`, which the test writes beside it, and rename it to `NAME.expected`.
@Suite struct ErrorTextTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Errors")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
  }()

  @Test(
    "Errors have their texts", arguments: names)
  func errorTexts(name: String) throws {
    let actual = try Self.report(of: name)
    let file = Self.folder.appending(path: name)
    let expected = try? String(contentsOf: file.appendingPathExtension("expected"), encoding: .utf8)
    let left = file.appendingPathExtension("actual")
    guard actual != expected else {
      try? FileManager.default.removeItem(at: left)
      return
    }
    try actual.write(to: left, atomically: true, encoding: .utf8)
    expectEqual(actual, expected, "look at \(name).actual")
  }

  @Test("All scripts with expected errors are tested") func allScripts() {
    expectTrue(Self.names.count >= 15)
  }

  /// Returns the error text of a script. Included files are named relative to the folder.
  private static func report(of name: String) throws -> String {
    let parser = ScriptParser { path, includer throws(ScriptError) in
      let place = includer.split(separator: "/").dropLast().joined(separator: "/")
      let file = place.isEmpty ? path : place + "/" + path
      guard let text = text(of: file) else {
        throw ScriptError(.includeFailed(path, reason: "there is no such file"))
      }
      return .text(ScriptFile(name: file, text: text))
    }
    let script = try #require(text(of: name + ".txt"))
    do throws(ScriptError) {
      _ = try parser.parse(script, name: name + ".txt")
      return ""
    } catch {
      return ScriptReport.text(of: error.errors, in: error.files)
    }
  }

  private static func text(of file: String) -> String? {
    try? String(contentsOf: folder.appending(path: file), encoding: .utf8)
  }
}
