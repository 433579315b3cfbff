import Foundation
import Testing

/// `--max-time` for each command that makes outputs.
@Suite struct TimeLimitTests {
  /// Takes seconds in every build; the limit below is reached long before.
  private static let slow = "repeat 900000 as i { let x = (sqrt($i) + hypot($i,$i)) }"

  private func folder() throws -> Folder {
    try Folder(["a.png": Images.png(20, 20), "b.png": Images.png(20, 20, seed: 2)])
  }

  @Test("Commands that only read have the time limit, too", arguments: ["explain", "trace", "expand", "map"])
  func reading(command: String) throws {
    try folder().frameit(command, "-e", Self.slow, "a.png", "--max-time", "5ms")
      .fails(5)
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
}
