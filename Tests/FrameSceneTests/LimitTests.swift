import FrameGeometry
import FrameScript
import TestSupport
import Testing

/// Limits of what gestures do to a layer. The photo fills the canvas of 300 by 200.
@Suite struct LimitTests {
  private func check(_ text: String) throws {
    try expectEqual(run(text).failedExpectations, [])
  }

  @Test("A pinch stops at a limit of scale, also by name")
  func scale() throws {
    try check("limit scale 1..3; pinch 5; expect scaleOf(photo) 3; pinch 0.1; expect scaleOf(photo) 1")
    try check("limit scale 0.5..0.5; pinch 2; expect scaleOf(photo) 0.5")
    // Other edits are not limited, and a gesture brings the layer back within its limits.
    try check("limit scale 1..3; scale 9; expect scaleOf(photo) 9; pan 1,0; expect scaleOf(photo) 3")
  }

  @Test("A pinch beyond a limit comes back along the same way")
  func freeScale() throws {
    // The fingers are 100 apart, then 400, then 150.
    let touches = """
      limit scale 1..2
      touch 1 down 100,100 @0s; touch 2 down 200,100 @0s
      touch 1 move -50,100 @20ms; touch 2 move 350,100 @20ms
      touch 1 move 75,100 @40ms; touch 2 move 225,100 @40ms
      wait 1ms; expect scaleOf(photo) 1.5
      """
    try check(touches)
  }

  @Test("A layer covers an area, also when it is turned")
  func cover() throws {
    try check("limit cover 50,50 200,100; pan 1000,0; let f = frame(photo); expect $f[0] 50; expect $f[1] 0")
    try check("limit cover 50,50 200,100; pan -9,-1000; let f = frame(photo); expect ($f[1]+$f[3]) 150")
    for angle in [5, -30, 45, 90, 170] {
      let text = """
        layer photo image; layer box rect 60,40 150,120 untouchable; select photo; limit cover box
        twist \(angle)deg; pan 500,-300; pinch 0.2; pan -40,700
        """
      let scene = try run(text).scene
      let back = try #require(scene.toCanvas(0).inverse?.affine)
      for (x, y) in [(60.0, 40.0), (210, 40), (60, 160), (210, 160)] {
        let point = Point(x: x, y: y).applying(back)
        expectTrue(point.x > -1e-6 && point.x < 300 + 1e-6 && point.y > -1e-6 && point.y < 200 + 1e-6)
      }
    }
  }

  @Test("A layer stays inside the canvas")
  func inside() throws {
    try check("limit inside canvas; scale 0.5; pan 1000,1000; expect frame 150,100 150,100")
    try check("limit inside canvas; scale 0.5; pan -75,-50; expect frame 0,0 150,100")
    try check("limit inside canvas; pinch 10; expect frame 0,0 300,200")
    try check(
      "group g at 100,0 { layer a rect 0,0 10,10; limit inside canvas; recognize pan; pan 900,0; expect map 1 0 0 1 290 0 }"
    )
  }

  @Test("An elastic limit gives way by UIScrollView's formula, and the layer comes back")
  func elastic() throws {
    let down = """
      layer photo image; scale 0.5; limit inside canvas elastic; set pan.slop 0
      touch 1 down 150,100 @0s; touch 1 move 250,100 @50ms; touch 1 move 325,100 @100ms; wait 1ms
      """
    // 100 beyond the edge, in 300.
    let shown: Double = (1 - 1 / (100 * 0.55 / 300 + 1)) * 300
    try check(down + "\nlet f = frame(photo); expect $f[0] \(150 + shown) ~1e-9")
    // It comes back within 350 ms, or when the script ends.
    let up = down + "\ntouch 1 up @101ms; wait 0s; expect frame \(150 + shown),50 150,100 ~1e-6"
    try check(up + "; wait 350ms; expect frame 150,50 150,100 ~1e-9")
    #expect(try run(up).scene.layers[0].frame.minX == 150)
    try check("limit scale 1..2 elastic; pinch 4; expect scaleOf(photo) 2 ~1e-9")
    try check("limit scale 1..2 elastic; pinch 0.5; expect scaleOf(photo) 1 ~1e-9")
  }

  @Test("A finger catches a layer that comes back, and drags it from where it is seen")
  func caught() throws {
    let caught = """
      layer photo image; scale 0.5; limit inside canvas elastic; set pan.slop 0
      touch 1 down 150,100 @0s; touch 1 move 250,120 @50ms; touch 1 move 325,190 @100ms; touch 1 up @101ms
      wait 100ms
      let before = frame(photo)
      expect $before[0] > 155; expect $before[1] > 55
      touch 2 down 250,170 @201ms; wait 500ms
      let held = frame(photo)
      expect ($held[0]-$before[0]) 0 ~1e-9; expect ($held[1]-$before[1]) 0 ~1e-9

      """
    // Without a move, the layer comes back when the finger is up.
    try check(caught + "touch 2 up @702ms; wait 350ms; expect frame 150,100 150,100 ~1e-9")
    // With one, it goes on from there.
    try check(
      caught + """
        touch 2 move 250,169.999 @800ms; wait 0s
        let after = frame(photo)
        expect ($after[0]-$before[0]) 0 ~1e-6; expect ($after[1]-$before[1]) 0 ~2e-3
        touch 2 move 0,0 @810ms; touch 2 up @820ms; wait 1s
        expect (frame(photo)[0]) < 150
        """)
  }

  @Test("Limits are replaced by kind, removed by none, and undone with their gesture")
  func replaced() throws {
    try check("limit scale 1..2; limit scale 1..5; pinch 4; expect scaleOf(photo) 4")
    try check("limit scale 1..2; limit none; pinch 4; expect scaleOf(photo) 4")
    try check("limit scale 1..2; pinch 4; undo; expect scaleOf(photo) 1; redo; expect scaleOf(photo) 2")
  }

  @Test("A rotation rests at the angles of rotate.snap")
  func snap() throws {
    try check("set rotate.snap 90deg within 3deg; twist 88deg; expect angleOf(photo) 90 ~1e-9")
    try check("set rotate.snap 90deg within 3deg; twist 86deg; expect angleOf(photo) 86 ~1e-9")
    try check("set rotate.snap 15deg within 2deg; rotate 1deg; twist 28deg; expect angleOf(photo) 30 ~1e-9")
    try check("recognize rotation snap 45deg within 5deg; twist 42deg; expect angleOf(photo) 45 ~1e-9")
    try check(
      "set rotate.snap 90deg within 3deg; set rotate.snap none; twist 88deg; expect angleOf(photo) 88 ~1e-9")
    // A layer leaves the angle with the fingers, not later.
    let touches = """
      set rotate.snap 90deg within 3deg; set pivot center
      touch 1 down 100,100 @0s; touch 2 down 200,100 @0s
      touch 1 move 100,98 @20ms; touch 2 move 200,102 @20ms; wait 0s; expect angleOf(photo) 0 ~1e-9
      touch 1 move 100,90 @40ms; touch 2 move 200,110 @40ms; wait 0s; expect angleOf(photo) 11.309932 ~1e-5
      """
    try check(touches)
  }

  static let mistakes: [(String, ScriptProblem)] = [
    (
      "limit scale 3..1",
      .scene(.outOfRange("the least scale", value: 3, wanted: "more than 0, and at most the greatest"))
    ),
    ("limit cover x", .scene(.unknownLayer("x", nearest: nil))),
    (
      "set rotate.snap 90deg",
      .badSetting("rotate.snap", wanted: "none, or two angles, as in '90deg within 3deg'")
    ),
    (
      "set pan.slop 9deg within 3deg", .badSetting("pan.slop", wanted: "a length of at least 0, or none")
    ),
  ]

  @Test("Limits without meaning are errors", arguments: mistakes)
  func mistaken(statement: String, problem: ScriptProblem) throws {
    try expectEqual(failure(of: statement).problem, problem)
  }
}
