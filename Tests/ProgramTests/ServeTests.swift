import Platform
import Testing

/// `serve`: a process that runs jobs of other programs.
@Suite struct ServeTests {
  private static func job(_ number: Int) -> String {
    #"{"id":\#(number),"script":"","input":"a.png","output":"\#(number).png"}"# + "\n"
  }

  @Test("Unread answers hold back further jobs, and closing them ends the process")
  func backPressure() throws {
    let folder = try Folder(["a.png": Images.png()])
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    // F_SETPIPE_SZ, which Swift does not import: the smallest pipe.
    try #require(fcntl(ends[1], 1031, 4096) >= 4096)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var spawn = try folder.spawn(["serve", "--stdin", "--jobs", "2"])
    spawn.stdin = .bytes(Array((0..<2000).map(Self.job).joined().utf8))
    spawn.stdout = .descriptor(ends[1])
    // Waits until no further job is done.
    var (count, since) = (0, ContinuousClock.now)
    spawn.watching = { child in
      let now = (folder.listing.count, ContinuousClock.now)
      if now.0 != count { (count, since) = now }
      if count > 1, now.1 - since > .milliseconds(500) { kill(child, SIGTERM) }
    }
    let outcome = try spawn.run()
    #expect(outcome.ending == .signal(SIGTERM), "\(outcome.err)")
    #expect(outcome.err.contains("answered"))
    let done = folder.listing.count - 1
    // As many answers as fit into the pipe, and a few jobs per thread.
    #expect((1...40).contains(done), "\(done)")
  }
}
