import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FramePlan

@testable import FrameRender

/// Gradients as backgrounds: the pixels are those of a rectangle below all layers.
@Suite struct BackgroundTests {
  private static let sand = Color(red: 0.9, green: 0.7, blue: 0.3)
  private static let night = Color(red: 0.1, green: 0, blue: 0.4)

  private static let paints: [RenderPlan.Paint] = [
    .gradient(
      RenderPlan.Gradient(
        .linear(from: Point(x: 3, y: 2), to: Point(x: 31, y: 20)),
        stops: [.init(0, sand), .init(0.5, .clear), .init(1, night)])),
    .gradient(
      RenderPlan.Gradient(
        .radial(center: Point(x: 10, y: 9), radius: 25), stops: [.init(0.2, sand), .init(1, night)])),
  ]

  /// The canvas with an image that is partly transparent and does not cover it.
  private func plan(_ background: RenderPlan.Paint, _ output: PixelFormat, _ image: Bitmap) -> RenderPlan {
    var plan = RenderPlan(
      [image], canvas: size(40, 30), [.draw(image, by: AffineTransform(translationX: 6.5, y: 4))],
      output: output)
    plan.style.background = background
    if !output.channels.hasAlpha { plan.matte = .white }
    return plan
  }

  @Test(
    "A gradient background gives the pixels of a rectangle with this fill, below border and corners",
    arguments: paints, [PixelFormat.rgba8, .rgb8, .rgba16])
  func rectangle(paint: RenderPlan.Paint, output: PixelFormat) throws {
    let image = Images.noise(20, 18, .rgba8)
    for style in [
      CanvasStyle(), CanvasStyle(border: .init(width: 3, color: Self.night), cornerRadius: 8),
    ] {
      var drawn = plan(.color(.clear), output, image)
      (drawn.style, drawn.window) = (style, PixelRect(x: 2, y: 1, size: size(33, 27)))
      var painted = drawn
      painted.style.background = paint
      let rect = Path(Rect(x: 0, y: 0, width: 33, height: 27))
      drawn.items.insert(
        .shape(RenderPlan.ShapeDraw(layer: "a", path: rect, fill: .init(paint), matrix: .identity)), at: 0)
      try expectEqual(painted.rendered(image), drawn.rendered(image))
    }
  }

  @Test(
    "A gradient of one color gives the pixels of this color",
    arguments: [sand, Color(red: 0.2, green: 0.5, blue: 0.9, alpha: 0.3)], [PixelFormat.rgba8, .rgb8, .rgb16])
  func oneColor(color: Color, output: PixelFormat) throws {
    let image = Images.noise(20, 18, .rgba8)
    let gradient = RenderPlan.Gradient(
      .linear(from: .zero, to: Point(x: 40, y: 30)), stops: [.init(0, color), .init(1, color)])
    try expectEqual(
      plan(.gradient(gradient), output, image).rendered(image),
      plan(.color(color), output, image).rendered(image))
  }

  @Test("A gradient moves and grows with the output, and a circle stays a circle")
  func placed() {
    let style = CanvasStyle(
      background: Self.paints[1], border: .init(width: 2, color: .white), cornerRadius: 3)
    let placed = style.placed(by: AffineTransform(2, 0, 0, 2.01, -5, 7), scale: 2)
    let gradient = RenderPlan.Gradient(
      .radial(center: Point(x: 10, y: 9).applying(AffineTransform(2, 0, 0, 2.01, -5, 7)), radius: 50),
      stops: [.init(0.2, Self.sand), .init(1, Self.night)])
    expectEqual(placed.background, .gradient(gradient))
    expectTrue(placed.border == .init(width: 4, color: .white) && placed.cornerRadius == 6)
  }
}
