import FrameScene
import TestSupport
import Testing

@Suite struct NearestWordTests {
  private static let words = ["rotate", "scale", "translate", "skew", "reset", "restore", "redo", "pan"]

  @Test(
    "A misspelled word matches the nearest candidate, regardless of case",
    arguments: [
      ("rotat", "rotate"), ("roatte", "rotate"), ("rotatee", "rotate"), ("rotxte", "rotate"),
      ("Scale", "scale"), ("sacle", "scale"), ("tranlsate", "translate"), ("resset", "reset"),
      ("rotate", "rotate"), ("SKEW", "skew"), ("pann", "pan"),
    ])
  func misspelled(slip: String, word: String) {
    expectEqual(slip.nearest(in: Self.words), word)
  }

  @Test(
    "Words that are empty, too long or unlike every candidate match nothing",
    arguments: ["", "x", "zzz", "gaussian", "blur", String(repeating: "a", count: 65)])
  func unrelated(word: String) {
    expectTrue(word.nearest(in: Self.words) == nil)
  }

  @Test("Synonyms match, and ties between nearest words go to the first in the alphabet") func ties() {
    // Synonyms from other programs.
    expectEqual("circle".nearest(in: ["arc", "ellipse", "line"]), "ellipse")
    expectEqual("color".nearest(in: ["clip", "fill"]), "fill")
    expectTrue("color".nearest(in: ["clip"]) == nil)
    expectEqual("resto".nearest(in: ["reset", "restore"]), "restore")
    expectEqual("bat".nearest(in: ["cat", "hat", "bar"]), "bar")
    expectEqual("cart".nearest(in: ["card", "cart"]), "cart")
    expectTrue("a".nearest(in: [String]()) == nil)
  }

  @Test(
    "Words of other programs match no statement that merely looks alike",
    arguments: ["temp", "hdr", "warmth", "feather", "twice"])
  func unlike(word: String) {
    expectTrue(
      word.nearest(in: ["tap", "hide", "wait", "filter", "swipe", "hue", "text", "threshold"]) == nil)
  }

  @Test("Swapping two neighboring letters counts as one edit") func swap() {
    // Two steps exceed the bound for a word of two letters.
    expectEqual("on".nearest(in: ["no"]), "no")
    expectTrue("ab".nearest(in: ["cd"]) == nil)
  }
}
