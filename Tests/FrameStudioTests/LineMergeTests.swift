import TestSupport
import Testing

@testable import FrameStudio

@Suite("Two changes of one script")
struct LineMergeTests {
  @Test(
    "Changes at different places are both kept, and at the same place the first come first",
    arguments: [
      ("a\nb\nc\n", "a\nB\nc\n", "a\nb\nc\nd\n", "a\nB\nc\nd\n"),
      ("a\nb\nc\n", "a\nb\nc\nx\n", "a\nb\nc\ny\n", "a\nb\nc\nx\ny\n"),
      ("a\n", "a\nrot", "a\npan 1,1\n", "a\nrot\npan 1,1\n"),
      ("a\nb\n", "a\n", "a\nb\nc\n", "a\nc\n"),
      ("a\nb\nc\n", "x\nb\nc\n", "a\nb\nz\n", "x\nb\nz\n"),
      ("a\nb\n", "a\n1\n", "a\n2\n", "a\n1\n"),
      ("", "x", "y\n", "x\ny\n"), ("a\n", "a\n", "b\n", "b\n"), ("a\n", "b\n", "a\n", "b\n"),
      ("a\n", "a\nx\n", "a\nx\n", "a\nx\n"), ("a\nb", "a\nbc", "a\nb\nd\n", "a\nbc\nd\n"),
      ("a\nb", "a\nbc", "x\nb", "x\nbc"),
    ])
  func merging(base: String, first: String, second: String, expected: String) {
    expectEqual(LineMerge.merge(base, first, second), expected)
  }

  @Test("Merging a text with itself or with its base changes nothing")
  func laws() {
    let texts = ["", "a", "a\n", "a\nb\nc", "\n\n\n", "a\na\na\n", "c\nb\na\n"]
    for base in texts {
      for text in texts {
        expectEqual(LineMerge.merge(base, text, base), text)
        expectEqual(LineMerge.merge(base, base, text), text)
        expectEqual(LineMerge.merge(base, text, text), text)
      }
    }
  }
}
