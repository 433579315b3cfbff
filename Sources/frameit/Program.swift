import ArgumentParser
import CScriptReference
import FrameCodec
import FrameImage
import FrameMessages
import FrameScene
import FrameScript

/// The entry point: parses the arguments, runs the command and exits with its code.
@main
struct Program {
  static func main() {
    // A process that frameit started as a worker does nothing but run codecs.
    if CodecServer.run(CommandLine.arguments, { Codecs.builtIn }) { ExitStatus.success.terminate() }
    Signals.prepare()
    do {
      let arguments = CommandLineArguments.ofProcess
      if let help = try Frameit.languageHelp(arguments) {
        Console.out(help)
        ExitStatus.success.terminate()
      }
      var command = try Frameit.parsed(arguments)
      try command.run()
    } catch {
      if let failure = Failure(thrown: error) {
        failure.report()
        failure.status.terminate()
      }
      // Errors of the argument parser. Requests for help are among them and are not failures.
      let message = Frameit.fullMessage(for: error)
      // All errors begin with the program's name, also those of the parser.
      let prefix = "Error: "
      let text = message.hasPrefix(prefix) ? "frameit: " + message.dropFirst(prefix.count) : message
      if Frameit.exitCode(for: error) == .success {
        Console.out(HelpLayout.ordered(text) + "\n")
        ExitStatus.success.terminate()
      }
      Console.error(text + "\n")
      (error is ExitCode ? ExitStatus.bug : .usage).terminate()
    }
    ExitStatus.success.terminate()
  }
}

struct Frameit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frameit",
    abstract: "Rotate, scale, crop and combine images with a small script.",
    discussion: """
      EXAMPLES
        frameit apply turn.txt photo.jpg          writes photo.framed.jpg
        frameit apply -e 'rotate 90deg' a.png     needs no script file
        frameit apply turn.txt - <a.jpg >b.jpg    edits an image in a pipeline
        frameit explain turn.txt photo.jpg        shows what would be done, and how
        frameit export scene.txt -o scene.svg     writes the scene as SVG
        frameit help script                       prints the language reference
        frameit help canvas                       explains one statement

      EXIT CODES
        0  success
        1  images differ, or an expectation failed
        2  invalid usage
        3  an error in the script
        4  an image is missing, damaged or unsupported
        5  a limit was exceeded
        6  the output could not be written
        7  one or more images of a batch failed
      """,
    subcommands: [
      Apply.self, Explain.self, Export.self, Check.self, FormatScripts.self, Trace.self, Fuzz.self,
      Expand.self,
      Compare.self,
      Test.self, Studio.self, Info.self, Hash.self, Map.self, Serve.self, Plugins.self,
      Completions.self,
    ])

  @Flag(name: [.customShort("V"), .long], help: "Print the version.")
  var version = false

  @Flag(name: .shortAndLong, help: "With --version, also list the libraries in use.")
  var verbose = false

  /// Each command states its name: deriving it from the type's name would take a tenth of a short edit's time.
  static let commands = configuration.subcommands.map { $0._commandName }

  /// The same commands without the flags above. The parser would take these flags from the arguments of a command that
  /// has flags with the same names.
  private struct Commands: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "frameit", abstract: Frameit.configuration.abstract,
      subcommands: Frameit.configuration.subcommands)
  }

  /// Parses the arguments of the program.
  ///
  /// - Throws: `Failure` of status `usage`, and errors of the argument parser.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    try check(arguments)
    let arguments = try CommandLineArguments.forParser(arguments)
    return arguments.first.map(commands.contains) == true
      ? try Commands.parseAsRoot(arguments) : try parseAsRoot(arguments)
  }

  /// Checks the name of the command, also after `help`.
  ///
  /// The parser would report an unexpected argument, or show the help of another command.
  ///
  /// - Throws: `Failure` of status `usage` for an unknown command.
  private static func check(_ arguments: [String]) throws(Failure) {
    guard arguments.first == "help" else {
      return try checkCommand(arguments.first, before: arguments.dropFirst())
    }
    let path = arguments.dropFirst().prefix { !$0.hasPrefix("-") }
    try checkCommand(path.first)
    guard path.count > 1, let name = path.dropFirst().first else { return }
    let command = configuration.subcommands.first { $0._commandName == path.first }
    let names = command?.configuration.subcommands.map { $0._commandName } ?? []
    guard !names.contains(name) else { return }
    throw Failure(.usage, "'\(path.first ?? "")' has no command '\(name.printable)'")
  }

  /// The reference of the script language, which is part of the program.
  private static var language: LanguageReference {
    let bytes = UnsafeRawBufferPointer(start: frameit_script_reference, count: frameit_script_reference_size)
    return LanguageReference(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the help for `help script`, `help STATEMENT` and `help TOPIC`, of one or more words; nil for other arguments.
  ///
  /// - Throws: `Failure` of status `usage` for a topic that is neither a command nor part of the language.
  static func languageHelp(_ arguments: [String]) throws(Failure) -> String? {
    guard arguments.count > 1, arguments[0] == "help", !arguments.contains(where: { $0.hasPrefix("-") }),
      !commands.contains(arguments[1])
    else { return nil }
    let topic = arguments.dropFirst().joined(separator: " ")
    let language = language
    if let text = LanguageHelp(language: language).text(for: topic) { return text }
    let known = [commands + language.words, language.titles.map { $0.lowercased() }]
    let near = Set([topic, arguments[1]].flatMap { known.compactMap($0.nearest) })
    let names = near.sorted().map { "'\($0)'" }
    throw Failure(
      .usage, "there is no command, statement or topic '\(topic.printable)'",
      hint: ForeignWords.hint(for: topic) ?? optionHint(topic)
        ?? (names.isEmpty
          ? "'frameit --help' lists the commands, and 'frameit help help' the topics"
          : "did you mean \(names.joined(separator: " or "))?"))
  }

  /// Returns the commands that have an option with this name, as a hint; nil if there are none.
  private static func optionHint(_ word: String) -> String? {
    let option = "--" + word.drop { $0 == "-" }
    let owners = configuration.subcommands.filter { command in
      helpMessage(for: command).split { $0.isWhitespace || $0 == "," || $0 == "/" }.contains { $0 == option }
    }.map { "'frameit \($0._commandName) --help'" }
    return owners.isEmpty ? nil : "'\(option)' is an option: see \(owners.joined(separator: ", "))"
  }

  private static func checkCommand(_ name: String?, before rest: some Sequence<String> = []) throws(Failure) {
    guard let name, !name.hasPrefix("-") else { return }
    let names = commands + ["help"]
    guard !names.contains(name) else { return }
    if let failure = ForeignUsage.failure(command: name, rest, statements: LanguageReference.statements) {
      throw failure
    }
    let nearest = name.nearest(in: names).map { "did you mean '\($0)'?" }
    throw Failure(
      .usage, name.isEmpty ? "the command is empty" : "unknown command '\(name.printable)'",
      hint: nearest ?? "the commands are: \(names.joined(separator: " "))")
  }

  mutating func run() throws {
    guard version else {
      // A forgotten command is an error, so that a script does not take the help for success.
      Console.error(Self.helpMessage() + "\n")
      throw Failure(reported: .usage)
    }
    Version.print(verbose: verbose)
  }
}
