import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

/// Turns the statements of a script into commands of plain values. Loops, variables, random numbers, formulas and the
/// names of layers end here.
///
///     while let step = try evaluator.next() { perform(step) }
///
/// A statement is evaluated when the commands of all earlier ones have been performed.
struct Evaluator {
  let context: RunContext
  let account: RunAccount
  /// The scene as far as it is built.
  let editor: SceneEditor
  var images: ScriptImages
  var environment = Environment(constants: [:])
  var randomNumbers: SplitMix64
  var bindings: Bindings
  var stack = BlockStack()
  var definitions: [String: Definition] = [:]
  /// What was done for the next statement before its values are known.
  private var preparation = Preparation.none
  /// True if the last statement was a touch: others may follow at the same instant.
  private var touchesAreOpen = false
  var variableBytes = 0
  /// The blocks of reactions, menus and dialogs, by their numbers.
  var blocks: [DeferredBlock] = []
  private var statements = 0
  /// The position of the statement or declaration that is evaluated.
  var place = ScriptPosition()

  /// The result of evaluating a statement.
  enum Step {
    case command(Command)
    /// A claim about the scene, the recognizers or a value.
    indirect case expect(Claim, at: ScriptPosition)
  }

  struct Definition {
    let parameters: [DefinitionParameter]
    let body: [Statement]
  }

  private enum Preparation {
    case none
    case gesture
    case touch(TouchDelay)
  }

  var limits: Limits { account.limits }

  init(
    _ script: Script, context: RunContext, account: RunAccount, editor: SceneEditor, images: ScriptImages
  ) {
    (self.context, self.account, self.editor, self.images) = (context, account, editor, images)
    randomNumbers = SplitMix64(seed: context.seed)
    bindings = Bindings(in: script.statements)
    environment.setConstant("index", .number(Double(context.index)))
    environment.setConstant("stem", .text(context.stem))
    script.statements.forEachNested { statement in
      guard case .flow(.define(let name, let parameters, let body)) = statement.kind else { return }
      // Before the run, so that a call may come first.
      definitions[name] = Definition(parameters: parameters, body: body)
    }
    stack.push(Block(.script, script.statements))
  }

  /// Finds the first input, which determines `$width` and `$height`.
  ///
  /// - Returns: nil if there is none.
  mutating func begin() throws(ScriptError) -> SourceImage? {
    try images.findFirst()
    setImageSize(images.first.map { Size($0.uprightSize) })
    return images.first
  }

  /// Begins statements that see what the script has declared.
  mutating func begin(_ statements: [Statement]) { stack.push(Block(.script, statements)) }

  /// Sets `$width` and `$height`.
  mutating func setImageSize(_ size: Size?) {
    guard let size else { return }
    environment.setConstant("width", .number(size.width))
    environment.setConstant("height", .number(size.height))
  }

  // MARK: Statements

  mutating func countStatement(at position: ScriptPosition) throws(ScriptError) {
    statements += 1
    // Every statement comes here. `limited`, a generic function of another module, would take 20 ns more.
    try converting(account.check(statements: statements)) { (error: LimitExceeded) in
      position.error(.limit(error))
    }
  }

  /// Returns the next step of the innermost body: the script, or a block that was begun with `enter`. Returns nil
  /// once at the end of the body.
  ///
  /// - Throws: the error of the first statement that cannot be run.
  mutating func next() throws(ScriptError) -> Step? {
    while true {
      if let command = try nextUpdate() { return .command(command) }
      guard let statement = stack.nextStatement else {
        switch try endBlock() {
        case .goesOn: continue
        case .groupEnds(let position): return .command(Command(.endGroup, at: Origin(position)))
        case .bodyEnds: return nil
        }
      }
      place = statement.position
      if let kind = try prepare(statement) { return .command(Command(kind, at: Origin(place))) }
      stack.skipStatement()
      switch statement.kind {
      case .flow(let flow): try run(flow, at: place)
      case .regular(let entry, let operand):
        if let step = try resolve(entry, operand) { return step }
      case .layer(let declaration): return Self.step(try declare(declaration), at: place)
      case .animate(let animation): return Self.step(try animate(animation), at: place)
      case .touch(let touch):
        var delay: TouchDelay?
        if case .touch(let known) = preparation { delay = known }
        (preparation, touchesAreOpen) = (.none, true)
        return Self.step(.touch(try self.touch(touch, delay: delay)), at: place)
      }
    }
  }

  private static func step(_ kind: Command.Kind, at place: ScriptPosition) -> Step {
    .command(Command(kind, at: Origin(place)))
  }

  /// Returns a command that must be performed before the statement is evaluated, because it changes values.
  private mutating func prepare(_ statement: Statement) throws(ScriptError) -> Command.Kind? {
    if touchesAreOpen, !statement.isTouch, !stack.isReacting {
      touchesAreOpen = false
      return .endTouches
    }
    guard statement.movesFingers else {
      try countStatement(at: statement.position)
      return nil
    }
    guard !stack.isReacting else {
      throw ScriptError(.insideReaction(statement.word), at: statement.position)
    }
    guard case .none = preparation else { return nil }
    // Touches are counted separately.
    if !statement.isTouch { try countStatement(at: statement.position) }
    try editor.start(at: statement.position)
    switch statement.kind {
    case .touch(let touch):
      guard touch.hasFormula else { return nil }
      let delay = try delay(of: touch)
      preparation = .touch(delay)
      return .beginTouch(delay)
    case .regular(let entry, _):
      guard case .gesture = entry.effect else { return nil }
      preparation = .gesture
      return .beginGesture(word: statement.word)
    case .layer, .animate, .flow: preconditionFailure("moves no fingers")
    }
  }

  /// - Returns: nil if there is nothing to do.
  private mutating func resolve(
    _ entry: StatementEntry, _ operand: Operand
  ) throws(ScriptError) -> Step? {
    switch entry.effect {
    case .canvas(let change): return Self.step(.canvas(try change(operand, &self)), at: place)
    case .edit(let edit):
      let layer = try currentLayer(for: entry.word)
      return Self.step(.edit(layer, try edit(operand, &self)), at: place)
    case .look(let change):
      let layer = try currentLayer(for: entry.word)
      return Self.step(.change(layer, try change(operand, &self)), at: place)
    case .gesture(let gesture):
      preparation = .none
      return Self.step(.gesture(try gesture(operand, &self)), at: place)
    case .wait(let time): return Self.step(.wait(try time(operand, &self)), at: place)
    case .expect(let claim): return .expect(try claim(operand, &self), at: place)
    case .command(let command): return try command(operand, &self).map { Self.step($0, at: place) }
    case nil: preconditionFailure("parsed as another kind")
    }
  }
}
