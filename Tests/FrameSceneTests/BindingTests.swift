import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// Bindings: layers follow the variables that reactions change.
@Suite struct BindingTests {
  private func frames(_ script: String) throws -> [Rect] {
    try run("canvas 300,200; " + script, []).scene.layers.map(\.frame)
  }

  private let reaction = "recognize tap as t; on t { let x = 1; let y = 1 }"

  @Test("A declaration follows the variables that reactions change")
  func follows() throws {
    let frames = try frames("let x = 5; layer a rect $x,0 ($x*2),9; \(reaction); let x = 20")
    expectEqual(frames[0], Rect(x: 20, y: 0, width: 40, height: 9))
  }

  @Test("Layers keep the values of variables that only the script itself changes")
  func staysAsDeclared() throws {
    let script = "let n = 0; repeat 3 as i { layer a$i rect $n,0 5,5; let n = ($n+10) }; "
    try expectEqual(frames(script).map(\.minX), [0, 10, 20])
    // The same holds if the layer follows another variable.
    let both = """
      let n = 0; let x = 0
      repeat 3 as i { layer a$i rect ($n+$x),0 5,5; let n = ($n+10) }
      \(reaction); let x = 100
      """
    try expectEqual(frames(both).map(\.minX), [100, 110, 120])
  }

  @Test("A local variable of the same name is not followed")
  func shadowed() throws {
    let script = "define box x { layer a$x rect $x,0 5,5 }; let x = 3; box 7; \(reaction); let x = 50"
    try expectEqual(frames(script)[0].minX, 7)
  }

  @Test("Edits and later looks stay, unless the declaration reads the look from the variable")
  func keepsEdits() throws {
    let layer = try run(
      """
      canvas 300,200; let x = 5
      layer a rect $x,0 10,10 opacity 0.5 ; move 0,30 ; rotate 90deg ; opacity 0.25 ; fill red
      \(reaction); let x = 55
      """, []
    ).layer("a")
    expectTrue(layer.frame.distance(to: Rect(x: 55, y: 30, width: 10, height: 10)) < 1e-12)
    expectEqual(layer.state.opacity, 0.25)
    expectEqual(layer.state.look.fill?.paint, .color(Color(red: 1, green: 0, blue: 0)))
    let live = try run("canvas 9,9; let x = 1; layer a rect 0,0 9,9 opacity $x; \(reaction); let x = 0.5", [])
    try expectEqual(live.layer("a").state.opacity, 0.5)
  }

  @Test("An image that follows a variable uses its input once")
  func images() throws {
    let two = [image(id: 1), image(id: 2)]
    let result = try run("let x = 1; layer a image at $x,0; layer b image; \(reaction); let x = 30", two)
    expectEqual(result.inputsUsed, 2)
    try expectEqual(result.layer("a").frame.minX, 30)
    try expectEqual(result.layer("a").shown, .image(two[0]))
  }

  static let declarations = [
    "image at $x,0", "image at 0,0 size ($x*20),40", "image size 40,($x*10) align right bottom",
    "image at 0,0 anchor ($x/10),1", "image at 5,5 size ($x*9),30 anchor ($x/10),0 mode stretch",
    "image opacity ($x/10)",
    "image part $x,0 9,9", "image at 0,0 size 60,60 mode cover focus $x,3", "image radius $x",
    "image shadow $x,0 3 black",
    "image blur $x", "image tilt ${x}deg", "image unwarp $x,0 50,0 50,40 0,40", "image clip rect $x,0 9,9",
    "rect $x,0 ($x*2),9", "rect 0,0 9,9 anchor ($x/10),0",
    "rect 0,0 9,9 fill rgb(($x*10) 0 0) stroke red $x trim 0..($x/10)",
    "text \"${x}\" at 9,9 font-size ($x+9)",
  ]

  @Test(
    "A layer that follows a variable is the layer that is declared with its last value",
    arguments: declarations)
  func followsWholly(declaration: String) throws {
    let end = "layer a \(declaration)\nrecognize tap as t; on t { let x = 1 }\n"
    let photos = [image(id: 1)]
    let bound = try run("canvas 300,200; let x = 2\n\(end)let x = 7", photos).layer("a")
    let declared = try run("canvas 300,200; let x = 7\n\(end)", photos).layer("a")
    expectEqual(bound.state, declared.state)
    expectEqual(bound.size, declared.size)
    expectEqual(bound.shown, declared.shown)
    let moved = try run("canvas 300,200; let x = 2\n\(end)move 5,9\nlet x = 7", photos).layer("a")
    expectTrue(moved.frame.distance(to: declared.frame.offsetBy(dx: 5, dy: 9)) < 1e-9)
  }

  @Test("Layers follow `$marked` and `$isMarked`")
  func marks() throws {
    let script = """
      canvas 300,200; layer a rect 0,0 1,1
      layer b rect ($marked*10),0 5,5 opacity (1-$isMarked(a)*0.5)
      mark a on
      """
    let layer = try run(script, []).layer("b")
    expectEqual(layer.frame.minX, 10)
    expectEqual(layer.state.opacity, 0.5)
  }

  @Test("A value that a layer cannot follow is an error at the declaration")
  func errors() throws {
    let error = try failure(
      of: "canvas 9,9; let x = 5\nlayer a rect 0,0 $x,9\n\(reaction)\nlet x = -1", [])
    expectEqual(error.position.line, 2)
    expectEqual(error.problem, .scene(.outOfRange("a shape's size", value: -1, wanted: "from 0")))
  }

  @Test("Setting a variable to its current value changes nothing but random numbers")
  func setToTheSame() throws {
    let layer = "layer a rect $x,0 10,10 opacity 0.5; opacity 0.25; \(reaction)"
    try expectEqual(run("canvas 300,200; let x = 5; \(layer); let x = 5", []).layer("a").state.opacity, 0.25)
    let chance = "canvas 300,200; let x = 5; layer a rect ($x+random(0,1000000)),0 10,10; \(reaction)"
    let once = try run(chance, []).layer("a").frame.minX
    try expectTrue(run(chance + "; let x = 5", []).layer("a").frame.minX != once)
  }

  @Test("Each of many layers follows only its own variable")
  func manyVariables() throws {
    let names = (0..<20).map { "v\($0)" }
    let script =
      names.map { "let \($0) = 1; layer l\($0) rect $\($0),0 5,5; " }.joined()
      + "recognize tap as t; on t { \(names.map { "let \($0) = 2; " }.joined()) }; let v7 = 70; let v3 = 30"
    let expected = (0..<20).map { $0 == 7 ? 70.0 : $0 == 3 ? 30 : 1 }
    try expectEqual(frames(script).map(\.minX), expected)
  }
}
