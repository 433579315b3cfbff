import FrameCompare
import FrameImage
import FrameEngine
import FrameScript

@testable import FrameBatch
@testable import frameit

/// A harness that parses arbitrary text as the tolerance of a golden case. Accepted values must be in their ranges. It
/// then compares two images with them.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      "threshold 0.1\nantialiasing\nmax-diff 0.1%\n",
      "max-diff 12 # pixels\nignore 1,2,3,4\nignore -5,0,9,9\n",
      "hard-threshold 1\nbackground #fa08\nfuzz-align 3", "# all\n\n background white #\n",
      "\u{FEFF}fuzz-align 32", "align both", "align rows\nmax-diff 3",
      "ignore 1000000000,-1000000000,16777216,1\nthreshold 1e-300", "antialiasing yes",
      "max-diff 100%\r\nmax-diff 1",
    ].map { Array($0.utf8) }
  }

  private static let images = (drawn(9, 6, .rgba8), drawn(6, 9, .rgba8))

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    let lines = CaseLines.lines(of: String(decoding: bytes, as: UTF8.self))
    var image = MaskedTolerance(.exact)
    do throws(BatchError) {
      try ToleranceSettings(lines: lines, name: "tolerance.txt").apply(to: &image)
    } catch {
      let failure = Failure(error)
      hold(failure.status == .script && failure.messages.count == 1)
      hold(failure.text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
      return
    }
    let tolerance = image.tolerance
    for share in [tolerance.options.threshold, tolerance.options.hardThreshold] {
      hold(share.map { (0...1).contains($0) } ?? true)
    }
    if case .shift(let most) = tolerance.alignment { hold((1...ShiftSearch.maxShiftLimit).contains(most)) }
    switch tolerance.limit {
    case .pixels(let count): hold(count >= 0)
    case .percent(let share): hold((0...100).contains(share))
    case nil: break
    }
    compare(by: tolerance, isSame: choice.bit(0))
  }

  private static func compare(by tolerance: Tolerance, isSame: Bool) {
    let first = images.0
    let other = isSame ? first : Bitmap(size: first.size, format: first.format, bytes: images.1.bytes)!
    do {
      let difference = try tolerance.compare { try $0(ComparedImages(first, other)) }
      hold(difference.differing + difference.ignored <= difference.size.area)
      hold(!isSame || tolerance.allows(difference))
    } catch {
      hold(error is ComparisonError, "\(error)")
    }
  }
}
