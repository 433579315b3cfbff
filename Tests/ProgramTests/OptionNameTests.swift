import Foundation
import Testing

/// The names of options: each has a long one, and means the same in every command.
@Suite struct OptionNameTests {
  /// The argument parser's description of the program.
  private struct Dump: Decodable {
    var command: Command

    struct Command: Decodable {
      var commandName: String
      var subcommands: [Command]?
      var arguments: [Argument]?

      /// This command and all below it, with their whole names.
      func all(after prefix: String = "") -> [(name: String, command: Command)] {
        let name = (prefix + " " + commandName).trimmingCharacters(in: .whitespaces)
        return [(name, self)]
          + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap { $0.all(after: name) }
      }
    }

    struct Argument: Decodable {
      var kind: String
      var names: [Name]?

      var shortName: String? { names?.first { $0.kind == "short" }?.name }
      var longName: String? { names?.first { $0.kind == "long" }?.name }
    }

    struct Name: Decodable {
      var kind: String
      var name: String
    }
  }

  private static let names = [
    "D": "define", "V": "version", "e": "expression", "f": "force", "h": "help", "j": "jobs", "o": "output",
    "q": "quiet", "r": "recursive", "v": "verbose", "0": "null",
  ]

  private func commands() throws -> [(name: String, command: Dump.Command)] {
    let text = try Folder().spawn(["--experimental-dump-help"]).run().succeeds().text
    return try JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command.all()
  }

  @Test("An option has a long name, and the same short name in every command") func names() throws {
    let commands = try commands()
    #expect(commands.count > 15)
    for (name, command) in commands {
      for argument in command.arguments ?? [] where argument.kind != "positional" {
        let long = try #require(argument.longName, "\(name) -\(argument.shortName ?? "")")
        #expect(argument.shortName == Self.names.first { $0.value == long }?.key, "\(name) --\(long)")
      }
    }
  }

  /// An unknown option is the error, and not what its value would mean as an argument.
  @Test("Every command names an unknown option") func unknownOptions() throws {
    let folder = try Folder()
    for (name, command) in try commands() where (command.subcommands ?? []).isEmpty {
      let words = name.split(separator: " ").dropFirst().map(String.init)
      try folder.frameit(words: words + ["--frobnicate", "x", "y", "z"]).fails(2, naming: "--frobnicate")
    }
  }
}
