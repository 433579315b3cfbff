import FrameCodec
import FrameEngine
import FrameImage
import FrameReports
import PNGCodec
import Platform
import TestSupport
import Testing

@testable import FrameBatch

@Suite struct FolderTests {
  @Test(
    "Patterns match names in any folder, or paths",
    arguments: [
      ("*.png", "a/b/c.png", true), ("c.png", "a/b/c.png", true), ("c.pn", "c.png", false),
      ("a/*", "a/b/c.png", true),
      ("a/*.png", "b/a/c.png", false), ("**/a/*", "a/c.png", true), ("**/a/*", "b/a/c.png", true),
      ("**/c.png", "c.png", true), ("?.png", "ab.png", false), ("[ab].png", "x/b.png", true),
      ("*", ".png", true),
    ])
  func patterns(pattern: String, path: String, isMatch: Bool) {
    expectEqual(NamePattern(pattern).matches(path), isMatch)
  }

  @Test("No name ends the element of a page that it is in") func pageNames() throws {
    let folder = try TestFolder()
    // With the "<" after it, the first letter is one character.
    let names = ["\u{600}</script>", "<\u{301}/script>"]
    let page = try ReportPage(folder["a.html"], of: "image", in: names, accepts: true)
    try page.finish("done")
    let bytes = try #require(folder.read("a.html"))
    for name in ["\u{600}<", "<\u{301}"] { expectTrue(bytes.firstRange(of: Array(name.utf8)) == nil) }
  }

  @Test("Images are paired by their paths' bytes") func pairs() throws {
    let folder = try TestFolder()
    // The second letter is one character in Unicode, in two forms.
    for name in [
      "e/a.png", "e/sub/b.png", "e/B.png", "e/n\u{E9}.png", "e/x.txt", "n/a.png", "n/b.png",
      "n/ne\u{301}.png",
    ] {
      try folder.draw(name)
    }
    expectEqual(symlink(folder["e"], folder["n/link"]), 0)
    expectEqual(symlink(folder["e/a.png"], folder["n/z.png"]), 0)
    let pairs = try FolderPairs(
      expected: folder["e"], actual: folder["n"], codecs: CodecList([PNGCodec()]))
    let found = pairs.entries.map { "\($0.path) \($0.place)" }
    expectEqual(
      found.map { Array($0.utf8) },
      [
        "B.png expected", "a.png both", "b.png actual", "ne\u{301}.png actual", "n\u{E9}.png expected",
        "sub/b.png expected", "z.png actual",
      ].map { Array($0.utf8) })
    expectEqual(pairs.otherFiles, 1)
  }

  @Test("Each moved image is the new place of one old image") func moved() throws {
    let folder = try TestFolder()
    for (name, seed) in [
      ("e/1.png", 1), ("e/2.png", 1), ("e/3.png", 2), ("n/a.png", 1), ("n/b.png", 1), ("n/c.png", 1),
    ] {
      try folder.draw(name, seed: seed)
    }
    let pairs = try FolderPairs(expected: folder["e"], actual: folder["n"], codecs: CodecList([PNGCodec()]))
    let run = FolderRun(pairs, codecs: CodecList([PNGCodec()]), memory: .unlimited, startLimits: { Limits() })
    { _ in
      MaskedTolerance(.exact)
    }
    var lines: [String] = []
    run.run(threads: 2) {
      FolderRecord($0) { "\($0)" }.line
    } deliver: {
      lines.append($0)
    }
    expectEqual(
      lines, ["missing 3.png", "moved   a.png: was 1.png", "moved   b.png: was 2.png", "added   c.png"])
  }
}
