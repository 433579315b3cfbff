import FrameGeometry
import FrameGesture

/// The fingers of a run: from touches and gestures by name, through the recognizers, to the edits that
/// gestures make by default.
///
///     try stage.play(gesture, at: origin)
///     while let event = try stage.next() { react(event) }
///
/// Steps are queued, and are performed only as events are taken: so a reaction to an event comes before the next touch.
struct GestureStage {
  let editor: SceneEditor
  let timeline: SceneTimeline
  var touchscreen: Touchscreen
  var clock = TouchClock()
  /// The areas where layers can be hit.
  var hitAreas = HitAreas()
  var touchCount = 0
  private var gestureCount = 0
  /// The number of layers whose recognizers are counted.
  var countedLayers = 0
  var gesture: GestureInProgress?
  /// The layers that move on after fingers have left them, by index.
  var motions: [Int: LayerMotion] = [:]
  /// The layers that fingers have stopped, by index, and these fingers.
  var held: [Int: Set<Int>] = [:]
  /// The names of recognizers whose default edit a reaction replaces.
  private(set) var replaced: Set<String> = []
  var queue = Queue()
  /// The layer and the time of the event that is being handled, and the layer's map to its parent before.
  var handled: (layer: Int, time: Double, before: LayerMap)?

  enum Step {
    case advance(Double)
    /// Begins a gesture of raw touches, unless one is in progress.
    case beginTouches
    case frame(TouchFrame, paths: [Int: [Int]], origins: [Int: Origin])
    /// Adds a touch to the other touches of its instant.
    case touch(NewTouch, Origin)
    case motion(TouchFrames.Iterator, path: [Int]?)
    case trace([TraceEntry])
    case drain
    case cancelTouches
    /// Returns layers to their limits that fingers have let go at a time.
    case comeBack([(layer: Int, location: Point)], time: Double)
    /// Waits until no layer moves on after a gesture; nil for all gestures.
    case rest(gesture: Int?)
    case endGesture
    /// The end of a gesture by name, from which later touches count their time.
    case endMotion
  }

  /// The steps that are still to be performed.
  struct Queue {
    /// The next one is last.
    var steps: [Step] = []
    /// The events of the step that was performed last.
    var events: ArraySlice<GestureEvent> = []
    var origin = Origin()

    mutating func add(_ steps: Step..., at origin: Origin) { add(steps, at: origin) }

    mutating func add(_ steps: [Step], at origin: Origin) {
      self.steps += steps.reversed()
      self.origin = origin
    }
  }

  init(editor: SceneEditor, timeline: SceneTimeline) {
    (self.editor, self.timeline) = (editor, timeline)
    touchscreen = Touchscreen(editor: editor)
  }

  var account: RunAccount { editor.account }

  /// In seconds of virtual time.
  var now: Double { touchscreen.now }
  /// The origin of the current step.
  var origin: Origin { queue.origin }

  // MARK: Recognizers

  mutating func perform(_ command: RecognizerCommand, at origin: Origin) throws(SceneError) {
    try account.hold(command.heldBytes, at: origin)
    // The ends of gestures are passed on with the other events of the current step.
    let events = try placed(self.events(after: command), at: origin)
    if events != queue.events { (queue.events, queue.origin) = (events, origin) }
  }

  /// Changes the recognizers, and returns the events of the current step that are to follow.
  private mutating func events(
    after command: RecognizerCommand
  ) throws(SceneError) -> ArraySlice<GestureEvent> {
    let events = queue.events
    let time = handled?.time
    switch command {
    case .preset(let preset): return touchscreen.use(preset, events, at: time)
    case .set(let change): touchscreen.set(change)
    case .recognize(let recognizer): return try touchscreen.recognize(recognizer, events, at: time)
    case .require(let waiting, let other): try touchscreen.require(waiting, fails: other)
    case .simultaneous(let first, let second): try touchscreen.allowSimultaneous(first, second)
    case .enable(let name, let isEnabled):
      return try touchscreen.setEnabled(name, isEnabled, events, at: time)
    case .on(let reaction):
      try touchscreen.check(reaction.name, reaching: reaction.state)
      if reaction.state == .changed { replaced.insert(reaction.name) }
    }
    return events
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
      .frame(touches, paths: frame.paths, origins: frame.origins), at: frame.origin)
  }

  /// Receives a touch: it is added once the touches of an earlier instant are passed on.
  mutating func receive(_ touch: NewTouch, at origin: Origin) {
    queue.add(.touch(touch, origin), at: origin)
    endTouches(before: touch.delay)
  }

  /// Adds a touch to the other touches of its instant.
  mutating func add(_ touch: NewTouch, at origin: Origin) throws(SceneError) {
    let instant = clock.time(of: touch.delay)
    guard instant >= touchscreen.now else {
      throw SceneError(.touch(.timeGoesBack(from: touchscreen.now, to: instant)), at: origin)
    }
    let location: Point
    if let own = touch.location {
      location = own
    } else if touch.phase == .up || touch.phase == .cancel,
      let last = clock.frame?.location(of: touch.id) ?? touchscreen.session.location(of: touch.id)
    {
      location = last
    } else {
      throw SceneError(
        touch.phase == .down || touch.phase == .move
          ? .touchWithoutPlace(touch.id) : .touch(.notDown(touch.id)),
        at: origin)
    }
    clock.add(
      Touch(id: touch.id, touch.phase, at: location), at: instant, actingOn: touch.path, origin: origin)
  }

  /// - Parameter duration: in seconds.
  mutating func wait(_ duration: Double, at origin: Origin) {
    queue.add(.advance(touchscreen.now + duration), at: origin)
  }

  // MARK: Gestures by name

  /// Ends what earlier gestures have left.
  ///
  /// - Parameter word: the gesture that follows, for errors.
  mutating func prepareGesture(_ word: String, at origin: Origin) throws(SceneError) {
    guard touchscreen.touchesDown.isEmpty else {
      throw SceneError(.fingersDown(touchscreen.touchesDown, statement: word), at: origin)
    }
    queue.add(.drain, at: origin)
  }

  mutating func play(_ new: NewGesture, at origin: Origin) throws(SceneError) {
    // The count is checked before the touches are made.
    try countTouches(Int(min(touchscreen.touchCount(of: new.motion, actingOn: new.path), 1e15)), at: origin)
    let motion = try placed(touchscreen.onCanvas(new.motion, actingOn: new.path), at: origin)
    let frames = try placed(touchscreen.begin(motion, actingOn: new.path), at: origin)
    try beginGesture(new.word, motion, isExact: new.path != nil, at: origin)
    let steps: [Step] = [.motion(frames.makeIterator(), path: new.path), .drain]
    // An exact gesture has its effect when it ends.
    queue.add(
      steps + (new.path == nil ? [.endMotion] : [.rest(gesture: gestureCount), .endMotion]), at: origin)
  }

  /// At the end of the run, cancels touches, fires timers, and lets layers come to rest.
  mutating func finish() {
    // Without a finger there is nothing to end.
    guard gestureCount > 0 || clock.frame != nil else { return }
    queue.add(.cancelTouches, .rest(gesture: nil), .endGesture, at: Origin())
    endTouches()
  }

  /// - Parameters:
  ///   - fingers: nil for touches of their own.
  ///   - isExact: true for a gesture by name that ends at exactly the given value.
  mutating func beginGesture(
    _ word: String, _ fingers: FingerMotion? = nil, isExact: Bool, at origin: Origin
  ) throws(SceneError) {
    try endGesture()
    touchscreen.beginGesture()
    gestureCount += 1
    gesture = GestureInProgress(
      number: gestureCount, word: word, fingers: fingers, origin: origin, isExact: isExact)
  }

  mutating func endGesture() throws(SceneError) {
    guard let gesture else { return }
    try editor.log.add(gesture.effects(in: editor.scene), at: gesture.origin)
    self.gesture = nil
  }
}
