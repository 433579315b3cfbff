import Foundation
import Platform
import Testing

/// Known outputs of earlier runs, and how `--resume` handles them.
@Suite struct ResumeTests {
  private static let names = ["in/a.png", "in/b.png", "in/deep/c.png"]
  private static let outputs = names.map { "out/" + $0 }

  /// Creates a folder with a finished batch.
  private func folder() throws -> Folder {
    let folder = try Folder()
    for (i, name) in Self.names.enumerated() { folder[name] = try Images.png(20 + i, 15, seed: i) }
    folder.write("rotate 10deg", to: "s.txt")
    try apply(folder).succeeds()
    return folder
  }

  private func apply(
    _ folder: Folder, script: [String] = ["s.txt"], inputs: String = "in", out: String = "out",
    _ more: String...
  ) throws -> Outcome {
    try folder.spawn(["apply"] + script + ["-r", inputs, "--out-dir", out] + more).run()
  }

  private func statuses(_ outcome: Outcome) throws -> [String] {
    try outcome.records().map { $0["status"] as? String ?? "" }
  }

  // MARK: Which batch it is

  @Test(
    "Different paths of a folder share a journal",
    arguments: ["out/", "./out", "in/../out", "/out", "link"], ["in", "./in", "in/", "link/../in"])
  func spelling(out: String, inputs: String) throws {
    let folder = try folder()
    symlink("out", folder.path("link"))
    let outcome = try apply(
      folder, inputs: inputs, out: out == "/out" ? folder.path("out") : out, "--base", "in/..", "--resume")
    outcome.succeeds()
    #expect(outcome.doneBefore == 3)
  }

  @Test("The journal does not depend on the current folder")
  func workingFolder() throws {
    let folder = try folder()
    var spawn = try folder.spawn([])
    spawn.arguments = [
      "-c", #"cd in && exec "$0" apply ../s.txt -r . --base .. --out-dir ../out --resume"#, spawn.path,
    ]
    spawn.path = "/bin/sh"
    let outcome = try spawn.run().succeeds(printing: Self.names.map { "../out/\($0)\n" }.joined())
    #expect(outcome.doneBefore == 3)
  }

  @Test("An output is identified by the script's content, not by the script's name")
  func scripts() throws {
    let folder = try folder()
    folder.write("# the same\nrotate 10deg", to: "other.txt")
    for script in [["other.txt"], ["-e", "rotate 10deg"]] {
      #expect(try apply(folder, script: script, "--resume").succeeds().doneBefore == 3)
    }
    let first = folder[Self.outputs[0]]
    // Another batch makes outputs of this program again, and leaves files alone that were changed.
    folder[Self.outputs[1]] = [1, 2, 3]
    let other = try apply(folder, script: ["-e", "rotate 11deg"], "--resume")
    #expect(other.ending == .exit(7) && other.lines == [Self.outputs[0], Self.outputs[2]])
    other.says(["already exists\nhint: it was changed after", "--force"])
    #expect(folder[Self.outputs[0]] != first && folder[Self.outputs[1]] == [1, 2, 3])
  }

  @Test("A touched or copied output is recognized by its bytes; a changed one is not")
  func copies() throws {
    let folder = try folder()
    for (i, output) in Self.outputs.enumerated() {
      var bytes = try #require(folder[output])
      if i == 2 { bytes[bytes.count - 1] ^= 1 }
      folder[output] = nil
      folder[output] = bytes
    }
    #expect(try statuses(apply(folder, "--resume", "--json")) == ["skipped", "skipped", "failed"])
  }

  @Test("Concurrent runs in one folder know each other's outputs")
  func together() throws {
    let folder = try folder()
    for output in Self.outputs { folder[output] = nil }
    var spawn = try folder.spawn(["apply", "s.txt", "-r", "in", "--out-dir", "out", "--resume", "--json"])
    spawn.arguments =
      ["-c", #"for i in 1 2 3 4; do "$0" "$@" & done | sort; wait"#, spawn.path] + spawn.arguments
    spawn.path = "/bin/sh"
    let statuses = try statuses(spawn.run().succeeds())
    #expect(statuses.count == 12 && statuses.count { $0 == "done" } == 3)
  }

  @Test("An output depends on included files, fonts, and the names that the script uses")
  func causes() throws {
    let folder = try Folder(["in/b.png": Images.png(40, 20, seed: 1)])
    func font(_ name: String) throws -> [UInt8] {
      let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      return try [UInt8](Data(contentsOf: tests.appendingPathComponent("../FrameTextTests/Fonts/\(name)")))
    }
    func status(_ script: String, force: Bool = false) throws -> String? {
      let words = ["apply", "-e", script, "-r", "in", "--out-dir", "out", "--allow-read", ".", "--json"]
      return try statuses(folder.spawn(words + [force ? "--force" : "--resume"]).run()).last
    }
    folder["f.ttf"] = try font("bars.ttf")
    folder.write("background red\n", to: "more.txt")
    let (withFont, file) = (#"layer t text "A" at 2,9 font "f.ttf""#, #"include "more.txt"; rotate 3deg"#)
    let (index, stem) = (#"layer t text "$index" at 2,9"#, #"layer t text "$stem" at 2,9"#)
    for script in [withFont, file, index, stem] {
      #expect(try status(script, force: true) == "done", "\(script)")
      #expect(try status(script) == "skipped", "\(script)")
    }
    #expect(try status(withFont) == "done")
    folder["f.ttf"] = try font("curves.otf")
    #expect(try status(withFont) == "done")
    #expect(try status(file) == "done")
    folder.write("background blue\n", to: "more.txt")
    #expect(try status(file) == "done")
    // The index changes the result only if the script uses it.
    for (script, expected) in [("rotate 3deg", "skipped"), (index, "done")] {
      folder["in/a.png"] = nil
      #expect(try status(script) == "done")
      folder["in/a.png"] = try Images.png(9, 9, seed: 2)
      #expect(try status(script) == expected, "\(script)")
    }
  }

  // MARK: What is said

  @Test("A file that is not a journal is not changed", arguments: [false, true])
  func noJournal(isDry: Bool) throws {
    let folder = try folder()
    let report = try apply(folder, out: "new", "--json").succeeds().out
    let files = [
      "photo.png": try #require(folder["in/a.png"]), "notes.txt": Array("my notes\n".utf8),
      "short": Array("x".utf8), "list.json": Array("[1, 2]".utf8), "report.jsonl": report,
    ]
    for (name, bytes) in files {
      folder[name] = bytes
      for more in ["--resume", "--force"] {
        try folder.expectChanges([]) {
          let words = ["apply", "s.txt", "-r", "in", "--out-dir", "o", "--journal", name, more]
          try folder.spawn(words + (isDry ? ["--dry-run"] : [])).run()
            .fails(2, saying: "\(name): is not a journal")
        }
      }
      #expect(folder[name] == bytes)
    }
    // Also for `serve`.
    try folder.frameit("serve", "--stdin", "--journal", "notes.txt").fails(2, saying: "is not a journal")
    // An empty file can become a journal, and so can a truncated one.
    for start in ["", "{\"con", "{\"content\":\"ab\n"] {
      folder.write(start, to: "j")
      try apply(folder, "--force", "--journal", "j").succeeds()
      #expect(try apply(folder, "--resume", "--journal", "j").succeeds().doneBefore == 3)
    }
  }

  @Test(
    "Without a writable home, --resume fails with a hint, and other batches continue",
    arguments: ["HOME", "no"])
  func noHome(variable: String) throws {
    let folder = try folder()
    var spawn = try folder.spawn(["apply", "s.txt", "-r", "in", "--out-dir", "new"])
    spawn.environment["XDG_STATE_HOME"] = ""
    if variable == "HOME" { spawn.environment["HOME"] = "/proc" }
    try spawn.run().succeeds(warning: "no journal is kept")
    spawn.arguments += ["--resume"]
    try spawn.run().fails(6, naming: "journal", "--journal")
  }
}
