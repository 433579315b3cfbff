@testable import FramePlan
import FrameGeometry
import FrameImage
import FrameRender
import TestSupport
import Testing

/// Images and groups in perspective.
@Suite struct PerspectiveTests {
  /// The corners of an image, and its sides.
  private static let quads: [(Quad, side: Int)] = [
    // Enlarged everywhere, mixed, and reduced everywhere.
    (quad(1, 3, 18, 1, 17, 18, 4, 15), 9), (quad(2, 2, 18, 6, 15, 13, 1, 18), 14),
    (quad(4, 5, 16, 4, 13, 14, 6, 12), 40),
    // Receding far away, upside down, and mirrored.
    (quad(8, 1, 11, 1.5, 19, 18, 0, 19), 30), (quad(17, 18, 2, 16, 5, 2, 14, 4), 21),
    (quad(18, 2, 3, 4, 1, 17, 15, 14), 17),
  ]

  private static func quad(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double, _ g: Double, _ h: Double
  ) -> Quad {
    // Symmetric numbers would give ties.
    Quad(numbers: [a, b, c, d, e, f, g, h]).offsetBy(dx: 0.1234, dy: 0.2987)
  }

  @Test(
    "The renderer matches the exact formula, with the derivative at each pixel, within the tolerance",
    arguments: OracleTests.cases.indices)
  func formula(_ number: Int) throws {
    let test = OracleTests.cases[number]
    let isWide = test.format.depth == .sixteen
    let output = PixelFormat(.rgba, test.format.depth)
    let canvas = size(20, 20)
    var worst = OracleTests.Worst()
    for (i, (quad, side)) in Self.quads.enumerated() where Trials.includes(i + number, of: 2) {
      let image =
        (i + number) % 3 == 0
        ? Images.zonePlate(side, test.format) : Images.noiseWithHoles(side, side, test.format)
      let plan = RenderPlan(
        [image], canvas: canvas, [.draw(image, corners: quad)], filter: test.filter, light: test.light,
        output: output)
      let n = Projection(Rect(origin: .zero, size: Size(image.size)), to: quad)!.numbers
      let exact = Oracle(
        source: image, rows: [Array(n[0..<3]), Array(n[3..<6]), Array(n[6..<9])], filter: test.filter,
        light: test.light, output: output)
      worst.compare(try plan.rendered(image), exact.render(canvas), matrix: i)
    }
    let share = Double(worst.different) / Double(worst.samples)
    expectTrue(worst.samples > 1000)
    expectTrue(worst.difference <= (isWide ? 2 : 1), "\(worst)")
    expectTrue(isWide || share <= (test.light == .linear ? 0.02 : 0.01), "\(worst)")
  }

  private static let wide = quad(12, 20, 90, 5, 97, 290, 3, 240)

  @Test(
    "Neither windows, nor threads, nor kernels change a pixel of an image in perspective",
    arguments: Filter.allCases, [21, 300])
  func windows(filter: Filter, side: Int) throws {
    let image = Images.noise(side, side, .rgba8)
    let plan = RenderPlan(
      [image], canvas: size(100, 310), [.draw(image, corners: Self.wide)], filter: filter, output: .rgba8)
    try plan.expectSameInWindowsAndThreads(image)
    let specified = try plan.rendered([image], by: .scalar)
    for kernels in InstructionSet.available.dropFirst() {
      try expectEqual(plan.rendered([image], by: kernels), specified, kernels.name)
    }
  }

  @Test("Neither windows, nor threads, nor kernels change a pixel of a group in perspective")
  func planes() throws {
    let image = Images.noise(60, 80, .rgba8)
    let items: [RenderPlan.Item] = [
      .card(Rect(x: 2, y: 3, width: 60, height: 90), .white), .draw(image, by: .moved(20.5, 10)),
      .card(Rect(x: 40, y: 60, width: 30, height: 30), Color(red: 1, green: 0, blue: 0), opacity: 0.5),
    ]
    let group = RenderPlan.GroupDraw(
      layer: "group", items: items, opacity: 0.8, plane: .init(size(70, 100), corners: Self.wide))
    let plan = RenderPlan([image], canvas: size(100, 310), [.group(group)], output: .rgba8)
    try plan.expectSameInWindowsAndThreads(image)
    _ = try plan.rendered(image)
  }

  @Test("The edges of a shape in perspective cover as much as those of its outline", arguments: [0, 1, 2])
  func edges(_ number: Int) throws {
    let quad = Self.edged[number]
    let white = Color(red: 1, green: 1, blue: 1)
    let rect = Rect(x: 2, y: 2, width: 60, height: 60)
    let map = try #require(Projection(Rect(x: 0, y: 0, width: 64, height: 64), to: quad))
    let group = RenderPlan.GroupDraw(
      layer: "group", items: [.card(rect, white)], plane: .init(size(64, 64), corners: quad))
    let outline = RenderPlan.ShapeDraw(
      layer: "outline", path: Path(polygon: rect.corners.map { $0.applying(map) }),
      fill: RenderPlan.Fill(.color(white)), matrix: .identity)
    func rendered(_ item: RenderPlan.Item) throws -> Bitmap {
      try RenderPlan([], canvas: size(100, 100), [item], light: .srgb, output: .rgba8).rendered([])
    }
    let (found, wanted) = (try rendered(.group(group)), try rendered(.shape(outline)))
    var (sum, all) = (0, 0)
    for y in 0..<100 {
      for x in 0..<100 {
        sum += found[x, y, 3] - wanted[x, y, 3]
        all += wanted[x, y, 3]
      }
    }
    expectTrue(abs(Double(sum)) < 0.002 * Double(all), "\(sum) of \(all)")
  }

  @Test("A small image whose horizon is next to it is drawn", arguments: Filter.allCases)
  func horizon(filter: Filter) throws {
    for (size, quad) in [
      (size(40, 50), Quad(numbers: [10, 10, 30, 10, 60, 11, 10, 10.5])),
      (size(14, 31), Quad(numbers: [33, -220, 329, 38, 513, 200, 92, 324])),
    ] {
      let image = Images.noise(size.width, size.height, .rgb8)
      let plan = RenderPlan(
        [image], canvas: PixelSize(width: 100, height: 60)!, [.draw(image, corners: quad)], filter: filter,
        output: .rgba8)
      try expectEqual(plan.rendered([image], by: .scalar), plan.rendered(image))
    }
  }

  /// A side without a length, as cutting leaves it, has no inside.
  @Test("An outline with a corner twice is drawn") func repeatedCorner() throws {
    let image = Images.noise(20, 20, .rgb8)
    var draw = RenderPlan.ImageDraw(
      layer: "image", image: 0, map: .projective(.init(image.size, corners: Self.edged[0])), opacity: 1)
    let whole = try RenderPlan([image], canvas: size(100, 100), [.image(draw)], output: .rgba8).rendered(
      image)
    guard case .projective(var place) = draw.map else { return }
    place.outline.corners.insert(place.outline.corners[1], at: 1)
    draw.map = .projective(place)
    expectEqual(
      try RenderPlan([image], canvas: size(100, 100), [.image(draw)], output: .rgba8).rendered(image), whole)
  }

  /// Reduced, enlarged, and both.
  private static let edged = [
    quad(20, 20, 60, 24, 50, 61, 24, 54), quad(4, 6, 95, 3, 92, 96, 8, 90), quad(8, 4, 90, 40, 90, 60, 8, 96),
  ]

  @Test("A group with one image is about the same as the image", arguments: [false, true])
  func sameAsImage(isReduced: Bool) throws {
    let side = isReduced ? 300 : 60
    let image = Images.drawn(side, side, .rgb8) { x, y, c in
      (x * 100 / side + y * 100 / side + c * 20) & 255
    }
    let perspective = RenderPlan.Perspective(image.size, corners: Self.wide)
    func rendered(_ item: RenderPlan.Item) throws -> Bitmap {
      try RenderPlan([image], canvas: size(100, 310), [item], light: .srgb, output: .rgba8).rendered(image)
    }
    let direct = try rendered(.draw(image, corners: Self.wide))
    let group = RenderPlan.GroupDraw(
      layer: "group", items: [.draw(image, by: .identity)], plane: perspective)
    let onPlane = try rendered(.group(group))
    for y in 40..<230 {
      for x in 30..<80 {
        for c in 0..<4 { expectTrue(abs(direct[x, y, c] - onPlane[x, y, c]) <= 2, "\(x),\(y)") }
      }
    }
  }

  @Test(
    "A constant image stays constant, and its edges have the area that it covers", arguments: Filter.allCases)
  func constant(filter: Filter) throws {
    for (quad, side) in Self.quads {
      let image = Images.drawn(side, side, .rgb8) { _, _, c in [200, 90, 31][c] }
      let plan = RenderPlan(
        [image], canvas: size(20, 20), [.draw(image, corners: quad)], filter: filter, output: .rgba8)
      let result = try plan.rendered(image)
      let outline = ConvexPolygon(corners: quad.corners)
      for y in 0..<20 {
        for x in 0..<20 {
          let area = outline.clipped(to: Rect(x: Double(x), y: Double(y), width: 1, height: 1)).area
          expectTrue(abs(Double(result[x, y, 3]) - 255 * area) <= 0.51, "\(x),\(y)")
          guard result[x, y, 3] > 40 else { continue }
          for c in 0..<3 { expectTrue(abs(result[x, y, c] - [200, 90, 31][c]) <= 1) }
        }
      }
    }
  }

  @Test("Pixels near a horizon take bounded memory and time") func horizon() throws {
    let image = Images.noise(400, 400, .rgb8)
    let quad = Quad(
      Point(x: 49.999, y: 10), Point(x: 50.001, y: 10), Point(x: 5000, y: 90), Point(x: -4900, y: 90))
    let plan = RenderPlan([image], canvas: size(100, 100), [.draw(image, corners: quad)], output: .rgba8)
    let result = try plan.rendered(image)
    expectEqual(result[50, 5, 3], 0)
    expectEqual(result[50, 80, 3], 255)
    expectTrue(Renderer(plan).windowBytes < 64 << 20)
  }
}
