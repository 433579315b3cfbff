import ArgumentParser
import FrameModel
import FramePlugins

/// Parse, run, and leave with the code that the contract gives to what happened.
@main
struct Program {
  static func main() {
    // A process that another one has started for its codecs is nothing else.
    if CodecServer.run(CommandLine.arguments, { Codecs.builtIn }) { Exit.leave(.done) }
    Signals.prepare()
    do {
      let words = CommandLineArguments.ofProcess
      try Frameit.check(words)
      try CommandLineArguments.check(words)
      var command = try Frameit.parseAsRoot(CommandLineArguments.separated(words))
      try command.run()
    } catch let failure as Failure {
      failure.report()
      Exit.leave(failure.status)
    } catch let leave as ExitRequest {
      Exit.leave(leave.status)
    } catch {
      // The argument parser's own: help and version are no failures.
      let message = Frameit.fullMessage(for: error)
      // Errors begin with the program's name, whoever words them.
      let own = "Error: "
      let text = message.hasPrefix(own) ? "frameit: " + message.dropFirst(own.count) : message
      if Frameit.exitCode(for: error) == .success {
        let isCompletion =
          CommandLineArguments.ofProcess.first?.hasPrefix("--generate-completion-script") == true
        Console.out((isCompletion ? HelpCompletion.added(to: text, Frameit.commands) : text) + "\n")
        Exit.leave(.done)
      }
      Console.error(text + "\n")
      Exit.leave(error is ExitCode ? .bug : .usage)
    }
    Exit.leave(.done)
  }
}

struct Frameit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frameit",
    abstract: "Turns, scales, crops and combines images as a small script says.",
    discussion: """
      EXAMPLES
        frameit apply turn.txt photo.jpg          writes photo.framed.jpg
        frameit apply -e 'canvas fit; rotate 90deg' a.png
        frameit apply turn.txt - <a.jpg >b.jpg    in a pipeline
        frameit explain turn.txt photo.jpg        what would be done, and how
        frameit export scene.txt -o scene.svg     shapes, text and images as SVG

      EXIT CODES
        0  done                     4  an image is missing, damaged or unknown
        1  the answer is no         5  a limit would be passed
        2  wrong use                6  the output could not be written
        3  an error in the script   7  some of several images failed
      """,
    subcommands: [
      Apply.self, Explain.self, Export.self, Check.self, Trace.self, Expand.self, Compare.self, Test.self,
      Info.self,
      Hash.self,
      Map.self, Serve.self, Plugins.self,
    ])

  @Flag(help: "Print the version.")
  var version = false

  @Flag(help: "With --version: and the libraries in use.")
  var verbose = false

  static let commands = configuration.subcommands.map { $0._commandName }

  /// - Throws: `Failure` for a word that is no command, also behind `help`; the parser would call it an unexpected
  ///   argument, or show another help.
  static func check(_ words: [String]) throws(Failure) {
    guard words.first == "help" else { return try checkCommand(words.first) }
    let asked = words.dropFirst().prefix { !$0.hasPrefix("-") }
    try checkCommand(asked.first)
    guard asked.count > 1, let word = asked.dropFirst().first else { return }
    let command = configuration.subcommands.first { $0._commandName == asked.first }
    let names = command?.configuration.subcommands.map { $0._commandName } ?? []
    guard !names.contains(word) else { return }
    throw Failure(.usage, "'\(asked.first ?? "")' has no command '\(word.printable)'")
  }

  private static func checkCommand(_ word: String?) throws(Failure) {
    guard let word, !word.hasPrefix("-") else { return }
    let names = commands + ["help"]
    guard !names.contains(word) else { return }
    let nearest = word.nearest(in: names).map { "did you mean '\($0)'?" }
    throw Failure(
      .usage, "there is no command '\(word.printable)'",
      note: nearest ?? "the commands are: \(names.joined(separator: " "))")
  }

  mutating func run() throws {
    guard version else {
      // Whoever meant a command shall not take this for its end.
      Console.error(Self.helpMessage() + "\n")
      throw ExitRequest(status: .usage)
    }
    Version.print(verbose: verbose)
  }
}
