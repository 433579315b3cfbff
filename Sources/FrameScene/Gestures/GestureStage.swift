import FrameGeometry
import FrameGesture
import FrameImage
import FrameScript

/// The fingers of a running script: from touches and gestures by name, through the recognizers, to the edits that
/// gestures make by default.
///
///     try stage.play(gesture, at: position)
///     while let event = try stage.next() { react(event) }
///
/// Whatever is to happen is queued, and happens step by step while events are taken: a reaction to one of them comes
/// before the next touch.
struct GestureStage {
  let editor: SceneEditor
  private let timeline: SceneTimeline
  var touchscreen: Touchscreen
  private var clock = TouchClock()
  /// The areas where layers can be hit.
  var hitAreas = HitAreas()
  private var touchCount = 0
  private var gestureCount = 0
  /// The number of layers whose recognizers are counted.
  private var countedLayers = 0
  var gesture: GestureInProgress?
  /// The names of recognizers whose default edit the script replaces.
  var replaced: Set<String> = []
  var queue = Queue()
  /// The event that was returned last, which is being reacted to.
  var handled: (layer: Int, before: AffineTransform)?

  enum Step {
    case advance(Double)
    /// Begins a gesture of raw touches, unless one is in progress.
    case beginTouches
    case frame(TouchFrame, paths: [Int: [Int]], positions: [Int: ScriptPosition])
    case motion(AnyIterator<TouchFrame>, path: [Int]?)
    case trace([TraceEntry])
    case drain
    case cancelTouches
    case endGesture
    /// The end of a gesture by name, from which later touches count their time.
    case endMotion
  }

  /// What is to happen next.
  struct Queue {
    /// The next one is last.
    var steps: [Step] = []
    /// The events of the step that was performed last.
    var events: ArraySlice<GestureEvent> = []
    var place = ScriptPosition()

    mutating func add(_ steps: Step..., at place: ScriptPosition) {
      self.steps += steps.reversed()
      self.place = place
    }
  }

  init(editor: SceneEditor, timeline: SceneTimeline) {
    (self.editor, self.timeline) = (editor, timeline)
    touchscreen = Touchscreen(editor: editor)
  }

  private var account: RunAccount { editor.account }

  /// In seconds of virtual time.
  var now: Double { touchscreen.now }
  /// The position in the script of what happens.
  var place: ScriptPosition { queue.place }

  func state(of recognizer: String) throws(ScriptProblem) -> GestureState {
    try touchscreen.state(of: recognizer)
  }

  // MARK: Recognizers

  mutating func perform(_ command: RecognizerCommand, at place: ScriptPosition) throws(ScriptError) {
    try account.hold(command.heldBytes, at: place)
    do throws(ScriptProblem) {
      switch command {
      case .preset(let preset): try touchscreen.use(preset)
      case .set(let key, let value): try touchscreen.set(key, to: value)
      case .recognize(let kind, let layer, let name): try touchscreen.recognize(kind, on: layer, as: name)
      case .require(let waiting, let other): try touchscreen.require(waiting, fails: other)
      case .simultaneous(let first, let second): try touchscreen.allowSimultaneous(first, second)
      case .enable(let name, let isEnabled):
        let ended = try touchscreen.setEnabled(name, isEnabled)
        let recognizers = Set(ended.map(\.recognizer))
        queue.events = ended + queue.events.filter { !recognizers.contains($0.recognizer) }
        queue.place = place
      case .on(let reaction):
        try touchscreen.check(reaction.name, reaching: reaction.state)
        if reaction.state == .changed { replaced.insert(reaction.name) }
      }
    } catch {
      throw ScriptError(error, at: place)
    }
  }

  // MARK: Touches

  /// Passes on the touches of the last instant, if the next touch is at another one.
  mutating func endTouches(before next: TouchDelay) {
    if let frame = clock.frame, frame.time != clock.time(of: next) { endTouches() }
  }

  /// Passes on the touches of the last instant.
  mutating func endTouches() {
    guard let frame = clock.takeFrame() else { return }
    let touches = TouchFrame(time: frame.time, touches: frame.touches)
    // Timers that run out before may end earlier touches.
    queue.add(
      .advance(frame.time), .beginTouches,
      .frame(touches, paths: frame.paths, positions: frame.positions), at: frame.position)
  }

  /// Adds a touch to those of its instant; `endTouches(before:)` was called before.
  mutating func add(_ touch: NewTouch, at place: ScriptPosition) throws(ScriptError) {
    let instant = clock.time(of: touch.delay)
    guard instant >= touchscreen.now else {
      throw ScriptError(.touch(.timeGoesBack(from: touchscreen.now, to: instant)), at: place)
    }
    let location: Point
    if let own = touch.location {
      location = own
    } else if touch.phase == .up || touch.phase == .cancel,
      let last = clock.frame?.location(of: touch.id) ?? touchscreen.location(of: touch.id)
    {
      location = last
    } else {
      throw ScriptError(
        touch.phase == .down || touch.phase == .move
          ? .touchWithoutPlace(touch.id) : .touch(.notDown(touch.id)),
        at: place)
    }
    clock.add(
      Touch(id: touch.id, touch.phase, at: location), at: instant, actingOn: touch.path, position: place)
  }

  /// - Parameter duration: in seconds.
  mutating func wait(_ duration: Double, at place: ScriptPosition) {
    queue.add(.advance(touchscreen.now + duration), at: place)
  }

  // MARK: Gestures by name

  /// Ends what earlier gestures have left.
  ///
  /// - Parameter word: the gesture that follows, for errors.
  mutating func prepareGesture(_ word: String, at place: ScriptPosition) throws(ScriptError) {
    guard touchscreen.touchesDown.isEmpty else {
      throw ScriptError(.fingersDown(touchscreen.touchesDown, statement: word), at: place)
    }
    queue.add(.drain, at: place)
  }

  mutating func play(_ new: NewGesture, at place: ScriptPosition) throws(ScriptError) {
    // The count is checked before the touches are made.
    try countTouches(Int(min(touchscreen.touchCount(of: new.motion), 1e15)), at: place)
    let frames: TouchFrames
    do throws(ScriptProblem) {
      frames = try touchscreen.begin(new.motion, actingOn: new.path)
    } catch {
      throw ScriptError(error, at: place)
    }
    try beginGesture(new.word, at: place)
    queue.add(.motion(frames.makeIterator(), path: new.path), .drain, .endMotion, at: place)
  }

  /// At the end of the script, cancels touches and fires timers.
  mutating func finish() {
    queue.add(.cancelTouches, .endGesture, at: ScriptPosition())
    endTouches()
  }

  private mutating func beginGesture(_ word: String, at place: ScriptPosition) throws(ScriptError) {
    try endGesture()
    touchscreen.beginGesture()
    gestureCount += 1
    gesture = GestureInProgress(number: gestureCount, word: word, position: place)
  }

  private mutating func endGesture() throws(ScriptError) {
    guard let gesture else { return }
    try editor.log.add(gesture.effects(in: editor.scene), at: gesture.position)
    self.gesture = nil
  }

  // MARK: Steps

  /// Returns the next event that the script may react to, after its default edit; nil if nothing is left to happen.
  mutating func next() throws(ScriptError) -> GestureEvent? {
    if let (layer, before) = handled {
      gesture?.note(layer, from: before, to: editor.scene.layers[layer].toParent)
      (handled, editor.gesture) = (nil, nil)
    }
    while true {
      while let event = queue.events.popFirst() {
        try timeline.pass(to: event.time, at: queue.place)
        if try handle(event) { return event }
      }
      try timeline.pass(to: touchscreen.now, at: queue.place)
      guard let step = queue.steps.popLast() else { return nil }
      queue.events = try perform(step, at: queue.place)[...]
    }
  }

  private mutating func perform(
    _ step: Step, at place: ScriptPosition
  ) throws(ScriptError) -> [GestureEvent] {
    switch step {
    case .advance(let time):
      do throws(ScriptProblem) { return try touchscreen.advance(to: time) } catch {
        throw ScriptError(error, at: place)
      }
    case .beginTouches: if touchscreen.isIdle { try beginGesture("touch", at: place) }
    case .frame(let frame, let paths, let positions):
      return try process(frame, paths, positions, at: place)
    case .motion(let frames, let path):
      guard let frame = frames.next() else { break }
      var paths: [Int: [Int]] = [:]
      if let path { for touch in frame.touches { paths[touch.id] = path } }
      // Timers first: their effects may move what is under a finger.
      queue.add(
        .advance(frame.time), .frame(frame, paths: paths, positions: [:]), .motion(frames, path: path),
        at: place)
    case .trace(let entries): for entry in entries { try editor.log.trace(entry, at: place) }
    case .drain: return touchscreen.drain()
    case .cancelTouches:
      editor.log.addFingersLeftDown(touchscreen.touchesDown)
      return touchscreen.cancelTouches() + touchscreen.drain()
    case .endGesture: try endGesture()
    case .endMotion:
      try endGesture()
      clock.endGesture(at: touchscreen.now)
    }
    return []
  }

  /// - Parameter positions: the position in the script of each finger's touch, if touches have their own.
  private mutating func process(
    _ frame: TouchFrame, _ paths: [Int: [Int]], _ positions: [Int: ScriptPosition], at place: ScriptPosition
  ) throws(ScriptError) -> [GestureEvent] {
    try countTouches(frame.touches.count, at: place)
    touchCount += frame.touches.count
    try countRecognizers(at: place)
    let fingers = frame.touches.count { $0.phase == .down }
    if fingers > 0 {
      let needed = touchscreen.touchesDown.count + fingers
      try account.check(.fingers, needed, account.limits.fingers, at: place)
      editor.modify { hitAreas.update(from: &$0) }
    }
    // The scene is released before events change it; otherwise each of them would copy all layers.
    let (scene, areas) = (editor.scene, hitAreas)
    try editor.log.add(
      frame, layer: { $0.phase == .down ? paths[$0.id]?.first.map { scene.layers[$0].name } : nil }, at: place
    )
    var missed: [TraceEntry] = []
    do throws(ScriptProblem) {
      let events = try touchscreen.process(frame) { touch in
        let path = paths[touch.id] ?? scene.hitTest(touch.location, by: areas).map(scene.path) ?? []
        if path.isEmpty { missed.append(.missed(touch, time: frame.time)) }
        return path
      }
      if !missed.isEmpty { queue.add(.trace(missed), at: place) }
      return events
    } catch {
      // The error is at the last statement of the finger concerned.
      guard case .touch(let problem) = error, let id = problem.touch else {
        throw ScriptError(error, at: place)
      }
      throw ScriptError(error, at: positions[id] ?? place)
    }
  }

  /// For the recognizers that a preset has on an image, including those of a rehearsal.
  private static let recognizerBytes = 4096

  private mutating func countRecognizers(at place: ScriptPosition) throws(ScriptError) {
    let new = editor.scene.layers[countedLayers...]
    guard !new.isEmpty else { return }
    let images = new.count { if case .image = $0.content { true } else { false } }
    try account.hold(images * Self.recognizerBytes, at: place)
    countedLayers += new.count
  }

  private func countTouches(_ more: Int, at place: ScriptPosition) throws(ScriptError) {
    try account.checkCancellation(at: place)
    try account.check(.touches, touchCount + more, account.limits.touches, at: place)
  }
}
