import Platform
import Testing

/// `--files-from`: sources of lists, and their size limit.
@Suite struct NameListTests {
  private func folder() throws -> Folder {
    let folder = try Folder(["a.png": Images.png(), "b.png": Images.png(seed: 2)])
    folder.write("a.png\nb.png\n", to: "list")
    return folder
  }

  @Test("A list that is a named pipe or a device is refused without waiting")
  func kinds() throws {
    let folder = try folder()
    mkfifo(folder.path("pipe"), 0o600)
    symlink("pipe", folder.path("link"))
    for (list, what) in [
      ("pipe", "a pipe"), ("link", "a pipe"), ("/dev/zero", "a device"), ("/dev/null", "a device"),
    ] {
      for command in [["apply", "-e", ""], ["hash"], ["info"]] {
        var spawn = try folder.spawn(command + ["--files-from", list])
        spawn.seconds = 20
        try spawn.run().fails(4, saying: "\(list): is \(what), not a file", "--files-from -")
      }
    }
    try folder.frameit("hash", "--files-from", ".").fails(4)
    try folder.frameit("hash", "--files-from", "none").fails(4)
  }

  @Test("Process substitution is a valid list, even after its writer has ended")
  func substitution() throws {
    let folder = try folder()
    var shell = try folder.spawn([
      "-c", "\"$0\" hash --files-from <(cat list) && \"$0\" hash --files-from <(true)",
    ])
    shell.arguments.append(shell.path)
    shell.path = "/bin/bash"
    let outcome = try shell.run()
    #expect(outcome.ending == .exit(0), "\(outcome.err)")
    #expect(outcome.lines.count == 2)
  }

  @Test("Names that are not UTF-8 are read and written byte by byte") func rawNames() throws {
    let folder = try Folder(["d/a.png": Images.png(6, 4)])
    let image = folder["d/a.png"]
    let plain = folder.path("d").utf8CString.map { UInt8(bitPattern: $0) }
    let raw = plain.dropLast() + [0xFF, 0]
    func rename(_ from: [UInt8], _ to: [UInt8]) -> Int32 {
      from.withUnsafeBytes { from in
        to.withUnsafeBytes { to in
          Platform.rename(
            from.assumingMemoryBound(to: CChar.self).baseAddress!,
            to.assumingMemoryBound(to: CChar.self).baseAddress!)
        }
      }
    }
    #expect(rename(plain, Array(raw)) == 0)
    folder["list"] = Array("d".utf8) + [0xFF] + Array("/a.png\n".utf8)
    try folder.frameit("apply", "-e", "rotate 90deg", "--in-place", "--files-from", "list").succeeds()
    #expect(rename(Array(raw), plain) == 0)
    #expect(try Images.decode(folder["d/a.png"]).size.width == 4 && folder["d/a.png"] != image)
  }

  @Test("A file that is not a list of names is recognized by its first name")
  func noNames() throws {
    let folder = try folder()
    folder["long"] = Array("a.png\n".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 17)
    try folder.frameit("info", "--files-from", "long").fails(
      5, naming: "2", "65536")
    try folder.frameit("info", "--files-from", "a.png").fails(2, naming: "a.png", "-0")
  }

  @Test("Too many names exceed the memory limit before any image is read")
  func memory() throws {
    let folder = try folder()
    // As many short names as exceed the smallest memory limit of 16 MiB.
    folder["many"] =
      [UInt8](repeating: UInt8(ascii: "\n"), count: 10) + (0..<85_000).flatMap { _ in Array("x\n".utf8) }
    try folder.frameit("hash", "--files-from", "many", "--max-memory", "1M").fails(
      5, naming: "16", "--max-memory")
  }

  @Test("A journal must be a regular file, because pipes and devices keep nothing")
  func journals() throws {
    let folder = try folder()
    mkfifo(folder.path("pipe"), 0o600)
    try folder.expectChanges([]) {
      for journal in ["pipe", "/dev/null", "/dev/full", "."] {
        for words in [["apply", "-e", "", "a.png"], ["serve", "--stdin"]] {
          try folder.spawn(words + ["--journal", journal]).run().fails(
            2, saying: "\(journal): is not a regular file, so it cannot be a journal", "--journal")
        }
      }
    }
  }
}
