import Foundation
import Testing

/// A full disk ends a batch: finished outputs are whole, nothing else is left, and `--resume` makes the rest.
@Suite struct FullDiskTests {
  private static let names = (0..<12).map { "in/\($0 < 10 ? "0" : "")\($0).png" }
  private static let words = ["apply", "-e", "rotate 10deg", "-r", "in", "--out-dir", "out", "--jobs", "2"]

  /// - Parameter side: The width and height of images of noise, which do not compress: 3 bytes per pixel.
  private func folder(side: Int) throws -> Folder {
    let folder = try Folder()
    for (i, name) in Self.names.enumerated() { folder[name] = try Images.png(side, side, seed: i) }
    try folder.spawn(Self.words.map { $0 == "out" ? "whole" : $0 }).run().succeeds()
    return folder
  }

  /// Expects that a folder contains only outputs of a whole run, counting hidden files.
  private func expectPart(of folder: Folder, in place: String, told lines: [String]) {
    let left = folder.listing.filter { $0.hasPrefix(place + "/in/") }.map { $0.dropFirst(place.count + 1) }
    #expect(left.map { "out/" + $0 } == lines)
    for name in left { expectWhole(folder, place + "/" + name, name) }
  }

  /// Expects that an output equals that of a whole run.
  private func expectWhole(_ folder: Folder, _ result: String, _ name: some StringProtocol) {
    let (found, expected) = (folder[result], folder["whole/" + name])
    let isWhole = found == expected
    let place = zip(found ?? [], expected ?? []).enumerated().first { $1.0 != $1.1 }?.offset
    #expect(
      isWhole,
      "\(result): \(found?.count ?? -1) bytes instead of \(expected?.count ?? -1), others from \(place ?? -1) on"
    )
  }

  @Test(
    "A full disk ends a batch, and --resume continues when there is space",
    .enabled(if: Mounts.areAllowed, Mounts.whyNot))
  func fullDisk() throws {
    // Each output has about 20 KB, so four or five fit.
    let folder = try folder(side: 80)
    let outcome = try Mounts.spawn(
      """
      mkdir out && mount -t tmpfs -o size=1000k none out && head -c 900k /dev/zero >out/more || exit 99
      frameit "$@"; code=$?
      rm out/more
      cp -a out left
      frameit "$@" --resume >resumed 2>words; echo $? >>resumed
      cp -a out resumed-out
      exit $code
      """, Self.words, in: folder
    ).run()
    #expect(outcome.ending == .exit(7), "\(outcome.err)")
    outcome.says([
      "out/in/", "no space left on device\nhint: free some disk space", "frameit: stopped: ",
      "--resume continues",
    ])
    expectPart(of: folder, in: "left", told: outcome.lines)
    #expect((3...6).contains(outcome.lines.count))
    // No output is started after the disk is full.
    #expect(outcome.err.split(separator: "\n").count { $0.hasPrefix("frameit: out/in/") } <= 2)
    let resumed = String(decoding: try #require(folder["resumed"]), as: UTF8.self).split(separator: "\n")
    let others = Self.names.map { "out/" + $0 }.filter { !outcome.lines.contains($0) }
    #expect(resumed.map(String.init) == others + ["0"])
    let words = String(decoding: try #require(folder["words"]), as: UTF8.self)
    #expect(words.contains(", \(outcome.lines.count) done before"))
    for name in Self.names { expectWhole(folder, "resumed-out/" + name, name) }
  }

  @Test(
    "An image that does not fit on the disk is not written",
    .enabled(if: Mounts.areAllowed, Mounts.whyNot))
  func oneImage() throws {
    let folder = try Folder(["in.png": Images.png(80, 80)])
    let script = """
      mkdir out && mount -t tmpfs -o size=8k none out || exit 99
      frameit apply -e "rotate 9deg" in.png -o out/a.png; code=$?
      ls -A out; exit $code
      """
    try Mounts.spawn(script, [], in: folder).run()
      .fails(6, naming: "out/a.png")
  }

  @Test("An output that exceeds 'ulimit -f' fails alone")
  func fileLimit() throws {
    let folder = try folder(side: 40)
    let large = [2, 7]
    for i in large { folder[Self.names[i]] = try Images.png(90, 90, seed: i) }
    var spawn = try folder.spawn(Self.words)
    spawn.fileBlocks = 30
    let outcome = try spawn.run()
    #expect(outcome.ending == .exit(7), "\(outcome.err)")
    outcome.says(large.map { Self.names[$0] + ": cannot write: file too large" } + ["hint: 'ulimit -f'"])
    outcome.says(["2 of 12 failed, 10 of 12 done"])
    expectPart(of: folder, in: "out", told: outcome.lines)
    #expect(outcome.lines.count == 10)
    let resumed = try folder.spawn(Self.words + ["--resume"]).run().succeeds()
    #expect(resumed.doneBefore == 10)
  }

  /// Memory that a worker shares with the program counts as a file.
  @Test("A worker that exceeds 'ulimit -f' has not crashed", arguments: [1, 60])
  func fileLimitOfWorkers(blocks: Int) throws {
    let folder = try Folder(["in.png": Images.png(100, 100)])
    let words = ["apply", "-e", "rotate 10deg", "in.png", "--isolate"]
    var spawn = try folder.spawn(words)
    spawn.fileBlocks = blocks
    try spawn.run().fails(6, naming: "ulimit -f")
    // The error names the output, if it is known, and not the input.
    spawn.arguments += ["-o", "out.png"]
    try spawn.run().fails(6, naming: "out.png")
    #expect(folder.listing == ["in.png"])
    try folder.spawn(words).run().succeeds()
  }

  @Test("A journal that cannot grow ends the batch, and keeps its lines intact")
  func fullJournal() throws {
    let folder = try folder(side: 6)
    var spawn = try folder.spawn(Self.words + ["--journal", "j"])
    // The limit of 1,024 bytes is within a line.
    spawn.fileBlocks = 2
    let outcome = try spawn.run()
    #expect(outcome.ending == .exit(7), "\(outcome.err)")
    outcome.says(["j: cannot write: file too large\nhint: use --journal FILE", "stopped: "])
    expectPart(of: folder, in: "out", told: outcome.lines)
    #expect((1...6).contains(outcome.lines.count))
    #expect(folder["j"]?.count == 1024)
    let resumed = try folder.spawn(Self.words + ["--journal", "j", "--resume"]).run().succeeds()
    #expect(resumed.doneBefore == outcome.lines.count)
    // All lines written afterwards can be read.
    let again = try folder.spawn(Self.words + ["--journal", "j", "--resume"]).run().succeeds()
    #expect(again.doneBefore == 12)
  }

  @Test("A batch that was not asked for a journal goes on without one")
  func fullStateFolder() throws {
    let folder = try folder(side: 6)
    var spawn = try folder.spawn(Self.words)
    spawn.fileBlocks = 2
    let outcome = try spawn.run().succeeds(warning: "no journal is kept")
    expectPart(of: folder, in: "out", told: Self.names.map { "out/" + $0 })
    #expect(outcome.err.split(separator: "\n").count { $0.contains("no journal is kept") } == 1)
  }
}
