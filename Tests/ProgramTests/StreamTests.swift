import Platform
import Testing

/// `-` and terminals.
@Suite struct StreamTests {
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
