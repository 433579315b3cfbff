import FrameGeometry
import FrameImage
import FramePlan
import FrameScript
import TestSupport
import Testing

/// Parts, sizes and alignments of image layers.
@Suite struct ImagePartTests {
  private func box(_ script: String, _ inputs: [SourceImage] = [image()]) throws -> Rect {
    let draw = try #require(try plan(script, inputs).draws.first)
    return draw.box
  }

  static let boxes: [(String, Rect)] = [
    // A part has its own size.
    ("layer a image at 5,6 part 10,20 40,30", Rect(x: 5, y: 6, width: 40, height: 30)),
    ("layer a image at 0,0 part 10%,10% 50%,50%", Rect(x: 0, y: 0, width: 150, height: 100)),
    ("layer a image at 0,0 part 9.6,0.4 10.3,9.9", Rect(x: 0, y: 0, width: 10, height: 10)),
    ("layer a image size 100,100 part 0,0 40,20", Rect(x: 0, y: 25, width: 100, height: 50)),
    (
      "layer a image size 100,100 part 0,0 40,20 mode cover overflow visible",
      Rect(x: -50, y: 0, width: 200, height: 100)
    ),
    ("layer a image part 0,0 150,100", Rect(x: 0, y: 0, width: 300, height: 200)),
    // The other side follows.
    ("layer a image size 150,auto", Rect(x: 0, y: 0, width: 150, height: 100)),
    ("layer a image size auto,50%", Rect(x: 0, y: 0, width: 150, height: 100)),
    ("layer a image at 10,10 size auto,20 part 0,0 50,100", Rect(x: 10, y: 10, width: 10, height: 20)),
    ("layer a image part 0,0 50,100 size auto,20", Rect(x: 0, y: 0, width: 10, height: 20)),
    // In its box, and at a point.
    ("layer a image size 300,100 align left top", Rect(x: 0, y: 0, width: 150, height: 100)),
    (
      "layer a image mode center part 0,0 20,20 align right bottom",
      Rect(x: 280, y: 180, width: 20, height: 20)
    ),
    ("layer a image at 290,190 size 30,auto align right bottom", Rect(x: 260, y: 170, width: 30, height: 20)),
    ("layer a image at 290,190 align right bottom", Rect(x: -10, y: -10, width: 300, height: 200)),
    ("layer a image at 150,100 size 30,auto align center middle", Rect(x: 135, y: 90, width: 30, height: 20)),
    ("layer a image size 30,auto align right bottom", Rect(x: 270, y: 180, width: 30, height: 20)),
    // Other names of modes.
    ("layer a image size 100,100 mode fit", Rect(x: 0, y: 50.0 / 3, width: 100, height: 200.0 / 3)),
    ("layer a image size 100,100 mode contain", Rect(x: 0, y: 50.0 / 3, width: 100, height: 200.0 / 3)),
    ("layer a image size 100,100 mode cover overflow visible", Rect(x: -25, y: 0, width: 150, height: 100)),
    ("layer a image size 100,100 mode stretch", Rect(x: 0, y: 0, width: 100, height: 100)),
    ("layer a image size 100,100; mode stretch", Rect(x: 0, y: 0, width: 100, height: 100)),
    ("let m = \"cover\"; layer a image size 100,100 mode $m", Rect(x: 0, y: 0, width: 100, height: 100)),
  ]

  @Test("Images are placed in their boxes", arguments: boxes)
  func placement(script: String, expected: Rect) throws {
    try expectTrue(box("canvas 300,200\n" + script).distance(to: expected) < 1e-9)
  }

  @Test("A part is in upright pixels, whatever the image's orientation is", arguments: Orientation.allCases)
  func orientation(orientation: Orientation) throws {
    let photo = image(60, 40, orientation)
    let upright = photo.uprightSize
    let plan = try plan("canvas 7,9; layer a image at 0,0 part 3,5 7,9", [photo])
    let draw = try #require(plan.draws.first)
    expectEqual(draw.box, Rect(x: 0, y: 0, width: 7, height: 9))
    expectTrue(plan.copied != nil)
    let part = try #require(draw.part)
    let stored = Rect(
      x: Double(part.x), y: Double(part.y), width: Double(part.size.width), height: Double(part.size.height))
    expectEqual(
      stored.applying(orientation.uprightTransform(stored: photo.size)), Rect(x: 3, y: 5, width: 7, height: 9)
    )
    expectTrue(upright.width >= 10)
  }

  static let failing: [(String, ScriptProblem)] = [
    ("layer a image part 0,0 301,10", .scene(.outside("the part", image: size(300, 200)))),
    ("layer a image part -1,0 10,10", .scene(.outside("the part", image: size(300, 200)))),
    ("layer a image part 0,0 0,10", .scene(.outside("the part", image: size(300, 200)))),
    ("layer a image $1 part 50,50 100,100; source $2", .scene(.outside("the part", image: size(60, 60)))),
    ("layer a rect 0,0 5,5 part 0,0 1,1", .scene(.notAnImage(layer: "a"))),
    ("group g size 50,auto { }", .scene(.notAnImage(layer: "g"))),
    ("layer a image align right", .imageAlignment), ("layer a image align leading top", .imageAlignment),
    ("layer a image align left baseline", .imageAlignment),
    (
      "layer a rect 0,0 5,5 align left top",
      .scene(.uselessOption("align", kind: "a shape", instead: "at"))
    ),
    ("let m = \"fill\"; layer a image mode $m", .ambiguousMode("fill")),
  ]

  @Test("Impossible parts, sizes and alignments are errors", arguments: failing)
  func failures(script: String, problem: ScriptProblem) throws {
    let inputs = [image(), image(60, 60, id: 2)]
    try expectEqual(failure(of: "canvas 300,200; " + script, inputs).problem, problem)
  }

  @Test("The mode `fill` is refused, because programs do not agree on it") func ambiguousMode() {
    let error = #expect(throws: ScriptError.self) {
      try ScriptParser(limits: Limits()).parse("layer a image mode fill", name: "s")
    }
    expectEqual(error?.errors.map(\.problem), [.ambiguousMode("fill")])
  }

  static let canvases: [(String, PixelSize, Rect)] = [
    ("canvas 50%,50%", size(150, 100), Rect(x: 0, y: 0, width: 150, height: 100)),
    ("canvas 33%,33%", size(99, 66), Rect(x: 0, y: 0, width: 99, height: 66)),
    ("canvas 90,90; canvas 50%,50%", size(150, 100), Rect(x: 0, y: 0, width: 150, height: 100)),
    ("canvas cover 100,100", size(100, 100), Rect(x: -25, y: 0, width: 150, height: 100)),
    ("canvas cover 100,100; layer a image", size(100, 100), Rect(x: -25, y: 0, width: 150, height: 100)),
    (
      "canvas cover 100,100; layer a image mode fit", size(100, 100),
      Rect(x: 0, y: 50.0 / 3, width: 100, height: 200.0 / 3)
    ),
    ("canvas cover 100,100; layer a image at 0,0", size(100, 100), Rect(x: 0, y: 0, width: 300, height: 200)),
    ("canvas contain 150,150", size(150, 100), Rect(x: 0, y: 0, width: 150, height: 100)),
    ("canvas contain 900,900", size(900, 600), Rect(x: 0, y: 0, width: 900, height: 600)),
    ("canvas inside 900,900", size(300, 200), Rect(x: 0, y: 0, width: 300, height: 200)),
  ]

  @Test("Canvases follow the image, contain it, or are covered by it", arguments: canvases)
  func canvas(script: String, canvas: PixelSize, expected: Rect) throws {
    let plan = try plan(script)
    expectEqual(plan.canvas, canvas)
    let draw = try #require(plan.draws.first)
    expectTrue(draw.box.distance(to: expected) < 1e-9)
    expectEqual(plan.losses, [])
  }

  @Test("A bound layer follows its part") func bound() throws {
    let result = try run(
      """
      let left = 0
      layer a image at 0,0 part $left,0 50,50
      recognize tap on a
      on tap { let left = 100 }
      tap 10,10
      """)
    try expectEqual(result.layer("a").state.image.part, Rect(x: 100, y: 0, width: 50, height: 50))
  }

  // MARK: Edges

  @Test("An edge mode fills the canvas, but not what `canvas fit` fits") func edges() throws {
    let filled = try plan("canvas 500,500; layer a image at 10,10; edge mirror")
    expectTrue(filled.draws[0].edge == .mirror && filled.draws[0].covers(filled.window.size))
    expectTrue(filled.output == .rgb8 && filled.copied == nil && filled.losses == [])
    try expectEqual(
      plan("canvas fit; layer a image at 10,10 edge repeat; rotate 90deg").canvas, size(200, 300))
    let rotated = try plan("canvas 300,200; edge clamp; rotate 10deg")
    expectTrue(rotated.draws[0].covers(rotated.window.size))
    // Nothing lies beyond: a copy stays a copy.
    try expectTrue(plan("canvas fit; edge repeat; rotate 90deg").copied != nil)
    try expectEqual(
      plan("canvas 300,200; edge repeat; edge transparent; translate 9,0").draws[0].edge, .transparent)
    let clipped = try plan("canvas 500,500; layer a image at 50,50 size 100,100 mode center edge clamp clip")
    expectEqual(
      clipped.draws[0].box, Rect(x: 50, y: 50, width: 100, height: 100))
    try expectEqual(
      failure(of: "canvas 300,200; edge repeat; scale 0.01").problem, .scene(.edgeTooSmall(layer: "photo")))
    try expectEqual(failure(of: "layer a rect 0,0 5,5 edge clamp").problem, .scene(.notAnImage(layer: "a")))
    try expectEqual(failure(of: "layer a rect 0,0 5,5; edge clamp").problem, .scene(.notAnImage(layer: "a")))
  }
}
