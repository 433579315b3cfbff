import FrameGeometry
import FrameGesture

// The steps of touches and gestures, and their events.
extension GestureStage {
  /// Returns the next event to which there may be a reaction, after its default edit; nil if no step is left.
  mutating func next() throws(SceneError) -> GestureEvent? {
    noteEffect()
    while true {
      while let event = queue.events.popFirst() {
        try pass(to: event.time)
        if try handle(event) { return event }
      }
      try pass(to: touchscreen.now)
      guard let step = queue.steps.popLast() else { return nil }
      queue.events = try perform(step, at: queue.origin)[...]
    }
  }

  /// Notes what the last event has changed, by its default edit and by reactions.
  private mutating func noteEffect() {
    guard let (layer, _, before) = handled else { return }
    gesture?.note(layer, from: before, to: editor.read { $0.map(of: layer) })
    (handled, editor.gesture) = (nil, nil)
  }

  private mutating func perform(
    _ step: Step, at origin: Origin
  ) throws(SceneError) -> [GestureEvent] {
    switch step {
    case .advance(let time): return try placed(touchscreen.advance(to: time), at: origin)
    case .beginTouches:
      if touchscreen.session.isIdle { try beginGesture("touch", isExact: false, at: origin) }
    case .frame(let frame, let paths, let origins):
      return try process(frame, paths, origins, at: origin)
    case .touch(let touch, let origin): try add(touch, at: origin)
    case .motion(var frames, let path):
      guard let frame = frames.next() else { break }
      var paths: [Int: [Int]] = [:]
      if let path { for touch in frame.touches where touch.phase == .down { paths[touch.id] = path } }
      queue.steps.append(.motion(frames, path: path))
      // Timers first: their effects may move what is under a finger.
      let earlier = try placed(touchscreen.advance(to: frame.time), at: origin)
      guard earlier.isEmpty else {
        queue.steps.append(.frame(frame, paths: paths, origins: [:]))
        return earlier
      }
      try pass(to: touchscreen.now)
      return try process(frame, paths, [:], at: origin)
    case .trace(let entries): for entry in entries { try editor.log.trace(entry, at: origin) }
    case .drain: return touchscreen.drain()
    case .cancelTouches:
      editor.log.addFingersLeftDown(touchscreen.touchesDown)
      return touchscreen.cancelTouches() + touchscreen.drain()
    case .comeBack(let layers, let time):
      for (layer, location) in layers where gesture?[layer] == nil {
        comeBack(layer, about: location, at: time)
      }
    case .rest(let gesture):
      guard let time = restTime(after: gesture), time > touchscreen.now else { break }
      queue.add(.advance(time), .rest(gesture: gesture), at: origin)
    case .endGesture: try endGesture()
    case .endMotion:
      // A gesture includes the momentum that it leaves.
      if restTime(after: gesture?.number) == nil { try endGesture() }
      clock.endGesture(at: touchscreen.now)
    }
    return []
  }

  /// - Parameter origins: the origin of each finger's touch, if touches have their own.
  private mutating func process(
    _ frame: TouchFrame, _ paths: [Int: [Int]], _ origins: [Int: Origin], at origin: Origin
  ) throws(SceneError) -> [GestureEvent] {
    try countTouches(frame.touches.count, at: origin)
    touchCount += frame.touches.count
    try countRecognizers(at: origin)
    let fingers = frame.touches.count { $0.phase == .down }
    if fingers > 0 {
      let needed = touchscreen.touchesDown.count + fingers
      try origin.check(.fingers, needed, atMost: account.limits.fingers)
      editor.modify { hitAreas.update(from: &$0) }
    }
    try editor.log.add(
      frame, layer: { $0.phase == .down ? paths[$0.id]?.first.map { editor.scene.layers[$0].name } : nil },
      by: gesture, origins, at: origin)
    var missed: [TraceEntry] = []
    var hits: [Int: [Int]] = [:]
    for touch in frame.touches where touch.phase == .down {
      let path =
        paths[touch.id] ?? editor.scene.hitTest(touch.location, by: hitAreas).map(editor.scene.path) ?? []
      if path.isEmpty { missed.append(.missed(touch, time: frame.time)) }
      hits[touch.id] = path
    }
    let events = try converting(touchscreen.process(frame, on: hits)) { (error: SceneError) in
      // The error is at the last statement of the finger concerned.
      let id: Int? = if case .touch(let problem) = error.problem { problem.touch } else { nil }
      return SceneError(error.problem, at: id.flatMap { origins[$0] } ?? origin)
    }
    hold(hits)
    let free = letGo(frame)
    if !free.isEmpty { queue.add(.comeBack(free, time: frame.time), at: origin) }
    if !missed.isEmpty { queue.add(.trace(missed), at: origin) }
    return events
  }

  /// For the recognizers that a preset has on an image, including those of a rehearsal.
  private static let recognizerBytes = 4096

  private mutating func countRecognizers(at origin: Origin) throws(SceneError) {
    guard editor.scene.layers.count > countedLayers else { return }
    let new = editor.scene.layers[countedLayers...]
    let images = new.count { if case .image = $0.content { true } else { false } }
    try account.hold(images * Self.recognizerBytes, at: origin)
    countedLayers += new.count
  }

  func countTouches(_ more: Int, at origin: Origin) throws(SceneError) {
    // A run can have millions of touches, so not every one looks at the cancellation.
    if (touchCount + more) / 64 != touchCount / 64 { try account.checkCancellation(at: origin) }
    try origin.check(.touches, touchCount + more, atMost: account.limits.touches)
  }
}
