import FrameKit

/// Checks and rewrites of the command line's arguments before they are parsed.
enum CommandLineArguments {
  /// The arguments after the program's name. File names are bytes and keep them (see `RawFileName`).
  static var ofProcess: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { i in
      CommandLine.unsafeArgv[i].map { RawFileName.text(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }

  /// Refuses an argument that the parser would split into several options.
  ///
  /// The parser takes `-photo.png` for the options p, h and so on, and `-h` prints the help.
  ///
  /// - Throws: `Failure` of status `usage`.
  static func check(_ arguments: some Sequence<String>) throws(Failure) {
    var previous = ""
    for argument in arguments {
      if argument == "--" { return }
      if isBundle(argument) {
        let isValue = previous.hasPrefix("-") && previous != "-" && !previous.contains("=")
        let value = isValue ? "\(previous.printable)=\(argument.printable) for a value, or " : ""
        throw Failure(
          .usage, "'\(argument.printable)' looks like a group of options",
          hint: "write \(value)./\(argument.printable) for a file")
      }
      previous = argument
    }
  }

  /// Returns true for one `-` and more than one letter.
  ///
  /// No option is a digit, except `-0`. `-Dname=value` and `-e=script` are one letter and its value.
  private static func isBundle(_ argument: String) -> Bool {
    let tail = argument.dropFirst()
    guard argument.hasPrefix("-"), let first = tail.first, first != "-", first != "D" else { return false }
    if tail == "0" { return false }
    if first.isNumber || first == "." { return true }
    return tail.count > 1 && !tail.dropFirst().hasPrefix("=")
  }

  /// Splits `-DNAME=VALUE` into two arguments: the parser would take it for an option called `DNAME`.
  static func separated(_ arguments: some Sequence<String>) -> [String] {
    var isOption = true
    return arguments.flatMap { argument in
      isOption = isOption && argument != "--"
      return isOption && argument.hasPrefix("-D") && argument != "-D"
        ? ["-D", String(argument.dropFirst(2))] : [argument]
    }
  }
}
