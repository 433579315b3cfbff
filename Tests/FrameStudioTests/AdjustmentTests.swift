import TestSupport
import Testing

@testable import FrameStudio

@Suite("Sliders of edits with one number")
struct AdjustmentTests {
  @Test("A slider writes one statement for the current layer, and none where it changes nothing")
  func writes() throws {
    let studio = try StudioHarness(script: "canvas 600,400\nlayer a image\nexposure 1\nlayer b image $1\n")
    studio.send(#"{"do":"set","what":"exposure","value":0.5}"#)
    studio.send(#"{"do":"set","what":"blur","value":2.25}"#)
    studio.send(#"{"do":"set","what":"exposure","value":-0.25}"#)
    expectEqual(studio.lines.suffix(4), ["exposure 1", "layer b image $1", "exposure -0.25", "blur 2.25"])
    studio.send(#"{"do":"set","what":"exposure","value":0}"#)
    studio.send(#"{"do":"set","what":"blur","value":0}"#)
    expectEqual(studio.lines.suffix(2), ["exposure 1", "layer b image $1"])
    let state = try #require(studio.takeMessages().last)
    let run = try #require(state["run"] as? [String: Any])
    let sliders = try #require(run["adjustments"] as? [[String: Any]])
    expectEqual(sliders.map { $0["word"] as? String }, Adjustment.allCases.map(\.rawValue))
    expectTrue(sliders.allSatisfy { ($0["value"] as? Double) == ($0["neutral"] as? Double) })
  }

  @Test("Numbers outside of a slider's range are no messages")
  func outside() throws {
    let studio = try StudioHarness(script: "canvas 600,400\n")
    for message in [
      "exposure\",\"value\":4", "contrast\",\"value\":-1", "blur\",\"value\":null", "hue\",\"value\":1",
    ] {
      studio.send("{\"do\":\"set\",\"what\":\"\(message)}")
    }
    expectEqual(studio.lines, ["canvas 600,400"])
  }
}
