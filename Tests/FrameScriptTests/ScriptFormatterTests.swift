import Foundation
import TestSupport
import Testing

@testable import FrameScript

@Suite struct ScriptFormatterTests {
  private func formatted(_ text: String) throws -> String {
    try ScriptFormatter.format(text, name: "script.frameit")
  }

  @Test(
    "Blocks are indented, and words are separated by one space",
    arguments: [
      ("", ""), ("\n\n  \n", ""), ("rotate 30deg", "rotate 30deg\n"),
      ("\trotate   30deg \r\n", "rotate 30deg\n"),
      ("\u{FEFF}rotate 30deg", "rotate 30deg\n"),
      ("canvas 9,9\n\n\n\nhide", "canvas 9,9\n\nhide\n"),
      ("canvas 9,9 ;hide;  show", "canvas 9,9; hide; show\n"),
      ("let x=5\nparam y  =(1+ 2)\nlet z=(1==1)", "let x = 5\nparam y = (1+ 2)\nlet z = (1==1)\n"),
      ("if 1{let x=5}", "if 1 { let x = 5 }\n"),
      ("repeat 3 as i{\nrotate ${i}deg\n\n}", "repeat 3 as i {\n  rotate ${i}deg\n}\n"),
      (
        "repeat 3 {\n\n\nif 1 {\nhide\n}\nelse {\nshow }}",
        "repeat 3 {\n  if 1 {\n    hide\n  }\n  else {\n    show } }\n"
      ),
      ("if 1 { }\nif 1 {}", "if 1 { }\nif 1 { }\n"),
      ("hide#x  y \n#  z\t\n", "hide #x  y\n#  z\n"),
      ("layer t text \"a  b # c ; {d}\"  at 1,2", "layer t text \"a  b # c ; {d}\" at 1,2\n"),
      ("background   #fff   # white", "background #fff # white\n"),
      ("background #fff#x", "background #fff #x\n"),
      (
        "let a = [1,  2]\nlayer t text \"${a[0]}  }\" at 0,0",
        "let a = [1, 2]\nlayer t text \"${a[0]}  }\" at 0,0\n"
      ),
      (
        "data r  \"r.json\"\nlayer t text \"${r[\"a  b\"]}\"   at 0,0",
        "data r \"r.json\"\nlayer t text \"${r[\"a  b\"]}\" at 0,0\n"
      ),
      ("include \"other.txt\"\nbadge  1", "include \"other.txt\"\nbadge 1\n"),
      ("define f x y=2 {\nhide\n}", "define f x y=2 {\n  hide\n}\n"),
      ("[0.1 down 1 2,3\n", "[0.1 down 1 2,3\n"),
    ])
  func table(_ text: String, _ expected: String) throws {
    try expectEqual(formatted(text), expected)
    try expectEqual(formatted(expected), expected)
  }

  @Test(
    "A script with errors is not formatted",
    arguments: [
      ("rotate 30", 1), ("hide\n}", 1), ("layer a image \"x", 1), ("rotate\nscale", 2),
      ("hide\nrotat 3deg", 1), ("include \"other.txt\"\nbadge\"}\nhide", 1),
      ("include \"other.txt\"\nA${ }\nhide", 1),
    ])
  func errors(_ text: String, _ count: Int) {
    #expect {
      try formatted(text)
    } throws: {
      ($0 as? ScriptError)?.errors.count == count
    }
  }

  /// The example scripts and those of the golden cases.
  private static let scripts: [String] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return ["Examples", "Tests/GoldenTests"].flatMap { folder in
      let files = FileManager.default.enumerator(
        at: root.appending(path: folder), includingPropertiesForKeys: nil)!
      return files.compactMap { $0 as? URL }.filter {
        $0.lastPathComponent == "script.txt"
          || folder == "Examples" && $0.pathExtension == "txt" && $0.lastPathComponent != "settings.txt"
      }.map(\.path)
    }.sorted()
  }()

  @Test("Only spaces and line ends change, and the meaning stays", arguments: scripts)
  func laws(_ path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let result = try formatted(text)
    try expectEqual(formatted(result), result)
    let blanks: Set<Character> = [" ", "\t", "\r", "\n", "\r\n"]
    expectEqual(result.filter { !blanks.contains($0) }, text.filter { !blanks.contains($0) })
    // Whatever the indentation and the blank lines, the result is the same.
    var random = SystemRandomNumberGenerator()
    let scattered = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let indentation = String(repeating: " ", count: Int.random(in: 0...4, using: &random))
      return line.isEmpty ? "" : indentation + line.drop { $0 == " " } + "  \t"
    }.joined(separator: "\r\n")
    try expectEqual(formatted(scattered), result)
    guard let plain = try? shapes(text) else { return }
    try expectEqual(shapes(result), plain)
  }
}
