import FrameGeometry
import FrameGesture
import FrameImage
import FramePlan
import FrameText

/// Performs commands on a scene in virtual time.
///
///     var run = SceneRun(limits: Limits(), images: library, typesetter: setter)
///     try run.perform(command)
///     while let call = try run.next() { perform the commands of the block; run.end(call) }
///     let result = try run.end()
///
/// The issuer of the commands numbers the blocks of reactions and menus, and is called back by their numbers. Only the
/// headers of images are read.
package struct SceneRun {
  /// The scene at the end.
  package struct Result {
    package var scene: Scene
    package let record: RunRecord
    /// The recorded timeline, if requested.
    package let timeline: Timeline?
    /// The memory of the scene, the record and the timeline.
    package let account: MemoryAccount

    /// Returns the result with the scene at an earlier time, in seconds; with that at the end, if no timeline was recorded.
    package func at(_ time: Double) -> Result {
      guard let timeline else { return self }
      var result = self
      let frame = (time / timeline.rate.time(of: 1)).rounded()
      result.scene = timeline.scene(at: Int(min(max(frame, 0), Double(timeline.frames - 1))))
      return result
    }
  }

  /// A block whose commands its issuer is to perform.
  package struct BlockCall {
    package enum Cause {
      /// `event`, to which the block reacts. The layer that was current before, and how many times a layer was selected.
      case event(current: Int?, selections: Int)
      /// The choice of an item of a menu or dialog.
      case item
    }

    /// The number of the block.
    package let block: Int
    package let cause: Cause
    package let origin: Origin
  }

  package let account: RunAccount
  package let log: RunLog
  package let editor: SceneEditor
  let timeline: SceneTimeline
  private var stage: GestureStage
  private var dialogs: Dialogs
  private var defaultCanvas = DefaultCanvas()
  /// The `on` blocks, by the names of their recognizers, in the order of their declaration.
  private var reactions: [String: [Reaction]] = [:]
  /// The `on` blocks in the order of their declaration, and how often each has run.
  private var blocks: [GestureCoverage.Block] = []
  /// The last event with reactions, and the reactions to it that are still to be called.
  package private(set) var event: GestureEvent?
  private var due: ArraySlice<Reaction> = []
  /// True if everything has happened that the commands have caused.
  private var isSettled = true
  /// The item that was chosen, until its block is called.
  private var chosen: Dialog.Item?
  /// The time of the event for which a reaction runs; nil otherwise.
  private var reactionTime: Double?

  /// - Parameters:
  ///   - memory: The bytes that the scene and its plan may use, if they are less than the limit.
  ///   - frameRate: The frame rate of the recorded timeline; nil if only the end is needed.
  ///   - detail: The optional parts of the record to keep.
  package init(
    limits: Limits, memory: Int = .max, images: any ImageLibrary, typesetter: any Typesetter,
    frameRate: FrameRate? = nil, detail: RunRecord.Detail = []
  ) {
    account = RunAccount(limits: limits, memory: memory)
    log = RunLog(detail: detail, account: account)
    editor = SceneEditor(
      account: account, log: log, typesetter: typesetter,
      imageFacts: ImageFacts(images, account: account, log: log), keepsFrames: frameRate != nil)
    timeline = SceneTimeline(rate: frameRate, editor: editor)
    stage = GestureStage(editor: editor, timeline: timeline)
    dialogs = Dialogs(log: log)
  }

  // MARK: Commands

  /// Performs a command. `next` is called until it returns nil before the next command is performed.
  package mutating func perform(_ command: Command) throws(SceneError) {
    let origin = command.origin
    defaultCanvas.note(command)
    isSettled = isSettled && !command.kind.concernsFingers
    switch command.kind {
    case .canvas(let change): try editor.change(change, at: origin)
    case .declare(let layer, let isBound): try editor.declare(layer, isBound: isBound, at: origin)
    case .endGroup: editor.endGroup()
    case .update(let index, let layer): try editor.update(index, with: layer, at: origin)
    case .select(let layer): editor.select(layer)
    case .mark(let layer, let isMarked): editor.mark(layer, isMarked)
    case .edit(let layer, let edit): try editor.edit(layer, edit, at: origin)
    case .change(let layer, let change): try editor.change(layer, change, at: origin)
    case .animate(let layer, let animation):
      try timeline.add(animation, to: layer, now: now, at: origin)
    case .recognizers(let command):
      try stage.perform(command, at: origin)
      if case .on(var reaction) = command {
        reaction.index = blocks.count
        reactions[reaction.name, default: []].append(reaction)
        blocks.append(.init(name: reaction.name, state: reaction.state, origin: origin))
      }
    case .touch(let touch): stage.receive(touch, at: origin)
    case .beginTouch(let delay): stage.endTouches(before: delay)
    case .endTouches: stage.endTouches()
    case .beginGesture(let word): try stage.prepareGesture(word, at: origin)
    case .gesture(let gesture): try stage.play(gesture, at: origin)
    case .wait(let duration): stage.wait(duration, at: origin)
    case .dialog(let command): try perform(command, at: origin)
    case .finish:
      try editor.start(at: origin)
      stage.finish()
    }
  }

  /// Lets everything happen that the last command has caused, up to the next block.
  ///
  /// - Returns: the block to perform now; nil if everything has happened.
  package mutating func next() throws(SceneError) -> BlockCall? {
    if let item = chosen {
      chosen = nil
      return BlockCall(block: item.block, cause: .item, origin: item.origin)
    }
    // Inside a reaction, the events that it causes are handled after the reaction.
    guard !isSettled, reactionTime == nil else { return nil }
    while due.isEmpty {
      event = try stage.next()
      guard let event else {
        isSettled = true
        return nil
      }
      due = (reactions[event.name] ?? []).filter { $0.reacts(to: event.state) }[...]
    }
    guard let event, let reaction = due.popFirst() else { return nil }
    blocks[reaction.index].runs += 1
    let cause = BlockCall.Cause.event(current: editor.scene.current, selections: editor.selections)
    editor.modify { $0.current = event.target }
    reactionTime = event.time
    return BlockCall(block: reaction.block, cause: cause, origin: stage.origin)
  }

  /// Ends a block whose commands were performed.
  package mutating func end(_ call: BlockCall) {
    guard case .event(let current, let selections) = call.cause else { return }
    reactionTime = nil
    // A block can select the layer that receives edits from now on.
    if selections == editor.selections { editor.modify { $0.current = current } }
  }

  /// The time in seconds: in a reaction, that of the event.
  package var now: Double { reactionTime ?? stage.now }

  // MARK: Dialogs

  private mutating func perform(_ command: DialogCommand, at origin: Origin) throws(SceneError) {
    switch command {
    case .declareMenu(let menu): try dialogs.declare(menu, at: origin)
    case .ask(let dialog, let message): try dialogs.show(dialog, message: message, time: now, at: origin)
    case .openMenu(let name):
      guard let menu = try dialogs.menu(named: name, at: origin) else { return }
      try dialogs.show(menu, time: now, at: origin)
    case .choose(let title): chosen = try dialogs.choose(title, time: now, at: origin)
    case .say(let text): try log.add(.said(text), time: now, at: origin)
    }
  }

  package var isDialogOpen: Bool { dialogs.isOpen }

  /// Keeps in the record what is open at the end of the script.
  package func noteOpenDialog() { dialogs.noteOpen() }

  /// Returns whether a command opens a menu or dialog, so that another one must be closed before.
  package func mustCloseDialog(before command: Command) throws(SceneError) -> Bool {
    guard case .dialog(let dialog) = command.kind else { return false }
    switch dialog {
    case .ask: return true
    case .openMenu(let name): return try dialogs.menu(named: name, at: command.origin) != nil
    case .declareMenu, .choose, .say: return false
    }
  }

  /// Leaves the open menu or dialog unanswered. `next` returns the block of the item that it takes, if any.
  package mutating func closeDialog() throws(SceneError) { chosen = try dialogs.leaveUnanswered(time: now) }

  // MARK: Results

  /// Returns the scene at the end: all commands up to `.finish` were performed.
  package mutating func end() throws(SceneError) -> Result {
    editor.modify { defaultCanvas.apply(to: &$0) }
    try editor.scene.checkFocus()
    let timeline = try timeline.end(at: stage.now)
    return Result(scene: editor.scene, record: log.record, timeline: timeline, account: account.memory)
  }

  /// Returns a layer as its animations show it now.
  package func presented(_ layer: Int) -> SceneLayer { timeline.presented(layer, at: now) }

  /// Returns the last state that a recognizer of this name has reached since the last gesture began.
  package func state(of recognizer: String) throws(SceneError) -> GestureState {
    try stage.touchscreen.state(of: recognizer)
  }

  /// Returns how many times the recognizers of a name were recognized.
  package func count(of recognizer: String) throws(SceneError) -> Int {
    try stage.touchscreen.count(of: recognizer)
  }

  /// Returns the layer that a finger would hit at a point of the canvas; nil for none.
  package mutating func hit(at point: Point) -> Int? { stage.hit(at: point) }

  // MARK: Checking

  /// The fingers that are down, with their places.
  package var fingersDown: [Int: Point] {
    let session = stage.touchscreen.session
    return Dictionary(
      uniqueKeysWithValues: session.touchesDown.map { ($0, session.location(of: $0) ?? .zero) })
  }

  /// The time in seconds since the last gesture by name, or since the start: what the delay of a touch counts from.
  package var timeSinceGesture: Double { stage.now - stage.clock.time(of: .sinceGesture(0)) }

  /// Does what the first finger needs, once for all checkpoints.
  ///
  /// - Returns: the layers with recognizers, which fingers can act on.
  /// - Throws: an error if recognizers of the preset cannot be attached.
  package mutating func prepareForFingers() throws(SceneError) -> [Int] {
    editor.modify { stage.hitAreas.update(from: &$0) }
    return try stage.touchscreen.layersWithRecognizers()
  }

  /// Checks the recognizers after a frame of touches.
  package func violation(of rules: StateRules) -> StateRules.Violation? {
    rules.check(stage.touchscreen.session)
  }

  /// What the gestures so far have tried. The record must have a trace.
  package var coverage: GestureCoverage {
    var coverage = GestureCoverage()
    for (_, recognizer) in stage.touchscreen.session.recognizers {
      let layer = editor.scene.layers[recognizer.target].name
      coverage.add(.init(name: recognizer.name, kind: recognizer.kind, layer: layer))
    }
    for case .gesture(let event, let layer) in log.record.trace {
      // One state has two words.
      let state = event.state == .ended && event.kind.isDiscrete ? .recognized : event.state
      coverage.add(.init(name: event.name, kind: event.kind, layer: layer, reached: [state]))
    }
    coverage.blocks = blocks
    return coverage
  }
}
