import Foundation
import Platform
import Testing

/// The journal of a batch: no record is lost, and it does not grow without bound.
@Suite struct JournalTests {
  private static let names = (0..<12).map { "in/\($0 < 10 ? "0" : "")\($0).png" }
  private static let words = [
    "apply", "-e", "rotate 10deg", "-r", "in", "--out-dir", "out", "--journal", "j",
  ]

  /// A folder with a finished batch.
  private func folder() throws -> Folder {
    let folder = try Folder()
    for (i, name) in Self.names.enumerated() { folder[name] = try Images.png(20 + i, 15, seed: i) }
    try folder.spawn(Self.words).run().succeeds()
    return folder
  }

  private func lines(_ folder: Folder) throws -> [String] {
    String(decoding: try #require(folder["j"]), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func line(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  /// Adds lines that repeat the finished outputs, and lines for 600 outputs that no longer exist.
  private func addStaleLines(to folder: Folder) throws -> (lines: [String], used: [String]) {
    let used = try lines(folder)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(used[0].utf8)) as? [String: Any])
    let stale = try (0..<600).map { i in
      // One half was replaced, and the other one removed.
      try line(
        object.merging(["key": "\(i)"]) { $1 }.merging(i < 300 ? [:] : ["output": folder.path("out/\(i)")]) {
          $1
        }
        .merging(["mark": (object["mark"] as! [String: Any]).merging(["time": i]) { $1 }]) { $1 })
    }
    let all = stale[..<300] + used + stale[300...]
    folder.write(all.map { $0 + "\n" }.joined(), to: "j")
    return (Array(all), used)
  }

  private func expectAllDone(_ folder: Folder) throws {
    let outcome = try folder.spawn(Self.words + ["--resume"]).run().succeeds(printing: "")
    #expect(outcome.doneBefore == 12)
  }

  @Test("A run killed during compaction loses no line that is needed")
  func killed() throws {
    let folder = try folder()
    let (all, used) = try addStaleLines(to: folder)
    let clock = ContinuousClock()
    let start = clock.now
    try expectAllDone(folder)
    let usual = clock.now - start
    var killed = 0
    // Repeats until a compaction runs to its end.
    for step in 0..<1000 {
      folder.write(all.map { $0 + "\n" }.joined(), to: "j")
      var spawn = try folder.spawn(Self.words + ["--resume"])
      spawn.interruption = (SIGKILL, usual * step / 25)
      let ending = try spawn.run().ending
      let lines = try lines(folder)
      #expect(lines == all || lines == used, "\(step)")
      if ending == .exit(0) { break }
      killed += 1
    }
    // The number depends on the machine. The first process is killed as it begins.
    #expect(killed > 0)
    #expect(try lines(folder) == used)
    try expectAllDone(folder)
  }
}
