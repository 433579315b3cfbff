@testable import FramePlan
import FrameGeometry
import FrameImage
import FrameRender
import TestSupport
import Testing

/// Windows, bands and tiles, none of which change a bit of the output.
@Suite struct WindowTests {
  private static let matrices: [AffineTransform] = [
    .turned(23).then(.scaled(2.1, 2.1)), .scaled(4, 3), .scaled(0.3, 2).then(.turned(35)), .turned(90),
  ]

  /// The canvas is larger than a band and a tile of 64 in both directions.
  @Test("A window equals that part of the whole output", arguments: matrices)
  func parts(matrix: AffineTransform) throws {
    let image = Images.noise(21, 25, .rgba8)
    let canvas = size(70, 75)
    let items: [RenderPlan.Item] = [
      .draw(image, by: matrix.centered(image.size, in: canvas)),
      .group(
        [.draw(image, by: .scaled(1.5, 1.5).then(.moved(3.5, 40)))], opacity: 0.7,
        clip: RenderPlan.Clip(
          Path(Rect(x: 2, y: 42, width: 50, height: 30)), matrix: AffineTransform(1, 0.05, 0, 1, 0, 0))),
      .card(Rect(x: 50, y: 1.5, width: 18, height: 9.25), Color(red: 0.5, green: 1, blue: 0), opacity: 0.3),
    ]
    var plan = RenderPlan([image], canvas: canvas, items, output: .rgba8)
    plan.style.cornerRadius = 9
    plan.style.border = CanvasStyle.Border(width: 2.5, color: Color(red: 0, green: 0, blue: 0.4, alpha: 0.5))
    let whole = try plan.rendered(image)
    for (x, y, part) in [(0, 0, size(11, 9)), (37, 29, size(17, 13)), (59, 63, size(11, 12))] {
      try expectEqual(plan.windowed(x, y, part).rendered(image), whole.cut(x, y, part), "\(x),\(y)")
    }
  }

  @Test(
    "A large footprint is read in strips, with the same sums",
    arguments: [
      AffineTransform.scaled(0.004, 0.005), AffineTransform.turned(30).then(.scaled(0.004, 0.008)),
      AffineTransform.turned(30).then(.scaled(0.01, 0.0005)),
    ])
  func strips(matrix: AffineTransform) throws {
    // The image is larger than what is held at once, and shrinks to 3 by 3 pixels.
    let image = Images.drawn(550, 500, .gray8) { x, y, _ in (x * 7 + y * 13) & 255 }
    let matrix = matrix.centered(image.size, in: size(3, 3))
    let gray = PixelFormat(.grayAlpha, .eight)
    let plan = RenderPlan(image, by: matrix, canvas: size(3, 3), filter: .linear, output: gray)
    let whole = try plan.rendered(image)
    try expectEqual(plan.windowed(1, 1, size(1, 1)).rendered(image), whole.cut(1, 1, size(1, 1)))
    // All shades are equally frequent, so their mean is near the middle. Long footprints deviate, because they
    // contain many repeated edge pixels.
    expectTrue((100...170).contains(whole[1, 1, 0]))
  }

  @Test("Rows arrive in whole bands from the top, followed by the end", arguments: [1, 64, 65, 130])
  func bands(height: Int) throws {
    let plan = RenderPlan([], canvas: size(3, height), [], background: .white, output: .rgb16)
    var sink: any PixelSink = RecordingSink()
    try Renderer(plan).render([], into: &sink)
    let recorder = try #require(sink as? RecordingSink)
    expectTrue(recorder.bands.allSatisfy { $0 > 0 && $0 % 18 == 0 })
    expectEqual(recorder.bands.reduce(0, +), 18 * height)
    expectTrue(recorder.isFinished)
  }
}
