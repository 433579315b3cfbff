import Platform
import Testing

/// An output is the old file or the whole new one, however the run ends, and no other file is left.
@Suite struct AtomicOutputTests {
  private let old = Array("the old output".utf8)

  /// Limits the size of files, which fails as a full disk does: from no bytes to more than enough.
  @Test(
    "A full disk leaves the old file and nothing else", arguments: ["out.png", "out.jpg"])
  func fullDisk(
    name: String
  ) throws {
    let folder = try Folder(["in.png": Images.png(60, 40)])
    let words = ["apply", "-e", "rotate 180deg", "--force", "in.png", "-o", name]
    try folder.spawn(words).run().succeeds()
    let whole = try #require(folder[name])
    let blocks = whole.count / 512 + 1
    for limit in stride(from: 0, through: blocks + 2, by: 2) + [blocks - 1, blocks] {
      folder[name] = old
      var spawn = try folder.spawn(words)
      spawn.fileBlocks = limit
      let outcome = try spawn.run()
      if limit < blocks {
        outcome.fails(6, saying: "\(name): cannot write: file too large")
        #expect(folder[name] == old, "\(limit)")
      } else {
        outcome.succeeds(printing: name + "\n")
        #expect(folder[name] == whole, "\(limit)")
      }
      #expect(folder.listing == ["in.png", name])
    }
  }

  @Test("A new file does not appear on a full disk") func fullDiskNewFile() throws {
    let folder = try Folder(["in.png": Images.png(60, 40)])
    var spawn = try folder.spawn(["apply", "-e", "", "in.png"])
    spawn.fileBlocks = 3
    try spawn.run().fails(6, naming: "in.framed.png")
    #expect(folder.listing == ["in.png"])
    spawn = try folder.spawn(["apply", "-e", "", "--in-place", "in.png"])
    spawn.fileBlocks = 3
    let before = folder["in.png"]
    try spawn.run().fails(6, naming: "in.png")
    #expect(folder["in.png"] == before)
  }

  @Test(
    "A killed run leaves the old file or the whole new one",
    arguments: [(SIGKILL, 20), (SIGTERM, 8), (SIGINT, 8)])
  func killed(signal: Int32, times: Int) throws {
    let image = try Images.png(160, 160)
    let folder = try Folder(["in.png": image])
    let words = ["apply", "-e", "filter lanczos3; rotate 31deg", "--force", "in.png", "-o", "out.png"]
    let clock = ContinuousClock()
    let start = clock.now
    try folder.spawn(words).run().succeeds()
    let usual = clock.now - start
    let whole = folder["out.png"]
    var killed = 0
    for step in 0..<times {
      folder["out.png"] = old
      var spawn = try folder.spawn(words)
      // The last interruptions come after the usual end, to cover the moments around it.
      spawn.interruption = (signal, usual * step / (times - 3))
      let outcome = try spawn.run()
      if outcome.ending == .exit(0) {
        #expect(folder["out.png"] == whole)
      } else {
        killed += 1
        #expect(outcome.ending == .signal(signal))
        #expect(folder["out.png"] == old || folder["out.png"] == whole)
      }
      #expect(outcome.err == "")
    }
    #expect(killed > 0)
    // The new file has a temporary name for the instant before it is renamed. One kill in thousands may hit that
    // instant, no more.
    let rest = folder.listing.filter { $0.hasPrefix(".out.png.frameit-") }
    #expect(rest.count <= 1)
    #expect(folder.listing == rest + ["in.png", "out.png"])
  }
}
