import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameScript
import TestSupport
import Testing

/// Layers in perspective.
@Suite struct PerspectiveTests {
  private static let corners = "corners 60,80 220,30 260,160 40,140"

  @Test(
    "The corners of what a layer shows lie where they are placed",
    arguments: [
      ("layer a image at 30,40 size 100,80 mode stretch", Rect(x: 0, y: 0, width: 100, height: 80)),
      // In a box with another aspect ratio, those of the image count.
      ("layer a image at 30,40 size 100,100", Rect(x: 0, y: 100.0 / 6, width: 100, height: 200.0 / 3)),
      ("layer a image at 30,40 size 60,60 mode cover", Rect(x: 0, y: 0, width: 60, height: 60)),
      ("layer a rect 10,20 50,40 fill red", Rect(x: 10, y: 20, width: 50, height: 40)),
      ("group a at 5,6 size 70,80 { layer b image at 0,0 }", Rect(x: 0, y: 0, width: 70, height: 80)),
      ("layer a image at 30,40 anchor 0,1", Rect(x: 0, y: 0, width: 300, height: 200)),
    ])
  func places(layer: String, shown: Rect) throws {
    for script in ["canvas 400,300; \(layer); select a; \(Self.corners)"] {
      let scene = try run(script).scene
      let map = scene.toCanvas(try #require(scene.index(of: "a")))
      let wanted = [(60.0, 80.0), (220, 30), (260, 160), (40, 140)]
      for (corner, place) in zip(shown.corners, wanted) {
        let found = try #require(corner.applying(map))
        expectTrue(abs(found.x - place.0) < 1e-9 && abs(found.y - place.1) < 1e-9, "\(found)")
      }
    }
  }

  @Test("An option places corners as the statement does, whatever option follows") func option() throws {
    let options = "layer a image \(Self.corners) at 30,40 size 100,80 anchor 0,0"
    let statement = "layer a image at 30,40 size 100,80 anchor 0,0; \(Self.corners)"
    try expectEqual(
      run("canvas 400,300; \(options)").scene.toCanvas(0),
      run("canvas 400,300; \(statement)").scene.toCanvas(0))
  }

  @Test("The transform acts on what is placed") func transform() throws {
    let scene = try run(
      "canvas 400,300; layer a image at 30,40 size 60,40; \(Self.corners); translate 10,20; rotate 90deg about 60,80"
    ).scene
    let first = try #require(Point.zero.applying(scene.toCanvas(0)))
    // 60,80 moves to 70,100, which is 10,20 from the pivot; a quarter turn takes that to -20,10.
    expectTrue(abs(first.x - 40) < 1e-9 && abs(first.y - 90) < 1e-9)
  }

  @Test("A parallelogram is drawn by the affine path with the same six numbers") func parallelogram() throws {
    let layer = "canvas 400,300; layer a image at 0,0 size 100,50 mode stretch anchor 0,0;"
    let corners = try plan("\(layer) corners 10,20 110,30 105,80 5,70")
    expectEqual(corners, try plan("\(layer) transform 1 0.1 -0.1 1 10 20"))
    try expectEqual(plan("\(layer) corners 0,0 100,0 100,50 0,50"), plan(layer))
    try expectEqual(plan("\(layer) tilt 0deg,0deg").draws, plan(layer).draws)
  }

  @Test("Corners can be removed, undone and redone") func history() throws {
    let plain = "canvas 400,300; layer a image at 30,40"
    try expectEqual(plan("\(plain); \(Self.corners); corners none").draws, plan(plain).draws)
    try expectEqual(plan("\(plain); \(Self.corners); undo").draws, plan(plain).draws)
    try expectEqual(
      plan("\(plain); \(Self.corners); undo; redo").draws, plan("\(plain); \(Self.corners)").draws)
    try expectEqual(
      plan("\(plain); \(Self.corners); scale 2; reset").draws, plan("\(plain); \(Self.corners)").draws)
  }

  @Test("A tilt turns about the center, or about a point of the parent") func tilt() throws {
    let layer = "canvas 400,300; layer a image at 50,60 size 300,200"
    func place(_ script: String, _ x: Double, _ y: Double) throws -> Point {
      try #require(Point(x: x, y: y).applying(run("\(layer); \(script)").scene.toCanvas(0)))
    }
    let center = try place("tilt 20deg,30deg", 150, 100)
    expectTrue(abs(center.x - 200) < 1e-9 && abs(center.y - 160) < 1e-9)
    // The right edge, 150 from the axis, turns away: cos 60 = 0.5, and the depth is 150 sin 60.
    let right = try place("tilt 0deg,60deg distance 500", 300, 100)
    expectTrue(abs(right.x - (200 + 75 * 500 / (500 + 129.903810567666))) < 1e-9)
    let pivot = try place("tilt 0deg,60deg about 350,160", 300, 100)
    expectTrue(abs(pivot.x - 350) < 1e-9)
  }

  @Test("Projections take the layer's coordinates to its parent's") func projection() throws {
    let scene = try run(
      "canvas 400,300; layer a image at 50,60 size 300,200; projection 1 0 5 0 1 6 0.001 0 1; expect map 1 0 5 0 1 6 0.001 0 1"
    ).scene
    let place = try #require(Point(x: 100, y: 44).applying(scene.toCanvas(0)))
    expectTrue(abs(place.x - 105 / 1.1) < 1e-9 && abs(place.y - 50 / 1.1) < 1e-9)
  }

  @Test("Queries, hits and frames see through the perspective") func queries() throws {
    let result = try run(
      """
      canvas 400,300
      layer back rect 0,0 400,300 fill white
      layer a image at 0,0 size 100,100 mode stretch corners 100,100 200,120 200,180 100,200
      expect frame 100,100 100,100 ~1e-9
      expect hit 199,121 a
      expect hit 199,115 back
      expect hit 101,103 a
      let p = toCanvas(a,100,100)
      expect $p [200,180] ~1e-9
      let q = fromCanvas(a,200,150)
      expect $q [100,50] ~1e-9
      """)
    expectTrue(result.failedExpectations.isEmpty, "\(result.failedExpectations)")
  }

  @Test("A finger that pans a layer in a tilted group stays on the same point of it") func panInGroup() throws
  {
    let result = try run(
      """
      canvas 400,300
      group g at 0,0 size 400,300 {
        layer a image at 100,100 size 100,100 mode stretch
      }
      corners 100,20 300,20 400,300 0,300
      select a
      set pan.slop-mode include
      let from = fromCanvas(a,170,120)
      drag 170,120 to 250,200
      let to = fromCanvas(a,250,200)
      expect $to $from ~0.01
      """)
    expectTrue(result.failedExpectations.isEmpty, "\(result.failedExpectations)")
  }

  @Test("A pan moves a tilted layer as an upright one") func panOfLayer() throws {
    let result = try run(
      """
      canvas 400,300
      layer a image at 50,60 size 300,200
      tilt 0deg,40deg
      let before = toCanvas(a,10,20)
      pan 30,-20
      let after = toCanvas(a,10,20)
      expect $after [($before[0]+30),($before[1]-20)] ~1e-9
      """)
    expectTrue(result.failedExpectations.isEmpty, "\(result.failedExpectations)")
  }

  @Test(
    "A layer in perspective keeps covering an area",
    arguments: ["pan 300,200", "pinch 0.2", "pan -200,-300; pinch 0.5"])
  func cover(gesture: String) throws {
    let scene = try run(
      """
      canvas 400,300
      layer photo image at 0,0 size 400,300
      corners -50,-20 420,-60 500,380 -80,330
      limit cover 0,0 400,300
      \(gesture)
      """
    ).scene
    let back = try #require(scene.toCanvas(0).inverse)
    for (x, y) in [(0.0, 0.0), (400, 0), (400, 300), (0, 300)] {
      let place = try #require(Point(x: x, y: y).applying(back))
      let shown = Rect(x: 0, y: 0, width: 400, height: 300).grown(by: 30)
      expectTrue(shown.contains(place), "\(place)")
    }
  }

  @Test("A layer in perspective that can cover an area keeps its size", arguments: ["hard", "elastic"])
  func coverFar(kind: String) throws {
    let layer = "canvas 300,200; layer p image at 50,50 size 100,80 mode stretch; tilt 20deg,30deg"
    for way in ["0,500", "0,3000", "-3000,10", "9000,9000"] {
      let scene = try run("\(layer); limit cover 60,60 20,20 \(kind); pan \(way)").scene
      expectTrue(abs(scene.layers[0].state.transform.meanScale - 1) < 1e-9, way)
      let quad = ConvexPolygon(scene.layers[0].bounds, applying: scene.toCanvas(0))
      let area = Rect(x: 60, y: 60, width: 20, height: 20).corners
      expectTrue(quad.contains(area, slack: 1e-6) && !quad.contains(area, slack: -1e-6), way)
    }
  }

  @Test(
    "What cannot be drawn in perspective is an error at its place",
    arguments: [
      ("corners 0,0 10,0 0,10 10,10", SceneProblem.corners(.cross, layer: "a")),
      ("corners 0,0 10,0 2,2 0,10", .corners(.fold, layer: "a")),
      ("corners 0,0 10,0 10,0 0,10", .corners(.coincide, layer: "a")),
      ("corners 0,0 5,0 10,0 0,10", .corners(.onLine, layer: "a")),
      ("tilt 0deg,80deg distance 100", .horizon(layer: "a")),
      ("keystone 0deg,85deg", .horizon(layer: "a")),
      ("corners 0,0 1e300,0 1e300,1e300 0,1e300", .corners(.notFinite, layer: "a")),
      ("projection 0 0 0 0 0 0 0 0 0", .singular(layer: "a")),
      ("projection 1 0 0 0 1 0 -0.01 0 1", .horizon(layer: "a")),
      ("projection 1 0 0 2 0 0 0.001 0 1", .singular(layer: "a")),
    ])
  func errors(statement: String, problem: SceneProblem) throws {
    let error = try failure(of: "canvas 400,300\nlayer a image at 0,0 size 300,200\n\(statement)")
    expectEqual(error.errors.map(\.problem), [.scene(problem)])
    expectEqual(error.errors.map(\.position.line), [3])
  }

  @Test("An inscribed canvas is inside of what is tilted") func inscribed() throws {
    let plan = try plan("canvas inscribed; tilt 0deg,30deg")
    expectEqual(plan.output, .rgb8)
    expectTrue(plan.canvas.width > 150 && plan.canvas.height > 150, "\(plan.canvas)")
  }

  @Test("A canvas fits what is tilted") func fit() throws {
    let plan = try plan("tilt 0deg,60deg distance 600")
    expectEqual(plan.canvas.height, 256)
    expectTrue(plan.canvas.width < 170)
  }

  // MARK: Straightened photos

  @Test("A quadrilateral of the photo becomes the canvas") func unwarp() throws {
    let plan = try plan("unwarp 30,20 270,40 260,170 10,190 to 240,160")
    expectEqual(plan.canvas, size(240, 160))
    let planner = Planner(limits: Limits(), output: anything)
    let scene = try run("unwarp 30,20 270,40 260,170 10,190 to 240,160").scene
    let map = try planner.mapping(of: 0, in: scene)
    for (corner, place) in [
      ((30.0, 20.0), (0.0, 0.0)), ((270, 40), (240, 0)), ((260, 170), (240, 160)), ((10, 190), (0, 160)),
    ] {
      let found = try #require(Point(x: corner.0, y: corner.1).applying(map))
      expectTrue(abs(found.x - place.0) < 1e-9 && abs(found.y - place.1) < 1e-9)
    }
    // The whole canvas is covered, so it is opaque.
    expectEqual(plan.output, .rgb8)
    try expectEqual(
      FrameSceneTests.plan("unwarp 0,0 100%,0 100%,100% 0,100% to 300,200").draws.map(\.stretch.large), [1])
  }

  @Test(
    "The size follows from the perspective",
    arguments: [(1.5, 25.0, 12.0), (0.7, 20, 30), (1, -35, 10), (2.2, 15, -40)])
  func ratio(ratio: Double, tiltX: Double, tiltY: Double) throws {
    // A rectangle in space, seen by a camera that looks at the middle of the photo.
    let tilt = Projection(tiltX: Angle(degrees: tiltX), y: Angle(degrees: tiltY), distance: 400)
    let rect = Rect(x: -40 * ratio, y: -40, width: 80 * ratio, height: 80)
    let corners = rect.corners.map { $0.applying(tilt) }.map { "\($0.x + 150),\($0.y + 100)" }
    let canvas = try plan("unwarp \(corners.joined(separator: " "))").canvas
    let found = Double(canvas.width) / Double(canvas.height)
    expectTrue(abs(found / ratio - 1) < 0.03, "\(canvas)")
  }

  @Test("Without a perspective, the sides have their mean lengths") func parallel() throws {
    try expectEqual(plan("unwarp 20,30 120,30 120,80 20,80").canvas, size(100, 50))
    try expectEqual(plan("unwarp 50,50 110,130 70,160 10,80").canvas, size(100, 50))
    let trapezoid = try plan("unwarp 50,50 150,50 170,150 30,150").canvas
    expectTrue(abs(Double(trapezoid.width) / Double(trapezoid.height) - 120 / 101.98) < 0.02)
  }

  @Test("Parts, crops and sizes are those of the rectangle") func parts() throws {
    let unwarp = "unwarp 30,20 270,40 260,170 10,190 to 240,160"
    try expectEqual(plan("\(unwarp); crop 10,20 100,50").window.size, size(100, 50))
    let layer = try run("canvas 400,300; layer a image \(unwarp) part 50%,0 50%,100% at 5,5").scene.layers[0]
    expectEqual(layer.size, Size(width: 120, height: 160))
    let auto = try run("canvas 400,300; layer a image size 120,auto \(unwarp) at 5,5").scene.layers[0]
    expectEqual(auto.size, Size(width: 120, height: 80))
    try expectEqual(plan("\(unwarp); unwarp none").draws, plan("").draws)
    try expectEqual(plan("\(unwarp); undo").draws, plan("").draws)
  }

  @Test(
    "A quadrilateral that is not in the photo is an error",
    arguments: [
      ("unwarp -1,20 270,40 260,170 10,190", SceneProblem.outside("a corner", image: size(300, 200))),
      ("unwarp 30,20 270,40 10,190 260,170", .corners(.cross, layer: "photo")),
      ("edge mirror; canvas 400,400; unwarp 30,20 270,40 260,170 10,190", .unwarped("edge", layer: "photo")),
      ("unwarp 30,20 270,40 260,170 10,190; trim", .unwarped("trim", layer: "photo")),
      ("layer a image part 0,0 9,9; unwarp 30,20 270,40 260,170 10,190", .unwarpOfPart(layer: "a")),
      (
        "canvas cover 90,90; unwarp 30,20 270,40 260,170 10,190; mode cover; focus attention",
        .unwarped("focus", layer: "photo")
      ),
    ])
  func outside(script: String, problem: SceneProblem) throws {
    try expectEqual(failure(of: script).errors.map(\.problem), [.scene(problem)])
  }

  // MARK: Edges and effects

  @Test("An edge mode fills the plane ahead of the horizon") func edges() throws {
    let plan = try plan(
      "canvas 300,300; layer a image at 100,150 size 60,40 corners 120,150 180,150 240,250 60,250 edge repeat"
    )
    let draw = try #require(plan.draws.first)
    expectEqual(draw.edge, .repeat)
    // The sides meet at 150,100. The image is too small a little before.
    let box = try #require(draw.outline.boundingBox)
    expectTrue(
      box.minY > 100 && box.minY < 118 && box.maxY >= 300 && box.minX <= 0 && box.maxX >= 300, "\(box)")
  }

  @Test("A blur sees the image continued beyond its edge, and is cut along it") func blur() throws {
    let plan = try plan(
      "canvas 300,300; layer a image at 50,50 size 60,40 corners 60,50 240,80 200,250 90,210 blur 5")
    expectEqual(plan.draws.map(\.edge), [.clamp])
    guard case .group(let group) = plan.items[0] else {
      Issue.record("no group")
      return
    }
    let clip = try #require(group.clip?.boundingBox)
    expectTrue(clip.distance(to: Rect(x: 60, y: 50, width: 180, height: 200)) < 1e-6)
  }

  @Test("Animated corners have their places at every time") func animation() throws {
    let script =
      "canvas 300,200; layer a image at 0,0 size 300,200; animate a corners to 30,20 270,40 260,170 10,190 over 1s ease linear; wait 1s"
    let timeline = try #require(run(script, context: RunContext(frameRate: FrameRate(10))).timeline)
    let middle = timeline.scene(at: 5)
    let corner = try #require(Point.zero.applying(middle.toCanvas(0)))
    expectTrue(abs(corner.x - 15) < 1e-6 && abs(corner.y - 10) < 1e-6, "\(corner)")
    let tilted =
      "canvas 300,200; layer a image at 0,0 size 300,200; animate a tilt to 0deg,60deg over 1s ease linear; wait 1s"
    let half = try #require(run(tilted, context: RunContext(frameRate: FrameRate(10))).timeline).scene(at: 5)
    let whole = try run("canvas 300,200; layer a image at 0,0 size 300,200; tilt 0deg,30deg").scene
    let (found, wanted) = (half.toCanvas(0).numbers, whole.toCanvas(0).numbers)
    expectTrue(zip(found, wanted).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found) \(wanted)")
  }

  @Test(
    "Corners that no quadrilateral has on the way, and a horizon on the way, are errors at the animation",
    arguments: [
      // A mirrored end, half a turn, and a corner that passes the line between its neighbors.
      ("corners to 300,0 0,0 0,200 300,200", SceneProblem.corners(.coincide, layer: "a"), 0.5),
      ("corners to 300,200 0,200 0,0 300,0", .corners(.coincide, layer: "a"), 0.5),
      (
        "corners from 0,0 90,0 90,60 0,60 to 60,60 90,0 90,60 0,60 over 2s repeat 3",
        .corners(.onLine, layer: "a"), 0.6
      ),
      ("corners from 0,0 90,0 9,6 0,60 to 0,0 90,0 90,60 0,60", .corners(.fold, layer: "a"), 0),
      // Only an easing that overshoots gets there.
      (
        "corners from 0,0 90,0 90,60 0,60 to 40,25 90,0 90,60 0,60 ease 0.3,3 0.6,3",
        .corners(.onLine, layer: "a"), 0
      ),
      ("tilt to 0deg,170deg distance 100", .horizon(layer: "a"), 0),
    ])
  func wayOfAnimation(change: String, problem: SceneProblem, share: Double) throws {
    let script = "canvas 300,200\nlayer a image at 0,0 size 300,200\nanimate a \(change)"
    for rate in [nil, FrameRate(5)] {
      let error = try failure(of: script, context: RunContext(frameRate: rate))
      guard case .scene(.onTheWay(problem, let found)) = error.errors[0].problem else {
        return expectEqual(error.errors.map(\.problem), [])
      }
      if share > 0 { expectTrue(abs(found - share) < 1e-6, "\(found)") }
      expectEqual(error.errors.map(\.position.line), [3])
    }
  }

  @Test(
    "A turn to the edge leaves a layer out of its frame, whatever masks it",
    arguments: ["", "mask linear 0,0 to 0,300 black none", "mask image $1", "shadow 3,3 4 black"])
  func edgeOn(look: String) throws {
    let script =
      "canvas 300,200; layer a image at 0,0 size 300,200; \(look); animate a tilt to 0deg,90deg over 1s ease linear"
    let timeline = try #require(run(script, context: RunContext(frameRate: FrameRate(10))).timeline)
    let output = OutputCapabilities(alpha: true, deepest: .sixteen, maximumSide: 1000)
    let planner = try FramePlanner(timeline, by: Planner(limits: Limits(), output: output))
    let drawn = try (0..<timeline.frames).map { try !planner.plan($0).items.isEmpty }
    expectEqual(drawn.indices.filter { !drawn[$0] }, [timeline.frames - 1])
    let still = try failure(of: script)
    expectEqual(still.errors.map(\.problem), [.scene(.singular(layer: "a"))])
  }

  @Test("A card that turns around is drawn before and after it is seen from its edge") func cardTurn() throws
  {
    let script =
      "canvas 300,200; layer a image at 0,0 size 300,200; animate a tilt to 0deg,180deg over 1s ease linear; wait 1s"
    let run = try run(script, context: RunContext(frameRate: FrameRate(10)))
    let timeline = try #require(run.timeline)
    let output = OutputCapabilities(alpha: true, deepest: .sixteen, maximumSide: 1000)
    let planner = try FramePlanner(timeline, by: Planner(limits: Limits(), output: output))
    let drawn = try (0..<timeline.frames).map { try !planner.plan($0).items.isEmpty }
    expectEqual(drawn.indices.filter { !drawn[$0] }, [5])
  }

  @Test("An image with an edge mode is drawn wherever it is") func edgeOutside() throws {
    for script in ["rotate 20deg", "corners 10,10 90,20 95,70 5,60"] {
      let layer = "canvas 400,300; layer a image at 0,0 size 100,75 edge mirror"
      try expectEqual(plan("\(layer); \(script); crop 250,200 100,90").draws.count, 1, script)
      try expectEqual(plan("\(layer); \(script); move 4000,0").draws.count, 1, script)
    }
  }

  // MARK: Groups

  @Test("A group in perspective leaves the canvas beside it transparent") func alpha() throws {
    let group = "canvas 300,200; group g { layer a image at 0,0 size 300,200; };"
    try expectEqual(plan("\(group) corners 0,0 300,0 200,200 100,200").output, .rgba8)
    try expectEqual(plan("\(group) tilt 20deg").output, .rgba8)
    try expectEqual(plan(group).output, .rgb8)
  }

  @Test("A mask inside a group in perspective is drawn on the group's plane") func mask() throws {
    let script = """
      canvas 300,200
      group g {
        layer m rect 50,50 100,100 hidden
        layer a image at 0,0 size 300,200 mask m
      }
      corners 80,50 220,80 250,190 40,170
      """
    guard case .group(let plane) = try plan(script).items[0], case .group(let masked) = plane.items[0] else {
      Issue.record("no group")
      return
    }
    // It is upright there.
    expectTrue(plane.plane != nil && masked.plane == nil)
    guard case .shape(let shape)? = masked.mask?.items.first else {
      Issue.record("no shape")
      return
    }
    expectTrue(shape.matrix.b == 0 && shape.matrix.c == 0)
  }

  @Test("What lies far from the canvas needs no pixels") func far() throws {
    let plan = try plan(
      "canvas 400,300; layer r ellipse 0,0 400,300 fill red; corners -50000,-50000 50000,-40000 60000,50000 -50000,60000",
      [])
    guard case .group(let group) = plan.items[0] else {
      Issue.record("no group")
      return
    }
    let box = try #require(group.plane?.outline.boundingBox)
    expectTrue(box.size.width < 410 && box.size.height < 310, "\(box)")
  }

  @Test("An empty text has no corners yet") func emptyText() throws {
    try expectEqual(
      plan("canvas 400,300; layer t text \"\" at 10,10 corners 0,0 100,0 120,100 0,90", []).items, [])
    try expectEqual(
      failure(of: "canvas 400,300; layer l line 10,10 200,10 stroke red 30; corners 0,0 9,0 9,9 0,9").errors
        .map(\.problem),
      [.scene(.flat(layer: "l"))])
  }

  private static let groups = [
    "tilt 0deg,10deg", "tilt 20deg", "tilt 20deg,30deg", "tilt -30deg,40deg; rotate 20deg",
    "keystone 0deg,8deg",
    "corners 60,10 240,20 290,195 10,180", "corners 280,10 20,20 10,195 290,180", "tilt 55deg distance 220",
    "rotate 20deg",
  ]

  /// A layer in a group, both after edits.
  private static func inside(_ group: String, _ edits: String) -> String {
    """
    canvas 300,200; group g { layer p image $1 at 100,60 size 80,60 mode stretch }; \(group)
    select p; \(edits)
    """
  }

  @Test("A hard limit stops a layer of a tilted group where it reaches the edge", arguments: groups)
  func insideInGroup(group: String) throws {
    let canvas = Rect(x: 0, y: 0, width: 300, height: 200)
    let ways = [(0, -300), (0, 300), (-300, 0), (300, 0), (150, 90), (-290, -120), (5, 3)]
    // Farther, there is a horizon.
    let short = group.contains("distance") ? ways.filter { max($0.0, $0.1) < 300 } : ways
    let gestures =
      short.map { "pan \($0.0),\($0.1)" } + [
        "pinch 1.2", "pinch 3", "pinch 3 at 120,90", "pinch 10", "twist 70deg; pinch 0.7",
        "pinch 2; pan -90,90",
        "drag 140,90 to 140,-200", "set pan.momentum 0.998; drag 140,90 to 250,90 over 100ms",
        "set pan.momentum 0.998; drag 140,90 to 140,-200 over 100ms",
      ]
    for kind in ["hard", "elastic"] {
      for gesture in gestures {
        let limited = try run(Self.inside(group, "limit inside canvas \(kind); \(gesture)")).scene
        let free = try run(Self.inside(group, gesture)).scene
        let what = "\(kind) \(gesture)"
        let corners = limited.layers[1].bounds.corners.compactMap { $0.applying(limited.toCanvas(1)) }
        let box = Rect(enclosing: corners)
        expectEqual(corners.count, 4)
        expectTrue(canvas.grown(by: 1e-6).union(box) == canvas.grown(by: 1e-6), "\(what): \(box)")
        let place = limited.layers[1].state.transform
        let freeCorners = free.layers[1].bounds.corners.compactMap { $0.applying(free.toCanvas(1)) }
        if freeCorners.count == 4, canvas.union(Rect(enclosing: freeCorners)) == canvas {
          expectTrue(
            zip(place.numbers, free.layers[1].state.transform.numbers).allSatisfy { abs($0 - $1) < 1e-6 },
            what)
        } else {
          let gaps = [box.minX, box.minY, canvas.maxX - box.maxX, canvas.maxY - box.maxY]
          expectTrue(gaps.min()! < 1e-6, "\(what): \(box)")
        }
        // It fits, so it keeps its size, and goes where the fingers go.
        if gesture.hasPrefix("pan") { expectTrue(abs(place.meanScale - 1) < 1e-9, "\(what): \(place)") }
        if gesture.hasPrefix("pinch") { expectTrue(place.meanScale >= 1, "\(what): \(place)") }
      }
      for (dx, dy) in short {
        let place = try run(Self.inside(group, "limit inside canvas \(kind); pan \(dx),\(dy)")).transform
        expectTrue(place.tx * Double(dx) + place.ty * Double(dy) > -1e-6, "\(kind) \(dx),\(dy): \(place)")
      }
    }
  }

  @Test("Gestures by name are exact in a tilted group, wherever the fingers are", arguments: groups)
  func exactInGroup(group: String) throws {
    for (way, x, y) in [("50,0", 50.0, 0.0), ("-20,12", -20, 12), ("0.5,-40", 0.5, -40), ("0,0", 0, 0)] {
      for option in ["", "at 120,80", "at 200,150 steps 3", "over 1s"] {
        let place = try run(Self.inside(group, "pan \(way) \(option)")).transform
        expectTrue(
          zip(place.numbers, [1, 0, 0, 1, x, y]).allSatisfy { abs($0 - $1) < 1e-6 },
          "pan \(way) \(option): \(place)")
        let both = try run(
          Self.inside(
            group, "preset photos; set pivot center; together { pan \(way); pinch 1.5 } \(option)")
        )
        expectTrue(
          zip(both.transform.numbers, [1.5, 0, 0, 1.5, x, y]).allSatisfy { abs($0 - $1) < 1e-6 },
          "together \(way) \(option): \(both.transform)")
      }
    }
  }

  @Test("A photo in a tilted group is straightened until it just covers the canvas", arguments: groups)
  func straightenInGroup(group: String) throws {
    let photo = "canvas 300,200; group g { layer p image }; \(group); select p"
    let enlarged = try run("\(photo); straighten 0deg").transform
    expectTrue(
      abs(enlarged.b) < 1e-9 && enlarged.a >= 1 && abs(enlarged.a - enlarged.d) < 1e-9, "\(enlarged)")
    for angle in [0, 5, -12] {
      let scene = try run("\(photo); straighten \(angle)deg").scene
      let back = try #require(scene.toCanvas(1).inverse)
      let places = Rect(origin: .zero, size: scene.canvas.size).corners.compactMap { $0.applying(back) }
      expectEqual(places.count, 4)
      let gap = places.map { min($0.x, $0.y, 300 - $0.x, 200 - $0.y) }.min()!
      expectTrue(abs(gap) < 1e-6, "\(angle): \(gap)")
    }
  }

  @Test(
    "Nothing of a group is beyond its horizon",
    arguments: [
      ("straighten 5deg", Point(x: 0, y: 0)), ("pan 0,400", Point(x: 40, y: 430)),
      ("together { pan 0,400; pinch 2 }", Point(x: 40, y: 430)), ("pan 5,5 at 9,0", Point(x: 9, y: 0)),
    ])
  func groupHorizon(edit: String, place: Point) throws {
    let group = "group g at 100,60 size 80,60 { layer p image at 0,0 size 80,60 mode stretch }"
    let error = try failure(of: "canvas 300,200; \(group); tilt 60deg distance 70; select p; \(edit)")
    guard case .scene(.horizon("g", let point?)) = error.errors[0].problem else {
      Issue.record("\(error)")
      return
    }
    expectTrue(Vector(from: point, to: place).length < 1e-6, "\(point)")
  }

  @Test("An inscribed canvas is covered by a photo in a group in perspective", arguments: groups)
  func inscribedInGroup(group: String) throws {
    for photo in [
      "layer p image", "layer p image; rotate 7deg", "group h { layer p image; }; layer t rect 0,0 90,9",
    ] {
      let plan = try plan("canvas inscribed; group g { \(photo) }; select g; \(group)")
      expectEqual(plan.output, .rgb8)
      expectTrue(plan.draws.contains { $0.covers(plan.window.size) }, photo)
    }
  }
}
