import FrameGeometry
import FrameImage
import FrameScript
import TestSupport
import Testing

/// W3C actions in the logs of Appium and WebdriverIO.
@Suite struct DriverLogTests {
  /// A tap of 0.1 seconds, as JSON without line ends.
  private static func tap(_ x: Double, _ y: Double, origin: String = "\"viewport\"") -> String {
    #"[{"type":"pointer","id":"finger1","parameters":{"pointerType":"touch"},"actions":[{"type":"pointerMove","duration":0,"x":"#
      + "\(x),\"y\":\(y),\"origin\":\(origin)"
      + #"},{"type":"pointerDown","button":0},{"type":"pause","duration":100},{"type":"pointerUp","button":0}]}]"#
  }

  private static let element = #"{"element-6066-11e4-a52e-4f735466cecf":"AB.1","ELEMENT":"AB.1"}"#

  /// The same actions as `JSON.stringify` with two spaces prints them.
  private static let pretty = """
    [
      {
        "type": "pointer",
        "id": "finger1",
        "actions": [
          {"type": "pointerMove", "duration": 0, "x": 5, "y": 6},
          {"type": "pointerDown"},
          {"type": "pause", "duration": 100},
          {"type": "pointerUp", "button": 0}
        ]
      }
    ]
    """
  private static let tapped = ["1 down 5,6 @0", "1 up 5,6 @0.1"]
  private static let post = "[HTTP] --> POST /session/61f1/actions"
  private static let answer = "[HTTP] <-- POST /session/61f1/actions 200 12 ms - 14"
  private static let rect = "[HTTP] --> GET /session/61f1/element/AB.1/rect\n[HTTP] {}\n"
  private static let client = "2024-05-01T10:00:00.000Z INFO webdriver: "
  private static let sent = client + "[POST] http://localhost:4723/session/61f1/actions\n" + client

  private static let inspected = """
    DATA {
      actions: [
        {
          type: 'pointer',
          id: "it's",
          parameters: { pointerType: 'touch' },
          actions: [
            { type: 'pointerMove', duration: undefined, x: 5, y: 6 },
            { type: 'pointerDown', button: 0 },
            { type: 'pause', duration: 100 },
            { type: 'pointerUp', button: 0 }
          ]
        }
      ]
    }

    """

  /// Returns lines with a prefix.
  private static func lines(_ text: String, _ prefix: String) -> String {
    text.split(separator: "\n").map { prefix + $0 + "\n" }.joined()
  }

  static let read: [(String, [String])] = [
    // The body is on the next line, or on the same one.
    ("\(post)\n[HTTP] {\"actions\":\(tap(5, 6))}\n\(answer)\n", tapped),
    ("[HTTP] --> POST /wd/hub/session/61f1/actions {\"actions\":\(tap(5, 6))}", tapped),
    // Times, levels, sessions, doubled names and colors.
    (
      "2024-05-01 10:00:00:000 - \(post)\n2024-05-01 10:00:00:000 - [HTTP] {\"actions\":\(tap(5, 6))}", tapped
    ),
    (
      "2018-09-13 10:20:30:123 - info: \(post)\n2018-09-13 10:20:30:124 - info: [HTTP] {\"actions\":\(tap(5, 6))}",
      tapped
    ),
    ("[HTTP] \(post)\n[HTTP] [HTTP] {\"actions\":\(tap(5, 6))}", tapped),
    ("[2f4dfee1]\(post) {\"actions\":\(tap(5, 6))}", tapped),
    (
      "\u{1B}[35m[HTTP]\u{1B}[0m \u{1B}[37m-->\u{1B}[39m POST /session/61f1/actions\n\u{1B}[35m[HTTP]\u{1B}[0m \u{1B}[90m{\"actions\":\(tap(5, 6))}\u{1B}[39m",
      tapped
    ),
    (
      "\(post) {\"actions\":[{\"type...\n[2f4dfee1][A@1] Received the following W3C actions: \(pretty)\n[2f4dfee1]\(answer)\n",
      tapped
    ),
    // Other lines do not matter, and the driver's copy of the request is not a second one.
    (
      "[Appium] Welcome to Appium v2.5.1\n\(post)\n[HTTP] {\"actions\":\(tap(5, 6))}\n[debug] [A@1] Calling A.performActions() with args: [[{\"type\":\n"
        + "[debug] [A@1] Received the following W3C actions: \(pretty)\n[debug] [A@1] Preprocessed actions: \(pretty)\n"
        + "[A@1] Proxying [POST /actions] to [POST http://127.0.0.1:8200/session/5/actions] with body: {\"actions\":[]}\n"
        + "[A@1] Got response with status 200: {\"value\":null}\n\(answer)\n", tapped
    ),
    // A truncated request is read where the driver writes it in full.
    (
      "\(post)\n[HTTP] {\"actions\":[{\"type\":\"poin...\n[debug] [A@1] Received the following W3C actions: \(pretty)",
      tapped
    ),
    (
      "[HTTP] --> POST /session/1/actions {\"actions\":[{\"type\":\"poin...\n"
        + lines("Received the following W3C actions: " + pretty, "2020-04-04 22:27:16:945 [XCUITest] "),
      tapped
    ),
    ("[debug] [A@1] Received the following W3C actions: \(pretty)", tapped),
    // One request after another: a finger keeps its state, and a release lifts it.
    (
      "\(post) {\"actions\":[{\"type\":\"pointer\",\"id\":\"f\",\"actions\":[{\"type\":\"pointerMove\",\"x\":5,\"y\":6},{\"type\":\"pointerDown\"},{\"type\":\"pause\",\"duration\":20}]}]}\n"
        + "\(post) {\"actions\":[{\"type\":\"pointer\",\"id\":\"f\",\"actions\":[{\"type\":\"pointerMove\",\"x\":1,\"y\":0,\"origin\":\"pointer\"}]}]}\n"
        + "[HTTP] --> DELETE /session/61f1/actions\n\(post) {\"actions\":\(tap(5, 6))}",
      [
        "1 down 5,6 @0", "1 move 6,6 @0.02", "1 up 6,6 @0.020001", "2 down 5,6 @0.020001",
        "2 up 5,6 @0.120001",
      ]
    ),
    // Another session begins with all fingers up.
    (
      "\(post) {\"actions\":[{\"type\":\"pointer\",\"id\":\"f\",\"actions\":[{\"type\":\"pointerDown\"},{\"type\":\"pause\",\"duration\":20}]}]}\n"
        + "[HTTP] --> POST /session/8/actions {\"actions\":\(tap(5, 6))}",
      ["1 down 0,0 @0", "1 up 0,0 @0.02", "2 down 5,6 @0.02", "2 up 5,6 @0.12"]
    ),
    // Keystrokes and keys of the driver are ignored.
    (
      "\(post) {\"actions\":[{\"type\":\"key\",\"id\":\"k\",\"actions\":[{\"type\":\"keyDown\",\"value\":\"a\"}]},{\"type\":\"pointer\",\"id\":\"f\",\"actions\":[{\"type\":\"pointerMove\",\"x\":5,\"y\":6,\"speed\":3},{\"type\":\"pointerDown\"},{\"type\":\"pause\",\"duration\":100},{\"type\":\"pointerUp\"}]}]}",
      tapped
    ),
    // Positions of elements, as drivers and servers write them.
    (
      rect
        + "[debug] [A@1] Responding to client with driver.getElementRect() result: {\"x\":0,\"y\":1,\"width\":8,\"height\":8}\n"
        + "[HTTP] <-- GET /session/61f1/element/AB.1/rect 200 12 ms - 54\n\(post) {\"actions\":\(tap(1, 1, origin: element))}",
      tapped
    ),
    (
      rect
        + "[A@1] Got response with status 200: {\"value\":{\"y\":1,\"x\":0,\"width\":8,\"height\":8},\"sessionId\":\"5\"}\n\(post) {\"actions\":\(tap(1, 1, origin: element))}",
      tapped
    ),
    (
      "[HTTP] <-- GET /session/61f1/element/AB.1/rect 200 12 ms - 54\n"
        + rect
        + "[HTTP] {\"value\":{\"x\":0,\"y\":1,\"width\":8,\"height\":8}}\n\(post) {\"actions\":\(tap(1, 1, origin: element))}",
      tapped
    ),
    (
      "[HTTP] --> GET /session/61f1/element/AB.1/location\n[A@1] Got response with status 200: {\"value\":{\"x\":0,\"y\":1}}\n"
        + "[HTTP] --> GET /session/61f1/element/AB.1/size\n[A@1] Got response with status 200: {\"value\":{\"width\":8,\"height\":8}}\n"
        + "\(post) {\"actions\":\(tap(1, 1, origin: "{\"ELEMENT\":\"AB.1\"}"))}", tapped
    ),
    // WebdriverIO, with the number of its worker, and as older versions of Node.js print values.
    (sent + inspected + client + "RESULT null", tapped),
    ("Execution of 1 workers started\n" + lines(sent + inspected, "[0-0] "), tapped),
    (
      lines(sent, "[0-0] ").replacing("\n[0-0] " + client + "\n", with: "\n[0-0] " + client)
        + """
        DATA { actions:
           [ { type: 'pointer',
               id: 'f',
               actions:
                [ { type: 'pointerMove', x: 5, y: 6 },
                  { type: 'pointerDown', button: 0 }, { type: 'pause', duration: 100 },
                  { type: 'pointerUp', button: 0 } ] } ] }
        """, tapped
    ),
    (sent + "DATA {\"actions\":\(tap(5, 6))}\n", tapped),
    (
      client + "COMMAND getElementRect(\"AB.1\")\n" + client
        + "[GET] http://localhost:4723/session/61f1/element/AB.1/rect\n" + client
        + "RESULT { x: 0, y: 1, width: 8, height: 8 }\n" + sent
        + "DATA {\"actions\":\(tap(1, 1, origin: element))}\n" + client + "RESULT null\n" + client
        + "[DELETE] http://localhost:4723/session/61f1/actions\n", tapped
    ),
    // A request that is sent again.
    (
      sent + "DATA {\"actions\":\(tap(5, 6))}\n" + client.replacing("INFO", with: "WARN")
        + "Request timed out!\n" + client
        + "Retrying 1/3\n" + sent + "DATA {\"actions\":\(tap(5, 6))}\n", tapped
    ),
    // Workers that take turns.
    (
      lines(client + "[GET] http://localhost/session/61f1/element/AB.1/rect", "[0-0] ")
        + lines(client + "[GET] http://localhost/session/9/element/AB.1/rect", "[0-1] ")
        + lines(client + "RESULT { x: 0, y: 1, width: 8, height: 8 }", "[0-0] ")
        + lines(client + "RESULT { x: 500, y: 500, width: 8, height: 8 }", "[0-1] ")
        + "[0-0] \(client)[POST] http://localhost/session/61f1/actions\n[0-0] \(client)DATA {\n[0-1] \(client)RESULT null\n"
        + "[0-0]   actions: \(tap(1, 1, origin: element))\n[0-1] }\n[0-0] }\n", tapped
    ),
    // The log of a client that has started the server has all requests twice.
    (sent + "DATA {\"actions\":\(tap(5, 6))}\n\(post) {\"actions\":\(tap(5, 6))}", tapped),
  ]

  @Test("Actions in logs become touches", arguments: read)
  func actions(text: String, expected: [String]) throws {
    try expectEqual(touches(text), expected)
    try expectEqual(touches(text.replacing("\n", with: "\r\n")), expected)
  }

  static let refused: [(String, Int, Int, ScriptProblem)] = [
    ("[HTTP] --> GET /status\n[HTTP] {}", 1, 1, .driverLog(.noActions)),
    ("\n\(post)\n[HTTP] {\"actions\":[{\"type...\n\(answer)", 3, 1, .driverLog(.truncated)),
    ("\(post) {\"actions\":[{\"type...\n\(post) {\"actions\":[]}", 1, 1, .driverLog(.truncated)),
    (
      sent + "DATA {\n  actions: [\n    { type: 'pointer', id: 'f', actions: [Array] }\n  ]\n}", 2, 1,
      .driverLog(.abridged)
    ),
    (sent + "DATA {\n  actions: [\n    [Object]\n  ]\n}", 2, 1, .driverLog(.abridged)),
    (sent + "DATA {\n  actions: [\n    ... 3 more items\n  ]\n}", 2, 1, .driverLog(.abridged)),
    (
      "[HTTP] --> POST /session/1/actions {\"actions\":[]}\n[HTTP] --> POST /session/2/actions {\"actions\":[]}\n[HTTP] --> POST /session/1/actions {\"actions\":[]}",
      3, 1, .driverLog(.sessions("2", "1"))
    ),
    // An element of another session.
    (
      rect.replacing("61f1", with: "9")
        + "[HTTP] {\"value\":{\"x\":0,\"y\":1,\"width\":8,\"height\":8}}\n\(post)\n[HTTP] {\"actions\":\(tap(1, 1, origin: element))}",
      5, 161, .unplacedElement("AB.1")
    ),
    (sent + "DATA {\n  actions: [\n", 2, 1, .driverLog(.unfinished)),
    (sent + "DATA {\n  actions: [\n\(client)RESULT null", 2, 1, .driverLog(.unfinished)),
    ("[A] Received the following W3C actions: [\n\(answer)\n\(post)", 1, 1, .driverLog(.unfinished)),
    ("\(post)\n[HTTP] {\"actions\":\(tap(1, 1, origin: element))}", 2, 161, .unplacedElement("AB.1")),
    (
      "\(post)\n[HTTP] {\"actions\":[7]}", 2, 20,
      .expected("an object for an input source", found: "a number")
    ),
    (
      "[A] Received the following W3C actions: [\n  {\"type\":\"pointer\",\"id\":\"f\",\n[A]   \"actions\":[{\"type\":\"pointerMove\",\"x\":1}]}\n]",
      3, 18, .missingKey("y")
    ),
    (
      "\(post)\n[HTTP] {\"actions\":[{\"type\":\"pointer\",\"id\":\"f\",\"actions\":[{\"type\":\"pointerDown\"},{\"type\":\"pointerMove\",\"duration\":1000000000,\"x\":1,\"y\":1}]}]}",
      2, 81, .scene(.limit(LimitExceeded(.touches, needed: 60_000_001, allowed: 10_000_000)))
    ),
  ]

  @Test("What is wrong with a log is an error with its line", arguments: refused)
  func errors(text: String, line: Int, column: Int, problem: ScriptProblem) {
    expectEqual(placedErrors(text), [PlacedProblem(line: line, column: column, problem)])
  }

  @Test("include states the centers of elements that the log does not have")
  func elements() throws {
    let log = "\(Self.post) {\"actions\":\(Self.tap(1, 1, origin: Self.element))}"
    let stream = "{\"actions\":\(Self.tap(1, 1, origin: Self.element))}"
    for text in [log, stream] {
      let script = try parse(
        "include \"a\" element b at 1,2 element \"AB.1\" at 4,5", including: ["a": text])
      let plain = text.replacing(Self.element, with: "\"viewport\"").replacing(
        "\"x\":1.0,\"y\":1.0", with: "\"x\":5,\"y\":6")
      try expectEqual(script.statements.map { shape($0) }, shapes(plain))
      expectEqual(script.statements.count, 2)
      expectEqual(
        problems(in: "include \"a\" element b at 1,2", including: ["a": text]), [.unplacedElement("AB.1")])
    }
    // The log counts first.
    let known = Self.rect + "[HTTP] {\"value\":{\"x\":0,\"y\":1,\"width\":8,\"height\":8}}\n" + log
    let script = try parse("include \"a\" element \"AB.1\" at 90,90", including: ["a": known])
    try expectEqual(script.statements, parse("include \"a\"", including: ["a": known]).statements)
  }

  @Test(
    "Options of elements need an ID and a point",
    arguments: [
      "element", "element at 1,2", "element a", "element a 1,2", "element a at 1", "element a at $x,1",
      "element \"$x\" at 1,2",
    ])
  func invalidElements(text: String) {
    expectEqual(problems(in: "include \"a\" \(text)", including: ["a": "[]"]).count, 1)
  }

  @Test(
    "Scripts and streams are no logs",
    arguments: ["# [HTTP] --> POST /x", "say \"[HTTP] -->\"", "[]", "2024"])
  func others(text: String) {
    let found = Self.found(text)
    expectTrue(!found.contains { if case .driverLog = $0 { true } else { false } })
  }

  private static func found(_ text: String) -> [ScriptProblem] { problems(in: text) }

  @Test("A damaged log has its touches or an error", arguments: [0, 8, 13, 20])
  func damaged(index: Int) {
    let log = Self.read[index].0
    let parts = [
      "{", "}", "[", "]", "'", "\"", ",", ":", "", "\n", "null", "-->", "webdriver: DATA ", "\u{1B}[",
      "[Object]", "\u{FFFD}",
    ]
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      var characters = log.map(String.init)
      for _ in 0...random.next() % 3 {
        characters[Int(random.next() % UInt64(characters.count))] =
          parts[Int(random.next() % UInt64(parts.count))]
      }
      _ = try? touches(characters.joined())
    }
  }
}
