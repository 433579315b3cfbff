/// What a shell may offer behind `frameit help`: the parser's scripts offer nothing there.
enum HelpCompletion {
  /// - Parameters:
  ///   - script: for bash, zsh or fish, as the parser makes it.
  ///   - commands: that there is help of.
  /// - Returns: the same with the commands behind `help`.
  static func added(to script: String, _ commands: [String]) -> String {
    let words = commands.joined(separator: " ")
    if script.hasPrefix("#compdef") {
      return script.replacing("'*:subcommands:'", with: "'1:command:(\(words))'")
    }
    let nothing = "_frameit_help() {\n    :\n}"
    if script.contains(nothing) {
      let offer = "_frameit_help() {\n    COMPREPLY+=($(compgen -W '\(words)' -- \"${cur}\"))\n}"
      return script.replacing(nothing, with: offer)
    }
    return script + "\ncomplete -c 'frameit' -n '__fish_seen_subcommand_from help' -fa '\(words)'"
  }
}
