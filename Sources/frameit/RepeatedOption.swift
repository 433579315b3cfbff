import ArgumentParser
import FoundationEssentials
import FrameImage

/// Finds options with one value that are given twice. The parser would drop the first value without a word.
struct RepeatedOption {
  /// The values of the options so far, by the long names of the options.
  private var values: [String: String] = [:]

  /// - Parameters:
  ///   - argument: An argument, which may be an option with its value after `=`.
  ///   - next: The next argument, which is the value of an option without `=`.
  ///   - arguments: All arguments, which name the command.
  /// - Throws: `Failure` of status `usage` for the second value of an option.
  mutating func add(_ argument: String, _ next: String, in arguments: [String]) throws(Failure) {
    guard argument.hasPrefix("-"), argument.count > 1 else { return }
    let name = String(argument.prefix { $0 != "=" })
    let long = Self.longNames[name] ?? name
    let value = name == argument ? next : String(argument.dropFirst(name.count + 1))
    guard let first = values.updateValue(value, forKey: long), Self.takesOneValue(long, arguments) else {
      return
    }
    throw Failure(
      .usage, "\(name) is given twice, as \(first.quoted) and \(value.quoted)",
      hint: long == "--output" ? "--sizes, --frames and --out-dir write several files" : "give it once")
  }

  private static let longNames = ["-o": "--output", "-j": "--jobs"]

  // MARK: Declarations

  private static func takesOneValue(_ name: String, _ arguments: [String]) -> Bool {
    option(name, in: arguments).map { $0.takesValue && !$0.isRepeating } ?? false
  }

  /// Returns whether an option of the arguments' command takes a value, and whether it may be repeated; nil if there is no such option.
  ///
  /// The parser's description of all options is made only for errors: it takes longer than a short edit.
  static func option(_ name: String, in arguments: [String]) -> (takesValue: Bool, isRepeating: Bool)? {
    guard let help = try? JSONDecoder().decode(Help.self, from: Data(Frameit._dumpHelp().utf8)) else {
      return nil
    }
    var command = help.command
    for word in arguments {
      guard let inner = command.subcommands?.first(where: { $0.commandName == word }) else { break }
      command = inner
    }
    let argument = command.arguments?.first { argument in
      argument.names?.contains { name == ($0.kind == "long" ? "--" : "-") + $0.name } == true
    }
    return argument.map { ($0.kind == "option", $0.isRepeating) }
  }

  private struct Help: Decodable {
    var command: Command
  }

  private struct Command: Decodable {
    var commandName: String
    var subcommands: [Command]?
    var arguments: [Argument]?
  }

  private struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }

    var kind: String
    var isRepeating: Bool
    var names: [Name]?
  }
}
