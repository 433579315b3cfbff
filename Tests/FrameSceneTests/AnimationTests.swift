import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameScript
import TestSupport
import Testing

/// The `animate` statement: the layer's state and the frames that show it. No finger moves here; `wait` lets time
/// pass.
@Suite struct AnimationTests {
  private static let shapes = "canvas 100,100\nlayer a rect 10,10 40,20 fill red\nlayer b line 0,0 50,50\n"

  private func timeline(_ text: String, _ rate: Int = 10) throws -> Timeline {
    try #require(try run(Self.shapes + text, [], context: RunContext(frameRate: FrameRate(rate))).timeline)
  }

  private func state(_ timeline: Timeline, _ layer: String = "a", at frame: Int) throws -> SceneLayer.State {
    let scene = timeline.scene(at: frame)
    return scene.layers[try #require(scene.index(of: layer))].state
  }

  private func opacities(_ text: String) throws -> [Double] {
    let timeline = try timeline(text)
    return try (0..<timeline.frames).map { try state(timeline, at: $0).opacity }
  }

  private func near(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  // MARK: Final state

  @Test("An animated layer has its new value at once, as after the plain statement")
  func model() throws {
    let pairs = [
      ("animate a opacity to 0.5", "select a; opacity 0.5"),
      ("animate a trim from 0..0 to 0.25..0.5", "select a; trim 0.25..0.5"),
      ("animate a fill to #00f8", "select a; fill #00f8"),
      ("animate b stroke to blue 3", "select b; stroke blue 3"),
      ("animate a rotate to 30deg", "select a; rotate 30deg"),
      ("animate a rotate to 0.25turn about 0,0", "select a; rotate 90deg about 0,0"),
      ("animate a scale to 2", "select a; scale 2"),
      ("animate a scale to 2,3 about 50%,50%", "select a; scale 2,3 about 50,50"),
      ("animate a skew to 10deg,20deg", "select a; skew 10deg,20deg"),
      ("animate a translate from 9,9 to 5,6", "select a; translate 5,6"),
      ("animate a move to 5,6", "select a; move 5,6"),
      ("animate a transform to 1 2 3 4 5 6", "select a; transform 1 2 3 4 5 6"),
      ("animate a exposure to -1", "select a; exposure -1"),
      ("animate a brightness from 2 to 120%", "select a; brightness 1.2"),
      ("animate a hue to 0.25turn", "select a; hue 90deg"), ("animate a sepia to 0.5", "select a; sepia 0.5"),
      ("animate a temperature to 40", "select a; temperature 40"),
      ("animate a blur from 20 to 2", "select a; blur 2"),
      ("animate a pixelate to 5%", "select a; pixelate 5"),
      (
        "animate a sharpen to 0.8 1.5 0.1 in rect 1,2 3,4",
        "select a; sharpen 0.8 1.5 0.1 in rect 1,2 3,4"
      ),
    ]
    for (animated, plain) in pairs {
      let expected = try run(Self.shapes + plain, [])
      let found = try run(Self.shapes + animated + " over 2s ease out after 1s", [])
      expectTrue(found.timeline == nil)
      for (a, b) in zip(found.scene.layers, expected.scene.layers) {
        expectEqual(a.state, b.state, "\(animated)")
      }
      let end = try timeline(animated + " over 2s ease out after 1s")
      for (a, b) in zip(end.end.layers, expected.scene.layers) {
        expectEqual(a.state, b.state, "\(animated)")
      }
      expectEqual(end.scene(at: end.frames - 1), end.end)
      expectEqual(end.frames, 31)
    }
  }

  @Test("An animation is one undo step and keeps the current layer")
  func history() throws {
    let result = try run(Self.shapes + "animate a opacity to 0.5\nexpect selected b\nselect a\nundo", [])
    try expectEqual(result.layer("a").state.opacity, 1)
    expectEqual(result.failedExpectations, [])
  }

  @Test("Expectations see the end of an animation")
  func expectations() throws {
    let result = try run(
      Self.shapes + "animate a rotate to 90deg\nselect a\nexpect transform 0 1 -1 0 0 0", [])
    expectEqual(result.failedExpectations, [])
  }

  // MARK: Frames

  @Test("Frames go from start to end, linear or eased; the default is 350 ms ease in-out")
  func ways() throws {
    expectTrue(
      near(try opacities("animate a opacity from 0 to 1 over 400ms ease linear"), [0, 0.25, 0.5, 0.75, 1]))
    let ease = Easing.named(.inOut)
    let usual = [0.1, 0.2, 0.3].map { 1 - 0.5 * ease($0 / 0.35) }
    expectTrue(near(try opacities("animate a opacity to 0.5"), [1] + usual + [0.5]))
    let curve = Easing(Point(x: 0.1, y: 0.7), Point(x: 0.2, y: 1))!
    expectTrue(
      near(
        try opacities("animate a opacity from 1 to 0 over 0.2s ease 0.1,0.7 0.2,1"), [1, 1 - curve(0.5), 0]))
  }

  @Test("An animated color edit goes from no change to its number, in its place among the others")
  func colorEdits() throws {
    let linear = "over 200ms ease linear"
    let moving = try timeline(
      "select a; invert; animate a saturation to 0 \(linear); contrast 3; animate a exposure from 2 to 1 \(linear)"
    )
    let numbers = [1, 0.5, 0.0]
    for (frame, number) in numbers.enumerated() {
      let colors = try state(moving, at: frame).effects.colors
      expectEqual(
        colors, [.invert(amount: 1), .saturation(number), .contrast(3), .exposure(stops: 1 + number)])
    }
    let undone = try timeline("select a; animate a hue to 90deg \(linear); undo; exposure 1")
    for frame in 0..<undone.frames {
      let colors = try state(undone, at: frame).effects.colors
      expectEqual(colors, [.exposure(stops: 1)])
    }
    let again = try timeline(
      "select a; animate a hue to 90deg \(linear); undo; animate a hue to 40deg \(linear)")
    for (frame, degrees) in [0, 20, 40.0].enumerated() {
      let colors = try state(again, at: frame).effects.colors
      expectEqual(colors, [.hue(.degrees(degrees))])
    }
    let over = try timeline("animate a grayscale to 1 over 1s ease 0.5,-1 0.5,2")
    for frame in 0..<over.frames {
      guard case .number(.grayscale, let amount)? = try state(over, at: frame).effects.colors.first?.kind
      else {
        Issue.record("no grayscale in frame \(frame)")
        continue
      }
      expectTrue((0...1).contains(amount))
    }
  }

  @Test(
    "Animated blurs, sharpening and squares go from no change to their numbers, in order with other effects")
  func neighborhoods() throws {
    let linear = "over 200ms ease linear"
    let moving = try timeline(
      """
      select a; invert; animate a blur from 10% to 0 \(linear); contrast 3
      animate a sharpen to 1 4 0.5 \(linear); animate a pixelate to 8 in rect 1,2 3,4 \(linear)
      """)
    let area = LayerEffect.Area(path: Path(Rect(x: 1, y: 2, width: 3, height: 4)), rule: .nonZero)
    for (frame, share) in [0, 0.5, 1].enumerated() {
      try expectEqual(
        state(moving, at: frame).effects,
        [
          .color(.invert(amount: 1)),
          .neighborhood(.blur(deviation: 10 - 10 * share)),
          .color(.contrast(3)),
          .neighborhood(.sharpen(amount: share, deviation: 4, threshold: 0.5)),
          .neighborhood(.pixelate(size: 8 * share), in: area),
        ])
    }
    let again = try timeline("select a; animate a blur to 9 \(linear); undo; animate a blur to 4 \(linear)")
    for frame in 0..<again.frames {
      let blur = NeighborhoodEdit.blur(deviation: 2 * Double(frame))
      try expectEqual(state(again, at: frame).effects, [.neighborhood(blur)])
    }
    let over = try timeline("animate a blur from 5 to 0 over 1s ease 0.5,-1 0.5,2")
    for frame in 0..<over.frames {
      guard case .neighborhood(.blur(let radius), _)? = try state(over, at: frame).effects.first else {
        Issue.record("no blur in frame \(frame)")
        continue
      }
      expectTrue(radius >= 0)
    }
  }

  static let blursOutOfRange: [(String, String)] = [
    ("blur from 3 to -1", "blur -1"), ("pixelate from -2 to 3", "pixelate -2"),
    ("sharpen to 101 2", "sharpen 101 2"), ("sharpen to 1 2 1.5", "sharpen 1 2 1.5"),
  ]

  @Test("Numbers out of range are the errors of the statement", arguments: blursOutOfRange)
  func neighborhoodRanges(animated: String, plain: String) throws {
    let problem = try failure(of: Self.shapes + "select a; " + plain, []).problem
    try expectEqual(failure(of: Self.shapes + "animate a " + animated, []).problem, problem)
  }

  @Test("A value that overshoots stays within its range")
  func overshooting() throws {
    let values = try opacities("animate a opacity from 0 to 1 over 1s ease 0.5,-1 0.5,2")
    expectTrue(values.allSatisfy { (0...1).contains($0) } && values[1] == 0 && values[9] == 1)
  }

  @Test("A repeated animation begins again from its start value, and ends with its value")
  func repeated() throws {
    let once = "animate a opacity from 0 to 1 over 200ms ease linear"
    expectTrue(near(try opacities(once + " repeat 1"), [0, 0.5, 1]))
    expectTrue(near(try opacities(once + " repeat 3"), [0, 0.5, 0, 0.5, 0, 0.5, 1]))
    // The delay comes once.
    expectTrue(near(try opacities(once + " after 100ms repeat 2"), [0, 0, 0.5, 0, 0.5, 1]))
    try expectEqual(timeline("animate a rotate to 360deg over 1s repeat 3").frames, 31)
  }

  /// The frames of a script at a rate, which all show one period.
  static let loops: [(String, String, Int)] = [
    ("animate a rotate to 360deg over 1.2s repeat forever", "25", 30),
    ("animate a rotate to 360deg over 1.2s ease linear after 5s repeat forever", "25", 30),
    (
      "animate a rotate to 360deg over 1s repeat forever; animate b opacity to 0 over 1.5s repeat forever",
      "10", 30
    ),
    (
      "animate a opacity to 0 over 400ms repeat forever\nanimate b opacity to 0 over 600ms repeat forever",
      "10", 12
    ),
    (
      "animate a opacity to 0 over (1/3)s repeat forever; animate b opacity to 0 over 0.5s repeat forever",
      "30", 30
    ),
    // A period that is no whole number of frames.
    ("animate a opacity to 0 over 350ms repeat forever", "30", 11),
    ("animate a opacity to 0 over 1s repeat forever", "29.97", 30),
    ("animate a opacity to 0 over 1ms repeat forever", "10", 1),
  ]

  @Test("Animations that repeat forever have the frames of one common period", arguments: loops)
  func oneLoop(script: String, rate: String, frames: Int) throws {
    let rate = try #require(FrameRate(rate))
    let timeline = try #require(
      try run(Self.shapes + script, [], context: RunContext(frameRate: rate)).timeline)
    expectEqual(timeline.frames, frames)
  }

  @Test("The first frame of a loop follows its last one")
  func seamless() throws {
    let ring = "animate a rotate to 360deg over 1.2s ease linear"
    let timeline = try timeline(ring + " repeat forever", 25)
    let angles = try (0..<30).map { try state(timeline, at: $0).transform.angleOfXAxis * 180 / .pi }
    for (frame, angle) in angles.enumerated() {
      let difference = (angle - Double(frame) * 12).remainder(dividingBy: 360)
      expectTrue(abs(difference) < 1e-9, "\(frame)")
    }
    // Without `forever`, the last frame repeats the first one.
    try expectEqual(self.timeline(ring, 25).frames, 31)
  }

  @Test("A loop starts when its last animation has begun")
  func staggered() throws {
    let timeline = try timeline(
      """
      animate a opacity from 0 to 1 over 400ms ease linear repeat forever
      animate b opacity from 0 to 1 over 400ms ease linear after 100ms repeat forever
      """)
    expectTrue(near(try (0..<4).map { try state(timeline, at: $0).opacity }, [0.25, 0.5, 0.75, 0]))
    expectTrue(near(try (0..<4).map { try state(timeline, "b", at: $0).opacity }, [0, 0.25, 0.5, 0.75]))
  }

  @Test("While other animations end or time passes, endless ones are shown at each time")
  func mixed() throws {
    let endless = "animate a opacity from 0 to 1 over 400ms ease linear repeat forever\n"
    expectTrue(near(try opacities(endless + "wait 500ms"), [0, 0.25, 0.5, 0.75, 0, 0.25]))
    expectTrue(near(try opacities(endless + "animate b opacity to 0 over 300ms"), [0, 0.25, 0.5, 0.75]))
    expectTrue(
      near(
        try opacities(endless + "wait 200ms\nanimate a opacity to 0 over 200ms ease linear"),
        [0, 0.25, 0.5, 0.25, 0]))
    expectTrue(
      near(try opacities(endless + "wait 200ms\nselect a\nopacity 0.3\nwait 100ms"), [0, 0.25, 0.3, 0.3]))
  }

  @Test("A still image shows the end of a round, and expectations see the time in it")
  func expectationsOfRounds() throws {
    let result = try run(
      Self.shapes + """
        animate a opacity from 0 to 0.5 over 1s ease linear repeat forever
        wait 2250ms
        select a
        expect shown opacity 12.5% ~1e-9
        wait 750ms
        expect shown opacity 0 ~1e-9
        """, [])
    expectEqual(result.failedExpectations, [])
    try expectEqual(result.layer("a").state.opacity, 0.5)
  }

  @Test("A period with too many frames is a limit")
  func longPeriods() throws {
    for script in [
      "animate a opacity to 0 over 9.973s repeat forever; animate b opacity to 0 over 9.967s repeat forever",
      "animate a opacity to 0 over 1e5s repeat forever",
    ] {
      let error = #expect(throws: ScriptError.self) { try timeline(script) }
      guard case .scene(.limit(let exceeded))? = error?.problem, exceeded.kind == .frames else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test("An animation runs at least once", arguments: ["0", "-1", "1.5"])
  func invalidRounds(count: String) throws {
    #expect(throws: ScriptError.self) { try run(Self.shapes + "animate a opacity to 0 repeat \(count)", []) }
  }

  @Test("A delayed animation shows its start value until it begins")
  func delay() throws {
    expectTrue(
      near(
        try opacities("animate a opacity from 0.2 to 1 over 200ms ease linear after 200ms"),
        [0.2, 0.2, 0.2, 0.6, 1]))
    expectTrue(
      near(try opacities("animate a opacity to 0 over 200ms ease linear after 200ms"), [1, 1, 1, 0.5, 0]))
  }

  @Test("A later animation replaces an earlier one, and starts at its current value")
  func replacing() throws {
    expectTrue(
      near(
        try opacities(
          """
          animate a opacity from 0 to 1 over 400ms ease linear
          wait 200ms
          animate a opacity to 0 over 200ms ease linear
          """), [0, 0.25, 0.5, 0.25, 0]))
    // One after the other, declared at once.
    expectTrue(
      near(
        try opacities(
          """
          animate a opacity from 0 to 1 over 200ms ease linear
          animate a opacity from 1 to 0.5 over 200ms ease linear after 300ms
          """), [0, 0.5, 1, 1, 0.75, 0.5]))
  }

  @Test("A plain statement ends an animation at once")
  func interrupting() throws {
    expectTrue(
      near(
        try opacities(
          "animate a opacity from 0 to 1 over 400ms ease linear\nwait 200ms\nselect a\nopacity 0.3"),
        [0, 0.25, 0.3, 0.3, 0.3]))
  }

  @Test("Waits and animations take time, and a timeline lasts until all of them end")
  func lengths() throws {
    try expectEqual(timeline("").frames, 1)
    try expectEqual(timeline("select a; rotate 3deg").frames, 1)
    try expectEqual(timeline("wait 1s").frames, 11)
    try expectEqual(timeline("wait 1s", 30).frames, 31)
    try expectEqual(timeline("wait 1010ms").frames, 12)
    try expectEqual(
      timeline("wait 1s; animate a opacity to 0 over 1s; animate b opacity to 0 over 500ms").frames, 21)
    try expectEqual(timeline("animate a opacity to 0 over 1s; wait 3s").frames, 31)
  }

  @Test("A statement between waits shows from its frame on, and a layer from its declaration on")
  func versions() throws {
    let timeline = try timeline(
      "select a\nwait 100ms\nrotate 90deg\nwait 50ms\nhide\nwait 60ms\nshow\nlayer c rect 0,0 5,5\nwait 100ms"
    )
    expectEqual(timeline.frames, 5)
    let turned = try (0..<5).map { try state(timeline, at: $0).transform != .identity }
    expectEqual(turned, [false, true, true, true, true])
    // A state that lasts for no frame is not seen. Any other state is seen from the first frame after it begins.
    try expectEqual((0..<5).map { try state(timeline, at: $0).isHidden }, [false, false, true, false, false])
    try expectEqual(
      (0..<5).map { try state(timeline, "c", at: $0).isHidden }, [true, true, true, false, false])
    expectEqual((1..<5).map { timeline.stands(at: $0) }, [false, false, false, true])
  }

  @Test("Colors are interpolated premultiplied, and keep fill rule, joins and dashes")
  func colors() throws {
    let fading = try timeline("animate a fill to none over 200ms ease linear")
    try expectEqual(
      state(fading, at: 1).look.fill?.paint, .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5)))
    let style = try timeline(
      "select a; fill red evenodd; stroke red 2 join round dash 3,1\nanimate a fill to blue\nanimate a stroke to blue 6 over 200ms ease linear"
    )
    let state = try state(style, at: 1)
    expectTrue(state.look.fill?.rule == .evenOdd && state.look.stroke?.style.join == .round)
    expectTrue(state.look.stroke?.style.dashes == [3, 1] && state.look.stroke?.style.width == 4)
    expectEqual(state.look.stroke?.paint, .color(Color(red: 0.5, green: 0, blue: 0.5)))
  }

  @Test("A new stroke fades in, while a line starts from its default black stroke")
  func outOfNothing() throws {
    let stroke = try timeline("select a; fill red\nanimate a stroke to blue 4 over 200ms ease linear")
    try expectEqual(
      state(stroke, at: 1).look.stroke?.paint, .color(Color(red: 0, green: 0, blue: 1, alpha: 0.5)))
    let line = try timeline("animate b stroke to white 3 over 200ms ease linear")
    let shown = try #require(try state(line, "b", at: 1).look.stroke)
    expectTrue(shown.paint == .color(Color(red: 0.5, green: 0.5, blue: 0.5)) && shown.style.width == 2)
  }

  @Test("An edit is animated by its parameters, so a rotation about a point follows a circle")
  func edits() throws {
    let turn = try timeline("animate a rotate to 90deg about 0,0 over 300ms ease linear")
    for frame in 0...3 {
      let plain = try run(Self.shapes + "select a; rotate \(30 * frame)deg about 0,0", [])
      try expectTrue(state(turn, at: frame).transform.distance(to: plain.transform) < 1e-12)
    }
    let grown = try timeline(
      "select a; rotate 30deg\nanimate a scale from 0.5 to 1.5,2.5 over 200ms ease linear")
    let half = try run(Self.shapes + "select a; rotate 30deg; scale 1,1.5", [])
    try expectTrue(state(grown, at: 1).transform.distance(to: half.transform) < 1e-12)
  }

  @Test("Overlapping edits add up, and end where the plain statements would")
  func overlapping() throws {
    let both = try timeline(
      "animate a rotate to 90deg over 200ms ease linear\nanimate a scale to 3 over 200ms ease linear")
    let half = try run(Self.shapes + "select a; rotate 45deg; scale 2", [])
    try expectTrue(state(both, at: 1).transform.distance(to: half.transform) < 1e-12)
    let moves = try timeline(
      "animate a move to 10,0 over 200ms ease linear\nwait 100ms\nanimate a move to 0,8 over 200ms ease linear"
    )
    let places = try (0..<4).map { try state(moves, at: $0).position }
    expectTrue(places.map(\.x) == [30, 35, 40, 40] && places.map(\.y) == [20, 20, 24, 28])
  }

  @Test("An edit during an animation moves the layer as far as it would without one")
  func gesturesMeanwhile() throws {
    let timeline = try timeline(
      "animate a scale to 3 over 200ms ease linear\nwait 100ms\nselect a\nconcat 1 0 0 1 7 9")
    let transform = try state(timeline, at: 1).transform
    expectTrue(transform.distance(to: AffineTransform(2, 0, 0, 2, 7, 9)) < 1e-12)
  }

  @Test("An animated transform takes the shorter rotation, and its parts change independently")
  func transforms() throws {
    let timeline = try timeline(
      "select a; rotate 170deg\nanimate a transform to \(cosine(-170)) \(sine(-170)) \(sine(170)) \(cosine(-170)) 20 0 over 200ms ease linear"
    )
    let half = AffineTransform(-1, 0, 0, -1, 10, 0)
    try expectTrue(state(timeline, at: 1).transform.distance(to: half) < 1e-12)
  }

  private func cosine(_ degrees: Double) -> String {
    Trigonometry.sineAndCosine(Angle(degrees: degrees)).cosine.fixed(15)
  }

  private func sine(_ degrees: Double) -> String {
    Trigonometry.sineAndCosine(Angle(degrees: degrees)).sine.fixed(15)
  }

  @Test("Groups can be animated, and definitions can animate")
  func groups() throws {
    let timeline = try timeline(
      """
      group g { layer c rect 0,0 5,5 }
      define fade name { animate $name opacity to 0 over 200ms ease linear }
      fade "g"
      """)
    try expectEqual(state(timeline, "g", at: 1).opacity, 0.5)
  }

  // MARK: Plans

  @Test("A layer without area is skipped in a frame, and is an error in a still image")
  func singular() throws {
    let text = Self.shapes + "animate a scale from 0 to 1 over 200ms"
    let timeline = try timeline("animate a scale from 0 to 1 over 200ms")
    let planner = try FramePlanner(timeline, by: Planner(limits: Limits(), output: anything))
    let names = try (0..<3).map { frame in
      try planner.plan(frame).items.map { item in
        if case .shape(let draw) = item { draw.layer } else { "" }
      }
    }
    expectEqual(names, [["b"], ["a", "b"], ["a", "b"]])
    #expect(throws: Never.self) { try plan(text, []) }
    let gone = Self.shapes + "\nanimate a scale to 0"
    let error = try failure(of: gone, [])
    expectTrue(error.problem == .scene(.singular(layer: "a")) && error.position.line == 5)
    let ending = try self.timeline("animate a scale to 0")
    let last = try FramePlanner(ending, by: Planner(limits: Limits(), output: anything)).plan(
      ending.frames - 1)
    expectEqual(last.items.count, 1)
  }

  @Test("The canvas is that of the end, and content beyond it is cut off")
  func canvas() throws {
    let fit = "canvas fit\nlayer a rect 0,0 40,20\nanimate a move from 100,0 to 0,0 over 200ms\n"
    let timeline = try #require(
      try run(fit, [image()], context: RunContext(frameRate: FrameRate(10))).timeline)
    let planner = try FramePlanner(timeline, by: Planner(limits: Limits(), output: anything))
    for frame in 0..<timeline.frames { try expectEqual(planner.plan(frame).canvas, planner.plan(2).canvas) }
  }

  // MARK: Errors

  static let wrong: [(String, ScriptProblem, Int)] = [
    ("animate c opacity to 0", .scene(.unknownLayer("c", nearest: nil)), 9),
    ("animate photo trim to 0..1", .scene(.notAShape("trim", layer: "photo")), 1),
    ("animate photo fill to red", .scene(.notAShape("fill", layer: "photo")), 1),
    (
      "animate a opacity to 2", .scene(.outOfRange("an opacity", value: 2, wanted: "from 0 to 1")), 22
    ),
    (
      "animate a opacity to 0 over 0s",
      .scene(.outOfRange("a duration", value: 0, wanted: "more than 0 seconds")), 29
    ),
    (
      "animate a opacity to 0 over -1s",
      .scene(.outOfRange("a time", value: -1, wanted: "from 0 to 31536000 seconds")), 29
    ),
    (
      "animate a opacity to 0 after -1s",
      .scene(.outOfRange("a time", value: -1, wanted: "from 0 to 31536000 seconds")), 30
    ),
    ("animate a opacity to 0 ease 1.5,0 1,1", .badEasing(1.5), 29),
    ("animate a opacity to 0 ease 0,0 -0.5,1", .badEasing(-0.5), 33),
    (
      "animate a opacity to 0 ease 0,0 1,-2e6",
      .scene(.outOfRange("a control point's y", value: -2e6, wanted: "from -1000000 to 1000000")), 33
    ),
    ("animate g fill to red", .scene(.gradientAnimated("fill", layer: "g")), 1),
    ("animate a scale to 1e200 ; animate a scale to 1e200", .scene(.notFinite("the transform")), 28),
  ]

  @Test(
    "Invalid animations are errors", arguments: wrong)
  func errors(text: String, problem: ScriptProblem, column: Int) throws {
    let layers =
      "layer photo image\nlayer a rect 0,0 9,9\nlayer g rect 0,0 9,9 fill linear 0,0 to 9,9 red blue\n"
    let error = try failure(of: layers + text)
    expectEqual(error.problem, problem)
    expectTrue(error.position.line == 4 && error.position.column == column)
    #expect(throws: ScriptError.self) {
      try run(layers + text, [image()], context: RunContext(frameRate: FrameRate(10)))
    }
  }

  @Test("A gradient can become a color if `from` names a color")
  func gradients() throws {
    let text = "layer g rect 0,0 9,9 fill linear 0,0 to 9,9 red blue\nanimate g fill from red to blue"
    #expect(throws: Never.self) { try run(text) }
  }

  @Test("Too many frames are an error at the statement that causes them")
  func limit() throws {
    var limits = Limits()
    limits.frames = 11
    let context = RunContext(frameRate: FrameRate(10))
    for text in [
      "wait 1s", "animate a opacity to 0 over 1s", "wait 500ms; animate a opacity to 0 over 500ms",
    ] {
      #expect(throws: Never.self) { try run(Self.shapes + text, [], limits: limits, context: context) }
    }
    for text in [
      "wait 1001ms", "animate a opacity to 0 over 1.01s", "wait 600ms\nanimate a opacity to 0 over 500ms",
    ] {
      let error = try failure(of: Self.shapes + text, [], limits: limits, context: context)
      expectEqual(error.problem, .scene(.limit(LimitExceeded(.frames, needed: 12, allowed: 11))))
      expectEqual(error.position.line, 3 + text.split(separator: "\n").count)
    }
    #expect(throws: Never.self) { try run(Self.shapes + "wait 1000s", [], limits: limits) }
  }
}
