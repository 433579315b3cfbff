import Platform
import Testing

/// Inputs with names that have a meaning elsewhere, and inputs that are not files. None of them blocks the program.
@Suite struct InputKindTests {
  private func folder() throws -> Folder {
    let folder = try Folder(["a.png": Images.png(5, 4, seed: 1), "b.jpg": Images.jpeg()])
    mkfifo(folder.path("pipe.png"), 0o600)
    return folder
  }

  @Test("In a list, '-' is a file, never stdin")
  func dashInAList() throws {
    let folder = try folder()
    folder.write("-\n", to: "list")
    let words = ["apply", "-e", "", "--files-from", "list", "--out-dir", "out"]
    try folder.spawn(words).run().fails(4)
    folder["-"] = folder["a.png"]
    var spawn = try folder.spawn(words)
    spawn.stdin = .file(folder.path("b.jpg"))
    try spawn.run().succeeds(printing: "out/-.png\n")
    #expect(try Images.decode(folder["out/-.png"]).size.width == 5)
  }

  @Test(
    "A named pipe, device or socket fails alone with a hint",
    arguments: [
      ("pipe.png", "pipe.png: is a pipe, not a file\nhint: "),
      ("/dev/zero", "/dev/zero: is a device, not a file"),
      ("/dev/null", "/dev/null: is a device, not a file"), ("socket", "socket: is a socket, not a file"),
    ])
  func noFiles(_ name: String, _ message: String) throws {
    let folder = try folder()
    let listener = try #require(Self.listen(in: folder, "socket"))
    defer { close(listener) }
    for words in [["apply", "-e", ""], ["info"], ["hash"], ["explain", "-e", ""]] {
      try folder.spawn(words + [name]).run().fails(4, saying: message)
    }
    folder.write("a.png\n\(name)\nb.jpg\n", to: "list")
    for words in [["--files-from", "list"], ["a.png", name, "b.jpg", "--force"]] {
      let outcome = try folder.spawn(["apply", "-e", ""] + words).run()
      #expect(outcome.ending == .exit(7) && outcome.lines == ["a.framed.png", "b.framed.jpg"])
      outcome.says([message, "1 of 3 failed, 2 of 3 done"])
    }
  }

  /// A socket in the file system. Addresses have at most 108 bytes, so its name is relative.
  private static func listen(in folder: Folder, _ name: String) -> Int32? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(folder.path(name).utf8)
    guard descriptor >= 0 else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.prefix(107)) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  @Test("Jobs, scripts and includes do not wait for a named pipe")
  func jobs() throws {
    let folder = try folder()
    let jobs = [
      #"{"script": "", "input": "pipe.png", "output": "1.png"}"#,
      #"{"script": "", "input": "/dev/zero", "output": "2.png"}"#,
      #"{"script": "layer l image \"pipe.png\"", "input": "a.png", "output": "3.png"}"#,
      #"{"scriptFile": "pipe.png", "input": "a.png", "output": "4.png"}"#,
      #"{"script": "include \"pipe.png\"", "input": "a.png", "output": "5.png"}"#,
      #"{"script": "", "input": "a.png", "output": "6.png"}"#,
    ]
    var spawn = try folder.spawn(["serve", "--stdin", "--jobs", "1"])
    spawn.stdin = .bytes(Array(jobs.joined(separator: "\n").utf8))
    let answers = try spawn.run().records()
    #expect(answers.map { $0["code"] as? Int } == [4, 4, 4, 3, 3, 0])
    #expect(answers.dropLast().allSatisfy { "\($0["errors"] ?? "")".contains(", not a file") })
  }

  @Test("Open pipes are read: stdin by all its names, and process substitution")
  func openPipes() throws {
    let folder = try folder()
    for script in [
      "$0 apply -e '' <(cat a.png) -o 1.png", "cat a.png | $0 apply -e '' /dev/stdin -o 2.png",
      "cat a.png | $0 apply -e '' - >3.png", "$0 apply <(echo 'rotate 0deg') a.png -o 4.png",
      "$0 compare <(cat a.png) a.png", "$0 apply -e '' --files-from <(echo a.png) --name 5.png",
      "$0 apply -e '' /dev/stdin -o 6.png <a.png",
    ] {
      var spawn = try folder.spawn(["-c", script])
      spawn.arguments.append(spawn.path)
      spawn.path = "/bin/bash"
      #expect(try spawn.run().ending == .exit(0), "\(script)")
    }
    for number in 1...6 { #expect(try Images.decode(folder["\(number).png"]).size.width == 5) }
  }

  @Test(
    "A folder that cannot be read fails alone",
    .enabled(if: geteuid() != 0, "root may look into all"))
  func lockedFolder() throws {
    let folder = try folder()
    unlink(folder.path("pipe.png"))
    folder["deep/c.png"] = folder["a.png"]
    chmod(folder.path("deep"), 0o000)
    defer { chmod(folder.path("deep"), 0o755) }
    let outcome = try folder.frameit("apply", "-e", "", "-r", ".", "--out-dir", "out")
    #expect(outcome.ending == .exit(7) && outcome.lines == ["out/a.png", "out/b.jpg"])
    outcome.says(["./deep: cannot read the folder: permission denied\nhint: ", "1 of 3 failed"])
    try folder.frameit("apply", "-e", "layer a image; layer b image", "-r", ".", "--out-dir", "out")
      .fails(4)
  }
}
