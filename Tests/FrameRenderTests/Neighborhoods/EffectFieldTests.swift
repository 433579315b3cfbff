@testable import FramePlan
import FrameGeometry
import FrameImage
import FrameRender
import TestSupport
import Testing

/// Effects of plugins, with effects that need no plugin.
@Suite struct EffectFieldTests {
  /// Runs a formula for each pixel.
  struct Formula: EffectRunner {
    typealias Pixel = SIMD4<Float>

    /// - Parameters:
    ///   - near: returns a pixel by its distance from the current one.
    ///   - place: the middle of the pixel, from the corner of the box.
    let pixel: @Sendable (_ near: (Int, Int) -> Pixel, _ place: SIMD2<Double>, EffectBlock) throws -> Pixel

    func run(_ block: EffectBlock, input: EffectPixels, output: EffectPixels) throws {
      for y in 0..<block.height {
        for x in 0..<block.width {
          func near(_ dx: Int, _ dy: Int) -> Pixel {
            precondition(max(abs(dx), abs(dy)) <= block.reach)
            return input.row(y + dy)[x + dx]
          }
          output.row(y)[x] = try pixel(
            near, block.origin + SIMD2(Double(x) + 0.5, Double(y) + 0.5), block)
        }
      }
    }

    func bytes(_ block: EffectBlock) -> Int { 0 }
  }

  private static func effect(
    _ name: String, reach: EffectReach = EffectReach(), changesAlpha: Bool = false,
    _ pixel:
      @escaping @Sendable ((Int, Int) -> SIMD4<Float>, SIMD2<Double>, EffectBlock) throws -> SIMD4<
        Float
      >
  ) -> PluginEffect {
    let declaration = EffectDeclaration(
      name: name, title: name, version: "1", parameters: [EffectParameter("n", standard: 1, in: 0...100)],
      reach: reach, changesAlpha: changesAlpha)
    return PluginEffect(declaration, runner: Formula(pixel: pixel))
  }

  private static let emboss = effect("emboss", reach: EffectReach(1)) { near, _, _ in
    let gray = SIMD4<Float>(0.5, 0.5, 0.5, 1) * near(0, 0).w
    return gray + near(1, 1) - near(-1, -1)
  }

  private static let shade = effect("shade") { near, place, block in
    let share = Float(place.x / block.box.x * (1 - place.y / block.box.y))
    return near(0, 0) * share
  }

  private static let mean = effect("mean", reach: EffectReach(0, factors: [1]), changesAlpha: true) {
    near, _, block in
    var sum = SIMD4<Float>.zero
    for y in -block.reach...block.reach { for x in -block.reach...block.reach { sum += near(x, y) } }
    let side = Float(2 * block.reach + 1)
    return sum / (side * side)
  }

  private static func near(
    _ items: [RenderPlan.Item], _ effect: PluginEffect, _ n: Double = 1, in area: RenderPlan.Clip? = nil,
    box: Rect = Rect(x: 0, y: 0, width: 90, height: 300)
  ) -> RenderPlan.Item {
    .neighborhood(
      .init(
        layer: "near", items: items, .effect(effect, values: [n], scale: 1), box: box, area: area))
  }

  static let effects: [(PluginEffect, Double)] = [
    (emboss, 0), (shade, 0), (mean, 2.5), (mean, 40), (mean, 0),
  ]

  // MARK: Laws

  @Test("A window equals that part of the whole output, and threads change nothing", arguments: effects)
  func windows(effect: PluginEffect, n: Double) throws {
    // Large reaches are slow.
    let image = Images.noiseWithHoles(90, n > 10 ? 150 : 300, .rgba8)
    let area = RenderPlan.Clip(Path(ellipseIn: Rect(x: 20, y: 30, width: 60, height: 200)))
    let items = [
      Self.near(
        [.draw(image, by: .turned(2))], effect, n, box: Rect(x: 4.4, y: -7.7, width: 90.3, height: 280.9)),
      Self.near([.draw(image, by: .scaled(0.9, 0.9))], effect, n, in: area),
    ]
    for space in [Light.linear, .srgb] where n < 10 || space == .srgb {
      let plan = RenderPlan([image], canvas: size(100, 310), items, light: space, output: .rgba16)
      try plan.expectSameInWindowsAndThreads(image)
    }
  }

  @Test("What moves by whole pixels moves its result", arguments: effects)
  func moving(effect: PluginEffect, n: Double) throws {
    guard n < 10 else { return }
    let image = Images.noise(40, 35, .rgba8)
    func plan(_ x: Double, _ y: Double) -> RenderPlan {
      let box = Rect(x: x + 0.1, y: y + 0.7, width: 40, height: 35.3)
      let item = Self.near([.draw(image, by: .moved(x, y))], effect, n, box: box)
      return RenderPlan([image], canvas: size(120, 110), [item], output: .rgba16)
    }
    let first = try plan(30, 30).rendered([image], by: .fastest)
    let moved = try plan(37, 41).rendered([image], by: .fastest)
    expectEqual(first.cut(10, 10, size(80, 80)), moved.cut(17, 21, size(80, 80)))
  }

  @Test("Every instruction set gives the same bits", arguments: [Light.srgb, .linear])
  func kernels(space: Light) throws {
    let image = Images.noiseWithHoles(71, 67, .rgba8)
    let item = Self.near([.draw(image, by: .turned(3))], Self.emboss)
    _ = try RenderPlan([image], canvas: size(80, 70), [item], light: space, output: .rgba16).rendered(image)
  }

  // MARK: Values

  @Test("An effect sees encoded samples in any light, and nothing beyond what is drawn")
  func samples() throws {
    let image = Images.noise(20, 16, .rgb8)
    let half = Self.effect("half", reach: EffectReach(1)) { near, _, _ in near(1, 0) * 0.5 }
    for space in [Light.srgb, .linear] {
      let plan = RenderPlan(
        [image], canvas: image.size, [Self.near([.draw(image, by: .identity)], half)], light: space,
        output: .rgba8)
      let found = try plan.rendered([image], by: .fastest)
      for y in 0..<16 {
        for x in 0..<20 {
          for c in 0..<3 {
            let wanted = x == 19 ? 0 : Double(image[x + 1, y, c]) / 2
            expectTrue(abs(Double(found[x, y, c]) - wanted) < 1, "\(x),\(y)")
          }
          expectEqual(found[x, y, 3], 255)
        }
      }
    }
  }

  @Test("Whatever an effect returns, colors are within alpha, and alpha is kept unless it says otherwise")
  func bounds() throws {
    let image = Images.noiseWithHoles(30, 20, .rgba8)
    for value in [-5, 3e38 as Float] {
      for changesAlpha in [false, true] {
        let lie = Self.effect("lie", changesAlpha: changesAlpha) { _, _, _ in SIMD4(repeating: value) }
        let plan = RenderPlan(
          [image], canvas: image.size, [Self.near([.draw(image, by: .identity)], lie)], light: .srgb,
          output: .rgba8)
        let found = try plan.rendered([image], by: .fastest)
        for y in 0..<20 {
          for x in 0..<30 {
            let alpha = changesAlpha ? (value > 0 ? 255 : 0) : image[x, y, 3]
            expectEqual(found[x, y, 3], alpha)
            for c in 0..<3 { expectEqual(found[x, y, c], (value > 0 && alpha > 0 ? 255 : 0)) }
          }
        }
      }
    }
  }

  @Test("An error of an effect ends the rendering", arguments: [1, 3])
  func failing(jobs: Int) throws {
    struct Broken: Error {}
    let image = Images.noise(40, 200, .rgb8)
    let broken = Self.effect("broken") { near, place, _ in
      if place.y > 150 { throw Broken() }
      return near(0, 0)
    }
    // Inside of a group with a shadow, which is drawn from what the effect makes.
    let shadow = RenderPlan.Shadow(
      offset: Vector(dx: 3, dy: 4), deviation: 2, color: Color(red: 0, green: 0, blue: 0))
    let group = RenderPlan.Item.group(
      .init(layer: "g", items: [Self.near([.draw(image, by: .identity)], broken)], shadow: shadow))
    let plan = RenderPlan([image], canvas: image.size, [group], output: .rgba8)
    var sink: any PixelSink = Bitmap(size: plan.window.size, format: plan.output)
    #expect(throws: Broken.self) { try Renderer(plan, jobs: jobs).render([image], into: &sink) }
  }

  @Test("The checksum of a plan tells versions and values of an effect apart") func checksums() {
    func pieces(_ version: String, _ n: Double) -> [UInt8] {
      let declaration = EffectDeclaration(name: "a", title: "A", version: version)
      let effect = PluginEffect(declaration, runner: Formula { near, _, _ in near(0, 0) })
      var bytes: [UInt8] = []
      RenderPlan([], canvas: size(9, 9), [Self.near([], effect, n)], output: .rgb8).forEachPiece {
        bytes += $0
      }
      return bytes
    }
    expectEqual(pieces("1", 2), pieces("1", 2))
    expectTrue(pieces("1", 2) != pieces("2", 2) && pieces("1", 2) != pieces("1", 3))
  }

  @Test("The memory of an effect does not grow with the height") func memory() {
    func bytes(_ height: Int) -> Int {
      let source = SourceImage(id: 0, name: "", size: size(4000, height), pixels: .rgb8)
      let draw = RenderPlan.ImageDraw(
        layer: "a", image: 0,
        map: .affine(
          .identity,
          visible: Rect(x: 0, y: 0, width: 4000, height: Double(height))), opacity: 1)
      let plan = RenderPlan(
        canvas: source.size, window: PixelRect(x: 0, y: 0, size: source.size), images: [source],
        items: [Self.near([.image(draw)], Self.mean, 20)], output: .rgb8)
      return Renderer(plan).windowBytes
    }
    expectTrue(bytes(60_000) < bytes(12_000) * 11 / 10)
  }
}
