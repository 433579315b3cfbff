import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `--files-from`: where lists come from, and how large they may be.
@Suite struct NameListTests {
  private func folder() throws -> Folder {
    let folder = try Folder(["a.png": Images.png(), "b.png": Images.png(seed: 2)])
    folder.write("a.png\nb.png\n", to: "list")
    return folder
  }

  @Test("A list that is a pipe with a name, or a device, is refused, and nothing is waited for")
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

  @Test("stdin is a list by each of its names, whatever it is")
  func stdin() throws {
    let folder = try folder()
    let names = Array("a.png\nb.png\n".utf8)
    for name in ["-", "/dev/stdin", "/dev/fd/0"] {
      #expect(try folder.frameit("hash", "--files-from", name, stdin: names).succeeds().lines.count == 2)
      var spawn = try folder.spawn(["hash", "--files-from", name])
      spawn.stdin = .file(folder.path("list"))
      #expect(try spawn.run().succeeds().lines.count == 2)
      // /dev/null, as it is for what runs on a timetable.
      #expect(try folder.frameit("hash", "--files-from", name).ending == .exit(0))
    }
  }

  @Test("What a shell makes of <(...) is a list, also when its writer has gone")
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

  @Test("Something that is no list of names is told by its first name")
  func noNames() throws {
    let folder = try folder()
    folder["long"] = Array("a.png\n".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 17)
    try folder.frameit("info", "--files-from", "long").fails(
      5, naming: "2", "65536")
    try folder.frameit("info", "--files-from", "a.png").fails(2, naming: "a.png", "-0")
  }

  @Test("Names of more images than memory is allowed for are a limit, before any image is read")
  func memory() throws {
    let folder = try folder()
    // As many short names as the smallest allowance of 16 MiB has no room for.
    folder["many"] =
      [UInt8](repeating: UInt8(ascii: "\n"), count: 10) + (0..<85_000).flatMap { _ in Array("x\n".utf8) }
    try folder.frameit("hash", "--files-from", "many", "--max-memory", "1M").fails(
      5, naming: "16", "--max-memory")
  }

  @Test("A journal is a regular file: a pipe or a device would keep nothing")
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
