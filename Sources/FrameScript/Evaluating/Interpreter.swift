import FrameGeometry
import FrameImage
import FrameScene
import FrameText

/// Runs a script: an evaluator turns its statements into commands, and a scene performs them.
///
///     var interpreter = Interpreter(
///       script, limits: Limits(), images: library, typesetter: setter, context: RunContext())
///     let result = try interpreter.run()
///
/// Only the headers of images are read.
package struct Interpreter {
  /// The result of running a script.
  package struct Result {
    package let end: SceneRun.Result
    /// The failed expectations, in the order of the run.
    package let failedExpectations: [ScriptError]
    /// The number of inputs that the script took: the number that belong together in a batch.
    package let inputsUsed: Int

    package init(end: SceneRun.Result, failedExpectations: [ScriptError], inputsUsed: Int) {
      (self.end, self.failedExpectations, self.inputsUsed) = (end, failedExpectations, inputsUsed)
    }
  }

  private let script: Script
  var sceneRun: SceneRun
  private(set) var evaluator: Evaluator
  private let endsAtMoment: Bool
  /// The failed expectations so far, in the order of the run.
  package private(set) var failedExpectations: [ScriptError] = []

  package init(
    _ script: Script, limits: Limits, images: any ImageLibrary, typesetter: any Typesetter,
    context: RunContext
  ) {
    self.script = script
    endsAtMoment = context.endsAtMoment
    sceneRun = SceneRun(
      limits: limits, memory: context.memory, images: images, typesetter: typesetter,
      frameRate: context.frameRate, detail: context.detail)
    evaluator = Evaluator(
      script, context: context, account: sceneRun.account, editor: sceneRun.editor,
      images: ScriptImages(
        images, usesPlaceholders: context.usesPlaceholders,
        names: script.inputs.takesAll ? context.inputs : nil))
  }

  /// The record so far, also after an error.
  package var record: RunRecord { sceneRun.log.record }

  /// What gestures have tried so far. The record must have a trace.
  package var coverage: GestureCoverage { sceneRun.coverage }

  /// The number of inputs that belong together so far: those that were taken, and those that the script names whether
  /// or not they are reached.
  package var inputsUsed: Int {
    let images = evaluator.images
    if script.inputs.takesAll { return max(images.count, images.highestInput) }
    let showsPhoto = sceneRun.editor.hasStarted && sceneRun.editor.photo != nil
    return max(
      images.highestInput, script.inputs.highestNamed, images.first != nil || showsPhoto ? 1 : 0)
  }

  /// - Throws: the error of the first statement that cannot be run.
  package mutating func run() throws(ScriptError) -> Result {
    try runStatements()
    try finish()
    if script.inputs.takesAll {
      let shown = max(evaluator.images.takenInputs, sceneRun.editor.photo == nil ? 0 : 1)
      // A script that shows none may draw what their headers say.
      if shown > 0 { sceneRun.log.addUnusedInputs(evaluator.images.count, used: shown) }
    }
    let end = try ScriptError.translating(sceneRun.end())
    return Result(end: end, failedExpectations: failedExpectations, inputsUsed: inputsUsed)
  }

  /// Runs the statements of the script, and leaves what they have begun.
  mutating func runStatements() throws(ScriptError) {
    let first = try evaluator.begin()
    if let first { sceneRun.editor.modify { $0.canvas.size = Size(first.uprightSize) } }
    if !script.inputs.hasImageLayer, first != nil || evaluator.images.usesPlaceholders {
      sceneRun.editor.photo = .image(first)
    }
    try runBody()
  }

  /// Runs statements as if they followed the script.
  mutating func run(_ statements: [Statement]) throws(ScriptError) {
    evaluator.begin(statements)
    try runBody()
  }

  /// Cancels touches, fires timers, and closes menus and dialogs, each of which may cause more of the same.
  private mutating func finish() throws(ScriptError) {
    guard !endsAtMoment else {
      try sceneRun.editor.start(at: ScriptPosition())
      return try perform(Command(.endTouches, at: Origin()))
    }
    try perform(Command(.finish, at: Origin()))
    sceneRun.noteOpenDialog()
    while sceneRun.isDialogOpen {
      try closeDialog()
      try perform(Command(.finish, at: Origin()))
    }
  }

  /// Runs the innermost body of the evaluator to its end.
  private mutating func runBody() throws(ScriptError) {
    while let step = try evaluator.next() {
      switch step {
      case .command(let command): try perform(command)
      case .expect(let claim, let place): try check(claim, at: place)
      }
    }
  }

  mutating func perform(_ command: Command) throws(ScriptError) {
    while sceneRun.isDialogOpen, try ScriptError.translating(sceneRun.mustCloseDialog(before: command)) {
      try closeDialog()
    }
    try ScriptError.translating(sceneRun.perform(command))
    try performBlocks()
  }

  private mutating func closeDialog() throws(ScriptError) {
    try ScriptError.translating(sceneRun.closeDialog())
    try performBlocks()
  }

  /// Performs the blocks of reactions and items that the last command has caused.
  private mutating func performBlocks() throws(ScriptError) {
    while let call = try ScriptError.translating(sceneRun.next()) {
      let block = evaluator.blocks[call.block]
      let place = ScriptPosition(call.origin)
      switch call.cause {
      case .event:
        try evaluator.enter(block, as: .reaction, seeing: sceneRun.eventValues(), at: place)
      case .item: try evaluator.enter(block, as: .item, at: place)
      }
      try runBody()
      sceneRun.end(call)
    }
  }

  private mutating func check(_ claim: Claim, at place: ScriptPosition) throws(ScriptError) {
    guard let failure = try placed(claim.failure(in: sceneRun), at: place) else { return }
    let bytes = AllocatedBytes.growing(1, of: ScriptError.self) + 2 * AllocatedBytes.header
    try sceneRun.account.hold(
      reported: bytes.adding(failure.expected.heldBytes).adding(failure.found.heldBytes), at: place)
    failedExpectations.append(
      ScriptError(
        .expectationFailed(failure.what, expected: failure.expected, found: failure.found), at: place))
  }
}
