import Foundation
import Testing

/// `--max-time` for each command that makes outputs.
@Suite struct TimeLimitTests {
  /// Takes seconds in every build; the limit below is reached long before.
  private static let slow = "repeat 900000 as i { let x = (sqrt($i) + hypot($i,$i)) }"

  private func folder() throws -> Folder {
    try Folder(["a.png": Images.png(20, 20), "b.png": Images.png(20, 20, seed: 2)])
  }

  @Test("An output that takes too long exceeds a limit and leaves no file")
  func apply() throws {
    let folder = try folder()
    try folder.expectChanges([]) {
      try folder.frameit("apply", "-e", Self.slow, "a.png", "-o", "o.png", "--max-time", "5ms")
        .fails(5, naming: "--max-time")
    }
    try folder.frameit("apply", "-e", "rotate 5deg", "a.png", "-o", "o.png", "--max-time", "1min").succeeds()
  }

  @Test("Each image of a batch has its own time limit")
  func batch() throws {
    let folder = try folder()
    // Takes minutes, so the limit can allow enough time for the second image on a busy machine.
    let script =
      "if $index == 0 { canvas 16000,16000; repeat 1000 as i { layer b$i ellipse 0,0 16000,16000 } }"
    let outcome = try folder.frameit(
      "apply", "-e", script, "a.png", "b.png", "--out-dir", "out", "--jobs", "1", "--max-time", "3s")
    #expect(
      outcome.ending == .exit(7) && outcome.err.contains("the time limit is exceeded"), "\(outcome.err)")
    #expect(folder["out/b.png"] != nil && folder["out/a.png"] == nil)
  }

  @Test("Commands that only read have the time limit, too", arguments: ["explain", "trace", "expand", "map"])
  func reading(command: String) throws {
    try folder().frameit(command, "-e", Self.slow, "a.png", "--max-time", "5ms")
      .fails(5)
  }

  @Test("A golden case that takes too long is broken")
  func test() throws {
    let folder = try Folder(["case/expected.png": Images.png(20, 20)])
    folder.write("canvas 20,20; \(Self.slow)", to: "case/script.txt")
    let outcome = try folder.frameit("test", "case", "--max-time", "5ms")
    #expect(outcome.ending == .exit(1) && outcome.text.contains("the time limit is exceeded"))
  }

  @Test(
    "A job may lower the time limit of serve, but not raise it",
    arguments: [
      (#","maxTime":0.005"#, [], 5), ("", ["--max-time", "5ms"], 5),
      (#","maxTime":60"#, ["--max-time", "0.005"], 5), (#","maxTime":0"#, [], 2), (#","maxTime":"1""#, [], 2),
    ] as [(String, [String], Int)])
  func serve(member: String, options: [String], code: Int) throws {
    var spawn = try folder().spawn(["serve", "--stdin"] + options)
    spawn.stdin = .bytes(
      Array(#"{"script":"\#(Self.slow)","input":"a.png","output":"o.png"\#(member)}"#.utf8))
    let answer = try #require(try spawn.run().records().first)
    #expect(answer["code"] as? Int == code, "\(answer)")
  }

  @Test(
    "An invalid duration is invalid usage",
    arguments: ["0", "-1", "1e3", "inf", "nan", "", "s", "ms", "1h", "9999999999999", "1..2", "٣"])
  func wrong(time: String) throws {
    try folder().frameit("apply", "-e", "", "a.png", "--max-time", time).fails(2, naming: "--max-time")
  }
}
