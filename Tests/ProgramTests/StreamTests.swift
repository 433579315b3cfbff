import Platform
import Testing

/// `-`, pipes and terminals.
@Suite struct StreamTests {
  private let turn = ["apply", "-e", "rotate 12deg"]

  @Test("A pipeline gives the same bytes as a file") func pipeline() throws {
    let folder = try Folder(["a.jpg": Images.jpeg(90, 70)])
    try folder.spawn(turn + ["a.jpg", "-o", "b.jpg"]).run().succeeds()
    for words in [["-"], ["-", "-o", "-"], ["-o", "/dev/stdout", "-"]] {
      var spawn = try folder.spawn(turn + words)
      spawn.stdin = .bytes(try #require(folder["a.jpg"]))
      #expect(try spawn.run().succeeds().out == folder["b.jpg"])
      spawn.stdin = .file(folder.path("a.jpg"))
      #expect(try spawn.run().succeeds().out == folder["b.jpg"])
    }
    let toStdout = try folder.spawn(turn + ["a.jpg", "-o", "-"]).run().succeeds()
    #expect(toStdout.out == folder["b.jpg"])
    #expect(folder.listing == ["a.jpg", "b.jpg"])
  }

  @Test("stdin can be written to a file in another format") func stdinToFile() throws {
    let folder = try Folder()
    let png = try Images.png()
    try folder.frameit("apply", "-e", "", "-", "-o", "b.png", stdin: png).succeeds(printing: "b.png\n")
    #expect(try Images.decode(folder["b.png"]) == Images.decode(png))
    let jpeg = try folder.frameit("apply", "-e", "", "--format", "jpeg", "-", stdin: png).succeeds()
    #expect(Images.isJPEG(jpeg.out))
  }

  /// More than a pipe holds, in both directions at once.
  @Test("A large image passes through pipes") func largeImage() throws {
    let png = try Images.png(400, 400)
    let outcome = try Folder().frameit("apply", "-e", "", "-", stdin: png).succeeds()
    #expect(outcome.out.count > 1 << 18)
    #expect(try Images.decode(outcome.out) == Images.decode(png))
  }

  /// The format is read to choose a name, and some scripts run to count their images, before the edit.
  @Test(
    "A named pipe is read once", arguments: ["", "if $width > 3 { layer a image }"])
  func namedPipe(script: String) throws {
    let folder = try Folder()
    let png = try Images.png(4, 4)
    try folder.frameit("apply", "-e", script, "/dev/stdin", stdin: png).succeeds(
      printing: "stdin.framed.png\n")
    #expect(try Images.decode(folder["stdin.framed.png"]) == Images.decode(png))
    let piped = try folder.frameit("apply", "-e", script, "-", stdin: png).succeeds()
    #expect(piped.out == folder["stdin.framed.png"])
  }

  @Test("A damaged image writes nothing to a pipe") func damagedImage() throws {
    let folder = try Folder()
    let jpeg = try Images.jpeg(200, 200)
    try folder.frameit("apply", "-e", "", "-", stdin: Array(jpeg.dropLast(500)))
      .fails(4, naming: "stdin", "--on-damage salvage")
  }

  @Test("A closed stdout ends the program quietly") func closedPipe() throws {
    let folder = try Folder(["a.png": Images.png(100, 100)])
    for words in [
      ["apply", "-e", "", "a.png", "-o", "-"], ["apply", "-e", "", "a.png"], ["info", "a.png"], ["--help"],
    ] {
      var spawn = try folder.spawn(words)
      spawn.stdout = .closedPipe
      let outcome = try spawn.run()
      #expect(outcome.ending == .signal(SIGPIPE), "\(words)")
      #expect(outcome.err == "", "\(words)")
    }
  }

  @Test("An image is not written to a terminal") func terminal() throws {
    let folder = try Folder(["a.png": Images.png()])
    var (controller, terminal): (Int32, Int32) = (-1, -1)
    try #require(openpty(&controller, &terminal, nil, nil, nil) == 0)
    defer { [controller, terminal].forEach { close($0) } }
    for words in [["a.png", "-o", "-"], ["-"]] {
      var spawn = try folder.spawn(["apply", "-e", ""] + words)
      spawn.stdin = .file(folder.path("a.png"))
      spawn.stdout = .descriptor(terminal)
      try spawn.run().fails(2, naming: "-o")
    }
    // Paths may be printed to a terminal; images may not.
    var spawn = try folder.spawn(["apply", "-e", "", "a.png"])
    spawn.stdout = .descriptor(terminal)
    try spawn.run().succeeds()
    #expect(folder.listing == ["a.framed.png", "a.png"])
  }
}
