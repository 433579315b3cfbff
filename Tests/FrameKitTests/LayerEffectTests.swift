import FrameKit
import TestSupport
import Testing

/// The blurs, sharpening, squares and masks of layers are those of scripts.
@Suite struct LayerEffectTests {
  private static let area = Rect(x: 5, y: 6, width: 30, height: 20)

  /// Effects, and the statements that do the same.
  static let effects: [(effect: Layer.Effect, statement: String)] = [
    (.blur(radius: 3), "blur 3"), (.blur(radius: 3, in: .rect(area)), "blur 3 in rect 5,6 30,20"),
    (.blur(radius: 2.5, in: .ellipse(area)), "blur 2.5 in ellipse 5,6 30,20"),
    (
      .blur(radius: 4, in: .path(try! Path(svgData: "M5,5 h40 v30 h-40 z M10,10 h20 v9 h-20 z"), .evenOdd)),
      "blur 4 in path \"M5,5 h40 v30 h-40 z M10,10 h20 v9 h-20 z\" evenodd"
    ),
    (.sharpen(amount: 0.8, radius: 1.5), "sharpen 0.8 1.5"),
    (
      .sharpen(amount: 2, radius: 2, threshold: 0.1, in: .rect(area)),
      "sharpen 2 2 0.1 in rect 5,6 30,20"
    ),
    (.sharpenOutput, "sharpen output"), (.pixelate(size: 7), "pixelate 7"),
    (.pixelate(size: 5, in: .ellipse(area)), "pixelate 5 in ellipse 5,6 30,20"),
  ]

  private func pixels(_ effects: [Layer.Effect], _ photo: Bitmap) throws -> Bitmap {
    var layer = Layer.image(.bitmap(photo))
    layer.effects = effects
    return try Canvas(width: 60, height: 40, layers: [layer]).render().pixels
  }

  private func expectSame(_ canvas: Canvas, _ script: String, _ images: Bitmap...) throws {
    let expected = try Edit(script: script).apply(to: images.map { .bitmap($0) }).render().pixels
    try expectEqual(canvas.render().pixels, expected, "\(script)")
  }

  @Test("Each effect gives the pixels of its statement, bit for bit", arguments: effects)
  func same(effect: Layer.Effect, statement: String) throws {
    let photo = try Bitmap.pattern(90, 60)
    let expected = try Edit(script: "canvas 60,40; layer a image \(statement)").apply(to: .bitmap(photo))
      .render().pixels
    try expectEqual(pixels([effect], photo), expected)
    try expectTrue(pixels([], photo) != expected)
  }

  @Test("Color edits and other effects apply in their order") func order() throws {
    let photo = try Bitmap.pattern(60, 40)
    let effects: [Layer.Effect] = [
      .color(.threshold(0.5)), .blur(radius: 3), .color(.invert()), .pixelate(size: 4),
    ]
    let statements = ["threshold 0.5", "blur 3", "invert", "pixelate 4"]
    func drawn(_ statements: [String]) throws -> Bitmap {
      try Edit(script: (["canvas 60,40; layer a image"] + statements).joined(separator: ";")).apply(
        to: .bitmap(photo)
      ).render()
        .pixels
    }
    let expected = try drawn(statements)
    try expectEqual(pixels(effects, photo), expected)
    let reversed = try drawn(statements.reversed())
    try expectTrue(pixels(effects.reversed(), photo) == reversed && reversed != expected)
  }

  static let refused: [Layer.Effect] = [
    .blur(radius: -1), .blur(radius: .nan), .blur(radius: 5000), .sharpen(amount: 101, radius: 1),
    .sharpen(amount: 1, radius: 1, threshold: 2), .pixelate(size: .infinity), .plugin("missing"),
    .blur(radius: 1, in: .rect(Rect(x: .nan, y: 0, width: 1, height: 1))),
  ]

  @Test("A number outside of its range is an error", arguments: refused)
  func range(effect: Layer.Effect) throws {
    let photo = try Bitmap.pattern(60, 40)
    #expect(throws: EditError.self) { try pixels([effect], photo) }
  }

  // MARK: Masks

  private static let fade = Paint.linearGradient(
    from: .zero, to: Point(x: 60, y: 0), stops: [.init(.white, at: 0), .init(.clear, at: 1)])

  @Test("An image, a gradient and a color are masks as in a script") func masks() throws {
    let photo = try Bitmap.pattern(60, 40)
    let (opaque, transparent) = (try Bitmap.pattern(60, 40), try Bitmap.pattern(60, 40, .rgba8))
    let cases: [(Layer.Mask, String, Bitmap?)] = [
      (.image(.bitmap(opaque)), "image $2", opaque),
      (.image(.bitmap(transparent)), "image $2", transparent),
      (
        .image(.bitmap(transparent), by: .luminance, isInverted: true), "image $2 luminance invert",
        transparent
      ),
      (.paint(Self.fade), "linear 0,0 to 60,0 white #0000", nil),
      (
        .paint(Self.fade, by: .luminance, isInverted: true),
        "linear 0,0 to 60,0 white #0000 luminance invert", nil
      ),
      (.paint(.color(.black), isInverted: true), "linear 0,0 to 60,0 black black invert", nil),
    ]
    for (mask, statement, image) in cases {
      var layer = Layer.image(.bitmap(photo))
      (layer.mask, layer.effects) = (mask, [.color(.invert()), .blur(radius: 2)])
      layer.shadow = Layer.Shadow(offset: Vector(dx: 2, dy: 2), blur: 3, color: .black)
      let images = [photo] + (image.map { [$0] } ?? [])
      let script = "canvas 90,60; layer a image $1 invert blur 2 shadow 2,2 3 black; mask \(statement)"
      let expected = try Edit(script: script).apply(to: images.map { .bitmap($0) }).render().pixels
      try expectEqual(
        Canvas(width: 90, height: 60, layers: [layer]).render().pixels, expected, "\(statement)")
    }
  }

  @Test(
    "A layer is a mask at its place on the canvas, before or after the layer that it masks, hidden or not")
  func layerMasks() throws {
    let photo = try Bitmap.pattern(60, 40)
    var hole = Layer(
      .shape(Shape(Path(ellipseIn: Rect(x: 10, y: 5, width: 40, height: 30)), fill: .color(.white))),
      name: "hole")
    hole.transform = AffineTransform(rotation: .degrees(20))
    var masked = Layer.image(.bitmap(photo))
    masked.transform = AffineTransform(translationX: 9, y: 4)
    masked.mask = .layer("hole")
    let (shape, image) = ("layer hole ellipse 10,5 40,30 fill white", "layer p image $1")
    for isHidden in [false, true] {
      hole.isHidden = isHidden
      let own = "\(shape) \(isHidden ? "hidden" : ""); rotate 20deg"
      try expectSame(
        Canvas(width: 60, height: 40, layers: [hole, masked]),
        "canvas 60,40; \(own); \(image) mask hole; translate 9,4", photo)
      try expectSame(
        Canvas(width: 60, height: 40, layers: [masked, hole]),
        "canvas 60,40; \(image); translate 9,4; \(own); select p; mask hole", photo)
    }
    masked.mask = .layer("hole", by: .luminance, isInverted: true)
    var canvas = Canvas(width: 60, height: 40, layers: [Layer(.group([masked])), hole])
    let grouped = "canvas 60,40; group g { \(image); translate 9,4 }; \(shape) hidden; rotate 20deg"
    try expectSame(canvas, "\(grouped); select p; mask hole luminance invert", photo)
    // Gestures find their layers as before.
    canvas.gestures = [.drag(through: [Point(x: 30, y: 20), Point(x: 35, y: 24)])]
    try expectEqual(canvas.replay().layers.map(\.name), ["layer 1", "layer 2", "hole"])
    masked.mask = .layer("nobody")
    #expect(throws: EditError.self) { try Canvas(width: 60, height: 40, layers: [hole, masked]).render() }
    (hole.mask, hole.isHidden) = (.layer("hole"), false)
    #expect(throws: EditError.self) { try Canvas(width: 60, height: 40, layers: [hole]).render() }
  }
}
