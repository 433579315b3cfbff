import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FramePlan

@testable import FrameRender

/// The paints of filled areas.
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
    expectEqual((0..<14).map { Int(result[$0, 0, 0]) }, expected)
    // The color is constant across the line, and the gradient rotates and scales with its layer.
    let turned = shape(
      .gradient(gradient), Rect(x: 0, y: 0, width: 14, height: 1),
      matrix: AffineTransform(scaleX: 2, y: 3).rotated(by: Angle(degrees: 90)).concatenating(
        AffineTransform(translationX: 3, y: 0)))
    let tall = try RenderPlan([], canvas: size(3, 42), [turned], light: .srgb, output: .rgba8).rendered([])
    for y in 0..<42 {
      let place = min(max(((Double(y) + 0.5) / 3 - 2) / 10, 0), 1)
      expectEqual(Int(tall[2, y, 0]), Int((place * 255).rounded()))
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
        expectTrue(abs(Double(result[x, y, 2]) - share * 255) <= 0.5 + 1e-3)
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
      expectEqual(result[0, 0, 0], 0)
      expectEqual(result[0, 0, 1], 255)
    }
  }

  @Test("Transparent stops do not darken the colors between stops")
  func premultiplied() throws {
    let gradient = RenderPlan.Gradient(
      .linear(from: .zero, to: Point(x: 4, y: 0)),
      stops: [.init(0, color(0, 0, 0, 0)), .init(1, color(1, 1, 1))])
    let result = try plan([shape(.gradient(gradient), Rect(x: 0, y: 0, width: 4, height: 1))], 4).rendered([])
    expectEqual((0..<4).map { result[$0, 0, 0] }, [255, 255, 255, 255])
    expectEqual((0..<4).map { result[$0, 0, 3] }, [32, 96, 159, 223])
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
      try expectEqual(plan(Array(groups.prefix(count)), 100, 80).rendered([]), painted)
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
          expectTrue((0..<4).allSatisfy { whole[x, y, $0] == alone[x, y, $0] })
        }
      }
    }
    // A partly covered column shows what is below.
    let gap = shape(.color(color(0, 0, 0)), Rect(x: 0.5, y: 0, width: 200, height: 200))
    let white = shape(.color(color(1, 1, 1)), Rect(x: 0, y: 0, width: 200, height: 200))
    let result = try plan([white, gap], 64, 64).rendered([])
    expectTrue(result[0, 5, 0] == 128 && result[1, 5, 0] == 0)
  }
}
