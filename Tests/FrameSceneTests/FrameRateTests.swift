import FrameScene
import TestSupport
import Testing

/// Frame rates: the time and the duration of each frame.
@Suite struct FrameRateTests {
  @Test(
    "A frame rate is parsed with or without decimals and the suffix fps",
    arguments: [
      ("30", "30"), ("30fps", "30"), ("1", "1"), ("1000fps", "1000"), ("29.97", "29.97"), ("12.5fps", "12.5"),
      ("23.976", "23.976"), ("1.0", "1"),
    ])
  func parsing(text: String, number: String) throws {
    try expectEqual(#require(FrameRate(text)).description, number)
  }

  @Test(
    "A frame rate that is malformed or outside 1 to 1000 is rejected",
    arguments: [
      "", "fps", "0", "0fps", "-1", "+30", "30 fps", "30FPS", "30Hz", "1e2", "1001", "1000.001", "0.999",
      ".5",
      "30.", "29.9701", "3,5", "٣", "inf", "nan", "0x10", "99999999999999999999", "30fpsfps", "1.2.3",
    ])
  func invalidRates(text: String) { expectTrue(FrameRate(text) == nil) }

  @Test(
    "Frame durations add up to the total and differ by at most a millisecond",
    arguments: [
      ("30", 300, 10_000), ("25", 25, 1000), ("29.97", 2997, 100_000), ("7", 7, 1000), ("1000", 3, 3),
    ])
  func duration(rate: String, frames: Int, milliseconds: Int) throws {
    let rate = try #require(FrameRate(rate))
    expectEqual(rate.milliseconds(of: 0..<frames), milliseconds)
    let each = (0..<frames).map { rate.milliseconds(of: $0..<$0 + 1) }
    expectEqual(each.reduce(0, +), milliseconds)
    expectTrue(each.max()! - each.min()! <= 1)
  }

  @Test(
    "The time of a frame maps to that frame, and a slightly later time to the next",
    arguments: ["1", "24", "29.97", "30", "60", "999.999"])
  func frameAtTime(text: String) throws {
    let rate = try #require(FrameRate(text))
    for frame in [0, 1, 2, 3, 17, 100, 9999] {
      let time = rate.time(of: frame)
      expectEqual(rate.frame(at: time), frame)
      expectEqual(rate.frame(at: time + 1e-4 * rate.time(of: 1)), frame + 1)
    }
    // Times that accumulate sixtieths of a second still map to the frames of 60 fps.
    let sixty = try #require(FrameRate("60"))
    var time = 0.0
    for frame in 0..<1000 {
      expectEqual(sixty.frame(at: time), frame)
      time += 1.0 / 60
    }
    expectEqual(rate.frame(at: 1e300), 1_000_000_000_000_000)
  }
}
