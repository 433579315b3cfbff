import FrameCompare
import FrameImage
import TestSupport
import Testing

@Suite struct DifferenceThumbnailTests {
  /// Returns the thumbnail of an image of one color, with verdicts at some pixels.
  private func thumbnail(
    _ size: PixelSize, in most: PixelSize, color: [UInt8], _ verdicts: [(x: Int, y: Int, PixelVerdict)]
  ) -> Bitmap {
    var thumbnail = DifferenceThumbnail(of: size, in: most)
    let row = Array(repeatElement(color, count: size.width).joined())
    for y in 0..<size.height {
      var line = [PixelVerdict](repeating: .same, count: size.width)
      for (x, at, verdict) in verdicts where at == y { line[x] = verdict }
      thumbnail.write(line.span, over: row.span)
    }
    return thumbnail.image
  }

  private func pixel(_ image: Bitmap, _ x: Int, _ y: Int) -> [Int] { (0..<3).map { image[x, y, $0] } }

  private let size = PixelSize(width: 1000, height: 500)!
  private let most = PixelSize(width: 10, height: 10)!

  @Test("A single differing pixel stays visible") func singlePixel() {
    let image = thumbnail(size, in: most, color: [0, 0, 0, 255], [(999, 499, .differs)])
    expectEqual(image.size, PixelSize(width: 10, height: 5))
    expectEqual(pixel(image, 9, 4), [255, 0, 0])
    expectEqual(pixel(image, 8, 4), [170, 170, 170])
    expectEqual(image.bytes.count { $0 == 0 }, 2)
  }

  /// Ranks red before yellow, yellow before blue, and blue before unchanged pixels.
  @Test("The most important verdict of an area is shown") func importance() {
    let ranks: [(PixelVerdict, [Int])] = [
      (.ignored, [127, 127, 255]), (.antialiased, [255, 255, 0]), (.differs, [255, 0, 0]),
    ]
    for count in 1...ranks.count {
      let verdicts = ranks.prefix(count).enumerated().map { (x: $0, y: 3, $1.0) }
      for verdicts in [verdicts, verdicts.reversed()] {
        let image = thumbnail(size, in: most, color: [255, 255, 255, 255], verdicts)
        expectEqual(pixel(image, 0, 0), ranks[count - 1].1)
        expectEqual(pixel(image, 1, 0), [255, 255, 255])
      }
    }
  }

  @Test("A pixel belongs to the cell that contains its center") func centers() {
    for (width, height) in [(17, 23), (11, 10), (30, 7), (10, 10)] {
      let size = PixelSize(width: width, height: height)!
      for (x, y) in (0..<height).flatMap({ y in (0..<width).map { ($0, y) } }) {
        let image = thumbnail(size, in: most, color: [255, 255, 255, 255], [(x, y, .differs)])
        let column = (2 * x + 1) * image.size.width / (2 * width)
        let row = (2 * y + 1) * image.size.height / (2 * height)
        expectEqual(pixel(image, column, row), [255, 0, 0])
        expectEqual(image.bytes.count { $0 == 0 }, 2)
      }
    }
  }

  @Test("Small images are not reduced") func smallImages() {
    let size = PixelSize(width: 3, height: 2)!
    // Transparent pixels are white, whatever their color.
    let image = thumbnail(size, in: most, color: [0, 0, 0, 0], [(1, 1, .differs)])
    expectEqual(image.size, size)
    expectTrue(pixel(image, 1, 1) == [255, 0, 0] && pixel(image, 1, 0) == [255, 255, 255])
  }
}
