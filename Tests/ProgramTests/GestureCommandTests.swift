import Testing

/// `trace`, `expand`, and touch streams as scripts.
@Suite struct GestureCommandTests {
  private func folder() throws -> Folder {
    let folder = try Folder(["a.png": Images.png(60, 40)])
    folder.write("canvas 300,200\npan 40,20 steps 2\npinch 2 steps 2\ntwist 30deg steps 3\n", to: "s.txt")
    return folder
  }

  @Test("trace prints a line for every transition") func traceLines() throws {
    let folder = try folder()
    let text = try folder.frameit("trace", "-e", "pan 40,20 steps 4", "--input-size", "300,300").succeeds()
      .text
    #expect(
      text == """
        0.075 pinch failed
        0.075 rotation failed
        0.075 pan began dx=3.291796 dy=1.645898
        0.150 pan changed dx=15.527864 dy=7.763932
        0.225 pan changed dx=27.763932 dy=13.881966
        0.300 pan changed dx=40 dy=20
        0.317 pan ended dx=40 dy=20

        """)
    let records = try folder.frameit("trace", "s.txt", "a.png", "--json").succeeds().records()
    #expect(records.first { $0["state"] as? String == "began" }?["layer"] as? String == "photo")
    #expect(records.last { $0["name"] as? String == "rotation" }?["rotation"] as? Double ?? 0 > 29.99)
  }

  @Test("trace prints the transitions before an error") func traceBeforeError() throws {
    let outcome = try folder().frameit("trace", "-e", "pan 40,20; choose \"x\"", "a.png")
    #expect(outcome.ending == .exit(3) && outcome.err.contains("no menu or dialog is open"))
    #expect(outcome.text.contains("pan ended"))
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

  @Test("Recordings of other tools can be replayed") func otherRecordings() throws {
    let folder = try folder()
    folder.write(
      """
      {"actions": [{"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": [
        {"type": "pointerMove", "duration": 0, "x": 10, "y": 10},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerMove", "duration": 200, "x": 40, "y": 10},
        {"type": "pointerUp", "button": 0}]}]}
      """, to: "w.json")
    let text = try folder.frameit("trace", "w.json", "a.png").succeeds().text
    #expect(text.hasSuffix("pan ended dx=20 dy=0\n"))
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

  @Test("Texts of say go to stderr or to the record") func spokenTexts() throws {
    let folder = try folder()
    let script = "menu m \"Edit\" { item \"Turn\" { } ; cancel \"No\" } ; open m ; say \"done\""
    try folder.frameit("apply", "-e", script, "a.png").succeeds(printing: "a.framed.png\n")
    let loud = try folder.frameit("apply", "-e", script, "a.png", "--force", "-v")
    #expect(
      loud.err.hasPrefix(
        """
        frameit: menu "Edit": "Turn" "No"
        frameit: done
        frameit: "Edit" was closed with "No"

        """))
    let record = try folder.frameit("apply", "-e", script, "a.png", "--force", "--json").succeeds().records()[
      0]
    #expect((record["messages"] as? [String])?.count == 3)
  }

  @Test("A failed expectation in a record has its position and numbers") func failedExpectation() throws {
    let folder = try folder()
    let outcome = try folder.frameit(
      "apply", "-e", "pan 3,4; expect transform 1 0 0 1 3 5", "a.png", "--json")
    let errors = try outcome.records()[0]["errors"] as? [String]
    #expect(
      errors == ["-e:1:10: expectation failed: transform (expected 1 0 0 1 3 5, found 1 0 0 1 3 4)"]
    )
  }

  @Test("check reports statements that are not allowed in an 'on' block") func invalidReactions() throws {
    let folder = try folder()
    folder.write("on pan { tap 10,10 }\n", to: "r.txt")
    try folder.frameit("check", "r.txt").fails(
      3, naming: "r.txt:1:10", "tap")
  }

  @Test("explain reports the effect of each gesture") func explainedGestures() throws {
    let text = try folder().frameit("explain", "s.txt", "a.png").succeeds().text
    #expect(text.contains("pan on line 2, 'photo': 1 0 0 1 40 20"))
    #expect(text.contains("twist on line 4"))
  }

  @Test("A scene without images needs no placeholder") func withoutImages() throws {
    let folder = try folder()
    let scene = "canvas 300,300; layer a rect 10,10 50,50; tap 200,200"
    #expect(try folder.frameit("trace", "-e", scene).succeeds().text.contains("missed at 200,200"))
    // `--input-size` supplies the size.
    #expect(
      try folder.frameit("trace", "-e", scene, "--input-size", "9,9").succeeds().text.contains(
        "missed at 200,200")
        == false)
  }
}
