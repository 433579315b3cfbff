@testable import FramePlan
import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// Premultiplied alpha in resampling and compositing.
@Suite struct AlphaTests {
  private let black = Color(red: 0, green: 0, blue: 0)

  @Test("Transparent pixels do not affect colors", arguments: Filter.allCases, [Light.linear, .srgb])
  func fringe(filter: Filter, light: Light) throws {
    for format in [PixelFormat.rgba8, .rgba16] {
      let top = format.depth.maximum
      // Transparent red next to opaque blue.
      let image = Images.drawn(10, 10, format) { x, y, channel in
        let isBlue = (x / 3 + y / 4) % 2 == 0
        return [isBlue ? 0 : top, 0, isBlue ? top : 0, isBlue ? top : 0][channel]
      }
      for matrix in [AffineTransform.turned(30), .scaled(0.4, 0.4).then(.turned(9)), .scaled(2.2, 1.1)] {
        let plan = RenderPlan(
          image, by: matrix.centered(image.size, in: size(12, 12)), canvas: size(12, 12), filter: filter,
          light: light)
        let result = try plan.rendered(image)
        expectTrue(result.samples(0).allSatisfy { $0 == 0 })
        let colors = zip(result.samples(2), result.samples(3))
        expectTrue(colors.allSatisfy { blue, alpha in blue == (alpha > 0 ? top : 0) })
        expectTrue(result.samples(3).contains { $0 > 0 && $0 < top } || filter == .nearest)
      }
    }
  }

  @Test("A constant color stays constant beside transparency", arguments: Filter.allCases)
  func constantColor(filter: Filter) throws {
    for light in [Light.linear, .srgb] {
      // Steps and single pixels make alpha overshoot.
      let image = Images.drawn(24, 20, .rgba16) { x, y, channel in
        let isDot = x % 7 == 3 && y % 5 == 2
        return [30000, 50000, 9000, isDot ? 0 : x > 15 ? 65535 : (x * x * 37 + y * 11) % 5 * 16383][channel]
      }
      let canvas = size(40, 40)
      for matrix in [
        AffineTransform.scaled(1.7, 1.7), .scaled(2.3, 0.6), .turned(13), .turned(90).then(.scaled(1.5, 1.5)),
        AffineTransform(a: 1.3, b: 0.2, c: 0.5, d: 1.1, tx: 0, ty: 0),
      ] {
        let plan = RenderPlan(
          image, by: matrix.centered(image.size, in: canvas), canvas: canvas, filter: filter, light: light,
          output: .rgba16)
        let result = try plan.rendered(image)
        for i in 0..<40 * 40 where result.pixel(i % 40, i / 40)[3] > 655 {
          let pixel = result.pixel(i % 40, i / 40)
          let colors = zip(pixel, [30000, 50000, 9000])
          expectTrue(colors.allSatisfy { abs($0 - $1) <= 2 }, "\(matrix): \(pixel)")
        }
      }
    }
  }

  @Test("Opacity multiplies alpha", arguments: [0.25, 0.5, 1.0])
  func opacity(share: Double) throws {
    let image = Images.filled(4, 4, .rgba16, [65535, 20000, 5, 40000])
    for matrix in [AffineTransform.identity, .scaled(1.5, 1.5)] {
      let plan = RenderPlan(
        [image], canvas: size(4, 4), [.draw(image, by: matrix, opacity: share)], output: .rgba16)
      let alpha = Int((40000 * share).rounded())
      try expectEqual(plan.rendered(image), Images.filled(4, 4, .rgba16, [65535, 20000, 5, alpha]))
    }
  }

  @Test("Later items are drawn over earlier ones")
  func order() throws {
    let colors = [Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 1, blue: 0)]
    let cards = colors.enumerated().map { i, color in
      RenderPlan.Item.card(Rect(x: Double(i), y: 0, width: 2, height: 1), color)
    }
    let image = Images.filled(1, 1, .rgb8, [0, 0, 255])
    let items = cards + [.draw(image, by: .moved(2, 0))]
    let plan = RenderPlan([image], canvas: size(4, 1), items, output: .rgba8)
    let result = try plan.rendered(image)
    expectEqual(
      (0..<4).map { result.pixel($0, 0) },
      [
        [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0, 0, 0, 0],
      ])
  }

  @Test("Half-opaque green over half-opaque red follows Porter and Duff's over")
  func over() throws {
    let rect = Rect(x: 0, y: 0, width: 1, height: 1)
    let items = [Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 1, blue: 0)].map {
      RenderPlan.Item.card(rect, $0, opacity: 0.5)
    }
    let plan = RenderPlan([], canvas: size(1, 1), items, light: .srgb, output: .rgba16)
    // Alpha is 3/4. Green contributes 2/3 of it, and red 1/3.
    try expectEqual(plan.rendered([]).pixel(0, 0), [21845, 43690, 0, 49151])
  }

  @Test("A group is composited as one: covered items do not shine through")
  func group() throws {
    let rect = Rect(x: 0, y: 0, width: 2, height: 1)
    let items: [RenderPlan.Item] = [
      .card(rect, Color(red: 1, green: 0, blue: 0)),
      .card(Rect(x: 1, y: 0, width: 1, height: 1), Color(red: 0, green: 1, blue: 0)),
    ]
    let half = RenderPlan.Item.group(items, opacity: 0.5)
    let plan = RenderPlan([], canvas: size(3, 1), [half], output: .rgba16)
    let result = try plan.rendered([])
    expectEqual(
      (0..<3).map { result.pixel($0, 0) },
      [
        [65535, 0, 0, 32768], [0, 65535, 0, 32768], [0, 0, 0, 0],
      ])
  }

  @Test("Nested groups multiply their opacities")
  func nested() throws {
    let card = RenderPlan.Item.card(Rect(x: 0, y: 0, width: 1, height: 1), .white)
    let items = [RenderPlan.Item.group([.group([card], opacity: 0.5)], opacity: 0.5)]
    let plan = RenderPlan([], canvas: size(1, 1), items, output: .rgba16)
    try expectEqual(plan.rendered([]).pixel(0, 0), [65535, 65535, 65535, 16384])
  }

  @Test("A background fills uncovered pixels and shines through transparent ones")
  func background() throws {
    let image = Images.filled(1, 1, .rgba8, [255, 255, 255, 128])
    let plan = RenderPlan(
      [image], canvas: size(2, 1), [.draw(image, by: .identity)], background: black, light: .srgb,
      output: .rgba8)
    let result = try plan.rendered(image)
    expectEqual(result.pixel(0, 0), [128, 128, 128, 255])
    expectEqual(result.pixel(1, 0), [0, 0, 0, 255])
  }

  @Test("A semitransparent background keeps its color")
  func fadedBackground() throws {
    let color = Color(red: 200 / 255, green: 100 / 255, blue: 3 / 255, alpha: 128 / 255)
    for light in [Light.linear, .srgb] {
      let plan = RenderPlan([], canvas: size(1, 1), [], background: color, light: light, output: .rgba8)
      try expectEqual(plan.rendered([]).pixel(0, 0), [200, 100, 3, 128])
    }
  }

  @Test("A matte lies below everything and replaces alpha")
  func matte() throws {
    let card = RenderPlan.Item.card(Rect(x: 0, y: 0, width: 1, height: 1), black, opacity: 0.5)
    var plan = RenderPlan([], canvas: size(2, 1), [card], light: .srgb, output: .rgb8)
    plan.matte = Color(red: 1, green: 1, blue: 0)
    let result = try plan.rendered([])
    expectEqual(result.pixel(0, 0), [128, 128, 0])
    expectEqual(result.pixel(1, 0), [255, 255, 0])
  }
}
