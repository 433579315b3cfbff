import Testing

/// `trace`, `expand`, and touch streams as scripts.
@Suite struct GestureCommandTests {
  private func folder() throws -> Folder {
    let folder = try Folder(["a.png": Images.png(60, 40)])
    folder.write("canvas 300,200\npan 40,20 steps 2\npinch 2 steps 2\ntwist 30deg steps 3\n", to: "s.txt")
    return folder
  }

  @Test("Expanded touches give the same pixels as their script") func expandedTouches() throws {
    let folder = try folder()
    folder.write(try folder.frameit("expand", "s.txt", "a.png").succeeds().text, to: "t.ndjson")
    let gestures = try folder.frameit("map", "s.txt", "a.png", stdin: Array("7,9\n".utf8)).succeeds().text
    // A stream contains only touches. The canvas is the script's.
    folder.write("canvas 300,200\ninclude \"t.ndjson\"\n", to: "replay.txt")
    let touches = try folder.frameit("map", "replay.txt", "a.png", stdin: Array("7,9\n".utf8)).succeeds().text
    func numbers(_ text: String) -> [Double] {
      text.split(whereSeparator: { $0 == "," || $0 == "\n" }).compactMap { Double($0) }
    }
    #expect(zip(numbers(gestures), numbers(touches)).allSatisfy { abs($0 - $1) < 1e-9 })
    try folder.frameit("apply", "t.ndjson", "a.png").succeeds(
      printing: "a.framed.png\n", warning: "'photo' lies outside the canvas")
    try folder.frameit("apply", "-", "a.png", "-o", "b.png", stdin: folder["t.ndjson"]).succeeds(
      warning: "'photo' lies outside the canvas")
    #expect(folder["b.png"] == folder["a.framed.png"])
  }

  /// A touch exactly at a timer's end would be ambiguous.
  @Test("Expanded touches are recognized as the same gestures") func expandedGestures() throws {
    let folder = try folder()
    let head = "canvas 320,480\nlayer photo image at 0,25% size 200,200\npreset pickview\n"
    folder.write(
      head + "tap 100,200\ndrag 50,150 to 150,150 over 1500ms\ndouble-tap 150,200\nswipe up from 200,300\n"
        + "long-press 150,180\n", to: "p.txt")
    folder.write(try folder.frameit("expand", "p.txt", "a.png").succeeds().text, to: "p.ndjson")
    folder.write(head + "include \"p.ndjson\"\n", to: "q.txt")
    let (first, again) = (
      try folder.frameit("trace", "p.txt", "a.png").succeeds().text,
      try folder.frameit("trace", "q.txt", "a.png").succeeds().text
    )
    #expect(first == again)
    #expect(first.contains("long-press ended"))
  }

  @Test("An invalid stream is an error with a position, and nothing is written") func invalidStreams() throws
  {
    let folder = try folder()
    let down = "{\"t\":0,\"id\":1,\"phase\":\"down\",\"x\":1,\"y\":2}\n"
    for (stream, sentence) in [
      (down + "{\"t\":0.2,\"id\":1,\"ph", "t.json:2:"),
      (down + "{\"t\":NaN,\"id\":1,\"phase\":\"up\"}", "t.json:2:6"),
      (down + down, "t.json:2:1: error: touch 1 has two events at the same time"),
      (down + "{\"t\":0.2,\"id\":2,\"phase\":\"up\"}", "t.json:2:1: error: touch 2 is not down"),
      (down + "{\"t\":-1,\"id\":1,\"phase\":\"up\"}", "t.json:2:"),
      (
        "{\"t\":5,\"id\":1,\"phase\":\"down\",\"x\":1,\"y\":2}\n{\"t\":4,\"id\":1,\"phase\":\"up\"}",
        "time goes backwards"
      ),
    ] {
      folder.write(stream, to: "t.json")
      try folder.expectChanges([]) {
        try folder.frameit("apply", "t.json", "a.png").fails(3, saying: sentence)
      }
    }
  }
}
