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
