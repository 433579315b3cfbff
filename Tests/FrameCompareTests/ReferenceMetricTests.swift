import FrameCompare
import FrameImage
import TestSupport
import Testing

/// Tests that FLIP and SSIMULACRA 2 equal the values of flip-evaluator 1.7 and ssimulacra2 0.3.0 from PyPI, and that GMSD
/// equals its definition in NumPy. The script metric-values.py, beside this file, prints the table.
@Suite struct ReferenceMetricTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    let left: (DrawnImage, Int)
    let right: (DrawnImage, Int)
    let width: Int
    let height: Int
    let changed: Int
    let flip: Double
    /// nil if the reference does not support the size.
    let ssimulacra2: Double?
    let gmsd: Double

    init(
      _ left: DrawnImage, _ p: Int, _ right: DrawnImage, _ q: Int, _ width: Int, _ height: Int,
      _ changed: Int, _ flip: Double, _ ssimulacra2: Double?, _ gmsd: Double
    ) {
      (self.left, self.right) = ((left, p), (right, q))
      (self.width, self.height, self.changed) = (width, height, changed)
      (self.flip, self.ssimulacra2, self.gmsd) = (flip, ssimulacra2, gmsd)
    }

    var testDescription: String {
      "\(left.0) \(left.1), \(right.0) \(right.1), \(width)x\(height), \(changed) changed"
    }
  }

  static let pairs = [
    Pair(.plain, 1, .plain, 2, 8, 8, 0, 0.7375362, 92.048375, 0.085910402),
    Pair(.plain, 0, .plain, 40, 1, 1, 0, 0.9910231, nil, 0.000000000),
    Pair(.noise, 8, .noise, 9, 2, 3, 0, 0.7349910, nil, 0.041924736),
    Pair(.noise, 8, .noise, 9, 7, 40, 0, 0.5212090, nil, 0.121009328),
    Pair(.noise, 3, .noise, 3, 17, 13, 20, 0.1861895, 84.325685, 0.055091837),
    Pair(.noise, 1, .noise, 2, 40, 30, 0, 0.4670063, -53.949970, 0.176400096),
    Pair(.ramp, 3, .ramp, 4, 24, 18, 0, 0.2715565, 90.636054, 0.006184942),
    Pair(.ramp, 5, .ramp, 5, 64, 48, 70, 0.0776800, 36.501786, 0.046255075),
    Pair(.bars, 0, .bars, 1, 30, 20, 0, 0.3073778, 61.369818, 0.404903679),
    Pair(.line, 3, .line, 4, 96, 33, 0, 0.2117257, -46.954343, 0.364519799),
    Pair(.line, 7, .bars, 0, 32, 24, 0, 0.7204375, 31.203088, 0.429925336),
    Pair(.disc, 40, .disc, 41, 32, 32, 0, 0.0797685, 82.227939, 0.090859354),
    Pair(.disc, 20, .ramp, 2, 21, 21, 0, 0.9787964, 63.578784, 0.281215865),
    Pair(.veil, 1, .veil, 2, 14, 14, 0, 0.4382142, 65.410740, 0.175451865),
    Pair(.ghost, 50, .ghost, 52, 27, 35, 15, 0.2172724, 70.096946, 0.132934602),
    Pair(.ghost, 40, .disc, 40, 50, 41, 0, 0.3498060, -64.367492, 0.000852554),
    Pair(.disc, 150, .disc, 150, 200, 150, 9, 0.0012906, 38.336258, 0.042107923),
    Pair(.disc, 150, .disc, 154, 200, 150, 0, 0.0318850, 31.904232, 0.107209582),
    Pair(.ramp, 1, .line, 3, 113, 225, 0, 0.7430629, -277.402329, 0.184565824),
    Pair(.ramp, 1, .ramp, 1, 230, 226, 2000, 0.1256222, -54.221948, 0.137245373),
  ]

  @Test("FLIP, SSIMULACRA 2 and GMSD equal the values of the references", arguments: pairs)
  func values(_ pair: Pair) throws {
    let left = pair.left.0.draw(pair.left.1, pair.width, pair.height)
    let right = pair.right.0.draw(pair.right.1, pair.width, pair.height, changed: pair.changed)
    let found = difference(left, right) { $0.metrics = [.flip, .ssimulacra2, .gmsd] }.metrics
    // The reference computes in single precision. The root of small features magnifies its rounding errors.
    expectTrue(abs((found[.flip] ?? .nan) - pair.flip) < 5e-5)
    if let score = pair.ssimulacra2 { expectTrue(abs((found[.ssimulacra2] ?? .nan) - score) < 1e-5) }
    expectTrue(abs((found[.gmsd] ?? .nan) - pair.gmsd) < 1e-8)
  }

  @Test("16 bits have the values of 8 bits")
  func deep() {
    let (left, right) = (DrawnImage.veil.draw(1, 20, 18), DrawnImage.veil.draw(2, 20, 18))
    let metrics: Set<ComparisonMetric> = [.flip, .ssimulacra2, .gmsd]
    let found = difference(left, right) { $0.metrics = metrics }.metrics
    let deep = difference(left.deepened, right) { $0.metrics = metrics }.metrics
    for metric in metrics { expectTrue(abs(found[metric]! - deep[metric]!) < 1e-9) }
  }

  @Test("SSIMULACRA 2 compares images with a side below 8 pixels at their own size", arguments: [1, 2, 7])
  func small(_ side: Int) {
    for (width, height) in [(side, 40), (40, side), (side, side)] {
      func score(changed: Int) -> Double {
        let image = DrawnImage.ramp.draw(5, width, height)
        return difference(image, DrawnImage.ramp.draw(5, width, height, changed: changed)) {
          $0.metrics = [.ssimulacra2]
        }.metrics[.ssimulacra2] ?? .nan
      }
      expectEqual(score(changed: 0), 100)
      expectTrue(score(changed: 1) < 100)
    }
  }

  @Test("Ignored pixels count as equal, and the mean of FLIP excludes them")
  func ignored() {
    let image = DrawnImage.disc.draw(60, 60, 60)
    let changed = DrawnImage.disc.draw(60, 60, 60, changed: 1)
    func metrics(_ ignored: [PixelRect]) -> (ImageDifference, flip: Double, score: Double) {
      let found = difference(image, changed) {
        $0.metrics = [.flip, .ssimulacra2]
        $0.ignored = ignored
      }
      return (found, found.metrics[.flip] ?? .nan, found.metrics[.ssimulacra2] ?? .nan)
    }
    let all = metrics([])
    expectTrue(all.flip > 0 && all.score < 100)
    let box = all.0.box!
    let hidden = metrics([box])
    expectTrue(hidden.flip == 0 && hidden.score == 100)
    // The filters do not reach 25 pixels.
    let far = metrics([box.x < 30 ? PixelRect(box.x + 25, 0, 5, 60) : PixelRect(box.x - 30, 0, 5, 60)])
    expectTrue(abs(far.flip * 55 / 60 - all.flip) < 1e-12 && far.score == all.score)
  }
}
