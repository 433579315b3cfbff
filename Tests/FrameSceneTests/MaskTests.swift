import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameScript
import TestSupport
import Testing

/// Masks of layers in scripts.
@Suite struct MaskTests {
  private func mask(_ script: String, _ inputs: [SourceImage] = [image()]) throws -> RenderPlan.Mask? {
    func first(_ items: [RenderPlan.Item]) -> RenderPlan.Mask? {
      for item in items {
        guard case .group(let group) = item else { continue }
        if let mask = group.mask ?? first(group.items) { return mask }
      }
      return nil
    }
    return first(try plan(script, inputs).items)
  }

  private static let hole = "layer hole ellipse 10,10 50,40 hidden; layer p image $1;"

  @Test("A mask is a statement and an option, with a channel and inverted") func forms() throws {
    for script in [
      "\(Self.hole) mask hole", "layer hole ellipse 10,10 50,40; layer p image $1 mask hole at 0,0",
    ] {
      let found = try mask(script)
      expectTrue(
        found?.channel == .alpha && found?.isInverted == false && found?.items.count == 1, "\(script)")
    }
    let light = try mask("\(Self.hole) mask hole luminance invert")
    expectTrue(light?.channel == .luminance && light?.isInverted == true)
    try expectTrue(mask("\(Self.hole) mask hole; mask none") == nil)
    try expectTrue(mask("\(Self.hole) mask hole; undo") == nil)
    try expectEqual(mask("mask linear 0,0 to 300,0 black none")?.channel, .alpha)
    try expectEqual(mask("mask radial 50%,50% 90 white black luminance")?.channel, .luminance)
  }

  @Test("An image without alpha masks by its luminance") func images() throws {
    let opaque = image(id: 2)
    let transparent = image(id: 2, .up, .rgba8)
    try expectEqual(mask("layer p image $1; mask image $2", [image(), opaque])?.channel, .luminance)
    try expectEqual(mask("layer p image $1; mask image $2", [image(), transparent])?.channel, .alpha)
    try expectEqual(mask("layer p image $1; mask image $2 alpha", [image(), opaque])?.channel, .alpha)
    // It is stretched to the layer's box, and its input is taken.
    let found = try mask(
      "canvas 300,200; layer p image $1 at 10,20 size 150,100; mask image $2", [image(), opaque])
    guard case .image(let draw)? = found?.items.first else {
      Issue.record("no image")
      return
    }
    expectEqual(
      Rect(x: 0, y: 0, width: 300, height: 200).applying(draw.matrix),
      Rect(x: 10, y: 20, width: 150, height: 100))
  }

  @Test("A mask layer stays at its place while the masked layer moves") func places() throws {
    let still = try mask("\(Self.hole) mask hole; translate 50,0; rotate 20deg")
    expectEqual(still?.items, (try mask("\(Self.hole) mask hole"))?.items)
    let inGroup = try mask("group g { layer hole rect 0,0 9,9 hidden; scale 2 }; layer p image $1; mask hole")
    expectEqual(inGroup?.items.first?.boundingBox?.size, Size(width: 18, height: 18))
  }

  @Test("Touches fall through what an alpha mask hides") func hits() throws {
    func hit(_ script: String, _ x: Double, _ y: Double) throws -> String? {
      let scene = try run(script).scene
      return scene.hitTest(Point(x: x, y: y)).map { scene.layers[$0].name }
    }
    let script = "layer back rect 0,0 300,200; layer hole ellipse 10,10 50,40 hidden; layer p image $1;"
    try expectEqual(hit("\(script) mask hole", 35, 30), "p")
    try expectEqual(hit("\(script) mask hole", 200, 100), "back")
    try expectEqual(hit("\(script) mask hole invert", 35, 30), "back")
    try expectEqual(hit("\(script) mask hole luminance", 200, 100), "p")
    try expectEqual(hit("\(script) mask hole; select hole; translate 150,80", 185, 110), "p")
  }

  @Test("A mask and its layer's opacity decide about touches as they are drawn") func masksOfMasks() throws {
    func hit(_ script: String, _ x: Double, _ y: Double) throws -> String? {
      let scene = try run("layer back rect 0,0 300,200; \(script)").scene
      return scene.hitTest(Point(x: x, y: y)).map { scene.layers[$0].name }
    }
    let hole = "layer hole ellipse 10,10 50,40 hidden"
    let photo = "layer p image $1 mask hole"
    // A mask that is not drawn hides everything, and its inverse nothing.
    try expectEqual(hit("\(hole) opacity 0; \(photo)", 35, 30), "back")
    try expectEqual(hit("\(hole) opacity 0; \(photo) invert", 35, 30), "p")
    try expectEqual(hit("\(hole) opacity 0.5; \(photo)", 35, 30), "p")
    try expectEqual(hit("\(hole) opacity 0.5; \(photo) invert", 35, 30), "p")
    try expectEqual(hit("layer hole rect 0,0 90,90 fill none hidden; \(photo)", 35, 30), "back")
    // Masks of masks.
    let half = "layer half rect 0,0 35,90 hidden"
    try expectEqual(hit("\(half); \(hole) mask half; \(photo)", 30, 30), "p")
    try expectEqual(hit("\(half); \(hole) mask half; \(photo)", 45, 30), "back")
    try expectEqual(hit("\(half); \(hole) mask half invert; \(photo)", 45, 30), "p")
    // Groups, with what their layers have.
    let group = "group hole hidden { layer a rect 0,0 20,90 opacity 0; layer b rect 20,0 40,90 mask half }"
    try expectEqual(hit("\(half); \(group); \(photo)", 10, 30), "back")
    try expectEqual(hit("\(half); \(group); \(photo)", 30, 30), "p")
    try expectEqual(hit("\(half); \(group); \(photo)", 45, 30), "back")
    try expectEqual(
      hit("\(half); group hole opacity 0 hidden { layer b rect 20,0 40,90 }; \(photo)", 30, 30), "back")
  }

  @Test("Touches end on deeply shared masks and on cycles") func deepHits() throws {
    let scene = try run("canvas 300,200; \(Self.shared(30)); layer top rect 0,0 90,90 mask m30", []).scene
    expectEqual(scene.hitTest(Point(x: 50, y: 50)).map { scene.layers[$0].name }, "top")
    expectTrue(scene.hitTest(Point(x: 86, y: 86)) == nil)
    let cycle = try run("canvas 9,9; layer a rect 0,0 9,9; layer b rect 0,0 9,9 mask a; select a; mask b", [])
      .scene
    expectTrue(cycle.hitTest(Point(x: 5, y: 5)) == nil)
  }

  /// Hidden groups, each of whose two layers has the one before as its mask.
  static func shared(_ depth: Int) -> String {
    (["layer m0 rect 0,0 80,80 hidden"]
      + (1...depth).map {
        "group m\($0) hidden { layer a\($0) rect 0,0 85,85 mask m\($0 - 1); layer b\($0) rect 0,0 85,85 mask m\($0 - 1) }"
      }).joined(separator: "; ")
  }

  @Test("Masks that share masks are planned once, and their memory counts wherever they are drawn")
  func sharing() throws {
    let script = "canvas 300,200; \(Self.shared(6)); layer top rect 0,0 90,90 mask m6"
    let found = try plan(script, [])
    expectTrue(found.itemBytes > 64 * found.items[0].ownBytes)
    let deep = "\(Self.shared(30)); layer top rect 0,0 90,90 mask m30"
    let scene = try run("canvas 300,200; \(deep)", []).scene
    let error = #expect(throws: SceneError.self) {
      try Planner(limits: Limits(), output: anything).plan(scene)
    }
    guard case .limit(let exceeded)? = error?.problem else {
      Issue.record("no limit")
      return
    }
    expectEqual(exceeded.kind, .scriptMemory)
    let planner = Planner(limits: Limits(), output: anything, isRendered: false)
    try expectEqual(planner.plan(scene).items.count, 1)
    try expectEqual(planner.tree(of: scene).masks.count, 31)
    // Neither does the box take longer.
    try expectEqual(planner.plan(run("canvas fit; \(deep)", []).scene).canvas, size(80, 80))
  }

  @Test("Masks of masks may be as deep as blocks") func nesting() throws {
    func chain(_ length: Int) -> String {
      (["canvas 9,9; layer m0 rect 0,0 9,9 hidden"]
        + (1..<length).map { "layer m\($0) rect 0,0 9,9 hidden mask m\($0 - 1)" } + [
          "layer top rect 0,0 9,9 mask m\(length - 1)"
        ]).joined(separator: "\n")
    }
    try expectEqual(plan(chain(64), []).items.count, 1)
    let error = try failure(of: chain(65), [])
    expectEqual(error.problem, .scene(.limit(LimitExceeded(.nesting, needed: 65, allowed: 64))))
    // Masks that were drawn before are as deep.
    let visible = chain(65).replacing(" hidden", with: "")
    try expectEqual(failure(of: visible, []).problem, error.problem)
    try expectTrue(run(chain(5000), []).scene.hitTest(Point(x: 5, y: 5)) == nil)
  }

  @Test("A mask adds neither colors nor depth to the output, but transparency") func outputs() throws {
    let gray = image(id: 1, .up, .gray8)
    let deep = image(id: 2, .up, .rgb16)
    try expectEqual(
      plan("layer p image $1; mask image $2", [gray, deep]).output, PixelFormat(.grayAlpha, .eight))
    let covered = try plan("background white; layer p image $1; mask image $2", [gray, deep])
    expectEqual(covered.output, .gray8)
    try expectEqual(
      plan("layer m image $2 hidden; layer p image $1; mask m", [gray, deep]).output,
      PixelFormat(.grayAlpha, .eight))
    // What is drawn beside being a mask counts.
    try expectEqual(plan("layer m image $2; layer p image $1; mask m", [gray, deep]).output, .rgb16)
  }

  @Test("What changes the box of a layer after its mask is checked, too") func laterChanges() throws {
    var library = StubLibrary()
    library.inside = Rect(x: 0, y: 0, width: 100, height: 100)
    func error(_ script: String, _ mask: SourceImage) throws -> SceneError? {
      let result = try run(script, [image(), mask], library: library)
      do throws(SceneError) {
        _ = try Planner(limits: Limits(), output: anything).plan(result.scene)
        return nil
      } catch {
        return error
      }
    }
    let (wide, square) = (image(id: 2), image(100, 100, id: 2))
    let found = try error("mask image $2\ntrim", wide)
    expectEqual(
      found?.problem, .maskAspect(image: size(300, 200), layer: "photo", Size(width: 100, height: 100)))
    expectEqual(found?.origin, Origin())
    try expectTrue(error("mask image $2\ntrim", square) == nil)
    let text = try error("layer t text \"a\" at 0,0\nmask image $2\ntext \"abcdefgh\"", square)
    expectEqual(text?.origin, Origin(1))
  }

  static let failing: [(String, ScriptProblem)] = [
    (
      "layer a rect 0,0 9,9; layer b rect 0,0 9,9 mask a; select a; mask b",
      .scene(.maskCycle(["a", "b", "a"]))
    ),
    ("layer a rect 0,0 9,9; mask a", .scene(.maskCycle(["a", "a"]))),
    ("group g { layer a rect 0,0 9,9; mask g }", .scene(.maskCycle(["a", "a", "g"]))),
    ("layer a rect 0,0 9,9; mask b", .scene(.unknownLayer("b", nearest: nil))),
    (
      "layer p image $1 at 0,0 size 100,100 mask image $1",
      .scene(
        .maskAspect(image: PixelSize(width: 300, height: 200)!, layer: "p", Size(width: 100, height: 100)))
    ),
  ]

  @Test("Cycles, unknown layers and other aspect ratios are errors", arguments: failing)
  func errors(script: String, problem: ScriptProblem) throws {
    let error = #expect(throws: ScriptError.self) { try plan(script) }
    expectEqual(error?.problem, problem)
  }
}
