import FrameModel
import FrameRender
import Testing

/// What rendering holds, in bytes, known before anything is read.
@Suite struct MemoryTests {
  /// Of a picture that is far larger than the canvas's bands.
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

  @Test("A copy holds the rows of a band, and what is decoded at a time")
  func copies() {
    #expect(bytes(.identity) == 3 * Self.band)
    // Four bands that may be drawn already, and one that is decoded.
    #expect(bytes(.identity, jobs: 3) == 4 * Self.band + 4 * Self.band + Self.band)
    #expect(bytes(.identity, jobs: 1000) == bytes(.identity, jobs: 16))
  }

  @Test("A picture that comes out upside down is held whole")
  func upsideDown() {
    let turned = AffineTransform.turned(180).centred(Self.photo.size, in: Self.photo.size)
    #expect(bytes(turned) == 3000 * 300 + Self.band)
    #expect(bytes(turned, jobs: 2) == 3000 * 300 + 3 * Self.band)
  }

  @Test("Of pictures below each other one is held at a time")
  func oneAfterTheOther() {
    let pair = bytes(.identity, canvas: size(100, 6000), copies: 2)
    let many = bytes(.identity, canvas: size(100, 30_000), copies: 10)
    #expect(many == pair)
  }

  @Test("The window follows the rows of a band, not the picture")
  func turned() {
    let turned = AffineTransform.turned(7).centred(Self.photo.size, in: Self.photo.size)
    // The working part has 16 bytes a pixel, and is no larger than the picture.
    let working = (2 * 64 * 64 + 1 << 18) * 16
    let rows = (bytes(turned) - working - Self.band) / 300
    #expect((130..<160).contains(rows), "\(rows)")
    // Fewer rows of the output at a time where each takes many of the picture.
    let small = size(7, 200)
    let shrunk = (bytes(.scaled(1.0 / 15, 1.0 / 15), canvas: small) - 64 * 8 * 2 * 16 - 300_000 * 16) / 300
    #expect(shrunk < 300, "\(shrunk)")
  }

  @Test("A very wide canvas is drawn a few rows at a time")
  func wide() {
    let pixel = Pictures.filled(1, 1, .rgba16, [1, 2, 3, 4])
    let canvas = size(65_535, 4000)
    let plan = RenderPlan(pixel, by: .scaled(65_535, 4000), canvas: canvas)
    #expect(Renderer(plan, jobs: 4).windowBytes < 6 * (4 << 20))
  }

  @Test("Sizes beyond all limits are too many bytes, not a few")
  func overflow() throws {
    let side = PixelSize.maximumSide
    let huge = Picture(id: 0, name: "huge", size: size(side, side), pixels: .rgba16)
    let draw = RenderPlan.PictureDraw(
      layer: "huge", picture: 0, matrix: AffineTransform.turned(180).then(.moved(Double(side), Double(side))),
      visible: Rect(origin: .zero, size: Size(huge.size)), opacity: 1, path: .rightAngleCopy(.down))
    let plan = RenderPlan(
      canvas: size(side, 512), window: PixelRect(x: 0, y: 0, size: size(side, 512)),
      pictures: [huge], items: [.picture(draw)], output: .rgba16)
    #expect(Renderer(plan).windowBytes > 1 << 36)
  }
}
