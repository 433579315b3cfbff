import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FramePlan
@testable import FrameRender

/// Groups under masks.
@Suite struct MaskTests {
  private static let white = RenderPlan.Item.card(Rect(x: 0, y: 0, width: 60, height: 50), .white)

  private static func masked(
    _ items: [RenderPlan.Item], by mask: [RenderPlan.Item], _ channel: MaskChannel = .alpha,
    inverted: Bool = false
  ) -> RenderPlan.Item {
    .group(
      RenderPlan.GroupDraw(
        layer: "masked", items: items, mask: RenderPlan.Mask(mask, channel, isInverted: inverted)))
  }

  private static func render(
    _ items: [RenderPlan.Item], _ images: [Bitmap] = [], light: Light = .srgb
  ) throws -> Bitmap {
    try RenderPlan(images, canvas: size(60, 50), items, light: light, output: .rgba16).rendered(images)
  }

  @Test("Alpha is multiplied by the mask's alpha, or by what is left of it", arguments: [false, true])
  func alpha(inverted: Bool) throws {
    let mask = Images.noise(60, 50, .rgba8, seed: 4)
    let found = try Self.render(
      [Self.masked([Self.white], by: [.draw(mask, by: .identity)], inverted: inverted)], [mask])
    for y in 0..<50 {
      for x in 0..<60 {
        let share = Double(mask[x, y, 3]) / 255
        expectTrue(abs(Double(found[x, y, 3]) - 65535 * (inverted ? 1 - share : share)) < 1, "\(x),\(y)")
      }
    }
  }

  @Test(
    "Luminance is that of encoded samples, times alpha, in any light", arguments: [false, true],
    [Light.srgb, .linear])
  func luminance(inverted: Bool, light: Light) throws {
    let mask = Images.noise(60, 50, .rgba8, seed: 9)
    let found = try Self.render(
      [Self.masked([Self.white], by: [.draw(mask, by: .identity)], .luminance, inverted: inverted)], [mask],
      light: light)
    for y in 0..<50 {
      for x in 0..<60 {
        let pixel = mask.pixel(x, y).map { Double($0) / 255 }
        let value = (0.2125 * pixel[0] + 0.7154 * pixel[1] + 0.0721 * pixel[2]) * pixel[3]
        expectTrue(abs(Double(found[x, y, 3]) - 65535 * (inverted ? 1 - value : value)) < 6, "\(x),\(y)")
      }
    }
  }

  @Test("A mask of a shape is a clip with the same edges") func clip() throws {
    let image = Images.noise(60, 50, .rgba8)
    let path = Path(ellipseIn: Rect(x: 5.3, y: 7.8, width: 40, height: 31))
    let shape = RenderPlan.Item.shape(
      RenderPlan.ShapeDraw(layer: "shape", path: path, fill: .init(.color(.white)), matrix: .turned(3)))
    let item = RenderPlan.Item.draw(image, by: .turned(4))
    let clipped = RenderPlan.Item.group([item], clip: RenderPlan.Clip(path, matrix: .turned(3)))
    let mask = try Self.render([Self.masked([item], by: [shape])], [image])
    let clip = try Self.render([clipped], [image])
    for i in 0..<60 * 50 {
      let (one, other) = (mask.pixel(i % 60, i / 60), clip.pixel(i % 60, i / 60))
      expectTrue(zip(one, other).allSatisfy { abs($0 - $1) <= 1 }, "\(i % 60),\(i / 60)")
    }
  }

  @Test("A window equals that part of the whole output, also with shadows and blurred masks")
  func windows() throws {
    let image = Images.noise(100, 300, .rgba8)
    let blurred = RenderPlan.Item.neighborhood(
      .init(
        layer: "near", items: [.card(Rect(x: 20, y: 30, width: 50, height: 200), .white)],
        .blur(deviation: 9), box: .zero))
    guard case .group(var group) = Self.masked([.draw(image, by: .turned(2))], by: [blurred]) else { return }
    group.shadow = RenderPlan.Shadow(
      offset: Vector(dx: 4, dy: 9), deviation: 3, color: Color(red: 0, green: 0, blue: 0))
    let plan = RenderPlan([image], canvas: size(100, 310), [.group(group)], output: .rgba16)
    let whole = try plan.rendered([image], by: .fastest)
    for (x, y, part) in [(0, 0, size(11, 9)), (37, 129, size(33, 90)), (89, 300, size(11, 10))] {
      try expectEqual(plan.windowed(x, y, part).rendered([image], by: .fastest), whole.cut(x, y, part))
    }
    var sink: any PixelSink = Bitmap(size: plan.window.size, format: plan.output)
    try Renderer(plan, jobs: 3).render([image], into: &sink)
    try expectEqual(#require(sink as? Bitmap), whole)
  }

  @Test("Nothing is visible through an empty mask, and all through an inverted one") func empty() throws {
    let hidden = try Self.render([Self.masked([Self.white], by: [])])
    expectEqual(hidden, Bitmap(size: size(60, 50), format: .rgba16))
    let shown = try Self.render([Self.masked([Self.white], by: [], inverted: true)])
    try expectEqual(Self.render([Self.white]), shown)
  }
}
