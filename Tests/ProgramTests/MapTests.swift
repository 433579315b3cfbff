import Testing

/// `map`: points through the composed transform.
@Suite struct MapTests {
  private func map(_ points: String, _ words: String...) throws -> Outcome {
    let folder = try Folder(["a.png": Images.png(20, 10)])
    var spawn = try folder.spawn(["map"] + words)
    spawn.stdin = .bytes(Array(points.utf8))
    return try spawn.run()
  }

  private func points(_ text: String) -> [[Double]] {
    text.split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
  }

  @Test("Points are mapped like the pixels") func mappedPoints() throws {
    try map("0,0\n20,10\n", "-e", "", "a.png").succeeds(printing: "0,0\n20,10\n")
    try map("0,0\n\n 20 , 10 \r\n", "-e", "canvas fit; rotate 90deg", "a.png").succeeds(
      printing: "10,0\n0,20\n")
    try map("1,2", "-e", "rotate 180deg", "--input-size", "20,10").succeeds(printing: "19,8\n")
    try map("1,2", "-e", "canvas 20,10; translate 5,-3").succeeds(printing: "6,-1\n")
    try map("", "-e", "", "a.png").succeeds(printing: "")
  }

  @Test("A line that is much longer than two numbers is not a point and is not kept in memory")
  func longLines() throws {
    let outcome = try map("5,5\n" + String(repeating: "1", count: 1 << 20), "-e", "", "a.png")
    #expect(outcome.ending == .exit(2) && outcome.text == "5,5\n")
    outcome.says(["stdin: line 2 is not a point"])
  }
}
