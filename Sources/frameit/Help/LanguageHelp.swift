import FrameMessages
import FrameScript

/// The help for a word that is no command: a statement of scripts, another word of the language, or a topic.
struct LanguageHelp {
  let language: LanguageReference

  /// Returns the help for one or more words; nil if they are neither a topic nor part of the language.
  func text(for word: String) -> String? {
    let word = word.lowercased()
    switch word {
    case "help": return usage
    case "script": return language.text
    case "color", "colors", "colour", "colours", "color-edits", "colour-edits":
      return LanguageReference.colorEdits
        + "\n  'frameit help contrast' explains one of them, and 'frameit help edits' lists\n  the other edits.\n"
    default: break
    }
    if let topic = Self.topics[word] { return topic.compactMap(language.text).joined(separator: "\n") }
    if let text = language.text(of: word) {
      // A word of other programs may also be a value here, as 'darken' is a blend mode.
      return (ForeignWords.hint(for: word, as: .statement).map { "hint: \($0)\n\n" } ?? "") + text
    }
    guard word.hasSuffix("s") else { return nil }
    return language.text(of: String(word.dropLast()))
  }

  /// Topics with the sections or words of the language that describe them.
  private static let topics = [
    "edits": ["Edits", "Colors", "Blur and sharpness"], "blurs": ["Blur and sharpness"],
    "sharpness": ["Blur and sharpness"], "gradient": ["radial"], "gradients": ["radial"],
    "frames": ["Animation"], "animations": ["Animation"], "time": ["Touches and time"],
    "masks": ["mask"], "masking": ["mask"], "effects": ["effect"],
  ]

  /// The usage, with the titles of the reference as topics.
  private var usage: String {
    let topics = ["script"] + language.titles.dropFirst().map { $0.lowercased() }
    return Self.usage + LanguageReference.wrapped(topics.joined(separator: ", "))
  }

  private static let usage = """
    OVERVIEW: Show the help for a command, a statement of scripts or a topic.

    EXAMPLES
      frameit help apply        explains a command
      frameit help canvas       explains a statement, an option or a setting
      frameit help text         explains a kind of layer, with its options
      frameit help colors       lists the color edits
      frameit help script       prints the language reference

    USAGE: frameit help [<command> | <statement> | <topic>]

    TOPICS

    """
}
