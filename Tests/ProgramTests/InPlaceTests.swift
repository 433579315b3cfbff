import Foundation
import Platform
import Testing

/// Edits in place: no edit is applied twice to an image unless that is requested.
@Suite struct InPlaceTests {
  private static let names = (0..<6).map { "p/\($0).png" }
  private static let script = "canvas fit; rotate 3deg"

  private func folder() throws -> Folder {
    let folder = try Folder()
    for (i, name) in Self.names.enumerated() { folder[name] = try Images.png(20 + i, 15, seed: i) }
    folder.write(Self.script, to: "s.txt")
    return folder
  }

  private func apply(
    _ folder: Folder, script: [String] = ["s.txt"], to names: [String] = names, _ more: String...
  ) throws -> [String] {
    let words = ["apply"] + script + names + ["--in-place", "--json"] + more
    return try folder.spawn(words).run().succeeds().records().map { $0["status"] as? String ?? "" }
  }

  private func contents(_ folder: Folder) -> [[UInt8]?] { Self.names.map { folder[$0] } }

  private let allDone = [String](repeating: "done", count: 6)
  private let allSkipped = [String](repeating: "skipped", count: 6)

  @Test("--in-place skips finished edits, from any folder and by any path")
  func again() throws {
    let folder = try folder()
    #expect(try apply(folder) == allDone)
    let done = contents(folder)
    #expect(try apply(folder, "--resume") == allSkipped)
    #expect(try apply(folder, script: ["-e", Self.script], "--resume") == allSkipped)
    #expect(try apply(folder, to: Self.names.map { folder.path($0) }, "--resume") == allSkipped)
    #expect(
      try apply(folder, to: Self.names.reversed().map { "./p/../" + $0 }, "--resume", "--dry-run")
        == allSkipped)
    // One image was touched, and one copied.
    folder[Self.names[3]] = nil
    folder[Self.names[3]] = done[3]
    #expect(try apply(folder, "--resume") == allSkipped)
    #expect(contents(folder) == done)
    // Without the option, a repeated edit is requested.
    #expect(try apply(folder) == allDone)
    #expect(contents(folder) != done)
  }

  @Test("An interrupted batch continues and edits no image twice", arguments: [SIGINT, SIGKILL])
  func stopped(signal: Int32) throws {
    let folder = try folder()
    #expect(try apply(folder) == allDone)
    let wanted = contents(folder)
    for (i, name) in Self.names.enumerated() { folder[name] = try Images.png(20 + i, 15, seed: i) }
    let before = contents(folder)
    var spawn = try folder.spawn(["apply", "s.txt"] + Self.names + ["--in-place", "--jobs", "1"])
    spawn.watching = { child in if folder[Self.names[1]] != before[1] { kill(child, signal) } }
    _ = try spawn.run()
    let statuses = try apply(folder, "--resume")
    #expect(statuses[..<2] == ["skipped", "skipped"])
    #expect(contents(folder) == wanted)
  }

  /// Reads the journal in a run, which compacts it if it has grown.
  @Test("The journal of images edited one at a time does not grow without bound")
  func journal() throws {
    let folder = try folder()
    func words(_ more: String...) -> [String] {
      ["apply", "s.txt", Self.names[0], "--in-place", "--journal", "j"] + more
    }
    try folder.spawn(words()).run().succeeds()
    let line = try #require(folder["j"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    let gone = try JSONSerialization.data(withJSONObject: object.merging(["output": "/gone"]) { $1 })
    while try #require(folder["j"]).count < 65536 { folder["j"] = try #require(folder["j"]) + gone + [10] }
    #expect(
      try folder.spawn(words("--resume", "--json")).run().records()[0]["status"] as? String == "skipped")
    // Compaction removed everything that is not needed.
    #expect(folder["j"] == line)
    while try #require(folder["j"]).count < 65536 { folder["j"] = try #require(folder["j"]) + gone + [10] }
    try folder.spawn(words()).run().succeeds()
    #expect(try #require(folder["j"]).count < 3 * line.count)
  }
}
