@testable import FramePlan
import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// Plans that need no arithmetic, whose output is a bit-for-bit copy at any depth.
@Suite struct CopyTests {
  @Test("The identity changes no bit, not even color under alpha 0", arguments: Images.allFormats)
  func identity(format: PixelFormat) throws {
    var image = Images.noise(7, 5, format)
    if format.channels.hasAlpha { image[3, 2, format.channels.rawValue - 1] = 0 }
    let plan = RenderPlan(image, by: .identity, canvas: image.size)
    try expectEqual(plan.rendered(image), image)
  }

  @Test("The identity preserves every code of a channel", arguments: PixelFormat.Depth.allCases)
  func everyCode(depth: PixelFormat.Depth) throws {
    let side = depth == .eight ? 16 : 256
    let image = Images.drawn(side, side, PixelFormat(.gray, depth)) { x, y, _ in y * side + x }
    // First as a direct copy, then composited over a background.
    for background in [Color.clear, .white] {
      var plan = RenderPlan(image, by: .identity, canvas: image.size)
      plan.style.background = .color(background)
      plan.style.border = background == .clear ? nil : CanvasStyle.Border(width: 0, color: .white)
      try expectEqual(plan.rendered(image), image)
    }
  }

  /// The position of the stored pixel x, y of an image of 7 by 5 pixels in each orientation: EXIF's table, written by
  /// hand.
  private static let places: [Orientation: @Sendable (Int, Int) -> (Int, Int)] = [
    .up: { ($0, $1) }, .upMirrored: { (6 - $0, $1) }, .down: { (6 - $0, 4 - $1) },
    .downMirrored: { ($0, 4 - $1) }, .leftMirrored: { ($1, $0) }, .right: { (4 - $1, $0) },
    .rightMirrored: { (4 - $1, 6 - $0) }, .left: { ($1, 6 - $0) },
  ]

  @Test(
    "The eight right-angle forms only permute pixels", arguments: Orientation.allCases,
    [PixelFormat.gray8, .rgb8, .rgba8, .rgb16, .rgba16])
  func rightAngles(form: Orientation, format: PixelFormat) throws {
    let image = Images.noise(7, 5, format)
    let canvas = form.upright(image.size)
    let plan = RenderPlan(image, by: form.uprightTransform(stored: image.size), canvas: canvas)
    let result = try plan.rendered(image)
    let place = try #require(Self.places[form])
    for y in 0..<5 {
      for x in 0..<7 {
        let (column, row) = place(x, y)
        expectEqual(result.pixel(column, row), image.pixel(x, y))
      }
    }
  }

  @Test("Four quarter turns restore the image", arguments: [PixelFormat.rgba8, .rgb16])
  func quarterTurns(format: PixelFormat) throws {
    let image = Images.noise(7, 4, format)
    var turned = image
    for turn in 1...4 {
      let matrix = Orientation.right.uprightTransform(stored: turned.size)
      turned = try RenderPlan(turned, by: matrix, canvas: turned.size.transposed).rendered(turned)
      expectEqual((turned == image), (turn == 4))
    }
  }

  @Test("A shift by whole pixels moves pixels and leaves the rest transparent")
  func shift() throws {
    let image = Images.noise(6, 5, .rgba8)
    let plan = RenderPlan(image, by: .moved(2, -1), canvas: size(6, 5))
    let result = try plan.rendered(image)
    for y in 0..<5 {
      for x in 0..<6 {
        let isShown = x >= 2 && y < 4
        expectTrue(result.pixel(x, y) == (isShown ? image.pixel(x - 2, y + 1) : [0, 0, 0, 0]))
      }
    }
  }

  @Test(
    "Nothing remains of a band in the next one, which has the same memory",
    arguments: [PixelFormat.rgba8, .gray8])
  func memoryOfBands(format: PixelFormat) throws {
    let image = Images.noise(6, 150, format)
    let plan = RenderPlan(image, by: .moved(1, 0), canvas: size(7, 400))
    expectTrue(plan.copied != nil)
    let result = try plan.rendered(image)
    expectEqual(result.cut(1, 0, image.size), image)
    expectEqual(result.cut(0, 150, size(7, 250)), Bitmap(size: size(7, 250), format: format))
  }

  @Test("A composited shift is exact in both lights", arguments: [Light.linear, .srgb])
  func composedShift(light: Light) throws {
    for format in [PixelFormat.rgb8, .rgb16] {
      let image = Images.noise(6, 5, format)
      let plan = RenderPlan(
        [image], canvas: size(9, 8), [.draw(image, by: .moved(2, 1))],
        background: Color(red: 1, green: 0, blue: 0.2), light: light, output: format)
      let result = try plan.rendered(image)
      expectTrue(plan.copied == nil)
      expectEqual(result.cut(2, 1, image.size), image)
      expectEqual(result.pixel(1, 1), [1, 0, 0.2].map { Int(($0 * Double(format.depth.maximum)).rounded()) })
    }
  }

  @Test("Colors with alpha survive compositing exactly", arguments: [PixelFormat.rgba8, .rgba16])
  func composedAlpha(format: PixelFormat) throws {
    var image = Images.noise(16, 16, format)
    for i in 0..<16 { image[i, 0, 3] = i }
    let group = RenderPlan.Item.group([.draw(image, by: .moved(1, 0))])
    let plan = RenderPlan([image], canvas: size(17, 16), [group], output: format)
    let result = try plan.rendered(image).cut(1, 0, image.size)
    // Compositing keeps no color under alpha 0.
    for y in 0..<16 {
      for x in 0..<16 where image[x, y, 3] == 0 {
        for c in 0..<3 { image[x, y, c] = 0 }
      }
    }
    expectEqual(result, image)
  }

  @Test("Converting to more channels keeps the samples", arguments: [false, true])
  func addedChannels(wide: Bool) throws {
    let depth: PixelFormat.Depth = wide ? .sixteen : .eight
    let gray = Images.noise(4, 3, PixelFormat(.gray, depth))
    let rgba = PixelFormat(.rgba, depth)
    let result = try RenderPlan(gray, by: .moved(1, 0), canvas: size(5, 3), output: rgba).rendered(gray)
    let v = gray[2, 1, 0]
    expectEqual(result.pixel(3, 1), [v, v, v, depth.maximum])
    expectEqual(result.pixel(0, 1), [0, 0, 0, 0])
    let pair = Images.noise(4, 3, PixelFormat(.grayAlpha, depth))
    let spread = try RenderPlan(pair, by: .identity, canvas: pair.size, output: rgba).rendered(pair)
    let (shade, alpha) = (pair[2, 1, 0], pair[2, 1, 1])
    expectEqual(spread.pixel(2, 1), [shade, shade, shade, alpha])
  }
}
