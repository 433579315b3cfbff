import FrameCodec
import FrameEngine
import FrameImage
import FrameScript
import FrameScene
import TestSupport
import Testing

/// Gestures and reactions, frame by frame.
@Suite struct TimelineTests {
  private let editor = Editor(codecs: CodecList([]))

  @Test("A pan over a second is at the expected place in every tenth of it")
  func panning() throws {
    let timeline = try #require(
      try editor.dryRun(
        try editor.parse("canvas 300,200\nset pan.slop-mode include\npan 40,20 over 1s", name: ""),
        imageSize: PixelSize(width: 60, height: 40), context: RunContext(frameRate: FrameRate("10"))
      ).run.timeline)
    // The finger goes up a sixtieth of a second later, which adds a frame.
    expectEqual(timeline.frames, 12)
    let photo = try #require(timeline.end.index(of: "photo"))
    for frame in 0..<12 {
      let transform = timeline.scene(at: frame).layers[photo].state.transform
      let share = Double(min(frame, 10)) / 10
      // Before ten pixels, the movement is not a pan.
      let isPan = share * 2000.squareRoot() >= 10 - 1e-9
      expectTrue(abs(transform.tx - (isPan ? 40 * share : 0)) < 1e-9, "\(frame)")
      expectTrue(abs(transform.ty - (isPan ? 20 * share : 0)) < 1e-9, "\(frame)")
    }
  }

  @Test("A reaction animates a selected layer from the tap on")
  func fading() throws {
    let text = """
      canvas 100,100
      preset none
      layer seat rect 20,20 40,40 fill #0000ff
      recognize tap
      on tap { mark seat toggle ; animate $layer fill to #ff0000 ease linear over 300ms }
      wait 100ms
      tap 40,40
      wait 500ms
      """
    let edit = try editor.dryRun(
      try editor.parse(text, name: ""), imageSize: nil, context: RunContext(frameRate: FrameRate("20")))
    let timeline = try #require(edit.run.timeline)
    let seat = try #require(timeline.end.index(of: "seat"))
    let reds = try (0..<timeline.frames).map { frame in
      let fill = try #require(timeline.scene(at: frame).layers[seat].state.look.fill?.paint.colors.first)
      return fill.red
    }
    // The finger goes down at 0.1 s and up 50 ms later, which is frame 3.
    let expected = (0..<timeline.frames).map { min(1, max(0, (Double($0) - 3) / 6)) }
    expectTrue(zip(reds, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(reds)")
    expectEqual(edit.run.scene.marked.count, 1)
  }
}
