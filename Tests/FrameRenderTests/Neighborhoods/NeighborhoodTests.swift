import Foundation
import FrameGeometry
import FrameImage
import TestSupport
import Testing

@testable import FramePlan
@testable import FrameRender

/// Blurred, sharpened and pixelated items.
@Suite struct NeighborhoodTests {
  private static func near(
    _ items: [RenderPlan.Item], _ edit: NeighborhoodEdit, in area: RenderPlan.Clip? = nil,
    anchor: Point = .zero, outline: RenderPlan.Clip? = nil
  ) -> RenderPlan.Item {
    .neighborhood(
      .init(
        layer: "near", items: items, edit, box: Rect(origin: anchor, size: .zero), area: area,
        outline: outline))
  }

  /// An image whose edge continues, as that of a blurred layer.
  private static func photo(_ image: Bitmap, by matrix: AffineTransform = .identity) -> RenderPlan.Item {
    guard case .image(var draw) = RenderPlan.Item.draw(image, by: matrix) else { preconditionFailure() }
    draw.edge = .clamp
    draw.visible = draw.visible.grown(by: 1000)
    return .image(draw)
  }

  static let edits: [NeighborhoodEdit] = [
    .blur(deviation: 0.4), .blur(deviation: 2.5), .blur(deviation: 7), .blur(deviation: 30),
    .sharpen(amount: 1.3, deviation: 1.5, threshold: 0), .sharpen(amount: 0.7, deviation: 9, threshold: 0.1),
    .pixelate(size: 1.5), .pixelate(size: 7), .pixelate(size: 23.4), .pixelate(size: 300),
  ]

  // MARK: Values

  /// Blurs by the definition, with repeated edges.
  private static func blurred(_ values: [Double], _ width: Int, _ deviation: Double) -> [Double] {
    let height = values.count / width
    let reach = Int(8 * deviation) + 1
    var weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = weights.reduce(0, +)
    weights = weights.map { $0 / sum }
    func pass(_ values: [Double], _ place: (Int, Int, Int) -> Int) -> [Double] {
      values.indices.map { i in
        weights.indices.reduce(0) { $0 + weights[$1] * values[place(i % width, i / width, $1 - reach)] }
      }
    }
    let across = pass(values) { x, y, distance in y * width + min(max(x + distance, 0), width - 1) }
    return pass(across) { x, y, distance in min(max(y + distance, 0), height - 1) * width + x }
  }

  private static func light(_ v: Double) -> Double { ToneCurve.sRGB.light(v) }

  private static func encoded(_ v: Double) -> Double {
    v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055
  }

  @Test(
    "A blur is the Gaussian by its definition, within half a step of 8 bits",
    arguments: [0.5, 2, 5.9, 6.1, 13, 25], [Light.srgb, .linear])
  func gaussian(deviation: Double, space: Light) throws {
    for (name, image) in [
      ("noise", Images.noise(75, 70, .rgb16)),
      ("edge", Images.drawn(75, 70, .rgb16) { x, y, _ in x > 37 && y < 50 ? 65535 : 0 }),
      ("checker", Images.drawn(75, 70, .rgb16) { x, y, _ in (x / 4 + y / 4) % 2 * 65535 }),
    ] {
      let item = Self.near([Self.photo(image)], .blur(deviation: deviation))
      let plan = RenderPlan([image], canvas: image.size, [item], light: space, output: .rgb16)
      let found = try plan.rendered([image], by: .fastest)
      for channel in 0..<1 {
        var values = (0..<75 * 70).map { Double(image[$0 % 75, $0 / 75, channel]) / 65535 }
        if space == .linear { values = values.map(Self.light) }
        values = Self.blurred(values, 75, deviation)
        if space == .linear { values = values.map(Self.encoded) }
        let error = values.indices.reduce(0) {
          max($0, abs(values[$1] - Double(found[$1 % 75, $1 / 75, channel]) / 65535))
        }
        expectTrue(error < 0.5 / 255, "\(name): \(error * 255)")
      }
    }
  }

  @Test("An unsharp mask enlarges differences of encoded samples", arguments: [Light.srgb, .linear])
  func sharpening(space: Light) throws {
    let image = Images.drawn(60, 50, .rgb16) { x, y, c in 20000 + (x * 331 + y * 173 + c * 700) % 20000 }
    for threshold in [0, 0.05] {
      let item = Self.near(
        [Self.photo(image)], .sharpen(amount: 0.8, deviation: 2, threshold: threshold))
      let plan = RenderPlan([image], canvas: image.size, [item], light: space, output: .rgb16)
      let found = try plan.rendered([image], by: .fastest)
      let values = (0..<60 * 50).map { Double(image[$0 % 60, $0 / 60, 0]) / 65535 }
      let blurred = Self.blurred(values, 60, 2)
      var far = 0
      for i in values.indices {
        let difference = values[i] - blurred[i]
        let wanted = abs(difference) < threshold ? values[i] : values[i] + 0.8 * difference
        if abs(Double(found[i % 60, i / 60, 0]) / 65535 - min(max(wanted, 0), 1)) > 3.0 / 65535 { far += 1 }
      }
      expectTrue(far < 30, "\(far)")
    }
  }

  @Test("Blocks have the mean of their pixels, and begin at the anchor") func blocks() throws {
    let image = Images.noise(40, 30, .rgba16)
    let item = Self.near(
      [.draw(image, by: .identity)], .pixelate(size: 8), anchor: Point(x: -3, y: 5))
    let plan = RenderPlan([image], canvas: image.size, [item], light: .srgb, output: .rgba16)
    let found = try plan.rendered(image)
    func mean(_ columns: Range<Int>, _ rows: Range<Int>, of count: Int) -> [Double] {
      var sums = [Double](repeating: 0, count: 4)
      for y in rows {
        for x in columns {
          let alpha = Double(image[x, y, 3]) / 65535
          for c in 0..<3 { sums[c] += Double(image[x, y, c]) * alpha }
          sums[3] += Double(image[x, y, 3])
        }
      }
      return (0..<3).map { sums[$0] / sums[3] * 65535 } + [sums[3] / Double(count)]
    }
    for (x, y, wanted) in [
      (7, 9, mean(5..<13, 5..<13, of: 64)), (12, 5, mean(5..<13, 5..<13, of: 64)),
      (13, 13, mean(13..<21, 13..<21, of: 64)),
      // Beyond the image is nothing.
      (2, 2, mean(0..<5, 0..<5, of: 64)), (39, 29, mean(37..<40, 29..<30, of: 64)),
    ] {
      for c in 0..<4 { expectTrue(abs(Double(found[x, y, c]) - wanted[c]) < 2, "\(x),\(y)") }
    }
  }

  @Test("Blocks at the edge of an image have the mean of the pixels that exist") func edgeBlocks() throws {
    let image = Images.noise(43, 30, .rgb16)
    let outline = RenderPlan.Clip(Path(Rect(x: 0, y: 0, width: 43, height: 30)))
    let item = Self.near(
      [Self.photo(image)], .pixelate(size: 8), anchor: Point(x: -3, y: 0), outline: outline)
    let plan = RenderPlan([image], canvas: size(60, 30), [item], light: .srgb, output: .rgb16)
    let found = try plan.rendered(image)
    func mean(_ columns: Range<Int>, _ rows: Range<Int>, _ channel: Int) -> Double {
      let samples = rows.flatMap { y in columns.map { Double(image[$0, y, channel]) } }
      return samples.reduce(0, +) / Double(samples.count)
    }
    for (x, y, columns, rows) in [
      (2, 2, 0..<5, 0..<8), (20, 9, 13..<21, 8..<16), (42, 0, 37..<43, 0..<8), (7, 29, 5..<13, 24..<30),
      (41, 28, 37..<43, 24..<30),
    ] {
      for c in 0..<3 { expectTrue(abs(Double(found[x, y, c]) - mean(columns, rows, c)) < 1, "\(x),\(y)") }
    }
    // Beyond the last block with pixels of the image, its edge continues.
    let last = mean(42..<43, 8..<16, 1)
    expectTrue(abs(Double(found[50, 12, 1]) - last) < 1)
  }

  // MARK: Laws

  @Test("Every instruction set gives the same bits", arguments: edits, [Light.srgb, .linear])
  func kernels(edit: NeighborhoodEdit, space: Light) throws {
    let image = Images.noiseWithHoles(81, 77, .rgba8)
    let matrix = AffineTransform.turned(3)
    let outline = RenderPlan.Clip(Path(Rect(x: 0, y: 0, width: 81, height: 77)), matrix: matrix)
    for item in [
      Self.near([.draw(image, by: matrix)], edit),
      Self.near([Self.photo(image, by: matrix)], edit, outline: outline),
    ] {
      let plan = RenderPlan([image], canvas: size(90, 80), [item], light: space, output: .rgba16)
      _ = try plan.rendered(image)
    }
  }

  @Test("A window equals that part of the whole output, and threads change nothing", arguments: edits)
  func windows(edit: NeighborhoodEdit) throws {
    let image = Images.noiseWithHoles(90, 300, .rgba8)
    let area = RenderPlan.Clip(Path(ellipseIn: Rect(x: 20, y: 30, width: 60, height: 200)))
    let items = [
      Self.near([.draw(image, by: .turned(2))], edit, anchor: Point(x: 4.4, y: 7.7)),
      Self.near([.draw(image, by: .scaled(0.9, 0.9))], edit, in: area),
      Self.near(
        [Self.photo(image, by: .scaled(0.7, 0.7))], edit, in: area, anchor: Point(x: 4.4, y: 7.7),
        outline: RenderPlan.Clip(
          Path(Rect(x: 0, y: 0, width: 90, height: 300)), matrix: .scaled(0.7, 0.7))),
    ]
    let plan = RenderPlan([image], canvas: size(100, 310), items, output: .rgba16)
    try plan.expectSameInWindowsAndThreads(image)
  }

  @Test("What moves by whole pixels moves its result", arguments: edits)
  func moving(edit: NeighborhoodEdit) throws {
    let image = Images.noise(40, 35, .rgba8)
    func plan(_ x: Double, _ y: Double) -> RenderPlan {
      let item = Self.near([.draw(image, by: .moved(x, y))], edit, anchor: Point(x: x, y: y))
      return RenderPlan([image], canvas: size(120, 110), [item], output: .rgba16)
    }
    let first = try plan(30, 30).rendered([image], by: .fastest)
    let moved = try plan(37, 41).rendered([image], by: .fastest)
    expectEqual(first.cut(10, 10, size(80, 80)), moved.cut(17, 21, size(80, 80)))
  }

  @Test("One opaque color stays, and a gray stays gray", arguments: edits)
  func constants(edit: NeighborhoodEdit) throws {
    for space in [Light.srgb, .linear] {
      let flat = Images.filled(70, 66, .rgb8, [200, 30, 90])
      let plan = RenderPlan(
        [flat], canvas: flat.size, [Self.near([Self.photo(flat)], edit)], light: space, output: .rgba8)
      let found = try plan.rendered([flat], by: .fastest)
      expectEqual(found, Images.filled(70, 66, .rgba8, [200, 30, 90, 255]))
      let gray = Images.noise(70, 66, .gray8)
      let colors = RenderPlan(
        [gray], canvas: gray.size, [Self.near([Self.photo(gray)], edit)], light: space, output: .rgb16)
      let grays = try colors.rendered([gray], by: .fastest)
      for i in 0..<70 * 66 {
        let pixel = grays.pixel(i % 70, i / 70)
        expectTrue(pixel[0] == pixel[1] && pixel[1] == pixel[2])
      }
    }
  }

  @Test("Outside of an area nothing changes, and far inside it is as everywhere", arguments: edits)
  func areas(edit: NeighborhoodEdit) throws {
    let image = Images.noiseWithHoles(100, 90, .rgba8)
    let area = RenderPlan.Clip(Path(Rect(x: 20, y: 25, width: 50.5, height: 40)))
    func render(_ items: [RenderPlan.Item]) throws -> Bitmap {
      try RenderPlan([image], canvas: image.size, items, output: .rgba16).rendered([image], by: .fastest)
    }
    let item = RenderPlan.Item.draw(image, by: .moved(0.5, 0))
    let bare = try render([item])
    let whole = try render([Self.near([item], edit)])
    let part = try render([Self.near([item], edit, in: area)])
    for y in 0..<90 {
      for x in 0..<100 {
        let isInside = (20..<70).contains(x) && (25..<65).contains(y)
        if x == 70, (25..<65).contains(y) { continue }
        expectTrue(part.pixel(x, y) == (isInside ? whole : bare).pixel(x, y), "\(x),\(y)")
      }
    }
  }

  @Test("A blurred shadow, and a shadow of what is blurred, are independent of bands") func shadows() throws {
    let image = Images.noise(50, 200, .rgba8)
    let blurred = Self.near([.draw(image, by: .moved(20, 10))], .blur(deviation: 4))
    let shadow = RenderPlan.Shadow(
      offset: Vector(dx: 9, dy: 12), deviation: 5, color: Color(red: 0, green: 0, blue: 0))
    let shaded = RenderPlan.Item.group(.init(layer: "g", items: [blurred], shadow: shadow))
    let plan = RenderPlan(
      [image], canvas: size(100, 260), [shaded, Self.near([shaded], .blur(deviation: 2))], output: .rgba16)
    let whole = try plan.rendered(image)
    try expectEqual(plan.windowed(7, 90, size(60, 40)).rendered(image), whole.cut(7, 90, size(60, 40)))
  }

  @Test("The memory for a blur does not grow with the height", arguments: [2.0, 20, 400])
  func memory(deviation: Double) {
    func bytes(_ height: Int) -> Int {
      let source = SourceImage(id: 0, name: "", size: size(4000, height), pixels: .rgb8)
      var draw = RenderPlan.ImageDraw(
        layer: "a", image: 0,
        map: .affine(
          .identity,
          visible: Rect(x: 0, y: 0, width: 4000, height: Double(height))), opacity: 1)
      draw.edge = .clamp
      let plan = RenderPlan(
        canvas: source.size, window: PixelRect(x: 0, y: 0, size: source.size), images: [source],
        items: [Self.near([.image(draw)], .blur(deviation: deviation))], output: .rgb8)
      return Renderer(plan).windowBytes
    }
    expectTrue(bytes(60_000) < bytes(12_000) * 11 / 10)
    expectTrue(bytes(60_000) < 160 << 20)
  }
}
