import Foundation
import FrameScript

/// The TextMate grammar of the script language. VS Code, Sublime Text and TextMate use it.
struct TextMateGrammar {
  let words: LanguageWords

  /// The grammar as JSON.
  var text: String {
    let grammar: [String: Any] = [
      "name": "frameit", "scopeName": "source.frameit", "fileTypes": ["frameit"],
      "patterns": ["statements", "colors", "comments", "strings", "values"].map(include),
      "repository": [
        "statements": patterns(statements), "colors": patterns([color]), "comments": patterns([comment]),
        "strings": patterns([string]), "values": patterns(values), "variables": patterns(variables),
      ],
    ]
    // Dictionaries of strings and arrays can always be written.
    let data = try! JSONSerialization.data(
      withJSONObject: grammar, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// Statements begin a line, or follow a semicolon or a brace.
  private var statements: [[String: Any]] {
    let start = #"(?:^|(?<=[;{}]))\s*"#
    return [
      match(start + "(\(any(words.controls)))\(Self.wordEnd)", captures: ["keyword.control"]),
      match(start + "(\(any(words.statements)))\(Self.wordEnd)", captures: ["support.function"]),
      match(start + "([A-Za-z_][A-Za-z0-9_-]*)", captures: ["entity.name.function"]),
    ]
  }

  /// A word of hexadecimal digits after another word is a color. The parser knows whether one is expected.
  private var color: [String: Any] {
    match(
      #"(?<=[A-Za-z0-9_")\]%]\s)#(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3,4})"# + Self.wordEnd,
      name: "constant.other.color")
  }

  private var comment: [String: Any] { match("#.*$", name: "comment.line.number-sign") }

  private var string: [String: Any] {
    [
      "begin": "\"", "end": "\"|$", "name": scope("string.quoted.double"),
      "patterns": [match(#"\\[nt"\\$]"#, name: "constant.character.escape")] + variables,
    ]
  }

  private var variables: [[String: Any]] {
    [
      [
        "begin": #"\$\{"#, "end": #"\}|$"#, "name": scope("variable.other"),
        "patterns": [include("strings"), include("values")],
      ],
      match(#"\$[A-Za-z_][A-Za-z0-9_]*"#, name: "variable.other"),
    ]
  }

  private var values: [[String: Any]] {
    let units = any(LanguageWords.units)
    return variables + [
      match(
        #"(?<![A-Za-z0-9_.])([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(\#(units))?(?![A-Za-z0-9_])"#,
        captures: ["constant.numeric", "keyword.other.unit"]),
      match(
        #"(?<![A-Za-z0-9_-])(?:\#(any(words.functions)))(?=\(|\b)"# + Self.wordEnd,
        name: "support.function.math"),
      match(
        Self.wordStart + "(?:\(any(LanguageWords.operators)))" + Self.wordEnd,
        name: "keyword.operator.logical"),
      match(Self.wordStart + "(?:\(any(words.keywords)))" + Self.wordEnd, name: "keyword.other"),
      match(#"==|!=|<=|>=|[-+*/<>=]"#, name: "keyword.operator"),
    ]
  }

  // MARK: Patterns

  private static let wordStart = "(?<![A-Za-z0-9_$-])"
  private static let wordEnd = "(?![A-Za-z0-9_-])"

  /// Returns an expression for any of the words.
  private func any(_ words: [String]) -> String {
    words.map { NSRegularExpression.escapedPattern(for: $0) }.joined(separator: "|")
  }

  private func match(_ expression: String, name: String) -> [String: Any] {
    ["match": expression, "name": scope(name)]
  }

  private func match(_ expression: String, captures: [String]) -> [String: Any] {
    let named = captures.enumerated().map { (String($0 + 1), ["name": scope($1)]) }
    return ["match": expression, "captures": Dictionary(uniqueKeysWithValues: named)]
  }

  private func patterns(_ patterns: [[String: Any]]) -> [String: Any] { ["patterns": patterns] }
  private func include(_ name: String) -> [String: Any] { ["include": "#" + name] }
  private func scope(_ name: String) -> String { name + ".frameit" }
}
