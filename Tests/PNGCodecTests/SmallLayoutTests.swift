import FrameCodec
import FrameImage
import PNGCodec
import TestSupport
import Testing

/// Images that are stored with as few bits as their colors need.
@Suite struct SmallLayoutTests {
  private func encoded(
    _ image: Bitmap, _ metadata: ImageMetadata = ImageMetadata(), band: Int = 7
  ) throws -> [UInt8] {
    var request = EncodeRequest(size: image.size, pixels: image.format, metadata: metadata)
    request.holdsImage = true
    let output = ByteOutput()
    var encoder = try PNGCodec().encoder(output, request)
    for row in stride(from: 0, to: image.size.height, by: band) {
      let end = min(row + band, image.size.height)
      try encoder.write(image.bytes.span.extracting(row * image.rowBytes..<end * image.rowBytes))
    }
    try encoder.finish()
    return output.bytes
  }

  /// Returns the color type and the depth in the header.
  private func layout(_ png: [UInt8]) -> [Int] { [Int(png[25]), Int(png[24])] }

  /// Returns an image whose pixels take these values in turn.
  private func image(_ colors: [[UInt8]], width: Int = 61, height: Int = 43) throws -> Bitmap {
    let format = PixelFormat(try #require(PixelFormat.Channels(rawValue: colors[0].count)), .eight)
    let size = try #require(PixelSize(width: width, height: height))
    let bytes = (0..<width * height).flatMap { colors[($0 * 7 + $0 / 300) % colors.count] }
    return try #require(Bitmap(size: size, format: format, bytes: bytes))
  }

  /// Returns red, green, blue and alpha of each pixel.
  private func pixels(_ bytes: [UInt8], _ format: PixelFormat) -> [[UInt8]] {
    let channels = format.channels
    return stride(from: 0, to: bytes.count, by: format.bytesPerPixel).map { at in
      let color = channels.isGray ? [bytes[at], bytes[at], bytes[at]] : Array(bytes[at..<at + 3])
      return color + [channels.hasAlpha ? bytes[at + format.bytesPerPixel - 1] : 255]
    }
  }

  private func check(_ image: Bitmap, _ expected: [Int], _ metadata: ImageMetadata = ImageMetadata()) throws {
    let png = try encoded(image, metadata)
    expectEqual(layout(png), expected)
    let decoded = try decode(png)
    expectEqual(pixels(decoded.bytes, decoded.format), pixels(image.bytes, image.format))
    // The bytes do not depend on how rows are batched.
    for band in [1, 43] { try expectEqual(encoded(image, metadata, band: band), png) }
  }

  private func colors(_ count: Int, alpha: (Int) -> UInt8? = { _ in nil }) -> [[UInt8]] {
    (0..<count).map { i in
      [UInt8(i & 255), UInt8(255 - i & 255), UInt8(i >> 8 &* 90 & 255)] + [alpha(i)].compactMap(\.self)
    }
  }

  @Test("Few colors become a palette of 1, 2, 4 or 8 bits") func palettes() throws {
    for (count, depth) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (255, 8), (256, 8)] {
      try check(image(colors(count)), [3, depth])
      try check(image(colors(count) { $0 % 3 == 0 ? 255 : UInt8($0 & 254) }), [3, depth])
    }
  }

  @Test("More than 256 colors stay") func manyColors() throws {
    try check(image(colors(257)), [2, 8])
    try check(image(colors(257) { _ in 128 }), [6, 8])
    try check(noise(50, 50, .rgb8), [2, 8])
    try check(noise(50, 50, .rgba8), [6, 8])
    try check(noise(50, 50, .gray8), [0, 8])
  }

  @Test("Opaque alpha is dropped") func opaqueAlpha() throws {
    try check(image(colors(257) { _ in 255 }), [2, 8])
    try check(image((0..<256).map { [UInt8($0), 255] }), [0, 8])
    // The last pixel decides.
    var image = try image(colors(257) { _ in 255 })
    image[60, 42, 3] = 254
    try check(image, [6, 8])
  }

  @Test("Gray pixels become gray, with 1, 2 or 4 bits if their levels allow it") func gray() throws {
    for (levels, depth) in [
      ([0, 255], 1), ([0, 85, 255], 2), (Array(stride(from: 0, through: 255, by: 17)), 4),
      (Array(0..<256), 8),
    ] as [([Int], Int)] {
      try check(image(levels.map { [UInt8($0)] }), [0, depth])
      try check(image(levels.map { [UInt8($0), UInt8($0), UInt8($0)] }), [0, depth])
      try check(image(levels.map { [UInt8($0), UInt8($0), UInt8($0), 255] }), [0, depth])
    }
    // Other levels are shorter as a palette.
    try check(image([[1], [2], [3]]), [3, 2])
    // One colored pixel at the end.
    var image = try image((0..<256).map { [UInt8($0), UInt8($0), UInt8($0)] })
    image[60, 42, 0] ^= 1
    try check(image, [2, 8])
  }

  @Test("Gray with alpha stays, or becomes a palette") func grayAlpha() throws {
    try check(image((0..<200).map { [UInt8($0), UInt8($0)] }), [3, 8])
    try check(noise(50, 50, PixelFormat(.grayAlpha, .eight)), [4, 8])
  }

  @Test("A tiny image has no palette, which would be longer") func tinyImages() throws {
    try check(image(colors(2), width: 2, height: 1), [2, 8])
  }

  @Test("Transparent colors come first, and only they have an alpha value") func transparency() throws {
    let image = try image(colors(5) { $0 == 3 ? 0 : 255 })
    let chunks = chunks(try encoded(image))
    expectEqual(chunks.map(\.type), ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"])
    expectTrue(chunks[2].data == [0] && chunks[1].data.count == 15)
  }

  @Test("16 bits and animations stay") func others() throws {
    let size = try #require(PixelSize(width: 4, height: 4))
    var request = EncodeRequest(size: size, pixels: .rgb16)
    request.holdsImage = true
    let deep = ByteOutput()
    var deepEncoder = try PNGCodec().encoder(deep, request)
    try deepEncoder.write([UInt8](repeating: 0, count: 96).span)
    try deepEncoder.finish()
    expectEqual(layout(deep.bytes), [2, 16])
    request = EncodeRequest(size: size, pixels: .rgb8)
    request.holdsImage = true
    request.animation = Animation(frames: 2)
    let output = ByteOutput()
    var encoder = try PNGCodec().encoder(output, request)
    for value in [0, 9] as [UInt8] {
      try encoder.beginFrame(milliseconds: 10)
      try encoder.write([UInt8](repeating: value, count: 48).span)
    }
    try encoder.finish()
    expectEqual(layout(output.bytes), [2, 8])
    expectEqual(PNGCodec().heldBytes(request, like: nil), 0)
  }

  @Test("The layout fits the profile") func profiles() throws {
    let gray = try image((0..<256).map { [UInt8($0), UInt8($0), UInt8($0)] })
    let profile = try #require(ColorProfile.sRGB().iccData)
    try check(gray, [3, 8], ImageMetadata(profile: profile))
    try check(image([[0, 0, 0], [255, 255, 255]]), [3, 1], ImageMetadata(profile: profile))
    let grayProfile = try #require(ColorProfile.sRGBGray().iccData)
    // PLTE holds RGB, which a gray profile does not describe.
    try check(image([[1], [2], [3]]), [0, 8], ImageMetadata(profile: grayProfile))
    try check(image([[0], [255]]), [0, 1], ImageMetadata(profile: grayProfile))
  }
}
