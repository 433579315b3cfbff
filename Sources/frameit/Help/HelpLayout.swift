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
