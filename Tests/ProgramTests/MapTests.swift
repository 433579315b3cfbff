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

  @Test("--inverse maps points back") func inverse() throws {
    let script = "rotate 31deg; skew 10deg; scale 1.7,0.3 about 3,4; translate -5,9"
    let there = try map("3,4\n-1.5,1e3\n0,0\n", "-e", script, "a.png").succeeds().text
    let back = try map(there, "-e", script, "a.png", "--inverse").succeeds().text
    for (found, wanted) in zip(points(back), [[3, 4], [-1.5, 1000], [0, 0]]) {
      for (l, r) in zip(found, wanted) { #expect(abs(l - r) < 1e-6 * max(1, abs(r))) }
    }
    #expect(points(back).count == 3)
  }

  @Test("--layer selects the layer") func namedLayer() throws {
    let script = "canvas 20,10; layer one image $1; translate 1,0; layer two image $1; translate 2,0"
    try map("0,0", "-e", script, "a.png").succeeds(printing: "2,0\n")
    try map("0,0", "-e", script, "a.png", "--layer", "one").succeeds(printing: "1,0\n")
    try map("0,0", "-e", script, "a.png", "--layer", "tow")
      .fails(2, naming: "tow", "two")
  }

  @Test(
    "A line that is not a point is an error",
    arguments: ["1", "1,2,3", "a,b", "1;2", "nan,1", "inf,0", ",", "1,"])
  func invalidPoints(line: String)
    throws
  {
    let outcome = try map("5,5\n" + line + "\n", "-e", "", "a.png")
    #expect(outcome.ending == .exit(2))
    #expect(outcome.text == "5,5\n")
    outcome.says(["stdin: line 2 is not a point", "x,y"])
  }

  @Test("A line that is much longer than two numbers is not a point and is not kept in memory")
  func longLines() throws {
    let outcome = try map("5,5\n" + String(repeating: "1", count: 1 << 20), "-e", "", "a.png")
    #expect(outcome.ending == .exit(2) && outcome.text == "5,5\n")
    outcome.says(["stdin: line 2 is not a point"])
  }

  @Test("Invalid arguments are refused") func invalidArguments() throws {
    try map("1,2", "-e", "scale 0", "a.png").fails(3, naming: "-e:1:1")
    try map("1,2", "-e", "rotate 90deg").fails(3)
    try map("1,2", "-e", "", "nope.png").fails(4, naming: "nope.png")
    try map("1,2", "-e", "", "a.png", "--input-size", "5,5").fails(2, naming: "--input-size")
    for size in ["0,5", "5", "5x5", "-1,3", ""] {
      try map("1,2", "-e", "", "--input-size", size).fails(2, naming: "--input-size")
    }
    for words in [["-"], ["-e", "", "-"], ["/dev/stdin"], ["-e", "", "/dev/fd/0"]] {
      try Folder().spawn(["map"] + words).run().fails(2, naming: "stdin")
    }
  }
}
