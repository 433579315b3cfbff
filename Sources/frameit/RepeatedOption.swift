import ArgumentParser
import FoundationEssentials
import FrameImage

/// Options with one value that are given twice. The parser would drop the first value without a word.
enum RepeatedOption {
  /// - Parameter arguments: The program's arguments after `CommandLineArguments.separated`.
  /// - Throws: `Failure` of status `usage`.
  static func check(_ arguments: [String]) throws(Failure) {
    var places: [String: Int] = [:]
    for (index, argument) in arguments.prefix(while: { $0 != "--" }).enumerated() {
      guard argument.hasPrefix("-"), argument.count > 1 else { continue }
      let name = String(argument.prefix { $0 != "=" })
      let long = longNames[name] ?? name
      guard let first = places.updateValue(index, forKey: long), takesOneValue(long, arguments) else {
        continue
      }
      let values = [first, index].map { value(at: $0, in: arguments).quoted }
      throw Failure(
        .usage, "\(name) is given twice, as \(values[0]) and \(values[1])",
        hint: long == "--output" ? "--sizes, --frames and --out-dir write several files" : "give it once")
    }
  }

  private static let longNames = ["-o": "--output", "-j": "--jobs"]

  private static func value(at index: Int, in arguments: [String]) -> String {
    if let equals = arguments[index].firstIndex(of: "=") {
      return String(arguments[index][equals...].dropFirst())
    }
    return index + 1 < arguments.count ? arguments[index + 1] : ""
  }

  // MARK: Declarations

  /// Returns whether an option of the arguments' command takes a value, and only one.
  ///
  /// The parser's description of all options is made only for a name that is repeated: it takes longer than a short edit.
  private static func takesOneValue(_ name: String, _ arguments: [String]) -> Bool {
    guard let help = try? JSONDecoder().decode(Help.self, from: Data(Frameit._dumpHelp().utf8)) else {
      return false
    }
    var command = help.command
    for word in arguments {
      guard let inner = command.subcommands?.first(where: { $0.commandName == word }) else { break }
      command = inner
    }
    return command.arguments?.contains { argument in
      argument.kind == "option" && !argument.isRepeating
        && argument.names?.contains { name == ($0.kind == "long" ? "--" : "-") + $0.name } == true
    } == true
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
