import FrameGeometry
import FrameGesture
import FrameImage

/// The touchscreen of a run, with recognizers. It returns the events of the recognizers, and changes no
/// layer.
///
/// Its errors have no origin.
struct Touchscreen {
  /// The time between two touch frames, in seconds.
  private static let frameDuration = 1.0 / 60

  /// The layers that have recognizers.
  private let editor: SceneEditor
  private(set) var session: GestureSession
  private var table: RecognizerTable
  /// The number of layers, from the first on, that have the preset's recognizers. A run without gestures prepares
  /// none.
  private var preparedLayers = 0
  /// The time of the last touch or gesture event, in seconds.
  private var lastActivity: Double?
  /// The last state of the recognizers of each name.
  private var states: [String: GestureState] = [:]
  /// The recognizer whose change was the last event.
  private var changing: Int?
  /// How many times the recognizers of each name were recognized.
  private var counts: [String: Int] = [:]
  /// The gesture by name that is being played.
  private var replay: Replay?

  init(editor: SceneEditor) {
    self.editor = editor
    let preset = GesturePreset.frameit.definition
    session = GestureSession(settings: preset.settings)
    table = RecognizerTable(preset)
  }

  /// Returns the settings of a recognizer. One that was detached may still have an event.
  func settings(of recognizer: Int) -> GestureSettings {
    session.isAttached(recognizer) ? session.settings(of: recognizer) : session.settings
  }
  /// In seconds of virtual time.
  var now: Double { replay?.now ?? session.now }
  /// The fingers that are down, in rising order.
  var touchesDown: [Int] { session.touchesDown.sorted() }

  // MARK: Recognizers

  // Recognizers that are detached or disabled end their gestures. These functions take the events that are still to be
  // delivered and the time of the event whose reaction calls them, and return the events to deliver instead.

  mutating func use(
    _ preset: GesturePreset, _ queued: ArraySlice<GestureEvent>, at time: Double?
  ) -> ArraySlice<GestureEvent> {
    endReplay()
    let ended = session.recognizers.flatMap { session.setEnabled($0.number, false) }
    let definition = preset.definition
    session.removeAll()
    session.settings = definition.settings
    table = RecognizerTable(definition)
    preparedLayers = 0
    return end(ended, queued, at: time)
  }

  mutating func set(_ change: GestureSettings.Change) {
    endReplay()
    session.settings.apply(change)
  }

  mutating func recognize(
    _ recognizer: RecognizerDescription, _ queued: ArraySlice<GestureEvent>, at time: Double?
  ) throws(SceneError) -> ArraySlice<GestureEvent> {
    try prepareLayers()
    return end(try table.add(recognizer, in: &session), queued, at: time)
  }

  mutating func require(_ waiting: String, fails other: String) throws(SceneError) {
    try prepareLayers()
    try table.add(Relation(kind: .requirement, first: waiting, second: other), in: &session)
  }

  mutating func allowSimultaneous(_ first: String, _ second: String) throws(SceneError) {
    try prepareLayers()
    try table.add(Relation(kind: .simultaneous, first: first, second: second), in: &session)
  }

  /// Enables or disables the recognizers of a name, on all layers.
  mutating func setEnabled(
    _ name: String, _ isEnabled: Bool, _ queued: ArraySlice<GestureEvent>, at time: Double?
  ) throws(SceneError) -> ArraySlice<GestureEvent> {
    try prepareLayers()
    return end(try table.setEnabled(name, isEnabled, in: &session), queued, at: time)
  }

  /// Returns the events to deliver after some gestures were ended. A gesture whose beginning was not delivered has failed; the
  /// end of another one has the changes that were not delivered.
  private mutating func end(
    _ ended: [GestureEvent], _ queued: ArraySlice<GestureEvent>, at time: Double?
  ) -> ArraySlice<GestureEvent> {
    guard !ended.isEmpty else { return queued }
    let events = ended.map { event in
      var event = event
      event.time = min(event.time, time ?? event.time)
      let lost = queued.filter { $0.recognizer == event.recognizer }
      if lost.contains(where: { $0.state == .began }) {
        counts[event.name, default: 1] -= 1
        return event.failing(GestureFailure(reason: .disabled, after: 0))
      }
      for change in lost { event.value.addChange(of: change.value) }
      return event
    }
    let recognizers = Set(events.map(\.recognizer))
    return record(events)[...] + queued.filter { !recognizers.contains($0.recognizer) }
  }

  /// Checks that there are recognizers of this name, and that one can reach the state.
  func check(_ recognizer: String, reaching state: GestureState?) throws(SceneError) {
    try table.check(recognizer)
    // Discrete gestures are recognized at one instant and have no other states.
    guard let state, state != .ended, state != .recognized else { return }
    guard table.kinds(named: recognizer).contains(where: { !$0.isDiscrete }) else {
      throw SceneError(.neverReached(state, recognizer))
    }
  }

  /// Returns the last state that a recognizer of this name has reached since the last gesture began.
  func state(of recognizer: String) throws(SceneError) -> GestureState {
    try table.check(recognizer)
    return states[recognizer] ?? .possible
  }

  /// Returns how many times the recognizers of a name were recognized since the run began.
  func count(of recognizer: String) throws(SceneError) -> Int {
    try table.check(recognizer)
    return counts[recognizer] ?? 0
  }

  // MARK: Checking

  /// The layers that have recognizers, in the order of their declaration.
  mutating func layersWithRecognizers() throws(SceneError) -> [Int] {
    try prepareLayers()
    return Set(session.recognizers.map(\.description.target)).sorted()
  }

  // MARK: Fingers

  /// Clears the states; no finger is down then, and nothing is pending.
  mutating func beginGesture() {
    precondition(session.isIdle, "a gesture begins while another is in progress")
    (states, changing) = ([:], nil)
  }

  /// - Parameter paths: the layers under each finger that goes down, the innermost first.
  mutating func process(
    _ frame: TouchFrame, on paths: [Int: [Int]]
  ) throws(SceneError) -> [GestureEvent] {
    lastActivity = frame.time
    if let replay { return record(replay.playFrame()) }
    if !paths.isEmpty { try prepareLayers() }
    if let problem = session.problem(of: frame) { throw SceneError(.touch(problem)) }
    return record(session.process(frame) { paths[$0.id] ?? [] })
  }

  mutating func advance(to time: Double) throws(SceneError) -> [GestureEvent] {
    if let replay { return record(replay.advance()) }
    if let problem = session.problem(of: time) { throw SceneError(.touch(problem)) }
    return record(session.advance(to: time))
  }

  /// Advances the time until nothing is pending.
  mutating func drain() -> [GestureEvent] {
    guard let replay else { return record(session.drain()) }
    self.replay = nil
    session = replay.rehearsal.session
    return record(replay.rehearsal.rest)
  }

  mutating func cancelTouches() -> [GestureEvent] { record(session.cancelTouches()) }

  /// Keeps the states and the time of events, and returns the events.
  private mutating func record(_ events: [GestureEvent]) -> [GestureEvent] {
    for index in events.indices {
      lastActivity = events[index].time
      // Most events continue the gesture of the last one, and need not be copied.
      if events[index].state == .changed, events[index].recognizer == changing { continue }
      let event = events[index]
      changing = event.state == .changed ? event.recognizer : nil
      states[event.name] = event.state
      if event.state == .began || event.state == .recognized { counts[event.name, default: 0] += 1 }
    }
    return events
  }

  /// Gives new images the preset's recognizers, in the order of their declaration and before all others.
  private mutating func prepareLayers() throws(SceneError) {
    endReplay()
    let layers = editor.scene.layers
    while preparedLayers < layers.count {
      if case .image = layers[preparedLayers].content { try table.prepare(preparedLayers, in: &session) }
      preparedLayers += 1
    }
  }

  // MARK: Gestures by name

  /// Returns the approximate number of touches of a gesture, which may exceed the range of integers.
  func touchCount(of motion: FingerMotion, actingOn path: [Int]?) -> Double {
    synthesis(for: motion, path).touchCount(of: motion)
  }

  /// Returns a motion on the canvas. Its way is given in the axes of the parent of the layer that it acts on.
  func onCanvas(_ motion: FingerMotion, actingOn path: [Int]?) throws(SceneError) -> FingerMotion {
    guard let layer = path?.first else { return motion }
    var onCanvas = motion
    switch motion.kind {
    case .pan(let way):
      // The layer begins to move where the slop is consumed.
      let direction = try editor.scene.onCanvas(way, of: layer, from: motion.place).unit ?? .zero
      let start = motion.place + direction * synthesis(for: motion, path).consumed
      onCanvas.kind = .pan(try editor.scene.onCanvas(way, of: layer, from: start))
    case .together(var change):
      change.pan = try change.pan.map { way throws(SceneError) in
        try editor.scene.onCanvas(way, of: layer, from: motion.place)
      }
      onCanvas.kind = .together(change)
    default: break
    }
    return onCanvas
  }

  /// With the settings of the recognizers that are to recognize the gesture.
  private func synthesis(for motion: FingerMotion, _ path: [Int]?) -> TouchSynthesis {
    var settings = session.settings
    guard let path else { return TouchSynthesis(settings: settings) }
    for (index, target) in motion.targets.enumerated() {
      guard let recognizer = table.numbers(of: target.kind, on: path[0]).first(where: session.isEnabled)
      else {
        continue
      }
      let own = session.settings(of: recognizer)
      if index == 0 { settings = own }
      switch target.kind {
      case .pinch: settings.pinchMinDelta = own.pinchMinDelta
      case .rotation: settings.rotateMinDelta = own.rotateMinDelta
      default: break
      }
    }
    return TouchSynthesis(settings: settings)
  }

  /// Returns the touch frames of a gesture from now on, which must be played next. A gesture on a layer is rehearsed
  /// with each strategy, and the first one that reaches the target is played.
  ///
  /// - Parameter path: the layer that it acts on and its ancestors; nil if fingers hit what is under them.
  mutating func begin(_ motion: FingerMotion, actingOn path: [Int]?) throws(SceneError) -> TouchFrames {
    if path != nil { try prepareLayers() }
    let synthesis = synthesis(for: motion, path)
    // Do not start at the time of an event: touches of one instant are one frame, and a touch exactly at a
    // timer's deadline is still in time.
    let start = lastActivity == session.now ? session.now + Self.frameDuration : session.now
    let targets = motion.targets
    guard let path, !targets.isEmpty else { return synthesis.frames(of: motion, from: start) }
    let recognizers = targets.map { table.numbers(of: $0.kind, on: path[0]) }
    let layer = editor.scene.layers[path[0]].name
    for (target, numbers) in zip(targets, recognizers) {
      guard let first = numbers.first else {
        throw SceneError(.notRecognized(target.word, kind: target.kind, layer: layer, .noRecognizer))
      }
      guard numbers.contains(where: session.isEnabled) else {
        throw SceneError(.recognizerDisabled(session.name(of: first), layer: layer))
      }
    }
    var missed: (target: GestureTarget, obstacle: GestureObstacle) = (targets[0], .settings)
    for strategy in TouchSynthesis.RecognitionStrategy.allCases {
      let frames = synthesis.frames(of: motion, from: start, strategy: strategy)
      var reached = targets.map { _ in false }
      var others: [GestureEvent] = []
      let rehearsal = try rehearse(frames, on: path, needsOnlyEnds: targets.allSatisfy(\.needsOnlyEnds)) {
        event in
        for index in targets.indices
        where recognizers[index].contains(event.recognizer) && targets[index].isReached(by: event) {
          reached[index] = true
        }
        if event.state != .changed { others.append(event) }
      }
      guard let rehearsal else { continue }
      guard let index = reached.firstIndex(of: false) else {
        if rehearsal.isComplete { replay = Replay(rehearsal, on: path, now: session.now) }
        return frames
      }
      if missed.obstacle == .settings {
        missed = (targets[index], GestureObstacle(to: recognizers[index], in: others))
      }
    }
    throw SceneError(
      .notRecognized(missed.target.word, kind: missed.target.kind, layer: layer, missed.obstacle))
  }

  /// Runs touch frames on a copy of the session.
  ///
  /// - Parameters:
  ///   - needsOnlyEnds: true if most moves of a long gesture may be left out once nothing is undecided.
  ///   - onEvent: receives each event.
  /// - Returns: nil if a frame is not possible.
  private func rehearse(
    _ frames: TouchFrames, on path: [Int], needsOnlyEnds: Bool, _ onEvent: (GestureEvent) -> Void
  ) throws(SceneError) -> Rehearsal? {
    var rehearsal = Rehearsal(session: session)
    var frames = frames.makeIterator()
    while let frame = frames.next() {
      try editor.account.checkCancellation(at: Origin())
      guard let events = rehearsal.perform(frame, on: path) else { return nil }
      events.forEach(onEvent)
      if needsOnlyEnds, rehearsal.isSettled { frames.skipToLastMove() }
    }
    rehearsal.rest = rehearsal.session.drain()
    rehearsal.rest.forEach(onEvent)
    return rehearsal
  }

  /// Plays the rest of a gesture on the recognizers themselves, because a reaction changes them.
  private mutating func endReplay() {
    guard let replay else { return }
    self.replay = nil
    replay.catchUp(&session)
  }
}
