import Foundation
import FrameImage
import TestSupport
import Testing

@testable import FrameCompare

@Suite struct MetricTests {
  private func metrics(_ l: Bitmap, _ r: Bitmap) -> [ComparisonMetric: Double] {
    difference(l, r) { $0.metrics = Set(ComparisonMetric.allCases) }.metrics
  }

  private func expect(_ value: Double?, _ expected: Double, within tolerance: Double = 1e-12) {
    expectTrue(abs((value ?? .nan) - expected) <= tolerance, "\(value ?? .nan), expected \(expected)")
  }

  @Test("Equal images have perfect metrics", arguments: [DrawnImage.noise, .veil, .disc], [5, 11, 190])
  func equal(_ kind: DrawnImage, _ side: Int) {
    for image in [kind.draw(7, side, side + 1), kind.draw(7, side, side + 1).deepened] {
      expectEqual(
        metrics(image, image),
        [
          .count: 0, .max: 0, .odiff: 0, .mae: 0, .rmse: 0, .psnr: .infinity, .ssim: 1, .msssim: 1, .dssim: 0,
          .ciede2000: 0, .flip: 0, .ssimulacra2: 100, .gmsd: 0,
        ])
    }
  }

  @Test("Mean errors include all samples, and alpha if an image has it")
  func errors() {
    let rgb = metrics(Bitmap(2, 1, .rgb8, [0, 0, 0, 9, 9, 9]), Bitmap(2, 1, .rgb8, [51, 0, 0, 9, 9, 111]))
    expect(rgb[.mae], (51 + 102) / 255.0 / 6)
    expect(rgb[.rmse], ((0.04 + 0.16) / 6).squareRoot())
    expect(rgb[.psnr], 10 * log10(6 / 0.2))
    let rgba = metrics(Bitmap(1, 1, .rgba8, [0, 0, 0, 255]), Bitmap(1, 1, .rgb8, [51, 0, 0]))
    expect(rgba[.mae], 0.2 / 4)
    let deep = metrics(Bitmap(1, 1, .gray16, [1000]), Bitmap(1, 1, .gray8, [0]))
    expect(deep[.rmse], 1000.0 / 65535)
  }

  @Test("SSIM of images of one color is the luminance term alone, at any size", arguments: [4, 11, 30])
  func plain(_ side: Int) {
    let (l, r) = (100.0 / 255, 150.0 / 255)
    let points = (0..<side * side).map { (x: $0 % side, y: $0 / side) }
    let found = metrics(.white(side, side, points, gray: 100), .white(side, side, points, gray: 150))
    let expected = (2 * l * r + 1e-4) / (l * l + r * r + 1e-4)
    expect(found[.ssim], expected, within: 1e-11)
    expect(found[.msssim], side < 22 ? expected : pow(expected, 0.2856 / (0.0448 + 0.2856)), within: 1e-11)
    expect(found[.dssim], (1 - expected) / 2, within: 1e-11)
  }

  @Test("SSIM of two pixels matches means 1/2, variances 1/4 and covariance -1/4")
  func twoPixels() {
    let found = metrics(Bitmap(2, 1, .gray8, [0, 255]), Bitmap(2, 1, .gray8, [255, 0]))
    expect(found[.ssim], (-0.5 + 0.0009) / (0.5 + 0.0009))
    expectEqual(found[.msssim], 0)
  }

  @Test("SSIM matches its definition, window by window", arguments: [(11, 11), (11, 14), (23, 12), (30, 31)])
  func windows(_ width: Int, _ height: Int) {
    let l = DrawnImage.ramp.draw(7, width, height)
    let r = DrawnImage.ramp.draw(7, width, height, changed: 90)
    func luma(_ image: Bitmap, _ x: Int, _ y: Int) -> Double {
      let (red, green, blue) = (image[x, y, 0], image[x, y, 1], image[x, y, 2])
      return (0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)) / 255
    }
    let gauss = (-5...5).map { exp(-Double($0 * $0) / 4.5) }
    let total = gauss.reduce(0, +)
    var (sum, count) = (0.0, 0.0)
    for top in 0...(height - 11) {
      for left in 0...(width - 11) {
        func mean(_ value: (Double, Double) -> Double) -> Double {
          (0..<121).reduce(0) { sum, at in
            let (x, y) = (at % 11, at / 11)
            let weight = gauss[x] * gauss[y] / (total * total)
            return sum + weight * value(luma(l, left + x, top + y), luma(r, left + x, top + y))
          }
        }
        let (ml, mr) = (mean { l, _ in l }, mean { _, r in r })
        let (vl, vr) = (mean { l, _ in (l - ml) * (l - ml) }, mean { _, r in (r - mr) * (r - mr) })
        let both = mean { ($0 - ml) * ($1 - mr) }
        sum += (2 * ml * mr + 1e-4) * (2 * both + 9e-4) / ((ml * ml + mr * mr + 1e-4) * (vl + vr + 9e-4))
        count += 1
      }
    }
    let found = metrics(l, r)
    expect(found[.ssim], sum / count, within: 1e-9)
    expectTrue(sum / count < 0.95)
  }

  @Test("Damage lowers all similarity metrics, and noise lowers MS-SSIM less than SSIM")
  func damage() {
    let image = DrawnImage.disc.draw(300, 200, 200)
    let some = metrics(image, DrawnImage.disc.draw(300, 200, 200, changed: 100))
    let more = metrics(image, DrawnImage.disc.draw(300, 200, 200, changed: 2000))
    for metric in [ComparisonMetric.ssim, .msssim, .psnr] {
      expectTrue(some[metric]! > more[metric]!)
    }
    expectTrue(more[.ssim]! < more[.msssim]! && more[.msssim]! < 1)
    expectTrue(some[.ciede2000]! < more[.ciede2000]!)
  }

  @Test("CIEDE2000 of black and white is 100, and transparent pixels show the background")
  func colors() {
    let black = Bitmap(1, 2, .rgb8, [0, 0, 0, 0, 0, 0])
    let white = Bitmap(1, 2, .rgb8, [0, 0, 0, 255, 255, 255])
    expect(metrics(black, white)[.ciede2000], 50, within: 1e-9)
    expect(metrics(black.deepened, white)[.ciede2000], 50, within: 1e-9)
    let clear = Bitmap(1, 2, .rgba8, [0, 0, 0, 0, 1, 2, 3, 0])
    expect(metrics(clear, Bitmap.white(1, 2))[.ciede2000], 0)
  }

  @Test("GMSD of black and a white right half matches gradients of 1/3 and 0")
  func gradients() {
    let half = Bitmap.white(4, 2, (0..<2).flatMap { y in (0..<2).map { x in (x: x, y: y) } })
    let black = Bitmap.white(4, 2, (0..<8).map { (x: $0 % 4, y: $0 / 4) })
    expect(metrics(black, half)[.gmsd], (1 / 9.0) / (1 / 9.0 + 170.0 / 65025) / 2)
  }

  /// Table 1 of Sharma, Wu and Dalal (2005).
  static let sharma: [[Double]] = [
    [50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425], [50, 3.1571, -77.2803, 50, 0, -82.7485, 2.8615],
    [50, 2.8361, -74.0200, 50, 0, -82.7485, 3.4412], [50, -1.3802, -84.2814, 50, 0, -82.7485, 1.0000],
    [50, -1.1848, -84.8006, 50, 0, -82.7485, 1.0000], [50, -0.9009, -85.5211, 50, 0, -82.7485, 1.0000],
    [50, 0, 0, 50, -1, 2, 2.3669], [50, -1, 2, 50, 0, 0, 2.3669],
    [50, 2.4900, -0.0010, 50, -2.4900, 0.0009, 7.1792], [50, 2.4900, -0.0010, 50, -2.4900, 0.0010, 7.1792],
    [50, 2.4900, -0.0010, 50, -2.4900, 0.0011, 7.2195], [50, 2.4900, -0.0010, 50, -2.4900, 0.0012, 7.2195],
    [50, -0.0010, 2.4900, 50, 0.0009, -2.4900, 4.8045], [50, -0.0010, 2.4900, 50, 0.0010, -2.4900, 4.8045],
    [50, -0.0010, 2.4900, 50, 0.0011, -2.4900, 4.7461], [50, 2.5, 0, 50, 0, -2.5, 4.3065],
    [50, 2.5, 0, 73, 25, -18, 27.1492], [50, 2.5, 0, 61, -5, 29, 22.8977],
    [50, 2.5, 0, 56, -27, -3, 31.9030], [50, 2.5, 0, 58, 24, 15, 19.4535],
    [50, 2.5, 0, 50, 3.1736, 0.5854, 1.0000], [50, 2.5, 0, 50, 3.2972, 0, 1.0000],
    [50, 2.5, 0, 50, 1.8634, 0.5757, 1.0000], [50, 2.5, 0, 50, 3.2592, 0.3350, 1.0000],
    [60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644],
    [63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.2630],
    [61.2901, 3.7196, -5.3901, 61.4292, 2.2480, -4.9620, 1.8731],
    [35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645],
    [22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373],
    [36.4612, 47.8580, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146],
    [90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441],
    [90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381],
    [6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377],
    [2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082],
  ]

  @Test("CIEDE2000 matches the published table in both directions", arguments: sharma)
  func published(_ row: [Double]) {
    let one = LabColor(lightness: row[0], a: row[1], b: row[2])
    let other = LabColor(lightness: row[3], a: row[4], b: row[5])
    expect(one.distance(to: other), row[6], within: 1e-4)
    expect(other.distance(to: one), row[6], within: 1e-4)
  }
}
