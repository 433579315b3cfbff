import FrameKit
import FrameScript

/// The help for a word that is no command: a statement of scripts, another word of the language, or a topic.
struct LanguageHelp {
  let language: LanguageReference

  /// Returns the help for a word; nil for a word that is neither a topic nor part of the language.
  func text(for word: String) -> String? {
    let word = word.lowercased()
    switch word {
    case "help": return Self.usage
    case "script": return language.text
    case "color", "colors", "colour", "colours", "color-edits", "colour-edits":
      return LanguageReference.colorEdits
        + "\n  'frameit help contrast' explains one of them, and 'frameit help edits' lists\n  the other edits.\n"
    default: break
    }
    if let topic = Self.topics[word] { return topic.compactMap(part).joined(separator: "\n") }
    if let text = language.text(of: word) {
      // A word of other programs may also be a value here, as 'darken' is a blend mode.
      return (ForeignWords.hint(for: word, as: .statement).map { "hint: \($0)\n\n" } ?? "") + text
    }
    if let text = language.section(titled: word) { return text }
    guard word.hasSuffix("s") else { return nil }
    return language.text(of: String(word.dropLast()))
  }

  private func part(_ name: String) -> String? { language.section(titled: name) ?? language.text(of: name) }

  /// Topics with the sections or words of the language that describe them.
  private static let topics = [
    "edits": ["Edits", "Colors", "Blur and sharpness"], "blurs": ["Blur and sharpness"],
    "sharpness": ["Blur and sharpness"], "gradient": ["radial"], "gradients": ["radial"],
    "frames": ["Animation"], "animations": ["Animation"], "time": ["Touches and time"],
    "masks": ["mask"], "masking": ["mask"], "effects": ["effect"],
  ]

  private static let usage = """
    OVERVIEW: Show the help for a command, a statement of scripts or a topic.

    EXAMPLES
      frameit help apply        explains a command
      frameit help canvas       explains a statement, an option or a setting
      frameit help colors       lists the color edits
      frameit help script       prints the language reference

    USAGE: frameit help [<command> | <statement> | <topic>]

    TOPICS
      script, colors, edits, masks, gradients, shapes, text, inputs, animation,
      values, gestures, recognizers, settings, expectations, errors, limits

    """
}
