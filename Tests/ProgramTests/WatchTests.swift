import Foundation
import Platform
import Testing

/// `apply --watch`: what starts a run, what a run does, and how a watch ends.
@Suite struct WatchTests {
  /// A step of a watch: what is done when a condition holds.
  private struct Step {
    var condition: () -> Bool
    var action: () throws -> Void = {}
  }

  /// Runs the program, performs the steps one after the other, and ends the program with Ctrl-C after the last one.
  ///
  /// stderr goes to the file `log`, so that steps can wait for messages.
  private func watch(_ words: [String], in folder: Folder, _ steps: [Step]) throws -> Outcome {
    var spawn = try folder.spawn(["apply"] + words + ["--watch"])
    spawn.arguments = ["-c", #"exec "$0" "$@" 2>log"#, spawn.path] + spawn.arguments
    spawn.path = "/bin/sh"
    var left = steps[...]
    spawn.watching = { child in
      guard let step = left.first else { return }
      guard step.condition() else { return }
      left.removeFirst()
      #expect(throws: Never.self) { try step.action() }
      if left.isEmpty { kill(child, SIGINT) }
    }
    var outcome = try spawn.run()
    outcome.err = log(folder)
    #expect(left.isEmpty, "step \(steps.count - left.count) of \(steps.count): \(outcome.err)")
    return outcome
  }

  private func log(_ folder: Folder) -> String {
    String(decoding: folder["log"] ?? [], as: UTF8.self)
  }

  /// The width of a PNG file; nil if it does not exist.
  private func width(_ folder: Folder, _ name: String = "out.png") -> Int? {
    folder[name].flatMap { $0.count < 20 ? nil : $0[16..<20].reduce(0) { $0 << 8 | Int($1) } }
  }

  private func when(
    _ folder: Folder, _ name: String = "out.png", isWide wanted: Int,
    _ action: @escaping () throws -> Void = {}
  )
    -> Step
  {
    Step(condition: { width(folder, name) == wanted }, action: action)
  }

  private func when(
    _ folder: Folder, says text: String, times: Int = 1, _ action: @escaping () throws -> Void = {}
  ) -> Step {
    Step(condition: { log(folder).components(separatedBy: text).count > times }, action: action)
  }

  private func script(_ width: Int) -> [UInt8] {
    Array("canvas \(width),10\nlayer a rect 0,0 5,5 fill red\n".utf8)
  }

  /// Writes a file and gives it a name, as many editors save.
  private func replace(_ name: String, in folder: Folder, by bytes: [UInt8]) throws {
    folder["." + name + ".new"] = bytes
    try #require(rename(folder.path("." + name + ".new"), folder.path(name)) == 0)
  }

  private func overwrite(_ name: String, in folder: Folder, by bytes: [UInt8]) throws {
    let file = try #require(fopen(folder.path(name), "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  // MARK: Runs

  @Test("However the script is saved, its last version is rendered, and Ctrl-C is a success") func saving()
    throws
  {
    let folder = try Folder(["s.txt": script(1)])
    let outcome = try watch(
      ["s.txt", "-o", "out.png"], in: folder,
      [
        when(folder, isWide: 1) { try overwrite("s.txt", in: folder, by: script(2)) },
        when(folder, isWide: 2) { try replace("s.txt", in: folder, by: script(3)) },
        when(folder, isWide: 3) {
          try #require(rename(folder.path("s.txt"), folder.path("s.txt~")) == 0)
          try overwrite("s.txt", in: folder, by: script(4))
        },
        when(folder, isWide: 4) {
          for width in 5...300 { try overwrite("s.txt", in: folder, by: script(width)) }
        },
        when(folder, isWide: 300),
      ])
    #expect(outcome.ending == .exit(0))
    #expect(outcome.err == "note: watching 1 file; Ctrl-C ends\n")
    #expect(Set(outcome.lines) == ["out.png"] && outcome.lines.count < 200, "saves must not queue up")
    #expect(folder.listing.allSatisfy { !$0.contains(".frameit-") })
  }

  @Test("Errors are printed, and the watch goes on until the files are mended") func errors() throws {
    let folder = try Folder()
    let outcome = try watch(
      ["s.txt", "a.png", "-o", "out.png"], in: folder,
      [
        when(folder, says: "s.txt: no such file") { folder.write("rotate 90\n", to: "s.txt") },
        when(folder, says: "s.txt:1:8: error: ") { folder.write("canvas fit\nlayer a image\n", to: "s.txt") },
        when(folder, says: "a.png: no such file") { folder["a.png"] = [1, 2, 3] },
        when(folder, says: "a.png: unknown image format") { folder["a.png"] = try Images.png(7, 5) },
        when(folder, isWide: 7) { unlink(folder.path("s.txt")) },
        when(folder, says: "s.txt: no such file", times: 2) { folder.write("scale 2\n", to: "s.txt") },
        when(folder, isWide: 14),
      ])
    #expect(outcome.ending == .exit(0))
    outcome.says(["rotate 90\n       ^\nhint: "])
    #expect(Set(outcome.lines) == ["out.png"])
  }

  @Test("Included files, data, images and fonts of a script start a run") func usedFiles() throws {
    let folder = try Folder()
    folder["edits/s.txt"] = Array(
      """
      include "parts/size.txt"
      data sizes "sizes.json"
      canvas ($a + $sizes.b),10
      layer p image "p.png"
      """.utf8)
    let outcome = try watch(
      ["edits/s.txt", "-o", "out.png"], in: folder,
      [
        when(folder, says: "parts/size.txt") { folder.write("let a = 10\n", to: "edits/parts/size.txt") },
        when(folder, says: "sizes.json") { folder.write(#"{"b": 1}"#, to: "edits/sizes.json") },
        when(folder, says: "p.png") { folder["edits/p.png"] = try Images.png(3, 3) },
        when(folder, isWide: 11) { folder.write(#"{"b": 5}"#, to: "edits/sizes.json") },
        when(folder, isWide: 15) { folder.write("let a = 20\n", to: "edits/parts/size.txt") },
        when(folder, isWide: 25) {
          folder["out.png"] = nil
          folder["edits/p.png"] = try Images.png(4, 4)
        },
        when(folder, isWide: 25),
      ])
    #expect(outcome.ending == .exit(0))
  }

  @Test("Of several images, only those whose files changed are edited again") func severalImages() throws {
    let folder = try Folder(["s.txt": Array("scale 2\n".utf8)])
    for name in ["in/a.png", "in/b.png"] { folder[name] = try Images.png(5, 5) }
    func number(_ name: String) -> ino_t? {
      var status = stat()
      return stat(folder.path(name), &status) == 0 ? status.st_ino : nil
    }
    // Each run that writes an output makes a new file.
    var first: ino_t?
    let outcome = try watch(
      ["s.txt", "-r", "in", "--out-dir", "out", "--base", "in", "--json"], in: folder,
      [
        when(folder, says: "watching") {
          first = number("out/b.png")
          folder["in/a.png"] = try Images.png(6, 5)
        },
        when(folder, "out/a.png", isWide: 12) { folder["in/c.png"] = try Images.png(7, 5) },
        when(folder, "out/c.png", isWide: 14) {
          #expect(first != nil && number("out/b.png") == first)
          folder.write("scale 3\n", to: "s.txt")
        },
        when(folder, says: "3 of 3 done"),
      ])
    #expect(outcome.ending == .exit(0))
    #expect(["a", "b", "c"].map { width(folder, "out/\($0).png") } == [18, 15, 21])
    let outputs = try outcome.records().compactMap { $0["output"] as? String }
    #expect(outputs.count { $0 == "out/b.png" } >= 2 && outputs.count { $0 == "out/a.png" } >= 3)
  }

  // MARK: Outputs

  @Test(
    "Outputs in a searched folder are not inputs of the next run",
    arguments: [([], "a.framed.png", "b.framed.png"), (["--out-dir", "out"], "out/a.png", "out/b.png")])
  func outputsBesideInputs(options: [String], first: String, second: String) throws {
    let folder = try Folder(["a.png": try Images.png(5, 5)])
    let outcome = try watch(
      ["-e", "scale 2", "-r", "."] + options, in: folder,
      [
        when(folder, first, isWide: 10) { folder["b.png"] = try Images.png(6, 5) },
        when(folder, second, isWide: 12) { folder["a.png"] = try Images.png(7, 5) },
        when(folder, first, isWide: 14),
      ])
    #expect(Set(outcome.lines) == [first, second], "nothing else is written")
  }

  @Test("An input that was a folder is edited when it is a file") func folderAsInput() throws {
    let folder = try Folder()
    try #require(mkdir(folder.path("a.png"), 0o777) == 0)
    _ = try watch(
      ["-e", "scale 2", "a.png", "-o", "out.png"], in: folder,
      [
        when(folder, says: "is a folder") {
          rmdir(folder.path("a.png"))
          folder["a.png"] = try Images.png(5, 5)
        },
        when(folder, isWide: 10),
      ])
  }

  @Test("A file that exists at the start is in the way, except with --force") func existingOutput() throws {
    let folder = try Folder(["s.txt": script(1), "out.png": [1]])
    try folder.frameit("apply", "s.txt", "-o", "out.png", "--watch").fails(6, naming: "out.png", "--force")
    let outcome = try watch(
      ["s.txt", "-o", "out.png", "--force"], in: folder, [when(folder, says: "watching")])
    #expect(width(folder) == 1)
    #expect(outcome.ending == .exit(0) && outcome.lines == ["out.png"])
  }

  @Test("An output that another program changed is kept until it is deleted") func changedOutput() throws {
    let folder = try Folder(["s.txt": script(1)])
    let outcome = try watch(
      ["s.txt", "-o", "out.png"], in: folder,
      [
        when(folder, isWide: 1) {
          try replace("out.png", in: folder, by: [7])
          folder["s.txt"] = script(2)
        },
        when(folder, says: "out.png: already exists") {
          #expect(folder["out.png"] == [7])
          unlink(folder.path("out.png"))
        },
        when(folder, isWide: 2),
      ])
    #expect(outcome.ending == .exit(0))
    outcome.says(["changed after frameit wrote it"])
  }

  // MARK: Options

  @Test("--show shows every run and writes nothing") func show() throws {
    let folder = try Folder(["s.txt": script(8)])
    var size = 0
    let outcome = try watch(
      ["s.txt", "--show-as", "blocks"], in: folder,
      [when(folder, says: "watching 1 file") { size = folder.listing.count }])
    #expect(outcome.ending == .exit(0) && size == 2)
    #expect(outcome.lines.count == 5)
    for line in outcome.lines { #expect(line.count { $0 == "▀" } == 8) }
  }
}
