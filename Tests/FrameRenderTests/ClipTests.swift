@testable import FramePlan
import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// Groups with clip paths. Edges use the exact coverage of each pixel, and nested clips multiply.
@Suite struct ClipTests {
  private let canvas = size(90, 80)
  private let image = Images.noise(90, 80, .rgba8)

  private func rendered(_ items: [RenderPlan.Item], _ output: PixelFormat = .rgba8) throws -> Bitmap {
    try RenderPlan([image], canvas: canvas, items, light: .srgb, output: output).rendered(image)
  }

  private var drawn: RenderPlan.Item { .draw(image, by: .identity) }

  private func path(_ data: String) throws -> Path { try Path(svgData: data) }

  @Test("A clip of whole pixels keeps everything inside and removes everything outside")
  func alignedRect() throws {
    let clip = RenderPlan.Clip(Path(Rect(x: 7, y: 9, width: 70, height: 60)))
    let cut = try rendered([.group([drawn], clip: clip)])
    let whole = try rendered([.group([drawn])])
    for y in 0..<80 {
      for x in 0..<90 {
        let isInside = (7..<77).contains(x) && (9..<69).contains(y)
        expectTrue(cut.pixel(x, y) == (isInside ? whole.pixel(x, y) : [0, 0, 0, 0]))
      }
    }
  }

  @Test("A clipped white card equals a white shape with the same path, bit for bit")
  func sameAsFilled() throws {
    let star = try path("M 45 2 L 70 75 L 4 30 H 86 L 20 75 Z")
    for rule in [FillRule.nonZero, .evenOdd] {
      let matrix = AffineTransform.turned(11)
      let sheet = RenderPlan.Item.card(Rect(x: 0, y: 0, width: 90, height: 80), .white)
      let cut = RenderPlan.Item.group([sheet], clip: .init(star, rule: rule, matrix: matrix))
      let filled = RenderPlan.Item.shape(
        RenderPlan.ShapeDraw(
          layer: "a", path: star, fill: .init(.color(.white), rule: rule), matrix: matrix))
      try expectEqual(rendered([cut], .rgba16), rendered([filled], .rgba16))
    }
  }

  @Test("Nested clips leave their intersection, in either order")
  func nested() throws {
    let first = RenderPlan.Clip(Path(ellipseIn: Rect(x: 5, y: 5, width: 60, height: 70)))
    let second = RenderPlan.Clip(Path(Rect(x: 20, y: 0, width: 30, height: 50)))
    let both = try rendered([.group([.group([drawn], clip: first)], clip: second)])
    try expectEqual(both, rendered([.group([.group([drawn], clip: second)], clip: first)]))
    // The rectangle has whole pixels: inside it only the first clip applies, and outside it nothing is left.
    let one = try rendered([.group([drawn], clip: first)])
    for y in 0..<80 {
      for x in 0..<90 {
        let isInside = (20..<50).contains(x) && y < 50
        expectTrue(both.pixel(x, y) == (isInside ? one.pixel(x, y) : [0, 0, 0, 0]))
      }
    }
    // Applying the same clip twice multiplies its soft edges.
    let half = RenderPlan.Clip(Path(Rect(x: 10.5, y: 10, width: 20, height: 20)))
    let sheet = RenderPlan.Item.card(Rect(x: 0, y: 0, width: 90, height: 80), .white)
    let twice = try rendered([.group([.group([sheet], clip: half)], clip: half)], .rgba16)
    expectEqual(twice[10, 15, 3], 16384)
  }

  @Test("An empty clip path leaves nothing")
  func empty() throws {
    let cut = try rendered([.group([drawn], clip: .init(Path()))])
    expectEqual(cut, Bitmap(size: canvas, format: .rgba8))
  }
}
