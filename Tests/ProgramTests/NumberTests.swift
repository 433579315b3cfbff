import Foundation
import Testing

@testable import frameit

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
    for value in Self.extremes {
      if option == "--seed", UInt64(value) != nil { continue }
      do {
        // In this process, because the parser is slow in debug builds.
        _ = try Frameit.parseAsRoot(words + (value.isEmpty ? [option, value] : ["\(option)=\(value)"]))
        Issue.record("\(option)=\(value) is taken")
      } catch {
        #expect("\(error)".contains(" from "), "\(option)=\(value): \(error)")
      }
    }
  }

  @Test("Each number of a compound option has its range")
  func compounds() throws {
    let folder = try Folder(["a.png": Images.png()])
    let most = "9223372036854775807"
    for sizes in Self.extremes + ["\(most),1", "1,\(most)", "1000000001"] where !sizes.hasPrefix("-") {
      try folder.frameit("apply", "-e", "", "a.png", "--sizes", sizes).fails(
        2, naming: "1", "1000000000")
    }
    for rect in ["\(most),0,1,1", "0,\(most),1,1", "0,0,\(most),1", "0,0,1,\(most)", "1e9,0,1,1"] {
      try folder.frameit("compare", "a.png", "a.png", "--ignore", rect).fails(2, naming: "--ignore", "1")
    }
    for part in Self.extremes + ["\(most)/\(most)", "1/\(most)", "2/1", "0/1", "1/0"]
    where !part.hasPrefix("-") {
      try folder.frameit("apply", "-e", "", "a.png", "--shard", part).fails(
        2, naming: "--shard", "1")
    }
    for digits in ["0", "10", "09223372036854775807", "-1"] {
      try folder.frameit("apply", "-e", "", "a.png", "--name", "{index:0\(digits)}.{ext}").fails(
        2, naming: "--name")
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

  @Test("A number out of range in a job is invalid usage")
  func jobs() throws {
    let wrong = [
      ("seed", ["-1", "18446744073709551616", "1e308", "0.5", "\"1\"", "[]"]),
      ("index", ["-1", "9007199254740993", "9223372036854775807", "18446744073709551615", "1e308"]),
      ("quality", ["0", "-1", "101", "9223372036854775807", "18446744073709551615", "1e308", "\"50\""]),
      ("define", ["{\"a\":1e999}", "{\"a\":true}", "1"]),
    ]
    let lines = wrong.flatMap { key, values in
      values.map { "{\"script\":\"param a = 1; canvas 9,9\",\"outputBase64\":true,\"\(key)\":\($0)}\n" }
    }
    let outcome = try Folder().frameit("serve", "--stdin", "--jobs", "1", stdin: Array(lines.joined().utf8))
    #expect(outcome.ending == .exit(7) && outcome.err == "")
    let answers = try outcome.records()
    #expect(answers.count == lines.count)
    for (answer, line) in zip(answers, lines) { #expect(answer["code"] as? Int == 2, "\(line): \(answer)") }
  }

  @Test("A number out of range in a tolerance breaks its case, and the message has the line and range")
  func tolerances() throws {
    let most = "9223372036854775807"
    let lines = [
      "threshold nan", "threshold 1e308", "hard-threshold inf", "hard-threshold -0.1", "max-diff \(most)",
      "max-diff -1", "max-diff nan%", "max-diff 1e308%", "fuzz-align \(most)", "fuzz-align 0",
      "ignore \(most),0,1,1", "ignore 0,0,\(most),\(most)",
    ]
    let folder = try Folder()
    for (number, line) in lines.enumerated() {
      folder["g/\(number)/expected.png"] = try Images.png()
      folder.write("canvas 8,6\n", to: "g/\(number)/script.txt")
      folder.write("# a case\n\(line)\n", to: "g/\(number)/tolerance.txt")
    }
    let records = try folder.frameit("test", "g", "--json", "--jobs", "1").records()
    #expect(records.count == lines.count)
    for record in records {
      let message = record["message"] as? String ?? ""
      #expect(record["status"] as? String == "broken" && message.contains("line 2: "), "\(record)")
      #expect(message.contains(" from "), "\(message)")
    }
  }
}
