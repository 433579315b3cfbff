import FrameCodec
import FrameImage
import TestSupport
import Testing

@testable import FrameEngine

@Suite struct KeptRowsTests {
  private let bitmap: Bitmap
  private let image: OpenImage

  init() throws {
    var bitmap = Bitmap(size: try #require(PixelSize(width: 9, height: 40)), format: .rgb8)
    for y in 0..<40 {
      for x in 0..<27 { bitmap[x / 3, y, x % 3] = (x * 7 + y * 29) % 256 }
    }
    self.bitmap = bitmap
    image = try OpenImage(
      .pixels(BitmapCodec(bitmap), name: "image"), codecs: CodecList([]), limits: Limits())
  }

  /// Reads the first `rows` rows in bands, as one pass.
  private func pass(_ kept: KeptRows, rows: Int, by step: Int = 7) throws -> [UInt8] {
    kept.begin()
    var all: [UInt8] = []
    for row in stride(from: 0, to: rows, by: step) {
      var band = [UInt8](repeating: 0, count: min(step, rows - row) * bitmap.rowBytes)
      var span = band.mutableSpan
      try kept.read(from: row, into: &span)
      all += band
    }
    try kept.finish()
    return all
  }

  @Test(
    "Every pass has the same rows, and small images are decoded once",
    arguments: [(true, 9 * 3 * 40, 1), (true, 9 * 3 * 40 - 1, 3), (false, .max, 3)])
  func passes(hasPasses: Bool, most: Int, decoders: Int) throws {
    var made = 0
    let kept = KeptRows(of: image, rows: 40, hasPasses: hasPasses, most: most) {
      made += 1
      return SourceDecoder(image, DecodeRequest(limits: Limits()))
    }
    for step in [7, 40, 1] { try expectEqual(pass(kept, rows: 40, by: step), bitmap.bytes) }
    expectEqual(made, decoders)
  }

  @Test("After a pass that stopped early, the image is decoded again") func early() throws {
    var made = 0
    let kept = KeptRows(of: image, rows: 40, hasPasses: true) {
      made += 1
      return SourceDecoder(image, DecodeRequest(limits: Limits()))
    }
    kept.begin()
    var band = [UInt8](repeating: 0, count: 3 * bitmap.rowBytes)
    var span = band.mutableSpan
    try kept.read(from: 0, into: &span)
    for _ in 0..<2 { try expectEqual(pass(kept, rows: 40), bitmap.bytes) }
    expectEqual(made, 2)
  }
}
