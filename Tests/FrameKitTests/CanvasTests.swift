import FrameKit
import TestSupport
import Testing

/// A canvas built in Swift is the same edit as its script.
@Suite struct CanvasTests {
  private let photo: Bitmap

  init() throws { photo = try .pattern(60, 40) }

  private func expectSame(_ canvas: Canvas, _ script: String, _ images: ImageSource...) throws {
    let expected = try Edit(script: script).apply(to: images).render().pixels
    try expectEqual(canvas.render().pixels, expected)
  }

  @Test("An image layer fills the canvas as in a script") func image() throws {
    let canvas = Canvas(
      width: 80, height: 50, background: Color(name: "navy")!, layers: [Layer.image(.bitmap(photo))])
    try expectSame(canvas, "canvas 80,50; background navy; layer a image", .bitmap(photo))
  }

  @Test("Transforms compose as in a script, and the identity restores the layer") func transforms() throws {
    var layer = Layer.image(.bitmap(photo))
    let plain = try Canvas(width: 80, height: 50, layers: [layer]).render().pixels
    layer.transform = layer.transform.rotated(by: .degrees(30)).scaledBy(x: 1.5, y: 1.2).translatedBy(
      x: 4, y: 2)
    let canvas = Canvas(width: 80, height: 50, layers: [layer])
    try expectSame(
      canvas, "canvas 80,50; layer a image; rotate 30deg; scale 1.5,1.2; translate 4,2", .bitmap(photo))
    expectTrue(!layer.transform.isIdentity)
    layer.transform = .identity
    expectTrue(layer.transform.isIdentity)
    try expectEqual(Canvas(width: 80, height: 50, layers: [layer]).render().pixels, plain)
  }

  @Test("Placement, content mode, anchor, opacity, blend mode, clip and shadow are those of a script")
  func attributes() throws {
    var layer = Layer.image(.bitmap(photo))
    layer.origin = Point(x: 10, y: 5)
    layer.size = Size(width: 50, height: 40)
    layer.contentMode = .scaleAspectFill
    layer.anchor = Point(x: 0, y: 1)
    layer.transform = AffineTransform(rotation: .degrees(10))
    layer.opacity = 0.75
    layer.blendMode = .multiply
    layer.clip = .bounds
    layer.shadow = Layer.Shadow(offset: Vector(dx: 3, dy: 4), blur: 5, color: Color(name: "black")!)
    var canvas = Canvas(width: 80, height: 60, background: Color(name: "gold")!, layers: [layer])
    canvas.cornerRadius = 9
    canvas.filter = .linear
    canvas.lights = Lights(resampling: .srgb, blending: .linear)
    try expectSame(
      canvas,
      """
      canvas 80,60; background gold; corner-radius 9; filter linear; light resample srgb; light blend linear
      layer a image at 10,5 size 50,40 mode scaleAspectFill anchor 0,1 opacity 0.75 blend multiply clip shadow 3,4 5 black
      rotate 10deg
      """, .bitmap(photo))
  }

  @Test("Shapes, gradients, strokes, texts and groups are those of a script") func shapes() throws {
    var star = Shape(
      Path(polygon: [
        Point(x: 50, y: 0), Point(x: 80, y: 90), Point(x: 2, y: 35), Point(x: 98, y: 35), Point(x: 20, y: 90),
      ]),
      fill: .linearGradient(
        from: Point(x: 0, y: 0), to: Point(x: 100, y: 0),
        stops: [.init(.white, at: 0), .init(Color(name: "red")!, at: 1)]),
      stroke: .color(Color(name: "black")!), strokeStyle: StrokeStyle(width: 3, join: .round, dashes: [8, 2]))
    star.fillRule = .evenOdd
    var text = Text("Frames", at: Point(x: 10, y: 100))
    text.size = 24
    text.weight = 700
    text.fill = .radialGradient(
      center: Point(x: 40, y: 110), radius: 50,
      stops: [.init(Color(name: "blue")!, at: 0), .init(Color(name: "lime")!, at: 1)])
    var group = Layer.group([.shape(star), .text(text)])
    group.transform = AffineTransform(scaleX: 0.5, y: 0.5)
    group.opacity = 0.5
    try expectSame(
      Canvas(width: 120, height: 140, background: .white, layers: [group]),
      """
      canvas 120,140; background white
      group g opacity 0.5 {
        layer star path "M50,0 L80,90 L2,35 L98,35 L20,90 Z" fill linear 0,0 to 100,0 white@0% red@100% evenodd \
      stroke black 3 join round dash 8,2
        layer t text "Frames" at 10,100 font-size 24 weight 700 fill radial 40,110 50 blue@0% lime@100%
      }
      select g
      scale 0.5
      """)
  }

  @Test("A background with a gradient is that of a script") func gradientBackground() throws {
    let stops = [Paint.Stop(.white, at: 0), .init(.clear, at: 0.5), .init(Color(name: "navy")!, at: 1)]
    var canvas = Canvas(
      width: 60, height: 40, background: .linearGradient(from: .zero, to: Point(x: 60, y: 40), stops: stops))
    try expectSame(canvas, "canvas 60,40; background linear 0,0 to 60,40 white@0% #0000@50% navy@100%")
    canvas.background = .radialGradient(center: Point(x: 30, y: 20), radius: 25, stops: stops)
    try expectSame(canvas, "canvas 60,40; background radial 30,20 25 white@0% #0000@50% navy@100%")
    canvas.background = .radialGradient(center: .zero, radius: .nan, stops: stops)
    #expect(throws: EditError.self) { try canvas.render() }
  }

  @Test("A hidden layer is not drawn") func hidden() throws {
    var layer = Layer.image(.bitmap(photo))
    layer.isHidden = true
    let empty = try Canvas(width: 20, height: 20, background: .white).render().pixels
    try expectEqual(Canvas(width: 20, height: 20, background: .white, layers: [layer]).render().pixels, empty)
  }

  @Test("Layers are drawn in their order") func order() throws {
    let red = Layer(
      .shape(Shape(Path(Rect(x: 0, y: 0, width: 10, height: 10)), fill: .color(Color(name: "red")!))))
    let blue = Layer(
      .shape(Shape(Path(Rect(x: 0, y: 0, width: 10, height: 10)), fill: .color(Color(name: "blue")!))))
    try expectEqual(Canvas(width: 10, height: 10, layers: [red, blue]).render().pixels[5, 5, 2], 255)
    try expectEqual(Canvas(width: 10, height: 10, layers: [blue, red]).render().pixels[5, 5, 0], 255)
  }

  @Test("A canvas is written to a file, and drawn asynchronously") func destinations() async throws {
    let folder = try TemporaryFolder()
    let canvas = Canvas(width: 30, height: 20, layers: [Layer.image(.bitmap(photo))])
    try await canvas.write(to: folder["canvas.png"])
    let pixels = try await canvas.render().pixels
    let written = try await Edit(script: "").apply(to: .file(folder["canvas.png"])).render()
    expectEqual(written.pixels, pixels)
    let plan = try await canvas.plan(as: .png)
    expectEqual(plan.size, PixelSize(width: 30, height: 20))
  }
}

/// Gestures on layers, without drawing them.
@Suite struct ReplayTests {
  private func canvas(_ gestures: Gesture...) throws -> Canvas {
    var canvas = Canvas(
      width: 400, height: 300, layers: [Layer.image(.bitmap(try .pattern(40, 30)), name: "photo")])
    canvas.gestures = gestures
    return canvas
  }

  private func transform(_ gestures: Gesture...) throws -> AffineTransform {
    var canvas = try canvas()
    canvas.gestures = gestures
    return try #require(try canvas.replay().layer("photo")).transform
  }

  private func expectClose(_ a: AffineTransform, _ b: AffineTransform) {
    let pairs = [(a.a, b.a), (a.b, b.b), (a.c, b.c), (a.d, b.d), (a.tx, b.tx), (a.ty, b.ty)]
    expectTrue(pairs.allSatisfy { abs($0 - $1) < 1e-9 }, "\(a) is not \(b)")
  }

  @Test("A gesture ends exactly at its value") func values() throws {
    expectClose(try transform(.pinch(1.5, on: "photo")), AffineTransform(scaleX: 1.5, y: 1.5))
    expectClose(
      try transform(.rotate(by: .degrees(20), on: "photo")), AffineTransform(rotation: .degrees(20)))
    expectClose(
      try transform(.pan(by: Vector(dx: 30, dy: -10), on: "photo")), AffineTransform(translationX: 30, y: -10)
    )
  }

  @Test("Gestures act one after the other") func sequence() throws {
    let expected = AffineTransform(scaleX: 2, y: 2).concatenating(AffineTransform(translationX: 30, y: 0))
    expectClose(try transform(.pinch(2, on: "photo"), .pan(by: Vector(dx: 30, dy: 0), on: "photo")), expected)
  }

  @Test("Recognizers report their states, and time passes") func events() throws {
    let replay = try canvas(.pinch(1.5, on: "photo").lasting(.seconds(0.5))).replay()
    let pinches = replay.events.filter { $0.kind == .pinch }
    expectTrue(pinches.first?.state == .began && pinches.last?.state == .ended)
    expectTrue(
      abs(try #require(pinches.last).scale - 1.5) < 1e-9 && pinches.allSatisfy { $0.layer == "photo" })
    expectTrue(zip(replay.events, replay.events.dropFirst()).allSatisfy { $0.time <= $1.time })
  }

  @Test("Drawing shows the layers as a replay leaves them") func drawing() throws {
    let gestured = try canvas(.pinch(1.5, on: "photo"), .rotate(by: .degrees(20), on: "photo"))
    let state = try #require(try gestured.replay().layer("photo"))
    var still = gestured
    still.gestures = []
    still.layers[0].transform = state.transform
    try expectEqual(still.render().pixels, gestured.render().pixels)
  }
}
