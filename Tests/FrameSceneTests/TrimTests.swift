import FrameGeometry
import FrameImage
import FramePlan
import FrameScript
import TestSupport
import Testing

@testable import FrameScene

/// `trim` on images: what is inside the border acts as the image.
@Suite struct TrimTests {
  /// Images of 300 x 200 with contents of 120 x 60 at 100,50.
  private static var library: StubLibrary {
    var library = StubLibrary()
    library.inside = Rect(x: 100, y: 50, width: 120, height: 60)
    return library
  }

  private func plan(
    _ text: String, _ inputs: [SourceImage] = [image()], library: StubLibrary = TrimTests.library
  ) throws -> RenderPlan {
    let scene = try run(text, inputs, library: library).scene
    return try Planner(limits: Limits(), output: anything).plan(scene)
  }

  @Test("A lone trim makes the canvas as large as the contents, and copies them") func lone() throws {
    let plan = try plan("trim")
    expectEqual(plan.window, PixelRect(x: 0, y: 0, size: size(120, 60)))
    expectEqual(plan.draws.map(\.matrix), [AffineTransform(1, 0, 0, 1, -100, -50)])
    expectEqual(plan.draws[0].visible, Rect(x: 100, y: 50, width: 120, height: 60))
    expectTrue(plan.copied != nil)
  }

  @Test("The contents are those of the upright image", arguments: Orientation.allCases)
  func upright(orientation: Orientation) throws {
    let stored = orientation.swapsAxes ? image(200, 300, orientation) : image(300, 200, orientation)
    let plan = try plan("trim", [stored])
    expectEqual(plan.window.size, size(120, 60))
    let draw = plan.draws[0]
    expectEqual(draw.box, Rect(x: 0, y: 0, width: 120, height: 60))
    expectTrue(plan.copied != nil)
  }

  @Test("Edits before and after a trim have the same effect") func order() throws {
    let plans = [try plan("rotate 90deg; trim"), try plan("trim; rotate 90deg")]
    for plan in plans { expectEqual(plan.window.size, size(60, 120)) }
    expectEqual(plans[0].items, plans[1].items)
    try expectEqual(plan("move 3,4; trim").draws[0].matrix, AffineTransform(1, 0, 0, 1, -97, -46))
  }

  @Test("A stated canvas keeps its size, and shows the contents as the picture") func stated() throws {
    let plan = try plan("canvas 60,60\ntrim")
    expectEqual(plan.window.size, size(60, 60))
    expectTrue(
      plan.draws[0].box.distance(
        to: Rect(x: 0, y: 15, width: 60, height: 30)) < 1e-9)
  }

  @Test("Without a size, a layer is as large as the contents") func natural() throws {
    let result = try run(
      "layer a image at 10,20 trim white ~5%\nexpect frame 10,20 120,60", library: Self.library)
    expectEqual(result.failedExpectations, [])
    let size = try run("layer a image trim\nexpect (naturalSize(a)[0]) 120", library: Self.library)
    expectEqual(size.failedExpectations, [])
    let filled = try run("canvas 90,90\nlayer a image trim mode scaleAspectFill", library: Self.library).scene
    expectEqual(filled.placement(of: image(), in: 0), AffineTransform(1.5, 0, 0, 1.5, -195, -75))
  }

  @Test("A focus is inside the contents") func focus() throws {
    let fill = "canvas 60,60\nlayer a image trim mode scaleAspectFill focus "
    let scenes = try ["0,0", "160,80", "300,200"].map { try run(fill + $0, library: Self.library).scene }
    expectEqual(scenes.map { $0.layers[0].view?.window.minX }, [100, 130, 160])
    expectEqual(scenes.map { $0.layers[0].view?.window.minY }, [50, 50, 50])
    try expectEqual(run(fill + "attention", library: Self.library).scene.layers[0].view?.window.minX, 130)
  }

  @Test("undo shows the whole image again") func undo() throws {
    for script in ["trim; undo", "trim; undo; redo; undo", "canvas inside 150,150\ntrim; undo"] {
      let plan = try plan(script)
      expectTrue(
        plan.window.size == (script.hasPrefix("canvas") ? size(150, 100) : size(300, 200)), "\(script)")
      expectEqual(plan.draws[0].visible, Rect(x: 0, y: 0, width: 300, height: 200), "\(script)")
    }
  }

  @Test("A canvas that follows from the image follows from what is left of it")
  func canvas() throws {
    try expectEqual(plan("canvas inside 60,60\ntrim").window.size, size(60, 30))
    try expectEqual(plan("canvas contain 240,240\ntrim").window.size, size(240, 120))
    try expectEqual(plan("canvas 60,auto\ntrim").window.size, size(60, 30))
    try expectEqual(plan("canvas auto,60\ntrim").window.size, size(120, 60))
    try expectEqual(plan("canvas 50%,50%\ntrim").window.size, size(60, 30))
    try expectEqual(plan("canvas fit\ntrim").window.size, size(120, 60))
    try expectEqual(plan("canvas cover 50,50\ntrim").window.size, size(50, 50))
    try expectEqual(plan("let w = $canvas_width; trim").window.size, size(300, 200))
  }

  @Test("An image of one color stays whole, and is reported") func uniform() throws {
    try expectEqual(run("trim", library: Self.library).record.uniformImages, [])
    var library = StubLibrary()
    library.inside = nil
    try expectEqual(run("trim; undo; trim", library: library).record.uniformImages, ["1.png"])
    try expectEqual(plan("trim", library: library).window.size, size(300, 200))
  }

  @Test("Each kind of layer has its own form of trim") func mixedUp() throws {
    try expectEqual(
      failure(of: "layer a image\ntrim 0..0.5").problem, .scene(.wrongTrim(layer: "a", ofPath: true)))
    try expectEqual(
      failure(of: "layer a image trim 0..1").problem, .scene(.wrongTrim(layer: "a", ofPath: true)))
    try expectEqual(
      failure(of: "layer a rect 0,0 9,9\ntrim").problem, .scene(.wrongTrim(layer: "a", ofPath: false)))
    try expectEqual(
      failure(of: "layer a rect 0,0 9,9 trim white").problem, .scene(.wrongTrim(layer: "a", ofPath: false)))
    try expectEqual(failure(of: "group g { }\ntrim").problem, .scene(.wrongTrim(layer: "g", ofPath: false)))
    _ = try run("layer a rect 0,0 9,9 trim 0..0.5; let x = 0.5; trim $x..1; trim (0.1)..($x)")
  }

  @Test("The tolerance is from 0 to 1", arguments: ["~1.1", "~-1", "~101%"]) func tolerance(text: String)
    throws
  {
    guard case .scene(.outOfRange) = try failure(of: "trim \(text)").problem else {
      Issue.record("no range")
      return
    }
  }

  @Test("The other side of an automatic size follows from the contents") func automaticSize() throws {
    let result = try run("layer a image size 60,auto trim\nexpect frame 0,0 60,30", library: Self.library)
    expectEqual(result.failedExpectations, [])
  }

  @Test("Unreadable pixels are an error") func unreadable() throws {
    var library = Self.library
    library.isUnreadable = true
    for text in ["trim", "layer a image trim"] {
      let error = #expect(throws: ScriptError.self) { try run(text, library: library) }
      expectEqual(error?.problem, .scene(.noImage(.pixels(1))))
    }
  }
}
