import FrameGeometry

import TestSupport
import Testing

@testable import FrameScene

@Suite struct SceneTimelineTests {
  private let place = Origin()

  private func fade(from: Double? = nil, to: Double, over duration: Double) -> NewAnimation {
    NewAnimation(
      change: .opacity, from: from.map { [$0] }, to: [to], delay: 0, duration: duration,
      easing: .named(.linear))
  }

  @Test("A layer has its new value at once, and frames show it on the way")
  func fade() throws {
    let editor = try SceneEditor.withPhoto(keepsFrames: true)
    let timeline = SceneTimeline(rate: try #require(FrameRate("10")), editor: editor)
    try timeline.add(fade(to: 0, over: 1), to: 0, now: 0, at: place)
    expectEqual(editor.scene.layers[0].state.opacity, 0)
    try timeline.pass(to: 0.5, at: place)
    let recorded = try #require(try timeline.end(at: 0.5))
    expectEqual(recorded.frames, 11)
    expectTrue(abs(recorded.scene(at: 5).layers[0].state.opacity - 0.5) < 1e-12)
    expectEqual(recorded.scene(at: 10).layers[0].state.opacity, 0)
  }

  @Test("An animation continues from the value that is shown")
  func continued() throws {
    let editor = try SceneEditor.withPhoto(keepsFrames: true)
    let timeline = SceneTimeline(rate: try #require(FrameRate("10")), editor: editor)
    try timeline.add(fade(to: 0, over: 1), to: 0, now: 0, at: place)
    try timeline.pass(to: 0.5, at: place)
    try timeline.add(fade(to: 1, over: 1), to: 0, now: 0.5, at: place)
    let recorded = try #require(try timeline.end(at: 0.5))
    expectTrue(abs(recorded.scene(at: 10).layers[0].state.opacity - 0.75) < 1e-12)
  }

  @Test("Without frames nothing is recorded, and layers still change")
  func unrecorded() throws {
    let editor = try SceneEditor.withPhoto()
    let timeline = SceneTimeline(rate: nil, editor: editor)
    try timeline.add(fade(to: 0.25, over: 1), to: 0, now: 0, at: place)
    expectEqual(editor.scene.layers[0].state.opacity, 0.25)
    try expectTrue(timeline.end(at: 1) == nil)
  }

  @Test("Only shapes have a trim to animate")
  func trim() throws {
    let editor = try SceneEditor.withPhoto()
    let timeline = SceneTimeline(rate: nil, editor: editor)
    let animation = NewAnimation(
      change: .trim, from: nil, to: [0, 1], delay: 0, duration: 1, easing: .named(.linear))
    #expect(throws: SceneError(.notAShape("trim", layer: "photo"), at: place)) {
      try timeline.add(animation, to: 0, now: 0, at: place)
    }
  }

  private func exposure(
    to number: Double, after delay: Double = 0, of editor: SceneEditor
  ) -> NewAnimation {
    NewAnimation(
      change: .effect(.color(.exposure), of: editor.scene.layers[0].state), from: nil, to: [number],
      delay: delay, duration: 1, easing: .named(.linear))
  }

  @Test("An animated edit is added to those of the layer, or is the layer's last one of its kind")
  func color() throws {
    let editor = try SceneEditor.withPhoto(keepsFrames: true)
    let timeline = SceneTimeline(rate: try #require(FrameRate("10")), editor: editor)
    try editor.change(0, .effect(.color(.contrast(2))), at: place)
    try timeline.add(exposure(to: 1, of: editor), to: 0, now: 0, at: place)
    expectEqual(editor.scene.layers[0].state.effects.colors, [.contrast(2), .exposure(stops: 1)])
    expectEqual(timeline.presented(0, at: 0.5).state.effects.colors, [.contrast(2), .exposure(stops: 0.5)])
    try editor.change(0, .effect(.color(.sepia(amount: 1))), at: place)
    try timeline.add(exposure(to: 3, after: 1, of: editor), to: 0, now: 0, at: place)
    for (time, number) in [(0.5, 0.5), (1, 1), (1.5, 2), (2, 3)] {
      let shown = timeline.presented(0, at: time).state.effects.colors
      expectEqual(shown, [.contrast(2), .exposure(stops: number), .sepia(amount: 1)], "\(time)")
    }
  }

  @Test("An edit that was undone is not animated, while the next animation waits")
  func undone() throws {
    let editor = try SceneEditor.withPhoto(keepsFrames: true)
    let timeline = SceneTimeline(rate: try #require(FrameRate("10")), editor: editor)
    try timeline.add(exposure(to: 1, of: editor), to: 0, now: 0, at: place)
    try editor.edit(0, .undo, at: place)
    try timeline.add(exposure(to: 3, after: 1, of: editor), to: 0, now: 0, at: place)
    for (time, number) in [(0.5, 0.0), (1.5, 1.5), (2, 3)] {
      expectEqual(timeline.presented(0, at: time).state.effects.colors, [.exposure(stops: number)], "\(time)")
    }
  }

  @Test("A blur of another area is another edit")
  func areas() throws {
    let editor = try SceneEditor.withPhoto(keepsFrames: true)
    let timeline = SceneTimeline(rate: try #require(FrameRate("10")), editor: editor)
    let area = LayerEffect.Area(path: Path(Rect(x: 1, y: 1, width: 2, height: 2)), rule: .nonZero)
    func blur(_ radius: Double, in area: LayerEffect.Area?) -> LayerEffect {
      .neighborhood(.blur(deviation: radius), in: area)
    }
    try editor.change(0, .effect(blur(8, in: area)), at: place)
    for area in [nil, area] {
      let effect = AnimatedEffect.neighborhood(.blur(deviation: 4), in: area)
      try timeline.add(
        NewAnimation(
          change: .effect(effect, of: editor.scene.layers[0].state), from: nil, to: [4], delay: 0,
          duration: 1, easing: .named(.linear)), to: 0, now: 0, at: place)
    }
    expectEqual(timeline.presented(0, at: 0.5).state.effects, [blur(6, in: area), blur(2, in: nil)])
  }
}
