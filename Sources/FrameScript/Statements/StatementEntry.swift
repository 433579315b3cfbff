/// A statement of the language: its first word, its forms for people, and its parser.
///
/// The table of all statements drives the parser, the usage that errors show, the suggestions for misspelled words, and
/// the tables of statements in `docs/script.md`.
struct StatementEntry: Sendable {
  /// Parses what follows the first word.
  typealias Parse = @Sendable (inout Parser) throws(ScriptError) -> Statement.Kind

  /// How the parser continues after the first word.
  enum Rule: Sendable {
    case parse(Parse)
    /// The statements of a file replace this one.
    case include
    /// Parsed with the statement or file that it belongs to; an error everywhere else.
    case misplaced(ScriptProblem)
  }

  let word: String
  /// The section of the reference whose table has the statement.
  let section: ReferenceSection
  let forms: [StatementForm]
  let rule: Rule

  init(_ word: String, _ section: ReferenceSection, _ forms: StatementForm..., rule: Rule) {
    (self.word, self.section, self.forms, self.rule) = (word, section, forms, rule)
  }

  init(
    _ word: String, _ section: ReferenceSection, _ forms: StatementForm..., parse: @escaping Parse
  ) {
    self.init(word, section, forms: forms, parse: parse)
  }

  init(_ word: String, _ section: ReferenceSection, forms: [StatementForm], parse: @escaping Parse) {
    (self.word, self.section, self.forms, rule) = (word, section, forms, .parse(parse))
  }
}

/// One way to write a statement.
struct StatementForm: Sendable {
  /// The words as written, and names in capitals for what varies: `rotate ANGLE [about P]`.
  ///
  /// `[x]` can be left out, `x|y` is one of both, and `...` means that the part before it can be repeated.
  let usage: String
  /// A description in Markdown, for a cell of a table.
  var meaning: String

  init(_ usage: String, _ meaning: String) { (self.usage, self.meaning) = (usage, meaning) }
}

/// A section of the reference that has a table of statements. The value is the name in the comment before the table:
/// `<!-- statements: edits -->`.
enum ReferenceSection: String, CaseIterable, Sendable {
  case flow, canvas, layers, styles, edits, colors, neighborhoods, animation, expectations
  case gestures, touches, recognizers, limits, settings, reactions, dialogs
}

enum StatementTable {
  /// All statements, in the order of the reference.
  static let all =
    flow + canvas + layers + styles + edits + colors + neighborhoods + animation + expectations
    + gestures + touches + recognizers + limits + settings + reactions + dialogs

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
