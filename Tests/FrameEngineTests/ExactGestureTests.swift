import FrameGeometry
import TestSupport
import Testing

/// `pan`, `pinch` and `twist` end exactly at their value, whatever the layer's transform, the preset and the number
/// of steps.
@Suite struct ExactGestureTests {
  static let transforms = [
    "", "rotate 90deg", "rotate 30deg ; scale 1.5", "scale 0.01", "skew 40deg,10deg",
    "concat 1 0 0 1 500 -300",
    "scale -2,3",
  ]

  @Test("A pan moves the layer by its vector in the parent's axes", arguments: transforms, [1, 2, 7, 1000])
  func pan(transform: String, steps: Int) throws {
    for vector in [(40.0, 20.0), (-3, 0), (0, 0), (0.001, 0.002), (0, -200), (7, -7)] {
      let before = try play(transform).transform()
      let after = try play(
        "\(transform)\npan (\(vector.0)),(\(vector.1)) over 700ms steps \(steps)\nexpect pan ended"
      ).transform()
      let moved = [before.a, before.b, before.c, before.d, before.tx + vector.0, before.ty + vector.1]
      expectTrue(isClose(after, moved), "\(vector)")
    }
  }

  @Test(
    "Gestures are exact in every preset that has their recognizer",
    arguments: ["frameit", "pickview", "uikit", "swiftui", "android"])
  func presets(preset: String) throws {
    for vector in ["40,20", "2,1", "0,-60", "0,-200", "0,0"] {
      let played = try play("preset \(preset)\npan \(vector)\nexpect pan ended")
      let numbers = vector.split(separator: ",").map { Double($0)! }
      let state = try played.layer().state
      let moved =
        preset == "pickview"
        ? (state.position.x - 150, state.position.y - 150) : (state.transform.tx, state.transform.ty)
      expectTrue(abs(moved.0 - numbers[0]) < 1e-9 && abs(moved.1 - numbers[1]) < 1e-9, "\(vector): \(moved)")
    }
    for factor in ["2", "0.5", "1", "1.001", "0.02", "40"] {
      let number = Double(factor)!
      let played = try play("preset \(preset)\npinch \(factor) steps 5\nexpect pinch ended")
      expectTrue(isClose(try played.transform(), [number, 0, 0, number, 0, 0]), "\(factor)")
    }
    for angle in ["30", "-30", "0", "0.2", "180", "720", "-1000"] {
      let turned = AffineTransform(rotation: Angle(degrees: Double(angle)!))
      let played = try play("preset \(preset)\ntwist (\(angle))deg steps 1\nexpect rotation ended")
      expectTrue(isClose(try played.transform(), [turned.a, turned.b, turned.c, turned.d, 0, 0]), "\(angle)")
    }
  }

  @Test(
    "Fingers that pan, pinch and twist at once end at all three values, about the layer's center",
    arguments: [
      "preset photos", "preset android", "preset photos; set pan.slop-mode include",
      "preset photos; set pan.slop 0",
    ], [(1.6, 25.0, 40.0, 20.0), (1.001, -0.2, 0.5, -1), (0.3, 725, 0, 0), (1, 0, -90, 7), (2, 0, 0, 0)])
  func together(preset: String, values: (factor: Double, angle: Double, dx: Double, dy: Double)) throws {
    let turned = AffineTransform(rotation: Angle(degrees: values.angle))
    let factor = values.factor
    let expected = [
      factor * turned.a, factor * turned.b, factor * turned.c, factor * turned.d, values.dx, values.dy,
    ]
    for steps in [1, 6, 50] {
      let played = try play(
        """
        \(preset)
        together { twist (\(values.angle))deg; pinch \(factor); pan (\(values.dx)),(\(values.dy)) } steps \(steps)
        expect pan ended
        expect pinch ended
        expect rotation ended
        """)
      let found = try played.transform()
      expectTrue(isClose(found, expected), "\(steps): \(found)")
    }
  }

  @Test(
    "A gesture that not all recognizers take is an error",
    arguments: [
      ("together { pinch 2; pan 4,5 }", "this pan with two fingers"),
      ("preset pickview; together { twist 9deg; pan 4,5 }", "this twist: 'pan' takes it"),
      ("preset none; recognize pan; together { pan 4,5; twist 9deg }", "this twist"),
      ("preset photos; set pan.max-touches 1; together { pan 4,5 }", "this pan with two fingers"),
      ("preset photos; disable pinch; together { pan 4,5; pinch 3 }", "'pinch' on 'photo' is disabled"),
    ])
  func refused(script: String, message: String) throws {
    let found = try complaint(of: script)
    expectTrue(found.contains(message), "\(found)")
  }

  @Test("In a group, the parent's axes are the group's")
  func inGroup() throws {
    let played = try play(
      """
      canvas 300,300
      group g { layer a image size 100,100 }
      rotate 90deg ; scale 2
      select a
      pan 40,20
      """)
    expectTrue(isClose(try played.transform("a"), [1, 0, 0, 1, 40, 20]))
  }

  /// The fingers first turn past the threshold, in moves of at most a quarter turn, and then back.
  @Test(
    "A twist ends at its value with any threshold", arguments: [0, 1, 46, 91, 200, 1000],
    [-400.0, 0, 5, 91, 720])
  func twistThreshold(threshold: Int, angle: Double) throws {
    let played = try play(
      "set rotate.min-delta \(threshold)deg\ntwist (\(angle))deg steps 1\nexpect rotation ended")
    let turned = AffineTransform(rotation: Angle(degrees: angle))
    expectTrue(isClose(try played.transform(), [turned.a, turned.b, turned.c, turned.d, 0, 0]))
  }

  @Test("Pinch and twist turn about the fingers' midpoint, or the center with `pivot center`")
  func pivot() throws {
    // The numbers are for a layer centered on a canvas of 200 by 200.
    let midpoint = try play("canvas 200,200\npinch 1.5 at 120,80\ntwist 30deg at 120,80")
    expectTrue(
      isClose(
        try midpoint.transform(), [1.299038, 0.75, -0.75, 1.299038, -20.980762, -9.019238], within: 1e-6))
    let center = try play("canvas 200,200\nset pivot center\npinch 1.5 at 120,80\ntwist 30deg at 120,80")
    expectTrue(isClose(try center.transform(), [1.299038, 0.75, -0.75, 1.299038, 0, 0], within: 1e-6))
  }

  @Test("A gesture that nothing recognizes is an error that says what is missing")
  func missing() throws {
    try expectEqual(complaint(of: "preset none\npan 1,2"), "2: no recognizer on 'photo' recognizes this pan")
    try expectEqual(
      complaint(of: "canvas 9,9\nlayer a image\nlayer b image\ngroup g { }\ntwist 3deg"),
      "5: no recognizer on 'g' recognizes this twist")
  }

  @Test("The recorded change of a gesture excludes later edits")
  func effects() throws {
    let played = try play("touch 1 down 100,100 @0s ; touch 1 move 150,100 @1s\nwait 1s\nrotate 90deg")
    expectEqual(played.result.record.gestures.map(\.change), [AffineTransform(1, 0, 0, 1, 40, 0)])
  }

  @Test("Undo reverts a whole gesture")
  func undo() throws {
    let played = try play("rotate 10deg ; pan 30,30 steps 50 ; pinch 2 ; undo ; undo")
    expectTrue(isClose(try played.transform(), try play("rotate 10deg").transform().numbersForTests))
    let again = try play("pan 30,30 ; undo ; redo")
    expectTrue(isClose(try again.transform(), [1, 0, 0, 1, 30, 30]))
  }
}

extension AffineTransform {
  var numbersForTests: [Double] { [a, b, c, d, tx, ty] }
}
