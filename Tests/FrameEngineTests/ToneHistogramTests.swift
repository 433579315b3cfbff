import FrameCodec
import FrameGeometry
import FrameImage
import JPEGCodec
import PNGCodec
import TestSupport
import Testing

@testable import FrameEngine

/// The ranges of samples that `auto-levels` finds.
@Suite struct ToneHistogramTests {
  private func image(_ width: Int, _ height: Int, _ format: PixelFormat, _ pixel: (Int, Int) -> [Int]) throws
    -> Bitmap
  {
    var bitmap = Bitmap(size: try #require(PixelSize(width: width, height: height)), format: format)
    for y in 0..<height {
      for x in 0..<width {
        for (channel, sample) in pixel(x, y).enumerated() { bitmap[x, y, channel] = sample }
      }
    }
    return bitmap
  }

  /// Returns the darkest and the lightest sample of each channel; nil if nothing is visible.
  private func ranges(
    _ bitmap: Bitmap, in part: Rect? = nil, clipping share: Double = 0, _ codec: any Codec = PNGCodec(),
    orientation: Orientation = .up
  ) throws -> [[Int]]? {
    var request = EncodeRequest(size: bitmap.size, pixels: bitmap.format)
    if orientation != .up {
      // A TIFF structure with the orientation alone.
      let tag: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(orientation.rawValue), 0, 0, 0]
      let exif = Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0] + tag + [0, 0, 0, 0]
      request.metadata = ImageMetadata(blocks: [MetadataBlock(.exif, exif)])
    }
    let output = ByteOutput()
    var encoder = try codec.encoder(output, request)
    try encoder.write(bitmap.bytes.span)
    try encoder.finish()
    let image = try OpenImage(
      ImageInput(name: "a", bytes: ByteInput(bytes: output.bytes)), codecs: CodecList([codec]),
      limits: Limits())
    let whole = Rect(origin: .zero, size: Size(orientation.upright(bitmap.size)))
    let full = Double(bitmap.format.depth.maximum)
    return try image.tones(in: part ?? whole, clipping: share, PixelReading())?.channels.map {
      [Int(($0.lowerBound * full).rounded()), Int(($0.upperBound * full).rounded())]
    }
  }

  static let allFormats: [PixelFormat] = [
    .gray8, .rgb8, .rgba8, .gray16, .rgb16, .rgba16, PixelFormat(.grayAlpha, .eight),
    PixelFormat(.grayAlpha, .sixteen),
  ]

  @Test("Each channel has its range, in every format", arguments: allFormats)
  func formats(format: PixelFormat) throws {
    let full = format.depth.maximum
    let (low, high) = (full / 5 + 1, full * 3 / 4)
    let drawn = try image(16, 4, format) { x, y in
      let place = x + 16 * y
      let sample = low + (high - low) * place / 63
      let colors = format.channels.isGray ? [sample] : [sample, high + 1 - (sample - low), low]
      return colors + (format.channels.hasAlpha ? [1 + place] : [])
    }
    let gray = [low, high]
    try expectTrue(
      ranges(drawn)
        == (format.channels.isGray ? [gray, gray, gray] : [gray, [low + 1, high + 1], [low, low]]))
  }

  static let clipped: [(share: Double, range: [Int])] = [
    (0, [0, 199]), (0.004, [0, 199]), (0.005, [1, 198]), (0.0149, [2, 197]), (0.1, [20, 179]),
    (0.25, [50, 149]),
    (0.49, [98, 101]),
  ]

  @Test("At most the share of the pixels is outside of the range, at each end", arguments: clipped)
  func share(share: Double, range: [Int]) throws {
    // One pixel of each sample.
    let drawn = try image(20, 10, .gray8) { x, y in [20 * y + x] }
    try expectTrue(ranges(drawn, clipping: share)?[0] == range)
  }

  @Test("A few extreme pixels do not count") func extremes() throws {
    let drawn = try image(100, 10, .rgb8) { x, y in
      if y == 0, x < 5 { return [255, 0, 255] }
      return [90 + x, 100, 200 - x]
    }
    try expectEqual(ranges(drawn, clipping: 0.005), [[90, 189], [100, 100], [101, 200]])
    try expectEqual(ranges(drawn, clipping: 0.0049), [[90, 255], [0, 100], [101, 255]])
  }

  @Test("Transparent pixels are not counted, and translucent ones are") func alpha() throws {
    let drawn = try image(4, 4, .rgba8) { x, y in
      x == 0 ? [0, 255, 9, 0] : [100 + x, 50, 60 + y, x == 1 ? 1 : 255]
    }
    try expectEqual(ranges(drawn), [[101, 103], [50, 50], [60, 63]])
    try expectTrue(ranges(try image(4, 4, .rgba16) { x, _ in [x, x, x, 0] }) == nil)
  }

  @Test("Only the part counts, as it is upright", arguments: Orientation.allCases)
  func part(orientation: Orientation) throws {
    let size = try #require(PixelSize(width: 12, height: 8))
    let upright = orientation.upright(size)
    let toUpright = orientation.uprightTransform(stored: size)
    // Each pixel has its upright place as samples.
    let drawn = try image(12, 8, .rgb8) { x, y in
      let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(toUpright)
      return [Int(place.x), Int(place.y), 7]
    }
    let part = Rect(x: 2, y: 1, width: 5, height: 4)
    try expectEqual(ranges(drawn, in: part, orientation: orientation), [[2, 6], [1, 4], [7, 7]])
    try expectEqual(
      ranges(drawn, orientation: orientation),
      [
        [0, upright.width - 1], [0, upright.height - 1], [7, 7],
      ])
  }

  @Test("A large JPEG is read at a reduced size, and a small part of it at the full size") func reduced()
    throws
  {
    // A pixel without neighbors of its tone is lost where several become one.
    let drawn = try image(4096, 64, .gray8) { x, y in
      x == 8 && y == 8 ? [255] : [100 + (x >= 2048 ? 50 : 0)]
    }
    let codec = JPEGCodec()
    try expectTrue(ranges(drawn, clipping: 1e-9, codec)?[0] == [100, 150])
    let corner = Rect(x: 0, y: 0, width: 64, height: 64)
    try expectTrue(#require(try ranges(drawn, in: corner, clipping: 1e-9, codec))[0][1] > 200)
    // If no pixel may be lost, all are read.
    try expectTrue(#require(try ranges(drawn, codec))[0][1] > 200)
  }
}
