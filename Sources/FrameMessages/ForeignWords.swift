import CScriptReference
import FrameCodec
import FrameScript

/// Words of other tools and languages, and what frameit has in their place. `foreign_words.txt` has them all.
package enum ForeignWords {
  /// The section of a word in the file.
  package enum Section: String {
    case pixelEdits = "pixel edits"
    case statements
    case layerOptions = "layer options"
    case layerKinds = "layer kinds"
    case filters, colors, easings
    case animationOptions = "animation options"
    case animatedChanges = "animated changes"
    case functions
    /// Of the command line.
    case commands, options
    case optionsForStatements = "options for statements"
  }

  /// Returns the hint for a word in a section. Every option of the command line is looked up, so words are parsed only if the
  /// section has their letters.
  package static func hint(for word: String, in section: Section) -> String? {
    frameit_may_be_foreign(word, "\n[\(section.rawValue)]\n") ? words(section)[word] : nil
  }

  /// Returns the words of a section, with their hints.
  private static func words(_ section: Section) -> [String: String] {
    var size = 0
    guard let start = frameit_foreign_words("\n[\(section.rawValue)]\n", &size) else {
      preconditionFailure("the file has no section \(section.rawValue)")
    }
    let lines = UnsafeRawBufferPointer(start: start, count: size)
    var words: [String: String] = [:]
    for line in String(decoding: lines, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
      guard let colon = line.firstRange(of: ": ") else { continue }
      let hint = String(line[colon.upperBound...])
      for word in line[..<colon.lowerBound].split(separator: " ") { words[String(word)] = hint }
    }
    return words
  }

  /// Returns the hint for a word that the language does not have.
  package static func hint(for word: String, as meaning: WordMeaning) -> String? {
    tables[meaning]?[Spelling.own(word.lowercased())]
  }

  /// Returns the hint for a word whose meaning is not known, such as one that a user looks up in the help: the hint for
  /// a statement, or else that for another part of a script.
  package static func hint(for word: String) -> String? {
    let meanings: [WordMeaning] = [
      .statement, .layerOption, .layerKind, .animationOption, .easing, .function,
    ]
    return meanings.lazy.compactMap { hint(for: word, as: $0) }.first
  }

  /// Returns the effect of our plugins that does what a word says; nil if there is none.
  package static func effect(for word: String, as meaning: WordMeaning) -> KnownEffect? {
    let mayBeEffect = [.statement, .layerOption, .animatedChange].contains(meaning)
    return mayBeEffect ? effects[Spelling.own(word.lowercased())] : nil
  }

  /// Hints by the meaning of a word, and the word. Color edits, blurs and effects are statements and options of a layer
  /// alike, and animations change most of them.
  static let tables: [WordMeaning: [String: String]] = [
    .statement: pixelEdits.merging(words(.statements)) { edit, _ in edit },
    .layerOption: pixelEdits.merging(words(.layerOptions)) { edit, _ in edit },
    .layerKind: words(.layerKinds), .filter: filters, .color: words(.colors), .easing: words(.easings),
    .animationOption: words(.animationOptions),
    .animatedChange: pixelEdits.merging(words(.animatedChanges)) { _, property in property },
    .function: words(.functions),
  ]

  /// The effects of our plugins, by their names and the words of other tools for them.
  private static let effects: [String: KnownEffect] = Dictionary(
    uniqueKeysWithValues: KnownEffect.all.flatMap { effect in
      ([effect.name] + effect.otherNames).map { ($0, effect) }
    })

  private static let pixelEdits = words(.pixelEdits).merging(
    effects.mapValues { "'\($0.statement)' \($0.purpose)" }
  ) { hint, _ in hint }

  private static let filters = pixelEdits.mapValues { _ in
    "'filter' sets how images are resampled; color edits and effects are statements of their own"
  }.merging(words(.filters)) { _, filter in filter }
}
