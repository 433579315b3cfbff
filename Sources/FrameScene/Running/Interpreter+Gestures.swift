import FrameGeometry
import FrameGesture
import FrameImage
import FrameScript

/// Gestures and touches: from statements to touch frames, through the recognizers, to their effects.
extension Interpreter {
  mutating func run(_ gesture: GestureStatement, _ statement: Statement) throws(ScriptError) {
    let place = statement.position
    guard !isReacting else { throw ScriptError(.insideReaction(statement.word), at: place) }
    try startLayers(at: place)
    switch gesture {
    case .gesture(let motion, let options): try play(motion, options, statement)
    case .touch(let touch): try add(touch, at: place)
    case .wait(let quantity):
      let duration = try time(quantity)
      try onScreen(at: place) { screen throws(ScriptProblem) in
        try screen.advance(to: screen.now + duration)
      }
    }
  }

  // MARK: Gestures by name

  private mutating func play(
    _ motion: GestureMotion, _ options: GestureOptions, _ statement: Statement
  ) throws(ScriptError) {
    let place = statement.position
    guard touchscreen.touchesDown.isEmpty else {
      throw ScriptError(.fingersDown(touchscreen.touchesDown, statement: statement.word), at: place)
    }
    try onScreen(at: place) { screen throws(ScriptProblem) in screen.drain() }
    let (fingers, path) = try self.motion(motion, options, statement)
    let frames = try framed(fingers, path, at: place)
    try beginGesture(statement.word, at: place)
    for frame in frames { try process(frame, actingOn: path, at: place) }
    try onScreen(at: place) { screen throws(ScriptProblem) in screen.drain() }
    try endGesture()
    touchClock.endGesture(at: touchscreen.now)
  }

  private mutating func framed(
    _ motion: FingerMotion, _ path: [Int]?, at place: ScriptPosition
  ) throws(ScriptError) -> TouchFrames {
    // The count is checked before the touches are made.
    try countTouches(Int(min(touchscreen.touchCount(of: motion), 1e15)), at: place)
    do throws(ScriptProblem) {
      return try touchscreen.frames(of: motion, actingOn: path)
    } catch {
      throw ScriptError(error, at: place)
    }
  }

  // MARK: Raw touches

  private mutating func add(_ statement: TouchStatement, at place: ScriptPosition) throws(ScriptError) {
    let id = try wholeNumber(statement.id, "a touch ID", from: 0)
    let instant: Double
    switch statement.time {
    case .at(let quantity): instant = touchClock.gestureEnd + (try time(quantity))
    case .after(let quantity): instant = touchClock.lastTouch + (try time(quantity))
    }
    if touchClock.frame.map({ $0.time != instant }) ?? false { try closeFrame() }
    guard instant >= touchscreen.now else {
      throw ScriptError(.touch(.timeGoesBack(from: touchscreen.now, to: instant)), at: place)
    }
    let location: Point
    let last = touchClock.frame?.location(of: id) ?? touchscreen.location(of: id)
    if let argument = statement.point {
      location = try point(argument)
    } else if statement.phase == .up || statement.phase == .cancel, let last {
      location = last
    } else {
      throw ScriptError(
        statement.phase == .down || statement.phase == .move ? .touchWithoutPlace(id) : .touch(.notDown(id)),
        at: place)
    }
    let path = try statement.layer.map { name throws(ScriptError) in
      scene.path(to: try layer(named: Template([.text(name)], at: place)))
    }
    touchClock.add(
      Touch(id: id, statement.phase, at: location), at: instant, actingOn: path, position: place)
  }

  /// Passes on the touches of an instant once all are known.
  mutating func closeFrame() throws(ScriptError) {
    guard let frame = touchClock.takeFrame() else { return }
    // Timers that fire before may end earlier touches.
    try pass(to: frame.time, at: frame.position)
    if touchscreen.isIdle { try beginGesture("touch", at: frame.position) }
    let touches = TouchFrame(time: frame.time, touches: frame.touches)
    do throws(ScriptError) {
      try process(touches, paths: frame.paths, at: frame.position)
    } catch {
      // The error is at the last statement of the finger concerned.
      guard case .touch(let problem) = error.problem, let id = problem.touch else { throw error }
      throw ScriptError(error.problem, at: frame.positions[id] ?? error.position)
    }
  }

  /// At the end of the script, cancels touches and fires timers.
  mutating func finishTouches() throws(ScriptError) {
    try closeFrame()
    record.fingersLeftDown += touchscreen.touchesDown
    try onScreen(at: ScriptPosition()) { screen throws(ScriptProblem) in
      screen.cancelTouches() + screen.drain()
    }
    try endGesture()
  }

  // MARK: Frames

  private mutating func process(
    _ frame: TouchFrame, actingOn path: [Int]?, at place: ScriptPosition
  ) throws(ScriptError) {
    var paths: [Int: [Int]] = [:]
    if let path { for touch in frame.touches { paths[touch.id] = path } }
    try process(frame, paths: paths, at: place)
  }

  private mutating func process(
    _ frame: TouchFrame, paths: [Int: [Int]], at place: ScriptPosition
  ) throws(ScriptError) {
    // Timers first: their effects may move what is under a finger.
    try pass(to: frame.time, at: place)
    try countTouches(frame.touches.count, at: place)
    touchCount += frame.touches.count
    try hold((imageLayers.all - imageLayers.counted) * Self.recognizerBytes, at: place)
    imageLayers.counted = imageLayers.all
    let fingers = frame.touches.count { $0.phase == .down }
    if fingers > 0 {
      let needed = touchscreen.touchesDown.count + fingers
      guard needed <= limits.fingers else {
        throw ScriptError(.limit(LimitExceeded(.fingers, needed: needed, allowed: limits.fingers)), at: place)
      }
    }
    if context.detail.contains(.touches) {
      for touch in frame.touches {
        try hold(AllocatedBytes.growing(1, of: RecordedTouch.self), at: place)
        let layer = touch.phase == .down ? paths[touch.id]?.first.map { scene.layers[$0].name } : nil
        record.touches.append(RecordedTouch(time: frame.time, touch: touch, layer: layer))
      }
    }
    if fingers > 0 { hitAreas.update(from: &scene) }
    var missed: [TraceEntry] = []
    let events: [GestureEvent]
    do throws(ScriptProblem) {
      // The scene is released before events change it; otherwise each of them would copy all layers.
      let (layers, areas) = (scene, hitAreas)
      events = try touchscreen.process(frame) { touch in
        let path = paths[touch.id] ?? layers.hitTest(touch.location, by: areas).map(layers.path) ?? []
        if path.isEmpty { missed.append(.missed(touch, time: frame.time)) }
        return path
      }
    } catch {
      throw ScriptError(error, at: place)
    }
    try react(to: events, at: place)
    if context.detail.contains(.trace) {
      try hold(AllocatedBytes.growing(missed.count, of: TraceEntry.self), at: place)
      record.trace += missed
    }
  }

  private mutating func pass(to time: Double, at place: ScriptPosition) throws(ScriptError) {
    try onScreen(at: place) { screen throws(ScriptProblem) in try screen.advance(to: time) }
  }

  /// For the recognizers that a preset has on an image, including those of the dry run.
  private static let recognizerBytes = 4096

  private func countTouches(_ more: Int, at place: ScriptPosition) throws(ScriptError) {
    try checkCancellation(at: place)
    guard touchCount + more <= limits.touches else {
      throw ScriptError(
        .limit(LimitExceeded(.touches, needed: touchCount + more, allowed: limits.touches)), at: place)
    }
  }

  /// Calls the touchscreen and applies what it recognizes.
  private mutating func onScreen(
    at place: ScriptPosition,
    _ body: (inout Touchscreen) throws(ScriptProblem) -> [GestureEvent]
  ) throws(ScriptError) {
    let events: [GestureEvent]
    do throws(ScriptProblem) {
      events = try body(&touchscreen)
    } catch {
      throw ScriptError(error, at: place)
    }
    try react(to: events, at: place)
  }

  private mutating func react(to events: [GestureEvent], at place: ScriptPosition) throws(ScriptError) {
    var events = events[...]
    while let event = events.popFirst() {
      try letTimePass(to: event.time, at: place)
      try react(to: event, at: place)
      let ended = touchscreen.takeEndedByReactions()
      guard !ended.isEmpty else { continue }
      let recognizers = Set(ended.map(\.recognizer))
      events = ended + events.filter { !recognizers.contains($0.recognizer) }
    }
    try letTimePass(to: touchscreen.now, at: place)
  }

  /// Enables or disables the recognizers of a name. Disabling ends their gestures.
  mutating func setEnabled(_ name: String, _ isEnabled: Bool, at place: ScriptPosition) throws(ScriptError) {
    if !isReacting { try closeFrame() }
    let isReacting = isReacting
    try onScreen(at: place) { screen throws(ScriptProblem) in
      let events = try screen.setEnabled(name, isEnabled)
      guard isReacting else { return events }
      screen.endedByReactions += events
      return []
    }
  }

  // MARK: One gesture

  private mutating func beginGesture(_ word: String, at place: ScriptPosition) throws(ScriptError) {
    try endGesture()
    touchscreen.beginGesture()
    gestureCount += 1
    gesture = GestureInProgress(number: gestureCount, word: word, position: place)
  }

  private mutating func endGesture() throws(ScriptError) {
    guard let gesture else { return }
    let effects = gesture.effects(in: scene)
    try hold(AllocatedBytes.growing(effects.count, of: GestureEffect.self), at: gesture.position)
    record.gestures += effects
    self.gesture = nil
  }
}
