import FrameCodec
import FrameImage
import PNGCodec
import TestSupport
import Testing

/// Row filters, undone by libpng and by the fast path for valid files.
@Suite struct FilterTests {
  /// Uses all 25 pairs of filters in consecutive rows, and widths around whole registers.
  @Test(
    "Rows of every filter type decode to the original samples", arguments: [0, 2, 4, 6], [8, 16])
  func everyFilter(colorType: Int, depth: Int) throws {
    let channels = [0: 1, 2: 3, 4: 2, 6: 4][colorType]!
    for width in [1, 2, 5, 16, 17, 40] {
      let image = try noise(
        width, 30, PixelFormat(try #require(.init(rawValue: channels)), depth == 8 ? .eight : .sixteen))
      let file = HandMade(
        width: width, height: 30, depth: depth, colorType: colorType,
        filters: [0, 0, 1, 0, 2, 0, 3, 0, 4, 1, 1, 2, 1, 3, 1, 4, 2, 2, 3, 2, 4, 3, 3, 4, 4],
        pixel: { x, y in (0..<channels).map { image[x, y, $0] } })
      try expectEqual(decode(file.bytes, band: 7).bytes, image.bytes, "\(width)")
    }
  }

  /// Tries every a, b and c from a few values, which include all ties and the ends of the range of bytes.
  @Test("The Paeth predictor follows the specification, including its ties")
  func paethPredictor() throws {
    let values = [0, 1, 2, 3, 4, 126, 127, 128, 129, 253, 254, 255]
    let triples = values.flatMap { c in values.flatMap { b in values.map { a in (a, b, c) } } }
    // In each pair of pixels, c and b are in the upper row, and a and the predicted sample in the lower row.
    let file = HandMade(
      width: triples.count * 2, height: 2, filters: [0, 4],
      pixel: { x, y in
        let (a, b, c) = triples[x / 2]
        return [y == 0 ? (x % 2 == 0 ? c : b) : (x % 2 == 0 ? a : 77)]
      })
    let rows = (0..<2).flatMap { y in (0..<file.width).flatMap { file.pixel($0, y) } }
    try expectEqual(decode(file.bytes).bytes, rows.map { UInt8($0) })
    let size = try #require(PixelSize(width: file.width, height: 2))
    let image = try #require(Bitmap(size: size, format: .gray8, bytes: rows.map { UInt8($0) }))
    try expectEqual(decode(encode(image)).bytes, image.bytes)
  }

  @Test("An unknown filter type is damage")
  func unknownFilter() throws {
    var rows = [UInt8](repeating: 0, count: 12)
    rows[4] = 5
    let file = HandMade(width: 3, height: 3)
    let png = replacingData(of: file.bytes, by: storedZlib(rows))
    try expectTrue(failure { try decode(png) }.isDamaged)
  }

  /// Uses images that change slowly, so that each filter is the best one somewhere.
  @Test(
    "The encoder's filtered rows decode to the same pixels here and in libpng",
    arguments: PixelFormat.Channels.allCases, PixelFormat.Depth.allCases)
  func filteredRows(channels: PixelFormat.Channels, depth: PixelFormat.Depth) throws {
    let format = PixelFormat(channels, depth)
    for width in [1, 15, 16, 33, 200] {
      var image = try noise(width, 60, format)
      for y in 0..<60 {
        for x in 0..<width {
          for c in 0..<channels.rawValue {
            let slope = [0, x * 5 + c, y * 7, (x + y) * 3, x * y / 9][y / 12]
            image[x, y, c] = (slope + image[x, y, c] % 4) & depth.maximum
          }
        }
      }
      let png = try encode(image)
      try expectEqual(decode(png).bytes, image.bytes)
      try expectEqual(decode(decodedByLibpng(png)).bytes, image.bytes)
    }
  }

  /// Encodes more data than the encoder compresses at once.
  @Test("The encoded bytes do not depend on the height of the bands")
  func bandHeight() throws {
    let image = try noise(300, 400, .rgb8)
    let png = try encode(image, band: 400)
    for band in [1, 7, 64] { try expectEqual(encode(image, band: band), png) }
    try expectEqual(decode(decodedByLibpng(png), band: 9).bytes, image.bytes)
    expectTrue(chunks(png).filter { $0.type == "IDAT" }.allSatisfy { $0.data.count <= 65_536 })
  }
}

/// Returns the same image with an empty IDAT first. The fast path leaves such files to libpng.
private func decodedByLibpng(_ png: [UInt8]) -> [UInt8] {
  let all = chunks(png)
  let data = all.filter { $0.type == "IDAT" }.flatMap { chunk("IDAT", $0.data) }
  return signature + chunk("IHDR", all[0].data) + chunk("IDAT", []) + data + chunk("IEND", [])
}

func replacingData(of png: [UInt8], by data: [UInt8]) -> [UInt8] {
  let all = chunks(png)
  return signature + chunk("IHDR", all[0].data) + chunk("IDAT", data) + chunk("IEND", [])
}

extension CodecError {
  var isDamaged: Bool { if case .damaged = self { true } else { false } }
  var isTruncated: Bool { if case .truncated = self { true } else { false } }
}
