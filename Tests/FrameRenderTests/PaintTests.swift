import FrameGeometry
import FrameImage
import Testing

@testable import FrameRender

/// The paints of filled areas, and the blend modes.
@Suite struct PaintTests {
  private func shape(
    _ paint: RenderPlan.Paint, _ rect: Rect, matrix: AffineTransform = .identity, opacity: Double = 1
  ) -> RenderPlan.Item {
    .shape(
      RenderPlan.ShapeDraw(
        layer: "a", path: Path(rect), fill: RenderPlan.Fill(paint), matrix: matrix, opacity: opacity))
  }

  private func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha)
  }

  private func plan(_ items: [RenderPlan.Item], _ width: Int, _ height: Int = 1) -> RenderPlan {
    RenderPlan([], canvas: size(width, height), items, light: .srgb, output: .rgba8)
  }

  @Test("A linear gradient changes evenly and keeps its end colors beyond its ends")
  func linear() throws {
    let gradient = RenderPlan.Gradient(
      .linear(from: Point(x: 2, y: 5), to: Point(x: 12, y: 5)),
      stops: [.init(0, color(0, 0, 0)), .init(1, color(1, 1, 1))])
    let line = shape(.gradient(gradient), Rect(x: 0, y: 0, width: 14, height: 1))
    let result = try plan([line], 14).rendered([])
    let expected = (0..<14).map { x -> Int in
      let place: Double = (Double(x) + 0.5 - 2) / 10
      return Int((min(max(place, 0), 1) * 255).rounded())
    }
    #expect((0..<14).map { Int(result[$0, 0, 0]) } == expected)
    // The color is constant across the line, and the gradient rotates and scales with its layer.
    let turned = shape(
      .gradient(gradient), Rect(x: 0, y: 0, width: 14, height: 1),
      matrix: AffineTransform(scaleX: 2, y: 3).rotated(by: Angle(degrees: 90)).concatenating(
        AffineTransform(translationX: 3, y: 0)))
    let tall = try RenderPlan([], canvas: size(3, 42), [turned], light: .srgb, output: .rgba8).rendered([])
    for y in 0..<42 {
      let place = min(max(((Double(y) + 0.5) / 3 - 2) / 10, 0), 1)
      #expect(Int(tall[2, y, 0]) == Int((place * 255).rounded()))
    }
  }

  @Test("A radial gradient changes with the distance from its center")
  func radial() throws {
    let gradient = RenderPlan.Gradient(
      .radial(center: Point(x: 8, y: 8), radius: 8),
      stops: [.init(0.25, color(1, 0, 0)), .init(0.75, color(0, 0, 1))])
    let result = try plan([shape(.gradient(gradient), Rect(x: 0, y: 0, width: 16, height: 16))], 16, 16)
      .rendered([])
    for y in 0..<16 {
      for x in 0..<16 {
        let distance = Trigonometry.hypot(Double(x) + 0.5 - 8, Double(y) + 0.5 - 8) / 8
        let share = min(max((distance - 0.25) / 0.5, 0), 1)
        #expect(abs(Double(result[x, y, 2]) - share * 255) <= 0.5 + 1e-3)
      }
    }
  }

  @Test("A gradient without length draws its last color")
  func degenerate() throws {
    let here = Point(x: 3, y: 3)
    let stops = [RenderPlan.Gradient.Stop(0, color(1, 0, 0)), .init(1, color(0, 1, 0))]
    for geometry in [
      RenderPlan.Gradient.Geometry.linear(from: here, to: here), .radial(center: here, radius: 0),
    ] {
      let paint = RenderPlan.Paint.gradient(RenderPlan.Gradient(geometry, stops: stops))
      let result = try plan([shape(paint, Rect(x: 0, y: 0, width: 4, height: 4))], 4, 4).rendered([])
      #expect(result[0, 0, 0] == 0)
      #expect(result[0, 0, 1] == 255)
    }
  }

  @Test("Transparent stops do not darken the colors between stops")
  func premultiplied() throws {
    let gradient = RenderPlan.Gradient(
      .linear(from: .zero, to: Point(x: 4, y: 0)),
      stops: [.init(0, color(0, 0, 0, 0)), .init(1, color(1, 1, 1))])
    let result = try plan([shape(.gradient(gradient), Rect(x: 0, y: 0, width: 4, height: 1))], 4).rendered([])
    #expect((0..<4).map { result[$0, 0, 0] } == [255, 255, 255, 255])
    #expect((0..<4).map { result[$0, 0, 3] } == [32, 96, 159, 223])
  }

  /// One channel of opaque colors, 0.6 below and 0.3 above, by the formulas of "Compositing and Blending Level 1".
  static let mixtures: [(BlendMode, Double)] = [
    (.normal, 0.3), (.multiply, 0.18), (.screen, 0.72), (.overlay, 1 - 2 * 0.4 * 0.7), (.darken, 0.3),
    (.lighten, 0.6), (.colorDodge, 0.6 / 0.7), (.colorBurn, 0), (.hardLight, 0.36),
    (.softLight, 0.6 - 0.4 * 0.6 * 0.4), (.difference, 0.3), (.exclusion, 0.9 - 0.36),
  ]

  @Test("Opaque colors blend by the formula of each mode", arguments: mixtures)
  func opaque(mode: BlendMode, expected: Double) {
    let mixed = mode.over(WorkingPixel(0.3, 0.3, 0.3, 1), WorkingPixel(0.6, 0.6, 0.6, 1))
    #expect(abs(Double(mixed[0]) - expected) < 1e-6)
    #expect(mixed.w == 1)
  }

  @Test(
    "Blending changes only the overlap, in proportion to both alphas",
    arguments: BlendMode.allCases)
  func partial(mode: BlendMode) {
    let (a, b) = (WorkingPixel(0.15, 0.3, 0.45, 0.5), WorkingPixel(0.2, 0.1, 0, 0.25))
    #expect(mode.over(a, .zero) == a)
    #expect(mode.over(.zero, b) == b)
    let mixed = mode.over(a, b)
    #expect(abs(mixed.w - 0.625) < 1e-6)
    let whole = mode.over(a / 0.5, b / 0.25)
    for i in 0..<3 {
      let expected = a[i] * 0.75 + b[i] * 0.5 + whole[i] * 0.125
      #expect(abs(mixed[i] - expected) < 1e-6)
    }
  }

  @Test("Dodge, burn and soft light are correct at their boundary values")
  func ends() {
    func mix(_ mode: BlendMode, below: Float, above: Float) -> Float {
      mode.over(WorkingPixel(above, above, above, 1), WorkingPixel(below, below, below, 1))[0]
    }
    #expect(mix(.colorDodge, below: 0, above: 1) == 0)
    #expect(mix(.colorDodge, below: 0.5, above: 1) == 1)
    #expect(mix(.colorBurn, below: 1, above: 0) == 1)
    #expect(mix(.colorBurn, below: 0.5, above: 0) == 0)
    #expect(mix(.softLight, below: 0.2, above: 1) > 0.2)
    #expect(mix(.softLight, below: 0.16, above: 0.5) == 0.16)
  }

  @Test("Skipping hidden rectangles gives the same pixels as groups, which hide nothing")
  func manyHidden() throws {
    var random = SplitMix64(seed: 3)
    func number(_ below: UInt64) -> Double { Double(random.next() % (4 * below)) / 4 }
    let rects = (0..<300).map { _ in
      Rect(x: number(90) - 9, y: number(70) - 9, width: number(80), height: number(80))
    }
    let items = rects.enumerated().map { i, rect in
      shape(.color(color(Double(i % 7) / 7, Double(i % 11) / 11, Double(i) / 300)), rect)
    }
    let groups = items.map {
      RenderPlan.Item.group(RenderPlan.GroupDraw(layer: "g", items: [$0], blend: .normal))
    }
    for count in [100, 200, 300] {
      let painted = try plan(Array(items.prefix(count)), 100, 80).rendered([])
      #expect(try plan(Array(groups.prefix(count)), 100, 80).rendered([]) == painted)
    }
  }

  @Test("Items below an opaque rectangle change no bit of it")
  func hidden() throws {
    let below = (0..<5).map { i in
      shape(
        .color(color(0.3, Double(i) / 5, 0.9, 0.7)), Rect(x: Double(i) * 9, y: 3, width: 80, height: 70))
    }
    let above = shape(.color(color(0.1, 0.9, 0.2, 0.5)), Rect(x: 10.25, y: 10.5, width: 30, height: 30))
    // Whole tiles of 64 columns, slightly less than that, more than the canvas, and a single tile.
    for rect in [
      Rect(x: 0, y: 0, width: 128, height: 100), Rect(x: 0.001, y: 0, width: 127.999, height: 100),
      Rect(x: -5, y: -5, width: 200, height: 200), Rect(x: 64, y: 0, width: 64, height: 64),
    ] {
      let cover = shape(.color(color(0.7, 0.2, 0.4)), rect)
      let whole = try plan(below + [cover, above], 128, 100).rendered([])
      let alone = try plan([cover, above], 128, 100).rendered([])
      for y in 0..<100 {
        for x in 0..<128 where Double(x) >= rect.minX && Double(x + 1) <= rect.maxX {
          guard Double(y) >= rect.minY, Double(y + 1) <= rect.maxY else { continue }
          #expect((0..<4).allSatisfy { whole[x, y, $0] == alone[x, y, $0] })
        }
      }
    }
    // A partly covered column shows what is below.
    let gap = shape(.color(color(0, 0, 0)), Rect(x: 0.5, y: 0, width: 200, height: 200))
    let white = shape(.color(color(1, 1, 1)), Rect(x: 0, y: 0, width: 200, height: 200))
    let result = try plan([white, gap], 64, 64).rendered([])
    #expect(result[0, 5, 0] == 128 && result[1, 5, 0] == 0)
  }

  @Test("Every blend mode matches its formula in every channel, bit for bit", arguments: BlendMode.allCases)
  func formulas(mode: BlendMode) {
    func screen(_ b: Float, _ s: Float) -> Float { b + s - b * s }
    func hardLight(_ b: Float, _ s: Float) -> Float { s <= 0.5 ? b * (2 * s) : screen(b, 2 * s - 1) }
    func soft(_ b: Float, _ s: Float) -> Float {
      if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
      return b + (2 * s - 1) * (d - b)
    }
    func mixed(_ b: Float, _ s: Float) -> Float {
      switch mode {
      case .normal: s
      case .multiply: b * s
      case .screen: screen(b, s)
      case .overlay: hardLight(s, b)
      case .darken: min(b, s)
      case .lighten: max(b, s)
      case .colorDodge: b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
      case .colorBurn: b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
      case .hardLight: hardLight(b, s)
      case .softLight: soft(b, s)
      case .difference: abs(b - s)
      case .exclusion: b + s - 2 * b * s
      }
    }
    let steps: [Float] = [0, 0.01, 0.2, 0.25, 0.26, 0.5, 0.51, 0.75, 0.99, 1]
    for b in steps {
      for s in steps {
        let (below, above) = (WorkingPixel(b, 0.5, 1 - b, 1), WorkingPixel(s, s, 0.3, 1))
        let result = mode.over(above, below)
        #expect((0..<3).allSatisfy { result[$0] == mixed(below[$0], above[$0]) })
        #expect(result.w == 1)
      }
    }
  }
}
