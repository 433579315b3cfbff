import FrameMessages
import FrameScript

/// Orders the sections of the parser's help.
enum HelpLayout {
  /// Moves the examples to the start, and the options without a title before those with one.
  ///
  /// The parser puts these options last, after the limits, although they are the most common ones.
  ///
  /// - Parameter help: The help of a command: sections separated by empty lines.
  static func ordered(_ help: String) -> String {
    var sections = help.split(separator: "\n\n", omittingEmptySubsequences: false).map { $0.trimmingNewlines }
    let examples = sections.firstIndex { $0.hasPrefix("EXAMPLES") }
    if let examples { sections.insert(sections.remove(at: examples), at: 1) }
    guard let options = sections.firstIndex(where: { $0.hasPrefix("OPTIONS:") }),
      let start = sections.lastIndex(where: { $0.hasPrefix("ARGUMENTS:") })
        ?? sections.lastIndex(where: { $0.hasPrefix("USAGE:") }),
      start + 1 < options
    else { return help }
    sections.insert(sections.remove(at: options), at: start + 1)
    return sections.joined(separator: "\n\n") + "\n"
  }
}

extension Substring {
  fileprivate var trimmingNewlines: Substring {
    var text = self
    while text.last == "\n" { text.removeLast() }
    return text
  }
}

/// Adds the commands after `frameit help` to the shells' completion scripts. The parser's scripts offer nothing there.
enum HelpCompletion {
  /// Returns a completion script that offers the commands, and `script`, after `help`.
  ///
  /// - Parameters:
  ///   - script: The parser's script for bash, zsh or fish.
  ///   - commands: The names of all commands.
  static func added(to script: String, _ commands: [String]) -> String {
    let names = (commands + ["script"]).joined(separator: " ")
    if script.hasPrefix("#compdef") {
      return script.replacing("'*:subcommands:'", with: "'1:command:(\(names))'")
    }
    let nothing = "_frameit_help() {\n    :\n}"
    if script.contains(nothing) {
      let offer = "_frameit_help() {\n    COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))\n}"
      return script.replacing(nothing, with: offer)
    }
    return script + "\ncomplete -c 'frameit' -n '__fish_seen_subcommand_from help' -fa '\(names)'"
  }
}

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
