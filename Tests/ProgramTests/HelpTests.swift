import Foundation
import Testing

/// The program's help.
@Suite struct HelpTests {
  private static let commands = [
    "apply", "explain", "export", "check", "info", "hash", "map", "serve", "plugins",
  ]

  @Test(
    "The help lists all commands and exit codes", arguments: [["--help"], ["-h"], ["help"]])
  func overview(
    words: [String]
  )
    throws
  {
    let text = try Folder().spawn(words).run().succeeds().text
    for command in Self.commands { #expect(text.contains("\n  \(command) "), "\(command)") }
    for code in 0...7 { #expect(text.contains(" \(code)  "), "\(code)") }
    #expect(text.contains("EXAMPLES") && text.contains("USAGE: frameit"))
  }

  @Test(
    "Every command has help within 80 columns", arguments: commands)
  func commandHelp(command: String) throws {
    let folder = try Folder()
    let text = try folder.frameit(command, "--help").succeeds().text
    #expect(text.contains("OVERVIEW: ") && text.contains("USAGE: frameit \(command)"))
    #expect(try folder.frameit("help", command).succeeds().text == text)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

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
        if commandName == "help" { return [] }
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

  @Test("Unknown commands and options are refused with a suggestion") func unknownWords() throws {
    let folder = try Folder()
    try folder.frameit("aply").fails(2, saying: "unknown command 'aply'", "did you mean 'apply'?")
    try folder.frameit("frobnicate", "x").fails(2, saying: "'frobnicate'", "apply explain export check")
    try folder.frameit("").fails(2, saying: "unknown command ''")
    try folder.frameit("help", "aply", "x").fails(
      2, saying: "unknown command 'aply'", "did you mean 'apply'?")
    try folder.frameit("help", "plugins", "lis").fails(2, saying: "'plugins' has no command 'lis'")
    try folder.frameit("help", "plugins", "list").succeeds()
    try folder.frameit("--frob").fails(2, saying: "Unknown option '--frob'", "--help")
    try folder.frameit("plugins", "foo").fails(2, naming: "foo")
    try folder.frameit("info", "--frob", "a.png").fails(2, saying: "Unknown option '--frob'", "frameit info")
  }
}

/// Exit codes are a contract with scripts that call the program.
@Suite struct ExitCodeTests {
  @Test(
    "Each kind of failure has its exit code",
    arguments: [
      (0, ["apply", "-e", "", "a.png"]), (1, ["apply", "-e", "expect $width 3", "a.png"]),
      (2, ["apply", "-e", "", "a.png", "--frob"]), (3, ["apply", "-e", "rotate 30", "a.png"]),
      (4, ["apply", "-e", "", "bad.png"]), (5, ["apply", "-e", "", "--max-pixels", "1", "a.png"]),
      (6, ["apply", "-e", "", "a.png", "-o", "no/b.png"]), (7, ["apply", "-e", "", "a.png", "bad.png"]),
    ] as [(Int32, [String])])
  func eachCode(code: Int32, words: [String]) throws {
    let folder = try Folder(["a.png": Images.png(), "bad.png": [1, 2, 3]])
    #expect(try folder.spawn(words).run().ending == .exit(code))
  }

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
