import Foundation
import Testing

/// Work that does not stop at `--max-time`: here, because opening a file never returns.
@Suite struct OverrunTests {
  private let folder: Folder
  private let environment: [String: String]

  init() throws {
    folder = try Folder([
      "a.png": Images.png(), "stuck.png": Images.png(), "x/stuck.png": Images.png(6, 4),
      "y/stuck.png": Images.png(7, 4),
    ])
    let library = folder.path("lib.so")
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Plugins/stuck.c")
    try PluginTests.compile(["-shared", "-fPIC", "-o", library, source.path, "-ldl"])
    environment = ["LD_PRELOAD": library]
  }

  private func run(_ words: [String], stdin: [UInt8] = []) throws -> Outcome {
    var spawn = try folder.spawn(words)
    spawn.stdin = .bytes(stdin)
    spawn.environment.merge(environment) { $1 }
    return try spawn.run()
  }

  static let calls: [[String]] = [
    ["apply", "-e", "rotate 3deg", "stuck.png", "-o", "o.png"],
    ["apply", "-e", "", "a.png", "stuck.png", "--out-dir", "out"],
    ["apply", "-e", "layer p image \"stuck.png\"", "a.png", "-o", "o.png"],
    ["apply", "stuck.png", "a.png", "-o", "o.png"],
    ["explain", "-e", "", "stuck.png"],
    ["hash", "stuck.png"], ["info", "stuck.png"], ["compare", "a.png", "stuck.png"],
  ]

  @Test(
    "A second after the time limit the program ends, names the file, and leaves no unfinished output",
    arguments: calls)
  func ended(_ words: [String]) throws {
    let outcome = try run(words + ["--max-time", "50ms"])
    #expect(outcome.ending == .exit(5), "\(outcome.err)")
    #expect(outcome.err.contains("the work did not stop at the time limit (--max-time)"), "\(outcome.err)")
    #expect(folder["o.png"] == nil && folder.listing.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("Folders are compared up to the image that does not stop")
  func folders() throws {
    let outcome = try run(["compare", "x", "y", "--max-time", "50ms"])
    #expect(outcome.ending == .exit(5) && outcome.err.contains("stuck.png"), "\(outcome.err)")
  }

  @Test("A job of serve that does not stop is answered, and all others are done in order", arguments: [1, 3])
  func jobs(threads: Int) throws {
    let stuck: Set = [2, 9, 10]
    let lines = (1...16).map { number in
      let (input, limit) = stuck.contains(number) ? ("stuck", ",\"maxTime\":0.05") : ("a", "")
      return #"{"id":\#(number),"script":"","input":"\#(input).png","output":"\#(number).png"\#(limit)}"#
    }
    let outcome = try run(
      ["serve", "--jobs", "\(threads)"], stdin: Array(lines.joined(separator: "\n\n").utf8))
    #expect(outcome.ending == .exit(7), "\(outcome.err)")
    let answers = try outcome.text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(answers.map { $0["id"] as? Int } == Array(1...16))
    #expect(answers.map { $0["line"] as? Int } == (1...16).map { 2 * $0 - 1 })
    #expect(answers.map { $0["code"] as? Int } == (1...16).map { stuck.contains($0) ? 5 : 0 })
  }
}
