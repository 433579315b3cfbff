import Platform
import Testing

/// Batches that a signal ends.
@Suite struct BatchRunTests {
  private static let names = (0..<12).map { "in/\($0 < 10 ? "0" : "")\($0).png" }

  private func folder() throws -> Folder {
    let folder = try Folder()
    for (i, name) in Self.names.enumerated() { folder[name] = try Images.png(20 + i, 15, seed: i) }
    return folder
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
    #expect(resumed.lines.isEmpty && resumed.doneBefore == 12)
  }
}
