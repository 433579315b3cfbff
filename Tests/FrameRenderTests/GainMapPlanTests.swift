@testable import FramePlan
import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// The plan of a gain map, made from the plan of its picture.
@Suite struct GainMapPlanTests {
  private static let neutral = Color(red: 0.25, green: 0.25, blue: 0.25)
  private static let photo = SourceImage(id: 0, name: "photo", size: size(400, 300), pixels: .rgb8)
  private static let photoMap = SourceImage(id: 0, name: "map", size: size(100, 75), pixels: .gray8)
  private static let logo = SourceImage(id: 1, name: "logo", size: size(40, 40), pixels: .rgba8)
  private static let opaque = SourceImage(id: 2, name: "opaque", size: size(40, 40), pixels: .rgb8)

  private static func draw(
    _ image: Int, _ matrix: AffineTransform = .identity, of source: SourceImage = photo
  ) -> RenderPlan.Item {
    .image(
      RenderPlan.ImageDraw(
        layer: source.name, image: image,
        map: .affine(
          matrix,
          visible: Rect(origin: .zero, size: Size(source.size))),
        opacity: 1))
  }

  private static func picture(_ items: [RenderPlan.Item], _ window: PixelSize = size(400, 300)) -> RenderPlan
  {
    RenderPlan(
      canvas: window, window: PixelRect(x: 0, y: 0, size: window), images: [photo, logo, opaque],
      items: items,
      output: .rgb8)
  }

  private static func plan(_ picture: RenderPlan, map: SourceImage = photoMap) throws -> GainMapPlan {
    let maps = GainMapPlan.Maps([map, nil, nil], neutral: neutral, output: .gray8)
    return try #require(GainMapPlan(picture, maps))
  }

  private static func only(_ plan: GainMapPlan) throws -> RenderPlan.ImageDraw {
    guard case .image(let draw) = try #require(plan.plan.items.first) else { throw Unexpected() }
    return draw
  }

  private struct Unexpected: Error {}

  @Test("A copied picture has a copied map, of the same size as before")
  func copies() throws {
    for (orientation, path) in [
      (Orientation.up, RenderPlan.PixelPath.copy), (.right, .rightAngleCopy(.right)),
      (.down, .rightAngleCopy(.down)),
    ] {
      for map in [size(100, 75), size(200, 150), size(101, 77), size(400, 300)] {
        let box = Rect(origin: .zero, size: Size(Self.photo.size)).applying(orientation.linear)
        let matrix = orientation.linear.concatenating(AffineTransform(translationX: -box.minX, y: -box.minY))
        let window = orientation.upright(Self.photo.size)
        let source = SourceImage(id: 0, name: "map", size: map, pixels: .gray8)
        let plan = try Self.plan(Self.picture([Self.draw(0, matrix)], window), map: source)
        expectEqual(plan.plan.window.size, orientation.upright(map))
        try expectEqual(Self.only(plan).path, path)
        expectTrue(plan.plan.copied != nil && plan.sources == [.map(0)])
      }
    }
  }

  @Test("A crop at whole pixels of the map is a copy, any other crop is not")
  func crops() throws {
    func path(_ x: Double, _ width: Int) throws -> RenderPlan.PixelPath {
      let plan = try Self.plan(
        Self.picture([Self.draw(0, AffineTransform(translationX: -x, y: -8))], size(width, 100)))
      return try Self.only(plan).path
    }
    try expectEqual(path(40, 200), .copy)
    try expectEqual(path(41, 200), .axisAligned)
    try expectEqual(path(40, 202), .axisAligned)
  }

  @Test("Every point of a map has the place of the same point of its picture")
  func placeLaw() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * Double(random.next() >> 11) * 0x1p-53
      }
      let matrix = AffineTransform(
        a: number(-2...2), b: number(-2...2), c: number(-2...2), d: number(-2...2), tx: number(-50...50),
        ty: number(-50...50))
      let window = size(Int(number(20...900)), Int(number(20...900)))
      let map = SourceImage(
        id: 0, name: "map", size: size(Int(number(1...400)), Int(number(1...300))), pixels: .gray8)
      let plan = try Self.plan(Self.picture([Self.draw(0, matrix)], window), map: map)
      let to = plan.plan.window.size
      for _ in 0..<5 {
        let point = Point(x: number(0...400), y: number(0...300))
        let inMap = Point(
          x: point.x * Double(map.size.width) / 400, y: point.y * Double(map.size.height) / 300)
        let shown = point.applying(matrix)
        let wanted = Point(
          x: shown.x * Double(to.width) / Double(window.width),
          y: shown.y * Double(to.height) / Double(window.height))
        let found = try inMap.applying(Self.only(plan).matrix)
        expectTrue(abs(found.x - wanted.x) < 1e-9 * 2000 && abs(found.y - wanted.y) < 1e-9 * 2000)
      }
    }
  }

  @Test("Whatever has no gain map is neutral, with its own alpha")
  func neutralParts() throws {
    let text = RenderPlan.Item.shape(
      RenderPlan.ShapeDraw(
        layer: "text", path: Path(Rect(x: 0, y: 0, width: 8, height: 8)),
        fill: RenderPlan.Fill(.color(Color(red: 1, green: 0, blue: 0, alpha: 0.5))), matrix: .identity))
    let items = [
      Self.draw(0), text, Self.draw(1, of: Self.logo), Self.draw(2, of: Self.opaque),
    ]
    var picture = Self.picture(items)
    picture.style.border = .init(width: 8, color: .white)
    picture.style.background = .color(Color(red: 0, green: 0, blue: 1))
    let map = try Self.plan(picture).plan
    expectTrue(map.style.background == .color(Self.neutral) && map.matte == Self.neutral)
    expectEqual(map.style.border, .init(width: 2, color: Self.neutral))
    guard case .shape(let shape) = map.items[1], case .group(let logo) = map.items[2],
      case .shape(let opaque) = map.items[3]
    else { throw Unexpected() }
    expectEqual(shape.fill?.paint, .color(Self.neutral.withAlpha(0.5)))
    expectEqual(shape.matrix, AffineTransform(scaleX: 0.25, y: 0.25))
    expectTrue(
      opaque.fill?.paint == .color(Self.neutral)
        && opaque.path == Path(Rect(x: 0, y: 0, width: 40, height: 40)))
    expectTrue(!logo.colors.isIdentity && logo.items.count == 1)
    try expectEqual(Self.plan(picture).sources, [.map(0), .picture(1)])
  }

  @Test(
    "Layers with a blend mode leave the map below them as it is, color edits do not act on it, and masks act as before"
  )
  func groups() throws {
    let veil = RenderPlan.Item.group(
      RenderPlan.GroupDraw(layer: "veil", items: [Self.draw(2, of: Self.opaque)], blend: .multiply))
    let mask = RenderPlan.Mask([Self.draw(1, of: Self.logo)], .luminance)
    let graded = RenderPlan.Item.group(
      RenderPlan.GroupDraw(
        layer: "graded", items: [Self.draw(0)], opacity: 0.5, mask: mask, blend: .screen,
        colors: ColorFunction([.invert(amount: 1)])))
    let plan = try Self.plan(Self.picture([graded, veil]))
    guard plan.plan.items.count == 1, case .group(let group) = plan.plan.items[0] else { throw Unexpected() }
    expectTrue(group.opacity == 0.5 && group.blend == .normal && group.colors.isIdentity)
    guard case .image(let masking)? = group.mask?.items.first else { throw Unexpected() }
    expectTrue(plan.sources[masking.image] == .picture(1) && group.mask?.channel == .luminance)
  }

  @Test("Blurs hide details of the map, too, at its own scale; sharpening does not act on it")
  func neighborhoods() throws {
    func item(_ edit: NeighborhoodEdit) throws -> RenderPlan.Item {
      let draw = RenderPlan.NeighborhoodDraw(
        layer: "photo", items: [Self.draw(0)], edit, box: Rect(x: 40, y: 40, width: 80, height: 80))
      return try #require(try Self.plan(Self.picture([.neighborhood(draw)])).plan.items.first)
    }
    for edit in [NeighborhoodEdit.blur(deviation: 8), .pixelate(size: 16)] {
      guard case .neighborhood(let draw) = try item(edit) else { throw Unexpected() }
      expectTrue(draw.edit == edit.scaled(by: 0.25) && draw.box == Rect(x: 10, y: 10, width: 20, height: 20))
    }
    for edit in [NeighborhoodEdit.sharpen(amount: 1, deviation: 2, threshold: 0), .blur(deviation: 0.1)] {
      guard case .group(let group) = try item(edit) else { throw Unexpected() }
      expectEqual(group.items.count, 1)
    }
  }

  @Test("A map has no neutral parts only if images with maps cover the whole output")
  func coverage() {
    let maps: [SourceImage?] = [Self.photoMap, nil, nil]
    func isCovered(_ items: [RenderPlan.Item], _ window: PixelSize = size(400, 300)) -> Bool {
      Self.picture(items, window).isCoveredByGainMap(maps)
    }
    let group = RenderPlan.GroupDraw(
      layer: "group", items: [Self.draw(0)], colors: ColorFunction([.invert(amount: 1)]))
    expectTrue(
      isCovered([Self.draw(0)]) && isCovered([.group(group)]) && isCovered([Self.draw(0)], size(50, 50)))
    var faded = group
    faded.opacity = 0.5
    expectTrue(!isCovered([Self.draw(0)], size(401, 300)) && !isCovered([.group(faded)]))
    expectTrue(!isCovered([Self.draw(0), Self.draw(2, of: Self.opaque)]))
    expectTrue(!isCovered([Self.draw(2, of: Self.opaque)], size(40, 40)))
    // Without any map there is no plan.
    expectTrue(
      GainMapPlan(
        Self.picture([Self.draw(2, of: Self.opaque)]),
        GainMapPlan.Maps(maps, neutral: Self.neutral, output: .gray8)) == nil)
  }
}
