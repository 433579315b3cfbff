import TestSupport
import Testing

/// `disable` and `enable`: recognizers that receive no touches.
@Suite struct DisableTests {
  private let start =
    "preset none\ncanvas 200,200\nlayer a image size 200,200\nrecognize tap\nrecognize pan\n"

  /// Returns the horizontal movement of the layer.
  private func moved(_ script: String) throws -> Double { try play(start + script).transform("a").tx }

  @Test("A disabled recognizer receives no touches until it is enabled") func receivesNone() throws {
    try expectEqual(moved("disable pan; drag 50,50 to 90,50"), 0)
    try expectEqual(moved("disable pan; enable pan; drag 50,50 to 90,50; expect pan ended"), 30)
    let count = "let n = 0\non tap { let n = ($n + 1) }\n"
    _ = try play(start + count + "disable tap; tap 9,9; expect ($n) 0; enable tap; tap 9,9; expect ($n) 1")
  }

  @Test("Disabling cancels a gesture in progress") func cancels() throws {
    let script = """
      let n = 0
      on pan cancelled { let n = ($n + 1) }
      touch 1 down 50,50 @0ms
      touch 1 move 90,50 @50ms
      disable pan
      expect pan cancelled
      touch 1 move 150,50 @100ms
      touch 1 up @150ms
      expect ($n) 1
      """
    try expectEqual(moved(script), 30)
  }

  @Test("A recognizer can disable itself in its block") func inBlock() throws {
    let script = """
      let n = 0
      on pan began { disable pan }
      on pan cancelled { let n = ($n + 1) }
      drag 50,50 to 150,50 steps 10
      expect ($n) 1
      drag 50,50 to 150,50
      expect ($n) 1
      """
    // The first move that passes the slop is all that the pan does.
    try expectEqual(moved(script), 0)
  }

  @Test("A recognizer that another one disables ends after the block") func byAnother() throws {
    let script = """
      recognize long-press
      simultaneous pan long-press
      set long-press.max-distance 100
      on long-press began { disable pan }
      touch 1 down 50,50 @0ms
      touch 1 move 90,50 @100ms
      touch 1 move 90,50 @900ms
      expect pan cancelled
      touch 1 up @1s
      expect long-press ended
      """
    try expectEqual(moved(script), 30)
  }

  @Test("A name stays disabled for layers that are declared later") func laterLayers() throws {
    let script = "disable pan; layer b image size 200,200; recognize pan on b; drag 50,50 to 90,50"
    try expectEqual(play(start + script).transform("b").tx, 0)
    let preset = "canvas 9,9; disable pan; layer a image; drag 4,4 to 40,4"
    try expectEqual(play(preset).transform("a").tx, 0)
  }

  @Test("A gesture by name reports a disabled recognizer") func byName() throws {
    try expectEqual(
      complaint(of: start + "disable pan; pan 5,5"), "6: the recognizer 'pan' on 'a' is disabled")
    try expectEqual(complaint(of: start + "disable pinch"), "6: there is no recognizer 'pinch'")
  }

  @Test("A preset enables all its recognizers") func preset() throws {
    try expectEqual(moved("disable pan; preset frameit; pan 5,0"), 5)
  }
}
