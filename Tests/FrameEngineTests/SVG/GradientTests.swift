import FrameGeometry
import FrameImage
import FramePlan
import TestSupport
import Testing

@testable import FrameScene

/// Gradients in SVG, which interpolates encoded colors and alpha separately.
@Suite struct GradientTests {
  private static let red = Color(red: 1, green: 0, blue: 0)
  private static let blue = Color(red: 0, green: 0, blue: 1)

  private func stops(_ stops: [(Double, Color)], _ light: Light) -> [RenderPlan.Gradient.Stop] {
    let line = RenderPlan.Gradient.Geometry.linear(from: .zero, to: Point(x: 1, y: 0))
    return RenderPlan.Gradient(line, stops: stops.map { .init($0.0, $0.1) }).svgStops(in: light)
  }

  @Test("Opaque gradients in sRGB and single stops need no extra stops") func encodedStops() {
    expectEqual(stops([(0, Self.red), (0.5, Self.blue), (0.5, Self.red), (1, .white)], .srgb).count, 4)
    expectEqual(stops([(0.3, Self.red)], .linear).count, 1)
  }

  @Test("A gradient in linear light gets extra stops that brighten its middle") func linearStops() throws {
    let all = stops([(0, Self.red), (1, Self.blue)], .linear)
    let middle = try #require(all.first { $0.place == 0.5 })
    expectTrue(abs(middle.color.red - 0.7354) < 1e-3 && abs(middle.color.blue - 0.7354) < 1e-3)
    expectTrue(all.count > 8 && all.count < 64)
  }

  /// Checks all positions, not only the stops.
  @Test(
    "Written stops stay within 0.75/255 of premultiplied interpolation",
    arguments: [Light.srgb, .linear])
  func betweenStops(
    light: Light
  ) {
    var pale = Self.red
    pale.alpha = 0.25
    let all = stops([(0, pale), (1, Self.blue)], light)
    for step in 0...1000 {
      let place = Double(step) / 1000
      let next = max(1, all.firstIndex { $0.place >= place } ?? 1)
      let (a, b) = (all[next - 1], all[next])
      let share = (place - a.place) / (b.place - a.place)
      let alpha = a.color.alpha + (b.color.alpha - a.color.alpha) * share
      let blue = a.color.blue + (b.color.blue - a.color.blue) * share
      // Premultiplied, as in the renderer.
      let wanted = place / (0.25 + 0.75 * place)
      let encoded = light == .srgb ? wanted : encode(wanted)
      expectTrue(abs(blue - encoded) * alpha < 0.75 / 255, "\(place)")
    }
  }

  /// A clear stop takes the color of its neighbor on each side, so fading does not change a color.
  @Test("A clear stop takes the color of its neighbor on each side") func transparentStops() {
    let all = stops([(0, Self.red), (0.5, .clear), (1, Self.blue)], .srgb)
    expectEqual(all.map(\.place), [0, 0.5, 0.5, 1])
    expectTrue(all.map(\.color.red) == [1, 1, 0, 0] && all.map(\.color.alpha) == [1, 0, 0, 1])
  }

  private func encode(_ x: Double) -> Double {
    x <= 0.0031308 ? 12.92 * x : 1.055 * Exponentials.power(x, 1 / 2.4) - 0.055
  }
}
