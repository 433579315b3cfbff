import FrameFiles
import FrameImage
import Platform

/// Checks and rewrites of the command line's arguments before they are parsed.
enum CommandLineArguments {
  /// The arguments after the program's name. File names are bytes and keep them (see `RawFileName`).
  static var ofProcess: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { i in
      CommandLine.unsafeArgv[i].map { RawFileName.text(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }

  /// Returns the arguments as the parser takes them, in one pass.
  ///
  /// It refuses what the parser would misunderstand: options of other tools, an option with one value that is given twice, and
  /// several options in one argument. The parser takes `-photo.png` for the options p, h and so on, and `-h` prints the help.
  /// It splits `-DNAME=VALUE` and `-jN`, because the parser would take `-DNAME` for an option of that name.
  ///
  /// - Throws: `Failure` of status `usage`.
  static func forParser(_ arguments: [String]) throws(Failure) -> [String] {
    var ready: [String] = []
    var repeats = RepeatedOption()
    var previous = ""
    for (index, argument) in arguments.enumerated() {
      if argument == "--" { return ready + arguments[index...] }
      if let failure = ForeignUsage.failure(option: argument, after: previous) { throw failure }
      if isBundle(argument) { throw bundleFailure(argument, after: previous, in: arguments) }
      let isJoined = argument.hasPrefix("-D") && argument != "-D" || isJobs(argument)
      let pieces = isJoined ? [String(argument.prefix(2)), String(argument.dropFirst(2))] : [argument]
      let value = isJoined ? pieces[1] : index + 1 < arguments.count ? arguments[index + 1] : ""
      try repeats.add(pieces[0], value, in: arguments)
      ready += pieces
      previous = argument
    }
    return ready
  }

  private static func bundleFailure(_ argument: String, after previous: String, in arguments: [String])
    -> Failure
  {
    func option(_ name: String) -> Bool? { RepeatedOption.option(name, in: arguments)?.takesValue }
    let (letter, rest) = (argument.prefix(2), argument.dropFirst(2))
    let others = [
      option(previous) == true ? "\(previous)=\(argument.printable) for a value" : nil,
      option("-\(argument)") != nil ? "-\(argument) for an option" : nil,
      option(String(letter)) == true
        ? "\(letter) \(String(rest).printable) for an option with its value" : nil,
    ]
    let forms = others.compactMap(\.self) + ["./\(argument.printable) for a file"]
    return Failure(
      .usage, "'\(argument.printable)' looks like a group of options",
      hint: "write " + forms.joined(separator: ", or "))
  }

  /// The short flags without a value, which may be grouped: `-rf`.
  private static let flags = "rfvq0"

  /// Returns true for one `-` and more than one letter.
  ///
  /// No option is a digit, except `-0`. `-Dname=value`, `-j4` and `-e=script` are one letter and its value.
  private static func isBundle(_ argument: String) -> Bool {
    let tail = argument.dropFirst()
    guard argument.hasPrefix("-"), let first = tail.first, first != "-", first != "D" else { return false }
    if tail.allSatisfy(flags.contains) && Set(tail).count == tail.count || isJobs(argument) { return false }
    if first.isNumber || first == "." { return true }
    return tail.count > 1 && !tail.dropFirst().hasPrefix("=")
  }

  /// Returns true for `-j4`.
  private static func isJobs(_ argument: String) -> Bool {
    argument.hasPrefix("-j") && argument.count > 2
      && argument.dropFirst(2).allSatisfy { $0.isASCII && $0.isNumber }
  }
}
