import FrameGeometry
import FrameGesture
import FrameImage

import TestSupport
import Testing

@testable import FrameScene

/// Fingers on a scene, without a script.
@Suite struct GestureStageTests {
  private let place = Origin()

  private func stage(on editor: SceneEditor) -> GestureStage {
    GestureStage(editor: editor, timeline: SceneTimeline(rate: nil, editor: editor))
  }

  private func play(
    _ kind: FingerMotion.Kind, on stage: inout GestureStage,
    react: (GestureEvent, inout GestureStage) throws -> Void = { _, _ in }
  ) throws -> [GestureEvent] {
    try stage.prepareGesture("pan", at: place)
    var events: [GestureEvent] = []
    while let event = try stage.next() { events.append(event) }
    let motion = FingerMotion(kind, at: Point(x: 150, y: 100), over: nil, steps: nil)
    try stage.play(NewGesture(word: "pan", motion: motion, path: [0]), at: place)
    while let event = try stage.next() {
      events.append(event)
      try react(event, &stage)
    }
    return events
  }

  @Test("A pan by name moves its layer exactly, and each event comes after its edit")
  func pan() throws {
    let editor = try SceneEditor.withPhoto()
    var stage = stage(on: editor)
    var places: [Double] = []
    let events = try play(.pan(Vector(dx: 30, dy: 0)), on: &stage) { event, _ in
      if event.state == .changed {
        places.append(editor.transform.tx + editor.scene.layers[0].state.position.x)
      }
    }
    expectEqual(events.first?.state, .began)
    expectEqual(events.last?.state, .ended)
    expectEqual(places, places.sorted())
    expectEqual(places.last, 180)
    try expectEqual(stage.touchscreen.state(of: "pan"), .ended)
  }

  @Test("A reaction that changes recognizers changes the rest of the gesture")
  func disableWhilePlaying() throws {
    let editor = try SceneEditor.withPhoto()
    var stage = stage(on: editor)
    let events = try play(.pan(Vector(dx: 30, dy: 0)), on: &stage) { event, stage in
      if event.state == .began { try stage.perform(.enable("pan", false), at: place) }
    }
    expectEqual(events.map(\.state), [.began, .cancelled])
    // The fingers went on without it, for as long as in a gesture that nothing disturbs.
    var undisturbed = self.stage(on: try SceneEditor.withPhoto())
    _ = try play(.pan(Vector(dx: 30, dy: 0)), on: &undisturbed)
    expectEqual(stage.now, undisturbed.now)
    try stage.perform(.enable("pan", true), at: place)
    try expectTrue(stage.next() == nil)
    try expectEqual(play(.pan(Vector(dx: 30, dy: 0)), on: &stage).last?.state, .ended)
  }

  @Test(
    "A longer gesture than a rehearsal keeps has the same effect",
    arguments: [.pan(Vector(dx: 30, dy: -12)), .pinch(1.5), .twist(9)] as [FingerMotion.Kind])
  func longGesture(kind: FingerMotion.Kind) throws {
    func end(steps: Int) throws -> (AffineTransform, Point, [GestureState]) {
      let editor = try SceneEditor.withPhoto()
      var stage = stage(on: editor)
      let motion = FingerMotion(kind, at: Point(x: 150, y: 100), over: 100, steps: steps)
      try stage.play(NewGesture(word: "gesture", motion: motion, path: [0]), at: place)
      var states: Set<GestureState> = []
      while let event = try stage.next() { states.insert(event.state) }
      return (
        editor.transform, editor.scene.layers[0].state.position, states.sorted { $0.rawValue < $1.rawValue }
      )
    }
    let short = try end(steps: 60)
    let long = try end(steps: 2 * Rehearsal.mostSteps)
    expectTrue(short.0.distance(to: long.0) < 1e-9)
    expectTrue(Trigonometry.hypot(short.1.x - long.1.x, short.1.y - long.1.y) < 1e-9)
    expectEqual(short.2, long.2)
  }

  @Test("A recognizer whose changes the script handles makes no edit of its own")
  func replaced() throws {
    let editor = try SceneEditor.withPhoto()
    var stage = stage(on: editor)
    let reaction = Reaction(name: "pan", state: .changed, block: 0)
    try stage.perform(.on(reaction), at: place)
    let before = editor.scene.layers[0].state
    try expectEqual(play(.pan(Vector(dx: 30, dy: 0)), on: &stage).isEmpty, false)
    expectEqual(editor.scene.layers[0].state, before)
  }

  @Test("Touches of one instant are one frame, and a missed finger is traced")
  func touches() throws {
    let editor = try SceneEditor.withPhoto()
    try editor.edit(0, .setTransform(AffineTransform(scaleX: 0.5, y: 0.5)))
    var stage = stage(on: editor)
    func touch(_ id: Int, _ phase: TouchPhase, _ x: Double, after delay: Double) throws {
      let delay = TouchDelay.sinceTouch(delay)
      stage.endTouches(before: delay)
      while try stage.next() != nil {}
      let location = Point(x: x, y: 100)
      try stage.add(NewTouch(id: id, phase: phase, location: location, delay: delay, path: nil), at: place)
    }
    try touch(1, .down, 150, after: 0)
    try touch(2, .down, 10, after: 0)
    try touch(1, .up, 150, after: 0.05)
    stage.finish()
    while try stage.next() != nil {}
    let missed = editor.log.record.trace.filter { if case .missed = $0 { true } else { false } }
    expectEqual(missed.count, 1)
    expectEqual(editor.log.record.fingersLeftDown, [2])
  }
}
