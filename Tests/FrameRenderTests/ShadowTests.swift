@testable import FramePlan
import Foundation
import FrameGeometry
import FrameImage
import FrameRender
import TestSupport
import Testing

/// Shadows: the alpha of a silhouette, blurred by a Gaussian, independent of bands and tiles.
@Suite struct ShadowTests {
  private let card = RenderPlan.Item.card(
    Rect(x: -14.5, y: -9.25, width: 29, height: 18.5), Color(red: 0.2, green: 0.5, blue: 1),
    by: .turned(25).then(.moved(48, 50)))

  private func shadow(
    _ deviation: Double, _ dx: Double = 0, _ dy: Double = 0, alpha: Double = 1
  ) -> RenderPlan.Shadow {
    RenderPlan.Shadow(
      offset: Vector(dx: dx, dy: dy), deviation: deviation,
      color: Color(red: 0, green: 0, blue: 0, alpha: alpha))
  }

  private func group(_ items: [RenderPlan.Item], _ shadow: RenderPlan.Shadow?) -> RenderPlan.Item {
    .group(RenderPlan.GroupDraw(layer: "group", items: items, shadow: shadow))
  }

  private func plan(
    _ items: [RenderPlan.Item], _ canvas: PixelSize, _ images: [Bitmap] = [],
    _ output: PixelFormat = .rgba16
  ) -> RenderPlan {
    RenderPlan(images, canvas: canvas, items, light: .srgb, output: output)
  }

  private func alpha(_ image: Bitmap) -> [Double] {
    (0..<image.size.area).map {
      Double(image[$0 % image.size.width, $0 / image.size.width, 3]) / 65535
    }
  }

  /// Blurs values by the definition, with the C library's exponential and the whole tail of the Gaussian.
  private func blurred(_ values: [Double], _ size: PixelSize, _ deviation: Double) -> [Double] {
    let reach = Int((7 * deviation).rounded(.up)) + 1
    var weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = weights.reduce(0, +)
    weights = weights.map { $0 / sum }
    func pass(_ values: [Double], _ step: Int, _ place: (Int) -> Int, _ count: Int) -> [Double] {
      values.indices.map { i in
        let here = place(i)
        let low = max(0, here - reach)
        let high = min(count - 1, here + reach)
        return (low...high).reduce(0) { $0 + weights[$1 - here + reach] * values[i + ($1 - here) * step] }
      }
    }
    let across = pass(values, 1, { $0 % size.width }, size.width)
    return pass(across, size.width, { $0 / size.width }, size.height)
  }

  @Test(
    "The blur matches a Gaussian within one 8-bit step", arguments: [0.5, 1, 2.5, 6, 7.99, 8, 11, 16, 21.5])
  func gaussian(deviation: Double) throws {
    let canvas = size(96, 100)
    let silhouette = alpha(try plan([card], canvas).rendered([]))
    // The card lies beyond the canvas, and its shadow falls where the card was.
    let away = RenderPlan.Item.card(
      Rect(x: -14.5, y: -9.25, width: 29, height: 18.5), .white, by: .turned(25).then(.moved(-952, 50)))
    let found = alpha(try plan([group([away], shadow(deviation, 1000))], canvas).rendered([]))
    let expected = blurred(silhouette, canvas, deviation)
    let worst = zip(found, expected).map { abs($0 - $1) }.max()!
    expectTrue(worst * 255 < 1, "\(worst * 255)")
  }

  @Test(
    "A shadow of a shadow is blurred by both Gaussians, within one 8-bit step",
    arguments: [(2.5, 6), (8, 8), (11, 4)])
  func nested(inner: Double, outer: Double) throws {
    let canvas = size(140, 130)
    func card(_ x: Double) -> RenderPlan.Item {
      .card(Rect(x: -14.5, y: -9.25, width: 29, height: 18.5), .white, by: .turned(25).then(.moved(x, 65)))
    }
    let silhouette = alpha(try plan([card(70)], canvas).rendered([]))
    // The card and its own shadow lie beyond the canvas.
    let shadowed = group([card(-1930)], shadow(inner, 1000))
    let found = alpha(try plan([group([shadowed], shadow(outer, 1000))], canvas).rendered([]))
    // The card casts the outer shadow too, but that part also lies beyond the canvas.
    let expected = blurred(blurred(silhouette, canvas, inner), canvas, outer)
    let worst = zip(found, expected).map { abs($0 - $1) }.max()!
    expectTrue(worst * 255 < 1, "\(worst * 255)")
  }

  @Test("Blurring preserves the total alpha", arguments: [0, 0.7, 3, 7.9])
  func sum(deviation: Double) throws {
    let canvas = size(120, 120)
    let silhouette = alpha(try plan([card], canvas).rendered([])).reduce(0, +)
    let away = RenderPlan.Item.card(
      Rect(x: -14.5, y: -9.25, width: 29, height: 18.5), .white, by: .turned(25).then(.moved(-952, 50)))
    let found = alpha(try plan([group([away], shadow(deviation, 1000))], canvas).rendered([])).reduce(0, +)
    expectTrue(abs(found - silhouette) < 0.01 * silhouette.squareRoot())
  }

  @Test("A shadow is hidden below opaque layers, and without blur and offset it is invisible")
  func hidden() throws {
    let canvas = size(64, 48)
    let image = Images.noise(30, 20, .rgb8)
    let drawn = RenderPlan.Item.draw(image, by: .moved(9, 7))
    let plain = try plan([drawn], canvas, [image], .rgba8).rendered(image)
    try expectEqual(plan([group([drawn], shadow(0))], canvas, [image], .rgba8).rendered(image), plain)
    let shaded = try plan([group([drawn], shadow(4, 3, 5))], canvas, [image], .rgba8).rendered(image)
    expectEqual(shaded.cut(9, 7, size(30, 20)), plain.cut(9, 7, size(30, 20)))
    expectTrue(shaded[44, 32, 3] > 0)
  }

  @Test("A shadow without blur is the silhouette, moved by fractions of pixels")
  func offset() throws {
    let canvas = size(64, 48)
    let card = RenderPlan.Item.card(Rect(x: -900, y: 5, width: 20, height: 10), .white)
    let black = Color(red: 0, green: 0, blue: 0)
    let there = RenderPlan.Item.card(Rect(x: 7.25, y: 8.5, width: 20, height: 10), black)
    try expectEqual(
      plan([group([card], shadow(0, 907.25, 3.5))], canvas, [], .rgba8).rendered([]),
      plan([there], canvas, [], .rgba8).rendered([]))
  }

  static let cuts = [(0, 0, 11, 9), (37, 29, 30, 40), (100, 140, 40, 50), (3, 70, 130, 7)]

  @Test("Windows, bands and threads do not change any bit", arguments: [0, 2.3, 9, 30])
  func parts(deviation: Double) throws {
    let canvas = size(140, 190)
    let image = Images.noise(60, 70, .rgba8)
    let inner = group([.draw(image, by: .turned(20).then(.moved(60, 20)))], shadow(deviation / 2, 4, 4))
    let items = [group([inner, card], shadow(deviation, 6, 9.5, alpha: 0.7))]
    let whole = plan(items, canvas, [image], .rgba8)
    let expected = try whole.rendered(image)
    for (x, y, width, height) in Self.cuts {
      let part = try whole.windowed(x, y, size(width, height)).rendered(image)
      expectEqual(part, expected.cut(x, y, size(width, height)), "\(x),\(y)")
    }
    var sink: any PixelSink = Bitmap(size: canvas, format: .rgba8)
    try Renderer(whole, jobs: 5).render([image], into: &sink)
    expectEqual(sink as? Bitmap, expected)
  }

  @Test("Moving a layer by whole pixels moves its shadow without changing it", arguments: [3, 8.5, 40])
  func translation(deviation: Double) throws {
    func rendered(_ dx: Double, _ dy: Double) throws -> Bitmap {
      let moved = RenderPlan.Item.card(
        Rect(x: 30.3, y: 20.1, width: 50, height: 30), .white, by: .moved(dx, dy))
      return try plan([group([moved], shadow(deviation, 5, 7))], size(200, 180), [], .rgba8).rendered([])
    }
    let first = try rendered(0, 0)
    let moved = try rendered(37, 59)
    expectEqual(moved.cut(37, 59, size(160, 120)), first.cut(0, 0, size(160, 120)))
  }

  @Test("A group's shadow depends only on the area that the group covers")
  func whole() throws {
    let canvas = size(90, 80)
    let black = Color(red: 0, green: 0, blue: 0)
    let halves = [
      RenderPlan.Item.card(Rect(x: 10, y: 10, width: 30, height: 40), .white),
      .card(Rect(x: 30, y: 10, width: 30, height: 40), black),
    ]
    let one = RenderPlan.Item.card(Rect(x: 10, y: 10, width: 50, height: 40), .white)
    let sheet = RenderPlan.Item.card(Rect(x: 0, y: 0, width: 90, height: 80), .white)
    let clip = RenderPlan.Clip(Path(Rect(x: 10, y: 10, width: 50, height: 40)))
    let image = Images.noise(50, 40, .rgb8)
    let opaque = Images.drawn(50, 40, .rgba8) { _, _, _ in 255 }
    func below(_ items: [RenderPlan.Item], _ images: [Bitmap] = []) throws -> [UInt16] {
      let result = try plan([group(items, shadow(5, 4, 6))], canvas, images, .rgba8).rendered(images)
      return (0..<canvas.area).map { UInt16(result[$0 % 90, $0 / 90, 3]) }
    }
    let expected = try below([one])
    try expectEqual(below(halves), expected)
    try expectEqual(below([.group([sheet], clip: clip)]), expected)
    try expectEqual(below([.draw(image, by: .moved(10, 10))], [image]), expected)
    try expectEqual(below([.draw(opaque, by: .moved(10, 10))], [opaque]), expected)
  }

  @Test("A shadow fades with its layer and is composited with it as one")
  func fading() throws {
    let canvas = size(60, 50)
    let card = RenderPlan.Item.card(Rect(x: 5, y: 5, width: 30, height: 20), .white)
    var draw = RenderPlan.GroupDraw(layer: "a", items: [card], shadow: shadow(0, 10, 10))
    draw.opacity = 0.5
    let result = try plan([.group(draw)], canvas).rendered([])
    // The shadow does not shine through where the card overlaps it.
    expectEqual(result.pixel(20, 20), [65535, 65535, 65535, 32768])
    expectEqual(result.pixel(40, 30), [0, 0, 0, 32768])
  }

  @Test("The widest blur takes no more memory than a narrow one")
  func memory() throws {
    let canvas = size(2000, 1500)
    func held(_ deviation: Double) -> Int {
      let card = RenderPlan.Item.card(Rect(x: 0, y: 0, width: 2000, height: 1500), .white)
      return Renderer(plan([group([card], shadow(deviation))], canvas, [], .rgba8)).windowBytes
    }
    expectTrue(held(7) > held(0))
    expectTrue(held(30_000) < held(7))
  }
}
