import FrameImage
import PNGCodec
import Testing

/// The pixels of `auto-levels`.
@Suite struct AutoLevelsTests {
  /// Returns a gray image whose samples rise from left to right, after `auto-levels`.
  private func stretched(_ range: (Int, Int), _ format: PixelFormat) throws -> Bitmap {
    let size = try #require(PixelSize(width: 151, height: 8))
    var bitmap = Bitmap(size: size, format: format)
    for y in 0..<8 {
      for x in 0..<151 { bitmap[x, y, 0] = range.0 + (range.1 - range.0) * x / 150 }
    }
    let folder = try Folder(["in.png": Images.encode(bitmap, PNGCodec())])
    try folder.frameit("apply", "-e", "auto-levels 0", "in.png", "-o", "out.png").succeeds()
    return try Images.decode(folder["out.png"])
  }

  @Test("A gradient from 50 to 200 becomes one from 0 to 255") func gradient() throws {
    let gray = try stretched((50, 200), .gray8)
    for x in 0..<151 { #expect(abs(gray[x, 3, 0] - Int((Double(x) * 1.7).rounded())) <= 1, "\(x)") }
    #expect(gray[0, 0, 0] == 0 && gray[150, 0, 0] == 255)
    let deep = try stretched((9000, 47_000), .gray16)
    // A table is interpolated across the bend at the white point.
    let found = [0, 75, 150].map { deep[$0, 0, 0] }
    #expect(found[0] < 16 && abs(found[1] - 32_768) < 16 && found[2] > 65_519, "\(found)")
  }
}
