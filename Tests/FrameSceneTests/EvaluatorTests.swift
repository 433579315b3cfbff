import FrameGeometry
import FrameGesture
import FrameImage
@testable import FrameScript
import TestSupport
import Testing

@testable import FrameScene

/// Commands are plain values: nothing of a script's text is left in them.
@Suite struct EvaluatorTests {
  /// Returns the commands of a script. Only those about layers are performed.
  private func commands(_ text: String) throws -> [Command.Kind] {
    let script = try ScriptParser().parse(text, name: "script.txt")
    let editor = SceneEditor.forTests()
    var evaluator = Evaluator(
      script, context: RunContext(), account: editor.account, editor: editor,
      images: ScriptImages(StubLibrary(inputs: [image()]), usesPlaceholders: false))
    let first = try #require(try evaluator.begin())
    editor.modify { $0.canvas.size = Size(first.uprightSize) }
    editor.photo = .image(first)
    var commands: [Command.Kind] = []
    while case .command(let command)? = try evaluator.next() {
      commands.append(command.kind)
      switch command.kind {
      case .declare(let layer, let isBound):
        try editor.declare(layer, isBound: isBound, at: command.origin)
      case .endGroup: editor.endGroup()
      case .select(let layer): editor.select(layer)
      default: break
      }
    }
    return commands
  }

  /// The moves among some commands.
  private func moves(_ text: String) throws -> [Vector] {
    try commands(text).compactMap { if case .edit(0, .move(let way)) = $0 { way } else { nil } }
  }

  private func vectors(_ numbers: (Double, Double)...) -> [Vector] {
    numbers.map { Vector(dx: $0.0, dy: $0.1) }
  }

  @Test("Variables and formulas become numbers, and percentages become pixels")
  func numbers() throws {
    try expectEqual(moves("let x = 3\nmove ($x*2),10%\nmove $x,$height"), vectors((6, 20), (3, 200)))
  }

  @Test("A loop becomes a command for each round")
  func loop() throws {
    try expectEqual(moves("repeat 3 as i { move $i,0 }\nmove 9,9"), vectors((0, 0), (1, 0), (2, 0), (9, 9)))
    try expectTrue(moves("repeat 0 { move 1,1 }").isEmpty)
    try expectEqual(moves("repeat 2 as i { repeat 2 as j { move $i,$j } }").count, 4)
  }

  @Test("Of a condition's branches one is evaluated")
  func branches() throws {
    let text = "let x = 1\nif $x > 2 { move 1,1 } else { move (1/0),2 }"
    #expect(throws: ScriptError.self) { try moves(text) }
    try expectEqual(moves("let x = 3" + text.dropFirst(9)), vectors((1, 1)))
  }

  @Test("A call sees its arguments and the script's own variables, but not its caller's")
  func call() throws {
    let text = "let x = 1\ndefine go a { move $a,$x }\nrepeat 2 as i { go $i }"
    try expectEqual(moves(text), vectors((0, 1), (1, 1)))
    let hidden = "define go { move $i,0 }\nrepeat 2 as i { go }"
    #expect(throws: ScriptError.self) { try moves(hidden) }
  }

  @Test("The touches of an instant end before the next statement is evaluated")
  func touches() throws {
    let kinds = try commands("touch 1 down 1,1 @0s\ntouch 2 down 2,2 @0s\nlet x = 1\nwait 1s")
    guard kinds.count == 4, case .touch = kinds[0], case .touch = kinds[1], case .endTouches = kinds[2],
      case .wait(1) = kinds[3]
    else {
      Issue.record("\(kinds)")
      return
    }
  }

  @Test("The variables of a touch are read when the touches before it have had their effect")
  func touchWithFormula() throws {
    let kinds = try commands("let x = 1\ntouch 1 down $x,1 @1s")
    guard kinds.count == 2, case .beginTouch(.sinceGesture(1)) = kinds[0], case .touch(let touch) = kinds[1]
    else {
      Issue.record("\(kinds)")
      return
    }
    expectEqual(touch.location, Point(x: 1, y: 1))
  }

  @Test("A gesture by name becomes a motion on the path to its layer")
  func gesture() throws {
    let kinds = try commands("group g {\n  layer a image placeholder\n}\nselect a\npinch 2")
    guard case .gesture(let gesture)? = kinds.last, case .beginGesture(word: "pinch") = kinds[kinds.count - 2]
    else {
      Issue.record("\(kinds)")
      return
    }
    expectEqual(gesture.path, [2, 1])
    expectEqual(gesture.word, "pinch")
  }

  @Test("A gesture in a definition is refused in a reaction, also while another gesture is prepared")
  func gestureInReaction() throws {
    let text = """
      recognize tap; recognize double-tap; require tap fails double-tap
      define go { tap 1,1 }
      on tap { go }
      touch 1 down 150,100 @0s; touch 1 up @50ms
      pan 30,0
      """
    try expectEqual(failure(of: text).problem, .insideReaction("tap"))
    let cause = text.replacing("pan 30,0", with: "let x = 1; touch 1 down ($x*9),9 @2s")
    try expectEqual(failure(of: cause).problem, .insideReaction("tap"))
  }

  @Test("A group ends after its layers")
  func group() throws {
    let kinds = try commands("group g {\n  layer a image placeholder\n}\nlayer b image placeholder")
    let words = kinds.map { kind in
      switch kind {
      case .declare(let layer, _): layer.name
      case .endGroup: "end"
      default: "?"
      }
    }
    expectEqual(words, ["g", "a", "end", "b"])
  }
}
