import Foundation
import Testing

/// Numbers in options: each has a range, and values outside are refused.
@Suite struct NumberTests {
  /// Values that no option accepts, except `--seed`, which has 64 bits.
  private static let extremes = [
    "9223372036854775807", "9223372036854775806", "4611686018427387904", "9223372036854775808", "-1", "1e308",
    "nan", "inf", "",
  ]

  /// Every numeric option, after words that are valid without it.
  private static let options: [(option: String, words: [String])] = [
    ("--max-pixels", ["apply", "-e", "", "a.png", "-o", "b.png"]),
    ("--max-memory", ["apply", "-e", "", "a.png", "-o", "b.png"]),
    ("--seed", ["apply", "-e", "", "a.png", "-o", "b.png"]),
    ("--quality", ["apply", "-e", "", "a.png", "-o", "b.png"]),
    ("--frame", ["apply", "-e", "", "a.png", "-o", "b.png"]),
    ("--frames", ["apply", "-e", "", "a.png", "-o", "b.png"]),
    ("--max-frames", ["apply", "-e", "", "a.png", "-o", "b.png", "--frames", "25"]),
    ("--jobs", ["apply", "-e", "", "a.png", "-o", "b.png"]),
    ("--jobs", ["serve", "--stdin"]), ("--jobs", ["test", "."]), ("--max-line", ["serve", "--stdin"]),
    ("--within", ["hash", "--perceptual", "a.png"]), ("--threshold", ["compare", "a.png", "a.png"]),
    ("--hard-threshold", ["compare", "a.png", "a.png"]), ("--max-diff", ["compare", "a.png", "a.png"]),
    ("--fuzz-align", ["compare", "a.png", "a.png"]), ("--ignore", ["compare", "a.png", "a.png"]),
    ("--input-size", ["map", "-e", "canvas 9,9"]), ("--runs", ["plugins", "check", "a.so"]),
    ("--port", ["studio", "a.png"]),
    ("--headroom", ["apply", "-e", "", "a.png", "-o", "b.png", "--gain-map", "apply"]),
  ]

  @Test("A number out of range is invalid usage, and the message has the range", arguments: options)
  func range(_ option: String, _ words: [String]) throws {
    let folder = try Folder(["a.png": Images.png()])
    for value in Self.extremes {
      if option == "--seed", UInt64(value) != nil { continue }
      let number = value.isEmpty ? [option, value] : ["\(option)=\(value)"]
      try folder.frameit(words: words + number).fails(2, saying: " from ")
    }
    #expect(folder.listing == ["a.png"])
  }

  /// The argument parser's description of the program lists the numeric options.
  @Test("The table lists every numeric option")
  func table() throws {
    struct Dump: Decodable {
      var command: Command
      struct Command: Decodable {
        var subcommands: [Command]?
        var arguments: [Argument]?
      }
      struct Argument: Decodable {
        var valueName: String?
        var preferredName: Name?
      }
      struct Name: Decodable {
        var name: String
      }
    }
    let text = try Folder().spawn(["--experimental-dump-help"]).run().succeeds().text
    let numbers = ["n", "n,n", "n|n%", "n|keep", "t", "i/n", "w,h", "x,y,w,h", "rate"]
    func names(_ command: Dump.Command) -> Set<String> {
      let own = (command.arguments ?? []).filter { numbers.contains($0.valueName ?? "") }
      return (command.subcommands ?? []).map(names).reduce(Set(own.compactMap { $0.preferredName?.name })) {
        $0.union($1)
      }
    }
    let found = names(try JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command)
    // Other tests cover those that a command parses itself, and those of encodings.
    #expect(
      found
        == Set(Self.options.map { String($0.option.dropFirst(2)) } + ["sizes", "shard", "max-bytes", "dpi"]))
  }
}
