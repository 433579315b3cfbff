import FrameBatch
import TestSupport
import Testing

/// Values of `--max-bytes`, `--chroma` and `--loop`.
@Suite struct FileSizeTests {
  @Test(
    "A file size has decimal units, or binary ones with i",
    arguments: [
      ("200000", 200_000), ("200K", 200_000), ("200k", 200_000), ("200KB", 200_000), ("200kB", 200_000),
      ("1.5M", 1_500_000), ("2.3M", 2_300_000), ("0.5K", 500), ("1G", 1_000_000_000), ("200KiB", 204_800),
      ("1MiB", 1_048_576), ("7B", 7), (".5K", 500),
    ])
  func sizes(text: String, count: Int) {
    expectEqual(FileSize(argument: text)?.count, count)
  }

  @Test(
    "Other texts are no file size",
    arguments: [
      "", "K", "0", "-5", "1e3", "2X", "1 K", "1.2.3", "1KK", "1iB", "1BB", "1T", "9999999G", "inf", "0.1",
    ])
  func noSizes(text: String) {
    expectTrue(FileSize(argument: text) == nil)
  }

  @Test("Chroma subsampling has its usual names") func chroma() {
    expectEqual(ChromaChoice(argument: "420")?.subsampling, .half)
    expectEqual(ChromaChoice(argument: "4:2:2")?.subsampling, .halfWidth)
    expectEqual(ChromaChoice(argument: "444")?.subsampling, .full)
    expectEqual(ChromaChoice(argument: "auto"), ChromaChoice(argument: "auto"))
    for text in ["", "411", "4:20", "42:0", "4::2:0", "full", "-420"] {
      expectTrue(ChromaChoice(argument: text) == nil, "\(text)")
    }
  }

  @Test("A loop count is a number of plays, or forever") func loops() {
    expectTrue(LoopCount(argument: "3")?.count == 3 && LoopCount(argument: "forever")?.count == 0)
    for text in ["", "-1", "65536", "always", "1.5"] {
      expectTrue(LoopCount(argument: text) == nil, "\(text)")
    }
  }
}
