/// A statement of the language: its first word, its forms for people, and its parser.
///
/// The table of all statements drives the parser, the usage that errors show, the suggestions for misspelled words, and
/// the tables of statements in `docs/script.md`.
struct StatementEntry: Sendable {
  /// Parses what follows the first word.
  typealias Parse = @Sendable (inout Parser) throws(ScriptError) -> Statement.Kind

  /// Parses what follows the first word of a change of appearance.
  typealias ParseLook = @Sendable (inout Parser) throws(ScriptError) -> AppearanceStatement

  /// How the parser continues after the first word.
  enum Rule: Sendable {
    case parse(Parse)
    /// A change of appearance that is an option of layers, too.
    case option(ParseLook)
    /// The statements of a file replace this one.
    case include
    /// Parsed with the statement or file that it belongs to; an error everywhere else.
    case misplaced(ScriptProblem)
  }

  /// The first word.
  let word: String
  var forms: [StatementForm]
  let rule: Rule

  /// - Parameter forms: The usage of each form, and its meaning.
  init(_ forms: KeyValuePairs<String, String>, rule: Rule) {
    word = Self.firstWord(of: forms)
    self.forms = forms.map { ($0, $1) }
    self.rule = rule
  }

  init(_ forms: KeyValuePairs<String, String>, parse: @escaping Parse) {
    self.init(forms, rule: .parse(parse))
  }

  /// Creates the entry of a statement without arguments.
  init(_ forms: KeyValuePairs<String, String>, _ statement: Statement.Kind) {
    self.init(forms) { _ throws(ScriptError) in statement }
  }

  static func option(_ forms: KeyValuePairs<String, String>, parse: @escaping ParseLook) -> StatementEntry {
    StatementEntry(forms, rule: .option(parse))
  }

  static func firstWord(of forms: KeyValuePairs<String, String>) -> String {
    String(forms[0].key.prefix { $0 != " " })
  }
}

/// One way to write a statement.
///
/// The usage has the words as written, and names in capitals for what varies: `rotate ANGLE [about P]`. `[x]` can be
/// left out, `x|y` is one of both, and `...` means that the part before it can be repeated. The meaning is a
/// description in Markdown, for a cell of a table.
typealias StatementForm = (usage: String, meaning: String)

enum StatementTable {
  /// The statements of each section of the reference, in its order. The comment before the table of a section has its
  /// name: `<!-- statements: edits -->`.
  static let sections: KeyValuePairs<String, [StatementEntry]> = [
    "flow": flow, "canvas": canvas, "layers": layers, "styles": styles, "edits": edits, "colors": colors,
    "neighborhoods": neighborhoods, "animation": animation, "expectations": expectations,
    "gestures": gestures, "touches": touches, "recognizers": recognizers, "limits": limits,
    "settings": settings, "reactions": reactions, "dialogs": dialogs,
  ]

  /// All statements, in the order of the reference.
  static let all = sections.flatMap(\.value)

  /// The changes of appearance that are options of layers.
  static let options: [(String, Parser.OptionRule)] = all.compactMap { entry in
    guard case .option(let parse) = entry.rule else { return nil }
    return (entry.word, { p throws(ScriptError) in .look(try parse(&p)) })
  }

  /// All statements by their first words.
  static let byWord = Dictionary(uniqueKeysWithValues: all.map { ($0.word, $0) })

  /// Returns the usages of the forms of a statement that an author may mean.
  ///
  /// - Parameters:
  ///   - word: The first word of the statement.
  ///   - written: The words after it, as far as they are written.
  static func usages(of word: String, written: [Substring]) -> [String] {
    let usages = (byWord[word]?.forms ?? []).map(\.usage)
    let matches = usages.map { sharedKeywords(of: $0, with: written) }
    // Without a match, the keyword itself may be the mistake.
    guard let best = matches.compactMap(\.self).max() else { return usages }
    return zip(usages, matches).compactMap { $1 == best ? $0 : nil }
  }

  /// Returns the number of keywords that a usage and a text have at the same place; nil if the text has another word
  /// there. What follows an optional part has no fixed place.
  private static func sharedKeywords(of usage: String, with written: [Substring]) -> Int? {
    var count = 0
    for (part, word) in zip(usage.split(separator: " ").dropFirst(), written) {
      if part.hasPrefix("[") { break }
      guard part.allSatisfy({ $0.isLowercase || $0 == "-" || $0 == "|" }),
        !MatrixArgument.names.contains(String(part))
      else { continue }
      guard part.split(separator: "|").contains(word) else { return nil }
      count += 1
    }
    return count
  }
}
