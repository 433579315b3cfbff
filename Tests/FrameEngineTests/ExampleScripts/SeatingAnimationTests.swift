import FrameCodec
import FrameEngine
import FrameScript
import FramePlan
import FrameScene
import TestSupport
import Testing

/// The animations of the seating chart example, frame by frame.
@Suite struct SeatingAnimationTests {
  private let editor = Editor(codecs: CodecList([]))

  private func timeline(_ rest: String) throws -> Timeline {
    let script = try editor.parse(try example("seating-chart.txt") + rest, name: "")
    let context = RunContext(frameRate: FrameRate("20"))
    return try #require(try editor.dryRun(script, imageSize: nil, context: context).run.timeline)
  }

  private func states(_ layer: String, of timeline: Timeline) throws -> [SceneLayer.State] {
    let index = try #require(timeline.end.index(of: layer))
    return (0..<timeline.frames).map { timeline.scene(at: $0).layers[index].state }
  }

  @Test("Seats are drawn in by `trim`, one after another; a still image shows them whole")
  func drawnIn() throws {
    let timeline = try timeline("tap 690,327\n")
    // The finger goes up in frame 1. The first seat waits for another six frames, and is drawn in eight.
    let first = try states("seat0", of: timeline).map(\.look.trim)
    expectTrue(first[1...7].allSatisfy { $0 == RenderPlan.Trim(0, 0) })
    expectTrue(first[11].start == 0 && abs(first[11].end - 0.5) < 1e-9)
    expectTrue(zip(first, first.dropFirst()).dropFirst().allSatisfy { $0.end <= $1.end })
    expectTrue(first[15...].allSatisfy { $0 == .all })
    let last = try states("seat129", of: timeline).map(\.look.trim)
    expectTrue(last[15].end == 0 && last.last == .all)
    let still = try play(example("seating-chart.txt") + "tap 690,327\n")
    for number in 0..<130 { try expectEqual(still.layer("seat\(number)").state.look.trim, .all) }
  }

  @Test("A taken seat fades in and back in 350 ms, eased; a still image shows only the end")
  func fading() throws {
    let taps = "tap 690,327\nwait 1500ms\ntap 414,354\nwait 600ms\ntap 414,354\nwait 600ms\n"
    let timeline = try timeline(taps)
    let reds = try states("seat57", of: timeline).map { try #require($0.look.fill?.paint.colors.first).red }
    let (free, taken) = (10.0 / 255, 1.0)
    // The finger goes up in frame 32, after 0.05 + 1.5 + 0.05 s, and in frame 45, another 0.6 + 0.05 s later.
    let shares = reds.map { ($0 - free) / (taken - free) }
    // The Bézier curve .42,0 .58,1 at sevenths, to four digits: 350 ms are seven frames.
    let eased = [0, 0.0409, 0.1697, 0.3784, 0.6216, 0.8303, 0.9591, 1]
    for (k, share) in eased.enumerated() {
      expectTrue(abs(shares[32 + k] - share) < 1e-4, "frame \(k)")
      expectTrue(abs(shares[45 + k] - (1 - share)) < 1e-4, "frame \(k)")
    }
    expectTrue(
      shares[39...45].allSatisfy { abs($0 - 1) < 1e-9 } && shares[..<32].allSatisfy { abs($0) < 1e-9 })
    let still = try play(example("seating-chart.txt") + "tap 690,327\ntap 414,354\n")
    try expectEqual(still.layer("seat57").state.look.fill?.paint.colors.first?.red, taken)
  }
}
