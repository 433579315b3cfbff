import FrameModel
import Testing

@Suite struct NearestWordTests {
  private static let words = ["rotate", "scale", "translate", "skew", "reset", "restore", "redo", "pan"]

  @Test(arguments: [
    ("rotat", "rotate"), ("roatte", "rotate"), ("rotatee", "rotate"), ("rotxte", "rotate"),
    ("Scale", "scale"), ("sacle", "scale"), ("tranlsate", "translate"), ("resset", "reset"),
    ("rotate", "rotate"), ("SKEW", "skew"), ("pann", "pan"),
  ])
  func slipsAreFound(slip: String, word: String) {
    #expect(slip.nearest(in: Self.words) == word)
  }

  @Test(arguments: ["", "x", "zzz", "gaussian", "blur", String(repeating: "a", count: 65)])
  func otherWordsAreNot(word: String) {
    #expect(word.nearest(in: Self.words) == nil)
  }

  @Test func theNearestWinsThenTheFirstInTheAlphabet() {
    // Synonyms from other programs.
    #expect("circle".nearest(in: ["arc", "ellipse", "line"]) == "ellipse")
    #expect("color".nearest(in: ["clip", "fill"]) == "fill")
    #expect("color".nearest(in: ["clip"]) == nil)
    #expect("resto".nearest(in: ["reset", "restore"]) == "reset")
    #expect("bat".nearest(in: ["cat", "hat", "bar"]) == "bar")
    #expect("cart".nearest(in: ["card", "cart"]) == "cart")
    #expect("a".nearest(in: [String]()) == nil)
  }

  @Test func aSwapOfNeighborsIsOneStep() {
    // Two steps exceed the bound for a word of two letters.
    #expect("on".nearest(in: ["no"]) == "no")
    #expect("ab".nearest(in: ["cd"]) == nil)
  }
}
