import Foundation
import Platform
import Testing

/// Batches run in parallel, report in order, and make no output twice.
@Suite struct BatchRunTests {
  private static let names = (0..<12).map { "in/\($0 < 10 ? "0" : "")\($0).png" }

  private func folder() throws -> Folder {
    let folder = try Folder()
    for (i, name) in Self.names.enumerated() { folder[name] = try Images.png(20 + i, 15, seed: i) }
    return folder
  }

  private func apply(_ folder: Folder, _ more: String...) throws -> Outcome {
    try folder.spawn(["apply", "-e", "rotate 10deg", "-r", "in", "--out-dir", "out"] + more).run()
  }

  @Test(
    "Neither bytes nor the order of reports depend on the number of threads", arguments: ["1", "2", "5", "0"])
  func jobs(_ count: String) throws {
    let folder = try folder()
    let outcome = try apply(folder, "--jobs", count).succeeds()
    #expect(outcome.lines == Self.names.map { "out/" + $0 })
    let one = try folder.spawn(["apply", "-e", "rotate 10deg", Self.names[7], "-o", "one.png"]).run()
      .succeeds()
    #expect(folder["one.png"] == folder["out/" + Self.names[7]], "\(one.err)")
  }

  @Test("A warning that applies to every image is printed once, and with --json in each record")
  func warnings() throws {
    let folder = try folder()
    let words = ["apply", "-e", "layer a text \"\u{4E00}\" at 2,9", "-r", "in", "--out-dir"]
    let outcome = try folder.spawn(words + ["out"]).run()
    #expect(
      outcome.err.split(separator: "\n").count { $0.contains("has no glyph for") } == 1, "\(outcome.err)")
    let told = try folder.spawn(words + ["more", "--json"]).run()
    #expect(told.lines.count == Self.names.count && told.lines.allSatisfy { $0.contains("has no glyph for") })
  }

  @Test("--resume skips finished outputs, makes missing ones, and repeats outdated ones")
  func resume() throws {
    let folder = try folder()
    try apply(folder).succeeds()
    #expect(try apply(folder).ending == .exit(7))
    let first = folder["out/" + Self.names[0]]
    // One output is missing, one was changed by another program, and one has another input now.
    folder["out/" + Self.names[3]] = nil
    folder["out/" + Self.names[5]] = [1, 2, 3]
    folder[Self.names[8]] = try Images.png(50, 50, seed: 99)
    let old = folder["out/" + Self.names[8]]
    let records = try apply(folder, "--resume", "--json").records()
    #expect(
      records.compactMap { $0["status"] as? String }
        == (0..<12).map { $0 == 5 ? "failed" : [3, 8].contains($0) ? "done" : "skipped" })
    #expect((records[5]["errors"] as? [String])?.first?.contains("already exists") == true)
    #expect(folder["out/" + Self.names[3]] != nil && folder["out/" + Self.names[8]] != old)
    #expect(folder["out/" + Self.names[0]] == first && folder["out/" + Self.names[5]] == [1, 2, 3])
    let forced = try apply(folder, "--resume", "--force", "--json").succeeds().records()
    #expect(forced.count { $0["status"] as? String == "skipped" } == 11)
  }

  @Test("A signal ends a batch by that signal, with a summary", arguments: [SIGINT, SIGTERM])
  func interrupted(_ number: Int32) throws {
    let folder = try folder()
    // Nothing writes to the pipe, so the batch does not end before the signal.
    mkfifo(folder.path("pipe"), 0o600)
    let pipe = open(folder.path("pipe"), O_RDWR | O_CLOEXEC)
    try #require(pipe >= 0)
    defer { close(pipe) }
    var spawn = try folder.spawn(
      ["apply", "-e", "rotate 10deg"] + Self.names + ["-", "--out-dir", "out", "--jobs", "2"])
    spawn.stdin = .descriptor(pipe)
    // Waits until all outputs except that of stdin have their names. The journal line of an output is written before
    // that.
    var isSent = false
    spawn.watching = { child in
      guard !isSent, Self.names.allSatisfy({ folder["out/\($0)"] != nil }) else { return }
      kill(child, number)
      isSent = true
    }
    let outcome = try spawn.run()
    #expect(outcome.ending == .signal(number), "\(outcome.err)")
    outcome.says(["stopped: ", "of 13 done", "--resume continues"])
    let resumed = try folder.spawn(
      ["apply", "-e", "rotate 10deg"] + Self.names + ["--out-dir", "out", "--resume"]
    ).run()
    resumed.succeeds()
    #expect(resumed.lines.count == 12 && resumed.doneBefore == 12)
  }
}
