import Foundation
import Platform
import Testing

/// The first signal ends a batch, even if its output is not read.
@Suite struct StoppedBatchTests {
  private static let names = (0..<12).map { "in/\($0 < 10 ? "0" : "")\($0).png" }
  private static let words = ["apply", "-e", "rotate 10deg"] + names + ["--out-dir", "out"]

  private func folder() throws -> Folder {
    let folder = try Folder()
    for (i, name) in Self.names.enumerated() { folder[name] = try Images.png(20 + i, 15, seed: i) }
    return folder
  }

  /// Runs the batch with a full pipe as stdout, and sends the signal after the first output exists.
  private func stop(_ spawn: Spawn, by signal: Int32, in folder: Folder) throws -> Outcome {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let block = [UInt8](repeating: 0, count: 4096)
    while write(ends[1], block, block.count) > 0 {}
    _ = fcntl(ends[1], F_SETFL, 0)
    var spawn = spawn
    spawn.stdout = .descriptor(ends[1])
    var isSent = false
    spawn.watching = { child in
      // Any output counts: the thread that reports the first one may block all others.
      guard !isSent, Self.names.contains(where: { folder["out/" + $0] != nil }) else { return }
      kill(child, signal)
      isSent = true
    }
    return try spawn.run()
  }

  @Test("A signal ends a batch whose stdout is a full pipe", arguments: [SIGINT, SIGTERM, SIGHUP])
  func fullPipe(_ signal: Int32) throws {
    let folder = try folder()
    let outcome = try stop(folder.spawn(Self.words), by: signal, in: folder)
    #expect(outcome.ending == .signal(signal), "\(outcome.err)")
    outcome.says(["stopped: ", "of 12 done", "--resume continues"])
    let resumed = try folder.spawn(Self.words + ["--resume"]).run().succeeds()
    #expect(resumed.lines.count + resumed.doneBefore == 12 && resumed.doneBefore > 0)
  }

  @Test("A signal ends a batch whose stdout and stderr are full pipes")
  func fullPipes() throws {
    let folder = try folder()
    var spawn = try folder.spawn(Self.words)
    // Descriptor 4 is a pipe that closes when the program ends.
    spawn.arguments = ["-c", #"exec "$0" "$@" 4>&2 2>&1"#, spawn.path] + spawn.arguments
    spawn.path = "/bin/sh"
    #expect(try stop(spawn, by: SIGINT, in: folder).ending == .signal(SIGINT))
    try folder.spawn(Self.words + ["--resume"]).run().succeeds()
  }

  @Test("A batch whose stdout is closed ends quietly and can be resumed")
  func closedPipe() throws {
    let folder = try folder()
    var spawn = try folder.spawn(Self.words)
    spawn.stdout = .closedPipe
    let outcome = try spawn.run()
    #expect(outcome.ending == .signal(SIGPIPE) && outcome.err == "")
    #expect(folder.listing.allSatisfy { !$0.contains(".frameit-") })
    try folder.spawn(Self.words + ["--resume"]).run().succeeds()
  }
}
