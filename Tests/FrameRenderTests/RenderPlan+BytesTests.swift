import TestSupport
import Testing

@testable import FrameGeometry
@testable import FrameImage
@testable import FramePlan

@testable import FrameRender

/// The bytes that represent a plan, which differ for plans of different outputs.
@Suite struct RenderPlanBytesTests {
  private func bytes(_ items: [RenderPlan.Item]) -> [UInt8] {
    let size = PixelSize(width: 9, height: 9)!
    let plan = RenderPlan(
      canvas: size, window: PixelRect(x: 0, y: 0, size: size), items: items, output: .rgba8)
    var bytes: [UInt8] = []
    plan.forEachPiece { bytes += $0 }
    return bytes
  }

  private static let black = Color(red: 0, green: 0, blue: 0)
  private static let shape = RenderPlan.ShapeDraw(
    layer: "s", path: Path(Rect(x: 1, y: 2, width: 3, height: 4)), fill: .init(.color(.white)),
    stroke: .init(.color(black), StrokeStyle(width: 2)), matrix: .identity)
  private static let image = RenderPlan.ImageDraw(
    layer: "p", image: 0, map: .affine(.identity, visible: Rect(x: 0, y: 0, width: 5, height: 5)), opacity: 1)
  private static let clip = RenderPlan.Clip(Path(Rect(x: 0, y: 0, width: 1, height: 1)))
  private static let shadow = RenderPlan.Shadow(offset: Vector(dx: 1, dy: 2), deviation: 3, color: black)
  private static let group = RenderPlan.GroupDraw(
    layer: "g", items: [.shape(shape)], clip: clip, shadow: shadow)
  private static let stops = [RenderPlan.Gradient.Stop(0, .white), .init(1, black)]
  private static let line = RenderPlan.Gradient(
    .linear(from: .zero, to: Point(x: 1, y: 0)), stops: stops)

  /// A cube of one color.
  private static func lookup(_ value: Float, size: Int = 2, amount: Double = 1) -> ColorFunction {
    let colors = [SIMD4<Float>](repeating: SIMD4(value, 0, 0, 0), count: size * size * size)
    let cube = LookupCube(domain: .init(repeating: 0...1, count: 3), size: size, colors: colors)
    return ColorFunction([
      ColorEdit(.lookup(ColorLookup(path: "a.cube", tables: [.cube(cube)]), amount: amount))
    ])
  }

  private static func shapes() -> [RenderPlan.Item] {
    let changes: [(inout RenderPlan.ShapeDraw) -> Void] = [
      { _ in }, { $0.layer = "t" }, { $0.path.close() }, { $0.trim = .init(0, 0.5) },
      { $0.trim = .init(0.5, 1) }, { $0.fill = nil }, { $0.fill?.rule = .evenOdd },
      { $0.fill?.paint = .color(Color(red: 1, green: 1, blue: 1, alpha: 0.5)) },
      { $0.fill?.paint = .color(Color(red: 0, green: 1, blue: 1)) },
      { $0.fill?.paint = .color(Color(red: 1, green: 0, blue: 1)) },
      { $0.fill?.paint = .color(Color(red: 1, green: 1, blue: 0)) },
      { $0.fill?.paint = .gradient(line) },
      { $0.fill?.paint = .gradient(.init(line.geometry, stops: stops.reversed())) },
      { $0.fill?.paint = .gradient(.init(.linear(from: .zero, to: Point(x: 2, y: 0)), stops: stops)) },
      { $0.fill?.paint = .gradient(.init(.radial(center: .zero, radius: 1), stops: stops)) },
      { $0.fill?.paint = .gradient(.init(.radial(center: .zero, radius: 2), stops: stops)) },
      { $0.stroke = nil }, { $0.stroke?.paint = .color(.white) }, { $0.stroke?.style.width = 3 },
      { $0.stroke?.style.join = .bevel }, { $0.stroke?.style.miterLimit = 9 },
      { $0.stroke?.style.cap = .round }, { $0.stroke?.style.dashes = [1, 2] },
      { $0.stroke?.style.dashes = [1] }, { $0.stroke?.style.dashOffset = 1 },
      { $0.matrix = AffineTransform(1, 0, 0, 1, 0, 5) }, { $0.opacity = 0.5 },
      { $0.path = Path([.move(.zero), .quadratic(.zero, to: Point(x: 1, y: 1))]) },
      { $0.path = Path([.move(.zero), .cubic(.zero, .zero, to: Point(x: 1, y: 1))]) },
      { $0.path = Path([.move(.zero), .cubic(.zero, Point(x: 1, y: 0), to: Point(x: 1, y: 1))]) },
      { $0.path = Path(ellipseIn: Rect(x: 1, y: 2, width: 3, height: 4)) },
    ]
    return changes.map { change in
      var draw = shape
      change(&draw)
      return .shape(draw)
    }
  }

  private static func perspective(
    wx: Double = 0.001, width: Double = 5, left: Int = 0, top: Int = 0
  ) -> RenderPlan.Perspective {
    RenderPlan.Perspective(
      Projection(1, 0, 0, 0, 1, 0, wx, 0, 1),
      outline: ConvexPolygon(corners: Rect(x: 0, y: 0, width: width, height: 5).corners), left: left, top: top
    )
  }

  private static func images() -> [RenderPlan.Item] {
    let changes: [(inout RenderPlan.ImageDraw) -> Void] = [
      { _ in }, { $0.layer = "q" }, { $0.image = 1 }, { $0.matrix = AffineTransform(1, 0, 0, 1, 5, 0) },
      { $0.visible = Rect(x: 0, y: 0, width: 5, height: 4) }, { $0.opacity = 0.5 },
      { $0.map = .projective(perspective()) }, { $0.map = .projective(perspective(wx: 0.002)) },
      { $0.map = .projective(perspective(width: 6)) }, { $0.map = .projective(perspective(left: 1)) },
      { $0.map = .projective(perspective(top: 1)) },
    ]
    return changes.map { change in
      var draw = image
      change(&draw)
      return .image(draw)
    }
  }

  private static func groups() -> [RenderPlan.Item] {
    let changes: [(inout RenderPlan.GroupDraw) -> Void] = [
      { _ in }, { $0.layer = "h" }, { $0.items = [] }, { $0.items += [.image(image)] },
      { $0.opacity = 0.5 }, { $0.blend = .screen }, { $0.plane = perspective() }, { $0.clip = nil },
      { $0.clip?.rule = .evenOdd },
      { $0.clip?.matrix = AffineTransform(1, 0, 0, 1, 5, 0) }, { $0.clip?.path.close() }, { $0.shadow = nil },
      { $0.shadow?.offset.dx = 9 }, { $0.shadow?.offset.dy = 9 }, { $0.shadow?.deviation = 9 },
      { $0.shadow?.color = .white }, { $0.mask = .init([], .alpha) }, { $0.mask = .init([], .luminance) },
      { $0.mask = .init([], .alpha, isInverted: true) }, { $0.mask = .init([.image(image)], .alpha) },
      { $0.colors = ColorFunction([.contrast(2)]) }, { $0.light = .resampling },
      { $0.colors = ColorFunction([.contrast(2.0000001)]) }, { $0.colors = ColorFunction([.brightness(2)]) },
      { $0.colors = ColorFunction([.tint(2)]) },
      {
        let swapped = ColorMatrix(rows: [0, 1, 0], [1, 0, 0], [0, 0, 1])
        $0.colors = ColorFunction([.tint(2)]).converted(primaries: swapped) { $0 }
      },
      { $0.colors = lookup(0.5) }, { $0.colors = lookup(0.4) }, { $0.colors = lookup(0.5, size: 3) },
      { $0.colors = lookup(0.5, amount: 0.5) },
    ]
    return changes.map { change in
      var draw = group
      change(&draw)
      return .group(draw)
    }
  }

  private static func neighborhoods() -> [RenderPlan.Item] {
    let draw = RenderPlan.NeighborhoodDraw(
      layer: "n", items: [.image(image)], .blur(deviation: 2), box: .zero, area: clip)
    let changes: [(inout RenderPlan.NeighborhoodDraw) -> Void] = [
      { _ in }, { $0.layer = "m" }, { $0.items = [] }, { $0.edit = .blur(deviation: 2.0000001) },
      { $0.edit = .pixelate(size: 2) },
      { $0.edit = .sharpen(amount: 1, deviation: 2, threshold: 0) },
      { $0.edit = .sharpen(amount: 2, deviation: 1, threshold: 0) },
      { $0.edit = .sharpen(amount: 1, deviation: 2, threshold: 0.1) }, { $0.box.origin.x = 1 },
      { $0.box.size.width = 1 }, { $0.area = nil }, { $0.area?.rule = .evenOdd },
      { $0.outline = clip }, { $0.light = .resampling },
    ]
    return changes.map { change in
      var draw = draw
      change(&draw)
      return .neighborhood(draw)
    }
  }

  @Test("Items that differ in any property have different bytes, and equal items the same")
  func differences() {
    let lists =
      (Self.shapes() + Self.images() + Self.groups() + Self.neighborhoods()).map { [$0] } + [
        [], [.shape(Self.shape), .image(Self.image)], [.image(Self.image), .shape(Self.shape)],
      ]
    var known: Set<[UInt8]> = []
    for items in lists {
      expectEqual(bytes(items), bytes(items))
      expectTrue(known.insert(bytes(items)).inserted, "\(items)")
    }
  }

  @Test("Plans that differ in any property that decides the output have different bytes") func plans() {
    let size = PixelSize(width: 9, height: 9)!
    var image = SourceImage(id: 0, name: "a.jpg", size: size, pixels: .rgb8)
    let plan = RenderPlan(
      canvas: size, window: PixelRect(x: 0, y: 0, size: size), images: [image], output: .rgba8)
    func bytes(_ change: (inout RenderPlan) -> Void) -> [UInt8] {
      var plan = plan
      change(&plan)
      var bytes: [UInt8] = []
      plan.forEachPiece { bytes += $0 }
      return bytes
    }
    func curve(_ change: (inout ToneCurve.Formula) -> Void) -> (inout RenderPlan) -> Void {
      var formula = ToneCurve.Formula(exponent: 2)
      change(&formula)
      return { $0.toneCurve = .formula(formula) }
    }
    let move = LosslessTransform(.exact, .right, source: PixelRect(x: 0, y: 0, size: size))
    let changes: [(inout RenderPlan) -> Void] = [
      { _ in }, { $0.canvas = PixelSize(width: 8, height: 9)! }, { $0.window.x = 1 }, { $0.window.y = 1 },
      { $0.window.size = PixelSize(width: 9, height: 8)! }, { $0.style.background = .color(.white) },
      { $0.style.border = .init(width: 1, color: .white) },
      { $0.style.pad = .init(width: 1, color: .white) },
      { $0.unpadded = PixelRect(x: 1, y: 1, size: PixelSize(width: 2, height: 2)!) },
      { $0.style.border = .init(width: 2, color: .white) },
      { $0.style.border = .init(width: 1, color: .clear) }, { $0.style.cornerRadius = 1 },
      { $0.matte = .white }, { $0.matte = .clear }, { $0.filter = .linear }, { $0.lights.resampling = .srgb },
      { $0.lights.blending = .linear },
      { $0.toneCurve = .table([0, 1]) }, { $0.toneCurve = .table([0, 2]) }, curve { _ in },
      curve { $0.exponent = 3 }, curve { $0.a = 2 }, curve { $0.b = 2 }, curve { $0.c = 2 },
      curve { $0.d = 2 }, curve { $0.e = 2 }, curve { $0.f = 2 }, { $0.images = [] },
      { $0.images[0].id = 1 }, { $0.images[0].size = PixelSize(width: 8, height: 9)! },
      { $0.images[0].orientation = .left }, { $0.images[0].pixels = .rgba8 },
      { $0.images[0].reduction = .half }, { $0.items = [.image(Self.image)] }, { $0.output = .rgb8 },
      { $0.output = PixelFormat(.rgba, .sixteen) }, { $0.writing = .moved(move) },
      { $0.writing = .moved(.init(.trimmed, .right, source: move.source)) },
      { $0.writing = .moved(.init(.exact, .left, source: move.source)) },
      { $0.writing = .moved(.init(.exact, .right, source: PixelRect(x: 1, y: 0, size: size))) },
    ]
    expectEqual(Set(changes.map(bytes)).count, changes.count)
    image.name = "b.jpg"
    expectEqual(bytes { $0.images = [image] }, bytes { _ in })
    expectEqual(bytes { $0.writing = .encoded(because: .composed) }, bytes { _ in })
    expectEqual(
      Mirror(reflecting: plan).children.compactMap(\.label),
      [
        "canvas", "window", "unpadded", "style", "matte", "filter", "lights", "toneCurve", "images", "items",
        "output",
        "losses", "writing",
      ])
  }

  @Test("Every property is listed here, because a new one must be added to the bytes")
  func properties() {
    func names(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }
    expectEqual(names(Self.shape), ["layer", "path", "trim", "fill", "stroke", "matrix", "opacity"])
    expectEqual(
      names(Self.image), ["layer", "image", "map", "opacity", "part", "edge"])
    expectEqual(
      names(Self.group),
      ["layer", "items", "opacity", "clip", "mask", "shadow", "blend", "colors", "light", "plane"])
    expectEqual(names(Self.perspective()), ["map", "outline", "left", "top"])
    expectTrue(
      names(Self.shape.fill!) == ["paint", "rule"] && names(Self.shape.stroke!) == ["paint", "style"])
    expectEqual(names(StrokeStyle(width: 1)), ["width", "join", "miterLimit", "cap", "dashes", "dashOffset"])
    expectTrue(names(Self.line) == ["geometry", "stops"] && names(Self.clip) == ["path", "rule", "matrix"])
    expectEqual(names(Self.shadow), ["offset", "deviation", "color"])
  }

  @Test("The bytes of many items are delivered in pieces")
  func pieces() {
    let size = PixelSize(width: 9, height: 9)!
    let plan = RenderPlan(
      canvas: size, window: PixelRect(x: 0, y: 0, size: size),
      items: Array(repeating: .shape(Self.shape), count: 1000), output: .rgba8)
    var longest = 0
    var count = 0
    plan.forEachPiece { piece in
      longest = max(longest, piece.count)
      count += 1
    }
    expectTrue(count > 10 && longest < 1 << 15)
  }
}
