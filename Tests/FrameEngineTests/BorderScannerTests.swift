import FrameCodec
import FrameGeometry
import FrameImage
import FrameScene
import PNGCodec
import TestSupport
import Testing

@testable import FrameEngine

/// The borders that `trim` cuts off handmade images.
@Suite struct BorderScannerTests {
  /// An image of 9 x 7 pixels with a border of one color around a rectangle of 4 x 2 at 3,1.
  private func bordered(_ format: PixelFormat, border: [Int], inside: [Int]) throws -> Bitmap {
    var bitmap = Bitmap(size: try #require(PixelSize(width: 9, height: 7)), format: format)
    for y in 0..<7 {
      for x in 0..<9 {
        let isInside = (3..<7).contains(x) && (1..<3).contains(y)
        for channel in 0..<format.channels.rawValue {
          bitmap[x, y, channel] = (isInside ? inside : border)[channel]
        }
      }
    }
    return bitmap
  }

  /// Returns what is inside the border: x, y, width, height; nil for nothing.
  private func contents(
    _ bitmap: Bitmap, in part: Rect? = nil, color: Color? = nil, tolerance: Double = 0,
    orientation: Orientation = .up
  ) throws -> [Int]? {
    var request = EncodeRequest(size: bitmap.size, pixels: bitmap.format)
    if orientation != .up {
      // A TIFF structure with the orientation alone.
      let tag: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(orientation.rawValue), 0, 0, 0]
      let exif = Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0] + tag + [0, 0, 0, 0]
      request.metadata = ImageMetadata(blocks: [MetadataBlock(.exif, exif)])
    }
    let output = ByteOutput()
    var encoder = try PNGCodec().encoder(output, request)
    try encoder.write(bitmap.bytes.span)
    try encoder.finish()
    let image = try OpenImage(
      ImageInput(name: "a.png", bytes: ByteInput(bytes: output.bytes)), codecs: CodecList([PNGCodec()]),
      limits: Limits())
    expectEqual(image.header.orientation, orientation)
    let whole = Rect(origin: .zero, size: Size(image.header.orientation.upright(image.header.size)))
    let found = try image.contents(
      in: part ?? whole, within: ImageBorder(color: color, tolerance: tolerance), PixelReading())
    return found?.numbers.map { Int($0) }
  }

  @Test(
    "The border is found exactly, in every format",
    arguments: [
      PixelFormat.gray8, .rgb8, .rgba8, .gray16, .rgb16, .rgba16, PixelFormat(.grayAlpha, .eight),
      PixelFormat(.grayAlpha, .sixteen),
    ])
  func formats(format: PixelFormat) throws {
    let full = format.depth.maximum
    // A border without full opacity, and contents that differ from it by one in one sample.
    let border = [full / 2, full / 3, full, full / 5]
    for channel in 0..<format.channels.rawValue {
      var inside = border
      inside[channel] -= 1
      try expectEqual(contents(try bordered(format, border: border, inside: inside)), [3, 1, 4, 2])
    }
    try expectTrue(contents(try bordered(format, border: border, inside: border)) == nil)
  }

  @Test("The tolerance is a share of the range of samples") func tolerance() throws {
    for format in [PixelFormat.gray8, .rgb16] {
      let full = format.depth.maximum
      let most = full / 10
      let near = try bordered(format, border: [0, 0, 0], inside: [most, most, most])
      let far = try bordered(format, border: [0, 0, 0], inside: [most + 1, 0, 0])
      try expectTrue(contents(near, tolerance: 0.1) == nil)
      try expectEqual(contents(far, tolerance: 0.1), [3, 1, 4, 2])
    }
  }

  @Test("A border of a given color is cut off, and another one is not") func color() throws {
    let bitmap = try bordered(.rgb8, border: [255, 0, 0], inside: [0, 0, 255])
    try expectEqual(contents(bitmap, color: Color(red: 1, green: 0, blue: 0)), [3, 1, 4, 2])
    try expectEqual(contents(bitmap, color: .white), [0, 0, 9, 7])
    try expectEqual(contents(bitmap, color: .clear), [0, 0, 9, 7])
    let gray = try bordered(.gray16, border: [65535], inside: [0])
    try expectEqual(contents(gray, color: .white), [3, 1, 4, 2])
  }

  @Test("Pixels without opacity are equal") func transparent() throws {
    for format in [PixelFormat.rgba8, .rgba16] {
      let full = format.depth.maximum
      var bitmap = try bordered(format, border: [0, 0, 0, 0], inside: [0, 0, 0, 1])
      bitmap[8, 6, 0] = full
      try expectEqual(contents(bitmap), [3, 1, 4, 2])
      try expectEqual(contents(bitmap, color: .clear), [3, 1, 4, 2])
    }
  }

  @Test("The border is that of the upright image", arguments: Orientation.allCases)
  func orientations(orientation: Orientation) throws {
    var bitmap = try bordered(.gray8, border: [200], inside: [10])
    let upright = Rect(x: 3, y: 1, width: 4, height: 2).applying(
      orientation.uprightTransform(stored: bitmap.size))
    let found = try contents(bitmap, orientation: orientation)
    expectEqual(found, [upright.minX, upright.minY, upright.size.width, upright.size.height].map { Int($0) })
    // The upper left pixel of the upright image decides.
    let corner = Point(x: 0.5, y: 0.5)
      .applying(try #require(orientation.uprightTransform(stored: bitmap.size).inverse))
    bitmap[Int(corner.x), Int(corner.y), 0] = 10
    try expectTrue(contents(bitmap, orientation: orientation)?[2...].reduce(1, *) == 63)
  }

  @Test("One pixel at each side is enough") func sides() throws {
    for (x, y) in [(0, 3), (8, 3), (4, 0), (4, 6)] {
      var bitmap = try bordered(.gray8, border: [200], inside: [10])
      bitmap[x, y, 0] = 0
      let found = try #require(try contents(bitmap))
      expectTrue(found[0] <= x && x < found[0] + found[2] && found[1] <= y && y < found[1] + found[3])
      expectTrue(found[0] == min(3, x) && found[1] == min(1, y))
      expectTrue(found[0] + found[2] == max(7, x + 1) && found[1] + found[3] == max(3, y + 1))
    }
  }

  @Test("Only a part is searched, and its own corner gives the color") func part() throws {
    let bitmap = try bordered(.gray8, border: [200], inside: [10])
    try expectEqual(contents(bitmap, in: Rect(x: 4, y: 0, width: 5, height: 7)), [4, 1, 3, 2])
    try expectEqual(contents(bitmap, in: Rect(x: 3, y: 1, width: 5, height: 3)), [3, 1, 5, 3])
    try expectTrue(contents(bitmap, in: Rect(x: 0, y: 3, width: 9, height: 4)) == nil)
  }
}
