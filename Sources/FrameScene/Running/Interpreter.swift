import FrameGeometry
import FrameImage
import FrameRender
import FrameScript
import FrameText

/// Runs a script: an evaluator turns its statements into commands, and others perform them.
///
///     var interpreter = Interpreter(
///       script, limits: Limits(), images: library, typesetter: setter, context: RunContext())
///     let result = try interpreter.run()
///
/// Only the headers of images are read.
package struct Interpreter {
  /// The result of running a script.
  package struct Result {
    package private(set) var scene: Scene
    /// The failed expectations, in the order of the run.
    package let failedExpectations: [ScriptError]
    /// The number of inputs that the script took: the number that belong together in a batch.
    package let inputsUsed: Int
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

  private let script: Script
  private let account: RunAccount
  private let log: RunLog
  private let editor: SceneEditor
  private let timeline: SceneTimeline
  private var evaluator: Evaluator
  private var stage: GestureStage
  private var dialogs: Dialogs
  private var defaultCanvas = DefaultCanvas()
  /// The `on` blocks, by the names of their recognizers, in the order of the script.
  private var reactions: [String: [Reaction]] = [:]
  /// The time of the event for which a reaction runs; nil otherwise.
  private var reactionTime: Double?
  private let endsAtMoment: Bool

  package init(
    _ script: Script, limits: Limits, images: any ImageLibrary, typesetter: any Typesetter,
    context: RunContext
  ) {
    self.script = script
    endsAtMoment = context.endsAtMoment
    account = RunAccount(limits: limits, memory: context.memory)
    log = RunLog(detail: context.detail, account: account)
    editor = SceneEditor(
      account: account, log: log, typesetter: typesetter,
      imageFacts: ImageFacts(images, account: account, log: log),
      keepsFrames: context.frameRate != nil)
    timeline = SceneTimeline(rate: context.frameRate, editor: editor)
    evaluator = Evaluator(
      script, context: context, account: account, editor: editor,
      images: ScriptImages(
        images, usesPlaceholders: context.usesPlaceholders,
        names: script.inputs.takesAll ? context.inputs : nil))
    stage = GestureStage(editor: editor, timeline: timeline)
    dialogs = Dialogs(log: log)
  }

  /// The record so far, also after an error.
  package var record: RunRecord { log.record }
  package var failedExpectations: [ScriptError] { log.failedExpectations }

  /// The number of inputs that belong together so far: those that were taken, and those that the script names whether
  /// or not they are reached.
  package var inputsUsed: Int {
    let images = evaluator.images
    if script.inputs.takesAll { return max(images.count, images.highestInput) }
    let showsPhoto = editor.hasStarted && editor.photo != nil
    return max(
      images.highestInput, script.inputs.highestNamed, images.first != nil || showsPhoto ? 1 : 0)
  }

  /// - Throws: the error of the first statement that cannot be run.
  package mutating func run() throws(ScriptError) -> Result {
    let first = try evaluator.begin()
    if let first { editor.modify { $0.canvas.size = Size(first.uprightSize) } }
    if !script.inputs.hasImageLayer, first != nil || evaluator.images.usesPlaceholders {
      editor.photo = .image(first)
    }
    try runBody()
    try editor.start(at: ScriptPosition())
    try finish()
    editor.modify { defaultCanvas.apply(to: &$0) }
    try editor.scene.checkFocus()
    if script.inputs.takesAll {
      let shown = max(evaluator.images.takenInputs, editor.photo == nil ? 0 : 1)
      // A script that shows none may draw what their headers say.
      if shown > 0 { log.addUnusedInputs(evaluator.images.count, used: shown) }
    }
    let timeline = try timeline.end(at: stage.now)
    return Result(
      scene: editor.scene, failedExpectations: failedExpectations, inputsUsed: inputsUsed, record: record,
      timeline: timeline, account: account.memory)
  }

  /// Cancels touches, fires timers, and closes menus and dialogs, each of which may cause more of the same.
  private mutating func finish() throws(ScriptError) {
    if endsAtMoment {
      stage.endTouches()
      return try settle()
    }
    repeat {
      stage.finish()
      try settle()
      try leaveUnanswered()
    } while dialogs.isOpen
    stage.finish()
    try settle()
  }

  /// Runs the innermost body of the evaluator to its end.
  private mutating func runBody() throws(ScriptError) {
    while let command = try evaluator.next() { try perform(command.kind, at: command.position) }
  }

  private mutating func perform(_ command: Command.Kind, at place: ScriptPosition) throws(ScriptError) {
    defaultCanvas.note(command, at: place)
    switch command {
    case .canvas(let change): try editor.change(change, at: place)
    case .declare(let layer, let isBound): try editor.declare(layer, isBound: isBound, at: place)
    case .endGroup: editor.endGroup()
    case .update(let index, let layer): try editor.update(index, with: layer, at: place)
    case .select(let layer): editor.select(layer)
    case .mark(let layer, let isMarked): editor.mark(layer, isMarked)
    case .edit(let layer, let edit): try editor.edit(layer, edit, at: place)
    case .change(let layer, let change): try editor.change(layer, change, at: place)
    case .animate(let layer, let animation):
      try timeline.add(animation, to: layer, now: now, at: place)
    case .expect(let claim): try check(claim, at: place)
    case .recognizers(let command): try perform(command, at: place)
    case .touch(let touch):
      stage.endTouches(before: touch.delay)
      try settle()
      try stage.add(touch, at: place)
    case .beginTouch(let delay):
      stage.endTouches(before: delay)
      try settle()
    case .endTouches:
      stage.endTouches()
      try settle()
    case .beginGesture(let word):
      try stage.prepareGesture(word, at: place)
      try settle()
    case .gesture(let gesture):
      try stage.play(gesture, at: place)
      try settle()
    case .wait(let duration):
      stage.wait(duration, at: place)
      try settle()
    case .dialog(let command): try perform(command, at: place)
    }
  }

  /// The time in seconds: in a reaction, that of the event.
  private var now: Double { reactionTime ?? stage.now }

  private func check(_ claim: Claim, at place: ScriptPosition) throws(ScriptError) {
    let failure: Claim.Failure?
    do throws(ScriptProblem) {
      failure = try claim.failure(in: editor.scene, stage, timeline, now: now)
    } catch {
      throw ScriptError(error, at: place)
    }
    guard let failure else { return }
    try log.addFailure(of: failure.what, expected: failure.expected, found: failure.found, at: place)
  }

  // MARK: Gestures

  private mutating func perform(
    _ command: RecognizerCommand, at place: ScriptPosition
  ) throws(ScriptError) {
    try stage.perform(command, at: place)
    if case .on(let reaction) = command { reactions[reaction.name, default: []].append(reaction) }
    // Inside a reaction, the events that it causes are handled after the reaction.
    if reactionTime == nil { try settle() }
  }

  /// Lets everything happen that the fingers have caused.
  private mutating func settle() throws(ScriptError) {
    while let event = try stage.next() {
      for reaction in reactions[event.name] ?? [] where reaction.reacts(to: event.state) {
        let current = editor.scene.current
        let selections = editor.selections
        editor.modify { $0.current = event.target }
        reactionTime = event.time
        try evaluator.enter(
          reaction.block, as: .reaction, seeing: stage.values(of: event), at: stage.place)
        try runBody()
        reactionTime = nil
        // A block can select the layer that receives edits from now on.
        if selections == editor.selections { editor.modify { $0.current = current } }
      }
    }
  }

  // MARK: Dialogs

  private mutating func perform(_ command: DialogCommand, at place: ScriptPosition) throws(ScriptError) {
    switch command {
    case .declareMenu(let menu): try dialogs.declare(menu, at: place)
    case .ask(let dialog, let message):
      while dialogs.isOpen { try leaveUnanswered() }
      try dialogs.show(dialog, message: message, time: now, at: place)
    case .openMenu(let name):
      guard let menu = try dialogs.menu(named: name, at: place) else { return }
      while dialogs.isOpen { try leaveUnanswered() }
      try dialogs.show(menu, time: now, at: place)
    case .choose(let title): try run(dialogs.choose(title, time: now, at: place))
    case .say(let text): try log.add(.said(text), time: now, at: place)
    }
  }

  private mutating func leaveUnanswered() throws(ScriptError) {
    if let item = try dialogs.leaveUnanswered(time: now) { try run(item) }
  }

  private mutating func run(_ item: Dialog.Item) throws(ScriptError) {
    try evaluator.enter(item.block, as: .item, at: item.position)
    try runBody()
  }
}
