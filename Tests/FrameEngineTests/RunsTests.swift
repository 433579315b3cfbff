import TestSupport
import Testing

@testable import FrameReports

/// Summaries of runs of similar lines.
@Suite struct RunsTests {
  /// Returns the letters that are shown, with the number of omitted ones in braces.
  private func told(_ letters: String) -> String {
    let keys = Array(letters)
    return RepeatSummary.parts(of: keys).map { part in
      switch part {
      case .one(let index): String(keys[index])
      case .rest(let range): "{\(range.count)}"
      }
    }.joined()
  }

  @Test(
    "The first of many similar messages are printed",
    arguments: [
      ("", ""), ("a", "a"), ("abcdefgh", "abcdefgh"),
      // Fewer than five remaining lines are listed, not counted.
      ("aaaaaaa", "aaaaaaa"), ("aaaaaaaa", "aaa{5}"), ("baaaaaaaaab", "baaa{6}b"),
      // A repeating group is listed once, with at least three lines.
      ("abababababab", "aba{9}"), ("abcdabcdabcdabcdx", "abcd{12}x"), ("abcdeabcde", "abcde{5}"),
      ("aaaaaaaabbbbbbbb", "aaa{5}bbb{5}"),
    ])
  func first(letters: String, wanted: String) {
    expectEqual(told(letters), wanted)
  }

  @Test("Every message is printed or counted") func counted() {
    for seed in 0..<200 {
      let letters = (0..<60).map { $0 * $0 * seed / 97 % 3 }
      var next = 0
      for part in RepeatSummary.parts(of: letters) {
        switch part {
        case .one(let index):
          expectEqual(index, next)
          next += 1
        case .rest(let range):
          expectTrue(range.lowerBound == next && range.count >= 5)
          next = range.upperBound
        }
      }
      expectEqual(next, letters.count)
    }
  }

  @Test(
    "Counts have thousands separators",
    arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000")])
  func separators(number: Int, text: String) {
    expectEqual(number.grouped, text)
  }
}
