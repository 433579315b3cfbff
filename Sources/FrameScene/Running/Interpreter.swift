import FrameGeometry
import FrameImage
import FrameRender
import FrameScript
import FrameText

/// Runs the statements of a script on a scene.
///
///     var interpreter = Interpreter(
///       limits: Limits(), images: library, typesetter: setter, context: RunContext())
///     let result = try interpreter.run(script)
///
/// Only the headers of images are read.
package struct Interpreter {
  /// The result of running a script.
  package struct Result {
    package var scene: Scene
    /// The failed expectations, in the order of the run.
    package var failedExpectations: [ScriptError]
    /// The number of inputs that the script took: the number that belong together in a batch.
    package var inputsUsed: Int
    package var record: RunRecord
    /// The recorded timeline, if requested.
    package var timeline: Timeline?
    /// The memory of the scene, the record and the timeline.
    package var account: MemoryAccount
  }

  let limits: Limits
  let context: RunContext
  var images: any ImageLibrary
  var typesetter: any Typesetter
  var scene = Scene(canvas: SceneCanvas(size: .zero))
  var environment = Environment(constants: [:])
  var randomNumbers: SplitMix64
  /// The memory of the run.
  private(set) var account: MemoryAccount
  /// The part for variables.
  private var variableBytes = 0
  var definitions: [String: Definition] = [:]
  package internal(set) var failedExpectations: [ScriptError] = []

  // MARK: Fingers

  var touchscreen: Touchscreen
  var touchClock = TouchClock()
  var touchCount = 0
  var gesture: GestureInProgress?
  var gestureCount = 0
  var reactions = Reactions()
  /// The areas where layers can be hit.
  var hitAreas = HitAreas()
  /// The histories of edited layers, by index.
  var histories: [Int: EditHistory] = [:]
  /// The time of the event for which a reaction runs; nil otherwise.
  var reactionTime: Double?
  var isReacting: Bool { reactionTime != nil }
  /// The number of times a layer was selected.
  var selections = 0
  var menus: [String: OpenDialog] = [:]
  var open: OpenDialog?
  /// nil if only the end is needed.
  var recorder: TimelineRecorder?
  /// The record so far.
  package internal(set) var record = RunRecord()

  /// The bound variables, and the layers that depend on them.
  var liveNames: Set<String> = []
  var followers: [Dependent] = []
  /// The dependents of each bound variable, in order of declaration.
  var followersByName: [String: [Int]] = [:]
  /// The dependents that may change although no bound variable has changed.
  var chancesByName: [String: [Int]] = [:]
  /// The bound variables read since this was cleared.
  var namesRead: Set<String> = []

  /// The groups that are being declared, outermost first.
  var openGroups: [Int] = []
  /// The first input, which determines the canvas's default size.
  var firstImage: SourceImage?
  var inputs = InputCounter()
  private var namedInputs = 0
  /// True if a layer is declared or edited: the canvas is then fixed.
  private var layersStarted = false
  private var showsDefaultPhoto = false
  private var executed = 0
  /// The nesting depth of running blocks, of those that run later than they stand.
  var callDepth = 0

  /// For what a script makes: the program itself holds far more, so a small limit is effectively one of pixels.
  private static let freeBytes = 1 << 16
  /// The bytes of texts and failed expectations.
  private var reportBytes = 0
  /// The number of layers declared with images, and of those whose recognizers are counted.
  var imageLayers = (all: 0, counted: 0)

  struct Definition {
    var parameters: [String]
    var body: [Statement]
  }

  package init(
    limits: Limits, images: any ImageLibrary, typesetter: any Typesetter, context: RunContext
  ) {
    self.limits = limits
    touchscreen = Touchscreen(limits: limits)
    self.images = images
    self.typesetter = typesetter
    self.context = context
    randomNumbers = SplitMix64(seed: context.seed)
    account = MemoryAccount(limit: min(limits.memory, context.memory), free: Self.freeBytes)
    recorder = context.frameRate.map { TimelineRecorder(rate: $0, limit: limits.frames) }
  }

  /// - Throws: the error of the first statement that cannot be run.
  package mutating func run(_ script: Script) throws(ScriptError) -> Result {
    environment.setConstant("index", .number(Double(context.index)))
    environment.setConstant("stem", .text(context.stem))
    showsDefaultPhoto = !script.statements.declareImageLayer
    namedInputs = script.statements.highestNamedInput
    collectDefinitions(script.statements)
    liveNames = Bindings(in: script.statements).names
    firstImage = try image(.input(1), at: ScriptPosition()) { library throws(ImageUnavailable) in
      try library.input(1)
    }
    if let size = firstImage.map({ Size($0.uprightSize) }) { setCanvasSize(size) }
    setImageSize(firstImage.map { Size($0.uprightSize) })
    try run(script.statements)
    try startLayers(at: ScriptPosition())
    try finish()
    let timeline = try endTimeline()
    return Result(
      scene: scene, failedExpectations: failedExpectations, inputsUsed: inputsUsed, record: record,
      timeline: timeline,
      account: account)
  }

  /// The number of inputs that belong together so far: those that were taken, and those that the script names whether
  /// or not they are reached.
  package var inputsUsed: Int {
    max(inputs.highest, namedInputs, firstImage == nil ? 0 : 1)
  }

  // MARK: Statements

  mutating func run(_ statements: [Statement]) throws(ScriptError) {
    for statement in statements {
      // Touches are counted separately.
      if !statement.isTouch { try countStatement(at: statement.position) }
      if touchClock.frame != nil, !statement.isTouch { try closeFrame() }
      switch statement.kind {
      case .flow(let flow): try run(flow, at: statement.position)
      case .canvas(let canvas): try run(canvas, statement)
      case .layer(let declaration): try declare(declaration, at: statement.position)
      case .choose(let choice): try run(choice)
      case .edit(let edit): try run(edit, statement)
      case .look(let look): try run(look, statement)
      case .expect(let expectation): try run(expectation, statement)
      case .gesture(let gesture): try run(gesture, statement)
      case .animate(let animation): try run(animation, at: statement.position)
      case .recognizer(let recognizer): try run(recognizer, statement)
      case .dialog(let dialog): try run(dialog, statement)
      }
    }
  }

  /// Counts bytes that are held from now on; negative numbers are returned.
  mutating func hold(_ bytes: Int, at position: ScriptPosition) throws(ScriptError) {
    do throws(LimitExceeded) { try account.add(bytes) } catch {
      throw ScriptError(.limit(error), at: position)
    }
  }

  /// Counts the bytes of reports.
  mutating func hold(reported bytes: Int, at position: ScriptPosition) throws(ScriptError) {
    reportBytes = reportBytes.adding(bytes)
    guard reportBytes <= limits.reportBytes else {
      let exceeded = LimitExceeded(.reportBytes, needed: reportBytes, allowed: limits.reportBytes)
      throw ScriptError(.limit(exceeded), at: position)
    }
    try hold(bytes, at: position)
  }

  /// Replaces the count of the variables' bytes.
  mutating func countVariables(at position: ScriptPosition) throws(ScriptError) {
    let before = variableBytes
    variableBytes = environment.heldBytes
    try hold(variableBytes - before, at: position)
  }

  private mutating func countStatement(at position: ScriptPosition) throws(ScriptError) {
    try checkCancellation(at: position)
    executed += 1
    guard executed <= limits.statements else {
      throw ScriptError(
        .limit(LimitExceeded(.statements, needed: executed, allowed: limits.statements)), at: position)
    }
  }

  /// - Throws: `ScriptError` once the caller has ended the run.
  func checkCancellation(at position: ScriptPosition) throws(ScriptError) {
    do throws(LimitExceeded) {
      try limits.checkCancellation()
    } catch {
      throw ScriptError(.limit(error), at: position)
    }
  }

  private mutating func run(_ flow: ControlStatement, at position: ScriptPosition) throws(ScriptError) {
    switch flow {
    case .parameter(let name, let fallback):
      if let given = context.parameters[name] {
        environment.declare(name, given)
      } else {
        environment.declare(name, try value(of: fallback))
      }
      try countVariables(at: position)
    case .assign(let name, let expression):
      let value = try value(of: expression)
      let isLive = liveNames.contains(name)
      let before = isLive ? environment.outermostValue(of: name) : nil
      if environment.hidesVariable(name) { throw ScriptError(.hiddenVariable(name), at: position) }
      environment.assign(name, value)
      try countVariables(at: position)
      guard isLive else { return }
      let after = environment.outermostValue(of: name)
      try follow(name, isSame: before.map { known in after.map(known.isSame) ?? false } ?? (after == nil))
    case .repeat(let times, let name, let body):
      let count = try number(of: times)
      guard count >= 0, count == count.rounded() else {
        throw ScriptError(
          .outOfRange("the repeat count", value: count, wanted: "a whole number of at least 0"),
          at: times.position)
      }
      var i = 0.0
      while i < count {
        try countStatement(at: position)
        try inBlock { interpreter throws(ScriptError) in
          if let name { interpreter.environment.declare(name, .number(i)) }
          try interpreter.run(body)
        }
        i += 1
      }
    case .if(let condition, let then, let otherwise):
      let branch = try number(of: condition) != 0 ? then : otherwise
      try inBlock { interpreter throws(ScriptError) in try interpreter.run(branch) }
    case .define: break  // collected before the run, so that a call may come first
    case .call(let name, let arguments): try call(name, arguments, at: position)
    }
  }

  private mutating func call(
    _ name: String, _ arguments: [Expression], at position: ScriptPosition
  ) throws(ScriptError) {
    guard let definition = definitions[name] else {
      throw ScriptError(.unknownStatement(name, nearest: nil), at: position)
    }
    var values: [String: Value] = [:]
    for (parameter, argument) in zip(definition.parameters, arguments) {
      values[parameter] = try value(of: argument)
    }
    try run(DeferredBlock(body: definition.body), seeing: values, at: position)
  }

  mutating func inBlock(
    _ body: (inout Interpreter) throws(ScriptError) -> Void
  ) throws(ScriptError) {
    environment.openBlock()
    try body(&self)
    environment.closeBlock()
  }

  private mutating func collectDefinitions(_ statements: [Statement]) {
    statements.forEachNested { statement in
      if case .flow(.define(let name, let parameters, let body)) = statement.kind {
        definitions[name] = Definition(parameters: parameters, body: body)
      }
    }
  }

  // MARK: Beginnings and ends

  /// Cancels touches, fires timers, and closes menus and dialogs, each of which may cause more of the same.
  private mutating func finish() throws(ScriptError) {
    repeat {
      try finishTouches()
      try leaveUnanswered()
    } while open != nil
    try finishTouches()
  }

  /// Fixes the canvas, and creates the photo of a script without an image layer.
  mutating func startLayers(at position: ScriptPosition) throws(ScriptError) {
    guard !layersStarted else { return }
    // A canvas that fits what is drawn needs no size, as long as nothing depends on it.
    let needsSize = !scene.canvas.fits || showsDefaultPhoto && context.usesPlaceholders
    guard scene.canvas.size.width > 0 || !needsSize else { throw ScriptError(.canvasRequired, at: position) }
    layersStarted = true
    guard showsDefaultPhoto, firstImage != nil || context.usesPlaceholders else { return }
    inputs.take(1)
    let size = scene.canvas.size
    try addLayer(
      SceneLayer(
        name: "photo", content: .image(firstImage), size: size,
        state: SceneLayer.State(
          position: Point(x: size.width / 2, y: size.height / 2), anchor: Point(x: 0.5, y: 0.5)),
        lastEdit: position), at: position)
  }

  /// True if `canvas` is still allowed.
  var canvasIsOpen: Bool { !layersStarted }

  /// Changes a layer's state; all changes of a gesture are undone together.
  mutating func changeState(
    of index: Int, at place: ScriptPosition, _ change: (inout SceneLayer.State) -> Void
  ) throws(ScriptError) {
    try edit(index, at: place, during: isReacting ? gesture?.number : nil, change)
  }

  /// - Parameter gesture: the gesture that changes the layer.
  mutating func edit(
    _ index: Int, at place: ScriptPosition, during gesture: Int?, _ change: (inout SceneLayer.State) -> Void
  ) throws(ScriptError) {
    let before = scene.layers[index].state
    change(&scene[index].state)
    scene[index].lastEdit = place
    let bytes = histories[index, default: EditHistory()].note(
      before, now: scene.layers[index].state, during: gesture)
    // The recorded states are kept for their frames.
    try hold(recorder == nil ? bytes : max(0, bytes), at: place)
  }

  mutating func setCanvasSize(_ size: Size) {
    scene.canvas.size = size
    // A placeholder is as large as the canvas.
    if firstImage == nil, context.usesPlaceholders { setImageSize(size) }
  }

  private mutating func setImageSize(_ size: Size?) {
    guard let size else { return }
    environment.setConstant("width", .number(size.width))
    environment.setConstant("height", .number(size.height))
  }
}
