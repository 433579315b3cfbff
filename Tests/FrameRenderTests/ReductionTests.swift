@testable import FramePlan
import FrameGeometry
import FrameImage
import FrameRender
import TestSupport
import Testing

/// Images that are decoded at a reduced size. Plans still use stored pixels.
@Suite struct ReductionTests {
  @Test(
    "A reduced pixel stands for several stored pixels each way", arguments: [ShrinkFactor.half, .eighth])
  func reduced(reduction: ShrinkFactor) throws {
    let n = Double(reduction.rawValue)
    let small = Images.noise(31, 23, .rgba8)
    // The last column and row of reduced pixels are incomplete.
    let stored = size(31 * reduction.rawValue - 1, 23 * reduction.rawValue - 1)
    let seen = Rect(origin: .zero, size: Size(stored))
    let canvas = size(40, 30)
    let matrix = AffineTransform.scaled(0.7 / n, 0.9 / n).then(.turned(8)).then(.moved(6, 1))
    let expected = try RenderPlan(
      [small], canvas: canvas,
      [
        .group(
          [
            .draw(
              small, by: AffineTransform.scaled(n, n).then(matrix),
              visible: Rect(x: 0, y: 0, width: seen.maxX / n, height: seen.maxY / n))
          ], opacity: 0.5)
      ], output: .rgba8
    ).rendered(small)

    var plan = RenderPlan(
      [small], canvas: canvas, [.group([.draw(small, by: matrix, visible: seen)], opacity: 0.5)],
      output: .rgba8)
    plan.images[0].size = stored
    plan.images[0].reduction = reduction
    expectEqual(plan.images[0].decodedSize, small.size)
    try expectEqual(plan.rendered(small), expected)
  }

  @Test("Memory depends on the reduced size")
  func memory() {
    let image = Bitmap(size: size(4000, 3000), format: .rgb8)
    var plan = RenderPlan(image, by: .scaled(0.1, 0.1), canvas: size(400, 300))
    let whole = Renderer(plan).windowBytes
    plan.images[0].reduction = .eighth
    expectTrue(Renderer(plan).windowBytes * 2 < whole)
  }
}
