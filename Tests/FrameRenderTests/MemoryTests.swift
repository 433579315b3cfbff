@testable import FramePlan
import FrameGeometry
import FrameImage
import FrameRender
import TestSupport
import Testing

/// The memory that rendering holds, in bytes, which is known before anything is read.
@Suite struct MemoryTests {
  /// An image that is far larger than a band of the canvas.
  private static let photo = Bitmap(size: size(100, 3000), format: .rgb8)

  private func bytes(
    _ matrix: AffineTransform, canvas: PixelSize = photo.size, jobs: Int = 1, copies: Int = 1
  ) -> Int {
    let items = (0..<copies).map { i in
      RenderPlan.Item.draw(Self.photo, i, by: matrix.then(.moved(0, Double(i * 3000))))
    }
    let plan = RenderPlan(
      [Bitmap](repeating: Self.photo, count: copies), canvas: canvas, items, output: .rgb8)
    return Renderer(plan, jobs: jobs).windowBytes
  }

  private static let band = 100 * 3 * 64

  @Test("A copy holds the rows of a band and the rows being decoded")
  func copies() {
    expectEqual(bytes(.identity), 3 * Self.band)
    // Four output buffers, the image rows for four bands, and one band that is being decoded.
    expectEqual(bytes(.identity, jobs: 3), 4 * Self.band + 4 * Self.band + Self.band)
    expectEqual(bytes(.identity, jobs: 1000), bytes(.identity, jobs: 16))
  }

  @Test("An image drawn upside down is held as a whole")
  func upsideDown() {
    let turned = AffineTransform.turned(180).centered(Self.photo.size, in: Self.photo.size)
    expectEqual(bytes(turned), 3000 * 300 + Self.band)
    expectEqual(bytes(turned, jobs: 2), 3000 * 300 + 3 * Self.band)
  }

  @Test("Images one below the other are held one at a time")
  func oneAfterTheOther() {
    let pair = bytes(.identity, canvas: size(100, 6000), copies: 2)
    let many = bytes(.identity, canvas: size(100, 30_000), copies: 10)
    expectEqual(many, pair)
  }

  /// Returns the memory for rendering an image 600 pixels wide.
  private func bytes(height: Int, canvas: PixelSize, _ matrix: AffineTransform, jobs: Int = 1) -> Int {
    let image = Bitmap(size: size(600, height), format: .rgb8)
    return Renderer(RenderPlan(image, by: matrix, canvas: canvas), jobs: jobs).windowBytes
  }

  @Test("Memory depends on the rows of a band, not on the image's height", arguments: [1, 4])
  func turned(jobs: Int) {
    let turn = AffineTransform.turned(7)
    let some = bytes(height: 2000, canvas: size(600, 2000), turn, jobs: jobs)
    expectTrue(abs(bytes(height: 20_000, canvas: size(600, 20_000), turn, jobs: jobs) - some) <= 2 * 1800)
    expectTrue(some < 2000 * 1800)
    // Bands have fewer rows if each output row depends on many image rows.
    let shrunk = bytes(height: 15_000, canvas: size(40, 1000), .scaled(1.0 / 15, 1.0 / 15))
    expectTrue(shrunk < 400 * 1800 + (3 * 64 * 8 + 1 << 15) * 16)
  }

  @Test("A very wide canvas is drawn a few rows at a time")
  func wide() {
    let pixel = Images.filled(1, 1, .rgba16, [1, 2, 3, 4])
    let canvas = size(65_535, 4000)
    let plan = RenderPlan(pixel, by: .scaled(65_535, 4000), canvas: canvas)
    expectTrue(Renderer(plan, jobs: 4).windowBytes < 6 * (4 << 20))
  }

  @Test("Sizes beyond all limits do not overflow to a small byte count")
  func overflow() throws {
    let side = PixelSize.maximumSide
    let huge = SourceImage(id: 0, name: "huge", size: size(side, side), pixels: .rgba16)
    let draw = RenderPlan.ImageDraw(
      layer: "huge", image: 0,
      map: .affine(
        AffineTransform.turned(180).then(.moved(Double(side), Double(side))),
        visible: Rect(origin: .zero, size: Size(huge.size))), opacity: 1)
    let plan = RenderPlan(
      canvas: size(side, 512), window: PixelRect(x: 0, y: 0, size: size(side, 512)),
      images: [huge], items: [.image(draw)], output: .rgba16)
    expectTrue(Renderer(plan).windowBytes > 1 << 36)
  }
}
