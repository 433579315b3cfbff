import FrameCompare
import FrameImage
import TestSupport
import Testing

@Suite struct ComparisonTests {
  static let images: [Bitmap] = [
    DrawnImage.noise.draw(1, 23, 67), DrawnImage.veil.draw(2, 23, 67), DrawnImage.disc.draw(40, 23, 67),
    DrawnImage.noise.draw(3, 23, 67).deepened, DrawnImage.ramp.draw(3, 23, 67),
  ]

  @Test("An image does not differ from itself", arguments: images)
  func itself(_ image: Bitmap) {
    for threshold in [nil, 0, 0.1] {
      let found = difference(image, image) {
        $0.threshold = threshold
        $0.ignoresAntialiasing = true
        $0.hardThreshold = 0
      }
      expectEqual(found, ImageDifference(expectedSize: image.size, actualSize: image.size))
    }
  }

  @Test("Exchanging the two images does not change the result", arguments: images)
  func symmetry(_ image: Bitmap) {
    for other in Self.images {
      for threshold in [nil, 0.1] {
        let set: (inout ComparisonOptions) -> Void = {
          $0.threshold = threshold
          $0.ignoresAntialiasing = true
          $0.hardThreshold = 0.9
        }
        expectEqual(difference(image, other, set), difference(other, image, set))
      }
    }
  }

  @Test("An exact comparison counts a single sample, including alpha and invisible color")
  func exact() {
    let clear = Bitmap(1, 1, .rgba8, [10, 20, 30, 0])
    expectEqual(difference(clear, Bitmap(1, 1, .rgba8, [10, 20, 31, 0])).differing, 1)
    expectEqual(difference(clear, Bitmap(1, 1, .rgba8, [10, 20, 31, 0])) { $0.threshold = 0 }.differing, 0)
    let opaque = Bitmap(1, 1, .rgba8, [10, 20, 30, 255])
    expectEqual(difference(opaque, Bitmap(1, 1, .rgb8, [10, 20, 30])).differing, 0)
    expectEqual(difference(opaque, Bitmap(1, 1, .rgba8, [10, 20, 30, 254])).differing, 1)
  }

  @Test("Gray equals three equal channels, and 8 bits are multiplied by 257 to become 16")
  func formats() {
    let gray = Bitmap(2, 1, .gray8, [7, 200])
    let others = [
      Bitmap(2, 1, PixelFormat(.grayAlpha, .eight), [7, 255, 200, 255]),
      Bitmap(2, 1, .rgb8, [7, 7, 7, 200, 200, 200]),
      Bitmap(2, 1, .rgba8, [7, 7, 7, 255, 200, 200, 200, 255]),
    ]
    for other in [gray] + others {
      expectEqual(difference(gray, other).differing, 0)
      expectEqual(difference(gray.deepened, other).differing, 0)
      expectEqual(difference(other.deepened, gray.deepened).differing, 0)
    }
    var off = gray.deepened
    off[1, 0, 0] += 1
    let found = difference(gray, off)
    expectEqual(found.differing, 1)
    expectEqual(found.maxDifference, 1.0 / 65535)
    expectEqual(found.box, PixelRect(1, 0, 1, 1))
  }

  @Test("The hard threshold counts pixels that everything else tolerates")
  func hard() {
    let image = Bitmap.white(4, 4)
    let other = Bitmap.white(4, 4, [(1, 1)], gray: 204)
    let soft = difference(image, other) { $0.threshold = 1 }
    expectTrue((soft.differing, soft.overHardThreshold) == (0, 0))
    expectEqual(soft.maxDifference, 0.2)
    let over = difference(image, other) { ($0.threshold, $0.hardThreshold) = (1, 0.19) }
    expectTrue((over.differing, over.overHardThreshold) == (1, 1))
    let at = difference(image, other) { ($0.threshold, $0.hardThreshold) = (1, 0.2) }
    expectTrue((at.differing, at.overHardThreshold) == (0, 0))
  }

  @Test("Both images are composited over the background")
  func ground() {
    let clear = Bitmap(1, 1, .rgba8, [0, 0, 0, 0])
    let white = Bitmap(1, 1, .rgba8, [255, 255, 255, 255])
    expectEqual(difference(clear, white) { $0.threshold = 0 }.differing, 0)
    let black = Color(red: 0, green: 0, blue: 0)
    expectEqual(difference(clear, white) { ($0.threshold, $0.background) = (0, black) }.differing, 1)
  }

  @Test("An exact comparison can ignore antialiased pixels")
  func exactAntialiasing() {
    let (l, r) = (DrawnImage.line.draw(3, 32, 24), DrawnImage.line.draw(4, 32, 24))
    let all = difference(l, r)
    let strict = difference(l, r) { $0.ignoresAntialiasing = true }
    expectTrue(strict.antialiased > 0)
    expectEqual(strict.differing + strict.antialiased, all.differing)
  }

  @Test("Images of different sizes are compared in the area that both have")
  func sizes() throws {
    let wide = Bitmap.white(30, 20, [(2, 3), (25, 1), (2, 18)])
    let high = Bitmap.white(10, 50, [(2, 18), (3, 40)])
    let found = difference(wide, high)
    expectEqual(found.size, PixelSize(width: 10, height: 20))
    expectEqual(found.expectedSize, wide.size)
    expectEqual(found.actualSize, high.size)
    expectEqual(found.differing, 1)
    expectEqual(found.box, PixelRect(2, 3, 1, 1))
  }
}
