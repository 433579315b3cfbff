import FrameImage
import FrameScript
import TestSupport
import Testing

/// Streams of WebDriver's pointer actions.
@Suite struct ActionSourceTests {
  private static func source(_ items: String..., id: String = "f", type: String = "pointer") -> String {
    #"{"type":"\#(type)","id":"\#(id)","actions":[\#(items.joined(separator: ","))]}"#
  }

  private static func move(_ x: Double, _ y: Double, _ duration: Int? = 0, by: Bool = false) -> String {
    let time = duration.map { #""duration":\#($0),"# } ?? ""
    return #"{"type":"pointerMove",\#(time)"x":\#(x),"y":\#(y)\#(by ? #","origin":"pointer""# : "")}"#
  }

  private static func pause(_ duration: Int) -> String { #"{"type":"pause","duration":\#(duration)}"# }

  private static let down = #"{"type":"pointerDown","button":0}"#
  private static let up = #"{"type":"pointerUp","button":0}"#
  private static let cancel = #"{"type":"pointerCancel"}"#

  static let played: [(String, [String])] = [
    // A tap. A move while the pointer is up only sets its position.
    (source(move(5, 6), down, pause(100), up), ["1 down 5,6 @0", "1 up 5,6 @0.1"]),
    (source(down, pause(50), cancel), ["1 down 0,0 @0", "1 cancel 0,0 @0.05"]),
    (source(pause(250), move(1, 2, 250), down), ["1 down 1,2 @0.5"]),
    // Selenium's chains of actions have a source of keys, and one of a wheel, that pause.
    (
      #"{"actions":["# + source(move(5, 6), down, pause(100), up) + ","
        + source(pause(0), pause(0), pause(100), pause(0), id: "key", type: "key") + ","
        + source(pause(0), id: "wheel", type: "wheel") + "]}",
      ["1 down 5,6 @0", "1 up 5,6 @0.1"]
    ),
    // A scroll drags what is under it the other way, with a finger of its own, as a wheel does in the studio.
    (
      source(
        #"{"type":"scroll","x":5,"y":6,"deltaX":-10,"deltaY":30,"duration":20}"#, pause(5), id: "w",
        type: "wheel"),
      [
        "1 down 5,6 @0", "1 move \(5 + 10 * (50.0 / 60)),-19 @\(1.0 / 60)",
        "1 move 15,-24 @0.02", "1 up 15,-24 @0.020001",
      ]
    ),
    (
      "[" + source(down, pause(100), up, id: "a") + ","
        + source(
          #"{"type":"scroll","x":5,"y":6,"deltaX":0,"deltaY":6,"origin":"viewport"}"#,
          #"{"type":"scroll","x":5,"y":6,"deltaX":0,"deltaY":0,"duration":10}"#, id: "w", type: "wheel")
        + "]",
      [
        "1 down 0,0 @0", "2 down 5,6 @0", "2 move 5,5 @\(1.0 / 60)", "2 move 5,4 @\(2.0 / 60)",
        "2 move 5,3 @0.05",
        "2 move 5,2 @\(4.0 / 60)", "2 move 5,1 @\(5.0 / 60)", "2 move 5,0 @0.1", "2 up 5,0 @0.100001",
        "2 down 5,6 @0.100002", "2 move 5,6 @0.110002", "2 up 5,6 @0.110003", "1 up 0,0 @0.200002",
      ]
    ),
    // A pause of any source lengthens its tick.
    (
      "[" + source(move(5, 6), down, up) + "," + source(pause(0), pause(300), id: "key", type: "key") + "]",
      ["1 down 5,6 @0", "1 up 5,6 @0.3"]
    ),
    // A drag emits a move every sixtieth of a second, and one at its end.
    (
      source(move(0, 0), down, move(60, 30, 50), up),
      [
        "1 down 0,0 @0", "1 move 20,10 @\(1.0 / 60)", "1 move 40,20 @\(2.0 / 60)", "1 move 60,30 @0.05",
        "1 up 60,30 @0.050001",
      ]
    ),
    (
      source(down, move(20, 0, 20)),
      ["1 down 0,0 @0", "1 move \(20 * (50.0 / 60)),0 @\(1.0 / 60)", "1 move 20,0 @0.02"]
    ),
    (source(down, move(1, 0, 16)), ["1 down 0,0 @0", "1 move 1,0 @0.016"]),
    // Two touches of a finger never happen at the same time.
    (
      source(down, move(1, 0), move(2, 0), up, down, up),
      [
        "1 down 0,0 @0", "1 move 1,0 @1e-06", "1 move 2,0 @2e-06", "1 up 2,0 @3e-06", "1 down 2,0 @4e-06",
        "1 up 2,0 @5e-06",
      ]
    ),
    (source(down, up, pause(10), down), ["1 down 0,0 @0", "1 up 0,0 @1e-06", "1 down 0,0 @0.010001"]),
    // As the standard requires, actions that change nothing are skipped.
    (source(up, cancel, down, down, pause(1), up, up), ["1 down 0,0 @0", "1 up 0,0 @0.001"]),
    // Moves relative to the pointer's position, while it is up and while it is down.
    (
      source(move(10, 10), move(5, -5, by: true), down, move(1, 2, 10, by: true), move(-16, 0, 10, by: true)),
      ["1 down 15,5 @0", "1 move 16,7 @0.01", "1 move 0,7 @0.02"]
    ),
    // Two fingers. A tick lasts as long as its longest action.
    (
      "[" + source(down, move(3, 0, 10), up, id: "a") + ","
        + source(move(9, 9), down, pause(20), up, id: "b") + "]",
      ["1 down 0,0 @0", "2 down 9,9 @0", "1 move 3,0 @0.01", "1 up 3,0 @0.010001", "2 up 9,9 @0.030001"]
    ),
    (
      "[" + source(down, pause(10), up, id: "a") + "," + source(down, move(1, 1, 10), up, id: "b") + "]",
      ["1 down 0,0 @0", "2 down 0,0 @0", "2 move 1,1 @0.01", "1 up 0,0 @0.010001", "2 up 1,1 @0.010001"]
    ),
    // At one time, touches follow the order of their sources, even if the first source's touch belongs to a later
    // tick.
    (
      source(down, pause(10), up, id: "a") + "\n" + source(down, move(1, 0, 10), pause(5), id: "b"),
      ["1 down 0,0 @0", "2 down 0,0 @0", "1 up 0,0 @0.01", "2 move 1,0 @0.01"]
    ),
    // A move without a duration lasts as long as its tick.
    (
      "[" + source(down, move(30, 0, 30), id: "a") + "," + source(down, move(60, 30, nil), id: "b") + "]",
      [
        "1 down 0,0 @0", "2 down 0,0 @0", "1 move \(30 * (50.0 / 90)),0 @\(1.0 / 60)",
        "2 move \(60 * (50.0 / 90)),\(30 * (50.0 / 90)) @\(1.0 / 60)", "1 move 30,0 @0.03",
        "2 move 60,30 @0.03",
      ]
    ),
    (source(down, move(5, 5, nil), up), ["1 down 0,0 @0", "1 move 5,5 @1e-06", "1 up 5,5 @2e-06"]),
    // Only the first button of a mouse is a finger, and a pointer without a type is a mouse.
    (
      source(#"{"type":"pointerDown","button":2}"#, pause(9), #"{"type":"pointerUp","button":2}"#, down),
      ["1 down 0,0 @0.009"]
    ),
    // A source without a pointer has no touch number, but it can lengthen ticks.
    (
      "{\"actions\":[" + source(pause(0), pause(300), id: "n", type: "none") + ","
        + source(down, pause(100), up) + "]}",
      ["1 down 0,0 @0", "1 up 0,0 @0.3"]
    ),
    (source(), []),
    (
      #"{"type":"pointer","id":"f","parameters":{"pointerType":"touch"},"actions":"#
        + #"[{"type":"pointerMove","x":1,"y":2,"origin":"viewport","pressure":0.5},{"type":"pointerDown","button":2}]}"#,
      ["1 down 1,2 @0"]
    ),
  ]

  @Test(
    "Pointer actions become touches", arguments: played)
  func actionTouches(text: String, expected: [String]) throws {
    try expectEqual(touches(text), expected)
  }

  @Test("Touches have the positions of their actions") func positions() throws {
    let text = """
      {
        "actions": [
          {
            "type": "pointer", "id": "f",
            "actions": [
              {"type": "pointerDown", "button": 0},
              {"type": "pointerMove", "x": 3, "y": 4, "duration": 20}, {"type": "pointerUp", "button": 0}
            ]
          }
        ]
      }

      """
    let frame = 1.0 / 60
    let part = 50.0 / 60
    let expected = [
      touch(1, .down, 0, 0, at: 0, line: 6, column: 9),
      touch(1, .move, 3 * part, 4 * part, at: frame, line: 7, column: 9),
      touch(1, .move, 3, 4, at: 0.02, line: 7, column: 9),
      touch(1, .up, 3, 4, at: 0.020001, line: 7, column: 66),
    ]
    try expectEqual(parse(text).statements, expected)
    try expectEqual(parse("\u{FEFF}" + text.replacing("\n", with: "\r\n")).statements, expected)
  }

  private static let types = ["pointerMove", "pointerDown", "pointerUp", "pointerCancel", "pause"]

  static let refused: [(String, Int, Int, ScriptProblem)] = [
    (source(#"{"type":"keyDown","value":"a"}"#, type: "key"), 1, 35, .keystroke),
    (
      source(pause(5), #"{"type":"scroll","x":0,"y":0,"deltaX":0}"#, type: "wheel"), 1, 67,
      .missingKey("deltaY")
    ),
    (
      source(#"{"type":"scroll","x":0,"y":0,"deltaX":0,"deltaY":1,"origin":"pointer"}"#, type: "wheel"), 1,
      97,
      .expected("an element or \"viewport\"", found: "\"pointer\"")
    ),
    (source("{}", type: "key"), 1, 35, .missingKey("type")),
    (source(#"{"type":"pause","value":"a"}"#, type: "key"), 1, 51, .unknownKey("value", nearest: nil)),
    (
      source(type: "ponter"), 1, 9,
      .unknownWord(
        "ponter", meaning: .sourceType, nearest: "pointer", choices: ["pointer", "none", "key", "wheel"])
    ),
    (#"{"type":"pointer","actions":[]}"#, 1, 1, .missingKey("id")),
    (#"{"type":"pointer","id":7,"actions":[]}"#, 1, 24, .expected("a string for 'id'", found: "a number")),
    (#"{"id":"a","actions":[]}"#, 1, 1, .missingKey("type")),
    (#"{"type":"pointer","id":"a"}"#, 1, 1, .missingKey("actions")),
    (
      #"{"type":"pointer","id":"a","actions":{}}"#, 1, 38,
      .expected("an array for 'actions'", found: "an object")
    ),
    (#"{"actions":[],"tick":1}"#, 1, 15, .unknownKey("tick", nearest: nil)),
    (#"{"actions":[1]}"#, 1, 13, .expected("an object for an input source", found: "a number")),
    ("[\n\(source()),\n\(source())]", 3, 24, .repeatedSource("f")),
    ("[]\n[]", 2, 1, .expected("the end of the stream", found: "a list of sources")),
    ("[]\n\(source())", 2, 1, .expected("the end of the stream", found: "an input source")),
    (
      source() + "\n" + #"{"t":0,"id":1,"phase":"up"}"#, 2, 1,
      .expected("an input source", found: "a touch")
    ),
    (source("\n7"), 2, 1, .expected("an object for an action", found: "a number")),
    (source("\n{}"), 2, 1, .missingKey("type")),
    (source("\n" + #"{"type":"pointerMove","x":1}"#), 2, 1, .missingKey("y")),
    (source("\n" + #"{"type":"pointerMove","y":1}"#), 2, 1, .missingKey("x")),
    (source("\n" + #"{"type":"pause","duratoin":1}"#), 2, 17, .unknownKey("duratoin", nearest: "duration")),
    (
      source("\n" + #"{"type":"pointermove","x":1,"y":1}"#), 2, 9,
      .unknownWord("pointermove", meaning: .action, nearest: "pointerMove", choices: types)
    ),
    (
      source("\n" + #"{"type":"pointerMove","x":1,"y":1,"origin":"page"}"#), 2, 44,
      .unknownWord("page", meaning: .origin, nearest: nil, choices: ["viewport", "pointer"])
    ),
    (
      source("\n" + #"{"type":"pointerMove","x":1,"y":1,"origin":{"element-6066":"e"}}"#), 2, 44,
      .missingKey("element-6066-11e4-a52e-4f735466cecf")
    ),
    (
      source("\n" + pause(-1)), 2, 28,
      .scene(.outOfRange("'duration'", value: -1, wanted: "a whole number from 0 to 1000000000000"))
    ),
    (source("\n" + #"{"type":"pointerDown"}"#), 2, 1, .missingKey("button")),
    (
      source("\n" + #"{"type":"pointerUp","button":null}"#), 2, 30,
      .expected("a number for 'button'", found: "null")
    ),
    (
      source("\n" + #"{"type":"pointerUp","button":-1}"#), 2, 30,
      .scene(.outOfRange("'button'", value: -1, wanted: "a whole number from 0 to 1000000000"))
    ),
    (source("\n" + down, type: "none"), 2, 1, .expected("a pause", found: "a pointer action")),
    (
      source(pause(1_000_000_000_000), "\n" + pause(1000)), 2, 1,
      .scene(.outOfRange("the time", value: 1_000_000_001, wanted: "at most 1000000000 seconds"))
    ),
    (
      source(down, "\n" + move(1, 1, 1_000_000_000)), 2, 1,
      .scene(.limit(LimitExceeded(.touches, needed: 60_000_001, allowed: 10_000_000)))
    ),
    ("[\n\(source()),\n]", 3, 1, .expected("a value", found: "']'")),
    ("[\n\(source())\n", 3, 1, .expected("',' or ']'", found: "the end of the script")),
  ]

  @Test(
    "Invalid actions are errors", arguments: refused)
  func invalidActions(
    text: String, line: Int, column: Int, problem: ScriptProblem
  ) {
    expectEqual(placedErrors(text), [PlacedProblem(line: line, column: column, problem)])
  }

  @Test("Every invalid action is reported") func allErrors() {
    let text = "[\n\(Self.source("\n7", "\n8", Self.down)),\n\(Self.source("{}", type: "key")),\n9]"
    expectEqual(placedErrors(text).map(\.line), [3, 4, 5, 5, 6])
  }
}
