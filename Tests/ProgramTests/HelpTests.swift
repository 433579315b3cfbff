import Foundation
import Testing

/// The program's help.
@Suite struct HelpTests {
  /// Every option for a file or folder must complete file names.
  @Test("Arguments for files complete file names") func completion() throws {
    let text = try Folder().spawn(["--experimental-dump-help"]).run().succeeds().text
    let dump = try JSONDecoder().decode(Dump.self, from: Data(text.utf8))
    let wanted = dump.command.arguments(named: ["file", "dir", "list"])
    #expect(wanted.count > 20)
    for (name, argument) in wanted {
      #expect(
        argument.completionKind?["file"] != nil || argument.completionKind?["directory"] != nil, "\(name)")
    }
    let formats = dump.command.arguments(named: ["name"]).filter { $0.name.hasSuffix("format") }
    #expect(formats.count == 3 && formats.allSatisfy { $0.argument.completionKind?["custom"] != nil })
  }

  /// The argument parser's description of the program.
  private struct Dump: Decodable {
    var command: Command

    struct Command: Decodable {
      var commandName: String
      var subcommands: [Command]?
      var arguments: [Argument]?

      /// Returns the arguments whose value has one of these names, and all positional ones.
      func arguments(named values: Set<String>) -> [(name: String, argument: Argument)] {
        if ["help", "completions"].contains(commandName) { return [] }
        let own = (arguments ?? []).filter { $0.kind == "positional" || values.contains($0.valueName ?? "") }
        return own.map { ("\(commandName) \($0.preferredName?.name ?? $0.valueName ?? "")", $0) }
          + (subcommands ?? []).flatMap { $0.arguments(named: values) }
      }
    }

    struct Argument: Decodable {
      var kind: String
      var valueName: String?
      var preferredName: Name?
      var completionKind: [String: Details]?

      struct Name: Decodable { var name: String }
      /// The key names the kind.
      struct Details: Decodable {}
    }
  }
}

/// Exit codes are a contract with scripts that call the program.
@Suite struct ExitCodeTests {
  /// A crash ends with a signal or with 70 or 255. None of these calls may crash.
  @Test("Unusual arguments never crash the program") func unusualArguments() throws {
    let folder = try Folder(["a.png": Images.png()])
    let words = [
      "", "-", "--", "-o", "-e", "-D", "a.png", "--json", "--force", "--seed", "9223372036854775808",
      "--in-place", "--max-pixels", "-1", "\u{0}", "=", "-D=", "-e=", "*", "\u{1F600}", "--quality", "1",
    ]
    for command in [
      "apply", "explain", "export", "check", "info", "hash", "map", "plugins", "version", "help", "",
    ] {
      for (index, word) in words.enumerated() {
        let other = words[(index * 7 + command.count) % words.count]
        let outcome = try folder.spawn([command, word, other]).run()
        guard case .exit(let code) = outcome.ending, (0...7).contains(code) else {
          Issue.record("\(command) \(word) \(other): \(outcome.ending) \(outcome.err)")
          continue
        }
      }
    }
  }
}
