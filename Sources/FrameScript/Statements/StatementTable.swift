/// All statements.
enum StatementTable {
  /// The statements of each section of the reference, in its order. The comment before the table of a section has its
  /// name: `<!-- statements: edits -->`.
  static let sections: KeyValuePairs<String, [StatementEntry]> = [
    "flow": flow, "canvas": canvas, "layers": layers, "styles": styles, "edits": edits,
    "perspective": perspectives, "colors": colors,
    "neighborhoods": neighborhoods, "animation": animation, "expectations": expectations,
    "gestures": gestures, "touches": touches, "recognizers": recognizers, "limits": limits,
    "settings": settings, "reactions": reactions, "dialogs": dialogs,
  ]

  /// All statements, in the order of the reference.
  static let all = sections.flatMap(\.value)

  /// The changes of appearance that are options of layers, by their words.
  static let options = all.filter(\.isOption)

  /// The statements that animate what they change, in the order of the reference.
  static let animated = all.filter { $0.animation != nil }

  /// All statements by their first words.
  static let byWord = Dictionary(uniqueKeysWithValues: all.map { ($0.word, $0) })

  /// Returns the statement with a first word, in any spelling.
  static func entry(of word: String) -> StatementEntry? { byWord[word] ?? byWord[Spelling.own(word)] }

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
