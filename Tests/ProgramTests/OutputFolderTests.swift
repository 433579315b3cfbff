import Platform
import Testing

/// Output folders that cannot be written.
@Suite struct OutputFolderTests {
  private static let names = (0..<4).map { "in/\($0).png" }
  private static let words = ["apply", "-e", "rotate 10deg", "-r", "in", "--out-dir", "out"]

  private func folder() throws -> Folder {
    let folder = try Folder()
    for (i, name) in Self.names.enumerated() { folder[name] = try Images.png(20 + i, 15, seed: i) }
    return folder
  }

  @Test(
    "An output folder on a read-only file system is reported before any edit, also to root",
    .enabled(if: Mounts.areAllowed, Mounts.whyNot))
  func readOnlyFileSystem() throws {
    let folder = try folder()
    let script = """
      mkdir out && mount --bind out out && mount -o remount,bind,ro out || exit 99
      frameit "$@"
      """
    try Mounts.spawn(script, Self.words, in: folder).run()
      .fails(6, saying: "out: read-only file system\nhint: ")
    #expect(folder.listing == ["in"] + Self.names + ["out"])
  }

  @Test("An output folder that disappears ends the batch, and --resume knows its contents")
  func gone() throws {
    let folder = try folder()
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // After the second image the batch waits for the pipe.
    let inputs = [Self.names[0], Self.names[1], "-", Self.names[2], Self.names[3]]
    let words = ["apply", "-e", "rotate 10deg"] + inputs + ["--out-dir", "out", "--jobs", "1"]
    let image = try Images.png()
    var spawn = try folder.spawn(words)
    spawn.stdin = .descriptor(ends[0])
    var isMoved = false
    spawn.watching = { _ in
      guard !isMoved, folder["out/" + Self.names[1]] != nil else { return }
      isMoved = rename(folder.path("out"), folder.path("moved")) == 0
      #expect(write(ends[1], image, image.count) == image.count)
      close(ends[1])
      ends[1] = open("/dev/null", O_RDONLY | O_CLOEXEC)
    }
    let outcome = try spawn.run()
    #expect(outcome.ending == .exit(7), "\(outcome.err)")
    #expect(outcome.lines == ["out/" + Self.names[0], "out/" + Self.names[1]])
    outcome.says([
      "out: the output folder is gone\nhint: create it again; a run with --resume",
      "stopped: 1 of 5 failed, 2 of 5 done, 2 not finished",
    ])
    #expect(!folder.listing.contains("out"))
    // The folder has the same contents after it was moved away and back.
    rename(folder.path("moved"), folder.path("out"))
    var again = try folder.spawn(words + ["--resume"])
    again.stdin = .bytes(image)
    let results = ["stdin.png", Self.names[2], Self.names[3]]
    let resumed = try again.run().succeeds(printing: results.map { "out/\($0)\n" }.joined())
    #expect(resumed.doneBefore == 2)
  }
}
