import FrameCompare
import TestSupport
import Testing

/// Tests that pixel counts equal those of pixelmatch 0.4.0 from PyPI exactly. The script pixelmatch-counts.py, beside
/// this file, prints the table.
@Suite struct PixelmatchTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    let left: (DrawnImage, Int)
    let right: (DrawnImage, Int)
    let width: Int
    let height: Int
    let changed: Int
    /// The counts for each threshold: `all` counts antialiased pixels, `strict` does not.
    let all: [Int]
    let strict: [Int]
    /// odiff's counts at threshold 0.1, with antialiased pixels and without.
    let odiff: (all: Int, strict: Int)

    init(
      _ left: DrawnImage, _ p: Int, _ right: DrawnImage, _ q: Int, _ width: Int, _ height: Int,
      _ changed: Int, _ all: [Int], _ strict: [Int], _ odiffAll: Int, _ odiffStrict: Int
    ) {
      odiff = (odiffAll, odiffStrict)
      (self.left, self.right) = ((left, p), (right, q))
      (self.width, self.height, self.changed) = (width, height, changed)
      (self.all, self.strict) = (all, strict)
    }

    var testDescription: String {
      "\(left.0) \(left.1), \(right.0) \(right.1), \(width)x\(height), \(changed) changed"
    }
  }

  static let thresholds = [0, 0.05, 0.1, 0.3, 1]

  static let pairs = [
    Pair(.plain, 1, .plain, 1, 8, 8, 0, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], 0, 0),
    Pair(.plain, 1, .plain, 2, 8, 8, 0, [64, 64, 64, 0, 0], [64, 64, 64, 0, 0], 64, 64),
    Pair(.plain, 1, .plain, 1, 8, 8, 1, [1, 1, 1, 0, 0], [1, 1, 1, 0, 0], 1, 1),
    Pair(.plain, 3, .plain, 3, 16, 9, 12, [10, 10, 10, 5, 0], [10, 10, 10, 5, 0], 10, 10),
    Pair(.plain, 0, .plain, 40, 1, 1, 0, [1, 1, 1, 1, 0], [1, 1, 1, 1, 0], 1, 1),
    Pair(.plain, 5, .plain, 5, 1, 1, 1, [1, 1, 1, 1, 0], [1, 1, 1, 1, 0], 1, 1),
    Pair(.noise, 1, .noise, 1, 12, 12, 0, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], 0, 0),
    Pair(.noise, 1, .noise, 2, 12, 12, 0, [144, 144, 141, 86, 0], [144, 144, 141, 86, 0], 141, 141),
    Pair(.noise, 3, .noise, 3, 17, 13, 20, [20, 20, 20, 13, 0], [20, 20, 20, 13, 0], 20, 20),
    Pair(.noise, 4, .noise, 5, 1, 19, 0, [19, 19, 18, 12, 0], [19, 19, 18, 12, 0], 18, 18),
    Pair(.noise, 4, .noise, 5, 19, 1, 0, [19, 19, 18, 12, 0], [19, 19, 18, 12, 0], 18, 18),
    Pair(.noise, 6, .noise, 7, 2, 2, 0, [4, 4, 4, 4, 0], [4, 4, 4, 4, 0], 4, 4),
    Pair(.noise, 8, .noise, 9, 2, 21, 0, [42, 42, 39, 24, 0], [42, 42, 39, 24, 0], 39, 39),
    Pair(.noise, 8, .noise, 9, 3, 3, 0, [9, 9, 9, 7, 0], [9, 9, 9, 7, 0], 9, 9),
    Pair(.ramp, 3, .ramp, 4, 24, 18, 0, [431, 173, 0, 0, 0], [431, 173, 0, 0, 0], 0, 0),
    Pair(.ramp, 5, .ramp, 5, 24, 18, 7, [7, 7, 7, 4, 0], [7, 7, 7, 4, 0], 7, 7),
    Pair(.ramp, 1, .ramp, 2, 31, 7, 0, [216, 65, 0, 0, 0], [216, 65, 0, 0, 0], 0, 0),
    Pair(.ramp, 11, .ramp, 12, 7, 31, 0, [216, 110, 27, 14, 0], [216, 110, 27, 14, 0], 27, 27),
    Pair(.bars, 0, .bars, 1, 30, 20, 0, [160, 160, 160, 160, 0], [160, 160, 160, 160, 0], 160, 160),
    Pair(.bars, 0, .bars, 2, 30, 20, 0, [320, 320, 320, 320, 0], [320, 320, 320, 320, 0], 320, 320),
    Pair(.bars, 1, .bars, 1, 30, 20, 9, [9, 9, 9, 8, 0], [2, 2, 2, 2, 0], 9, 2),
    Pair(.line, 3, .line, 4, 32, 24, 0, [104, 87, 84, 75, 0], [31, 30, 30, 30, 0], 84, 30),
    Pair(.line, 5, .line, 6, 32, 24, 0, [98, 94, 83, 67, 0], [31, 31, 31, 31, 0], 83, 31),
    Pair(.line, 2, .line, 2, 32, 24, 10, [10, 10, 10, 8, 0], [9, 9, 9, 7, 0], 10, 9),
    Pair(.line, 7, .bars, 0, 32, 24, 0, [768, 449, 447, 342, 0], [730, 414, 414, 322, 0], 447, 414),
    Pair(.line, 1, .line, 9, 40, 40, 0, [822, 814, 814, 785, 0], [742, 742, 742, 741, 0], 814, 741),
    Pair(.disc, 40, .disc, 41, 32, 32, 0, [75, 61, 54, 0, 0], [0, 0, 0, 0, 0], 54, 0),
    Pair(.disc, 40, .disc, 43, 33, 31, 0, [105, 96, 90, 57, 0], [0, 0, 0, 0, 0], 90, 0),
    Pair(.disc, 60, .disc, 61, 40, 40, 30, [145, 127, 113, 26, 0], [23, 23, 23, 20, 0], 113, 23),
    Pair(.disc, 20, .ramp, 2, 21, 21, 0, [441, 441, 441, 441, 0], [441, 441, 441, 441, 0], 441, 441),
    Pair(.veil, 1, .veil, 2, 14, 14, 0, [196, 187, 164, 64, 0], [196, 187, 164, 64, 0], 164, 164),
    Pair(.veil, 3, .veil, 3, 14, 14, 25, [24, 22, 17, 5, 0], [24, 22, 17, 5, 0], 17, 17),
    Pair(.veil, 4, .noise, 4, 9, 22, 0, [198, 196, 192, 130, 0], [198, 196, 192, 130, 0], 192, 192),
    Pair(.ghost, 40, .ghost, 41, 32, 32, 0, [75, 61, 54, 0, 0], [0, 0, 0, 0, 0], 54, 0),
    Pair(.ghost, 40, .disc, 40, 32, 32, 0, [1024, 1024, 332, 316, 0], [971, 971, 284, 284, 0], 332, 284),
    Pair(.ghost, 50, .ghost, 52, 27, 35, 15, [133, 111, 107, 56, 0], [18, 16, 16, 9, 0], 107, 12),
    Pair(.ghost, 30, .veil, 5, 20, 20, 0, [399, 381, 354, 239, 0], [399, 381, 354, 239, 0], 354, 354),
    Pair(.bars, 0, .bars, 0, 2, 40, 5, [5, 5, 5, 4, 0], [1, 1, 1, 1, 0], 5, 1),
    Pair(.line, 4, .line, 5, 3, 30, 0, [3, 2, 1, 0, 0], [0, 0, 0, 0, 0], 1, 0),
    Pair(.disc, 12, .disc, 14, 9, 9, 2, [26, 26, 26, 17, 0], [2, 2, 2, 2, 0], 26, 2),
  ]

  @Test("Counts equal those of pixelmatch", arguments: pairs)
  func counts(_ pair: Pair) {
    let left = pair.left.0.draw(pair.left.1, pair.width, pair.height)
    let right = pair.right.0.draw(pair.right.1, pair.width, pair.height, changed: pair.changed)
    for (index, threshold) in Self.thresholds.enumerated() {
      var options = ComparisonOptions()
      options.threshold = threshold
      let all = ImageComparison(options: options).difference(left, right)
      expectEqual(all.differing, pair.all[index], "threshold \(threshold)")
      expectEqual(all.antialiased, 0)
      options.ignoresAntialiasing = true
      let strict = ImageComparison(options: options).difference(left, right)
      expectEqual(strict.differing, pair.strict[index], "threshold \(threshold), antialiased ones excused")
      expectEqual(strict.differing + strict.antialiased, pair.all[index])
    }
  }

  @Test("Comparing 8 bits with 16 bits gives the same counts", arguments: pairs)
  func deep(_ pair: Pair) {
    let left = pair.left.0.draw(pair.left.1, pair.width, pair.height)
    let right = pair.right.0.draw(pair.right.1, pair.width, pair.height, changed: pair.changed).deepened
    for (index, threshold) in Self.thresholds.enumerated() {
      var options = ComparisonOptions()
      options.threshold = threshold
      options.ignoresAntialiasing = true
      let difference = ImageComparison(options: options).difference(left, right)
      expectEqual(difference.differing, pair.strict[index], "threshold \(threshold)")
    }
  }

  @Test("The odiff metric equals the counts of odiff", arguments: pairs)
  func odiff(_ pair: Pair) {
    let left = pair.left.0.draw(pair.left.1, pair.width, pair.height)
    let right = pair.right.0.draw(pair.right.1, pair.width, pair.height, changed: pair.changed)
    for (excuses, count) in [(false, pair.odiff.all), (true, pair.odiff.strict)] {
      let found = difference(left, right) {
        $0.ignoresAntialiasing = excuses
        $0.metrics = [.odiff]
      }
      expectEqual(found.metrics, [.odiff: Double(count)])
    }
  }
}
