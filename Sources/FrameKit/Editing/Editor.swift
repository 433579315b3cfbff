import FrameCodec
import FrameModel
import FrameRender
import FrameScene
import FrameScript
import FrameText

/// The composition of all stages: text and images in, an image out.
///
///     let editor = Editor(codecs: CodecList([JPEGCodec(), PNGCodec()]))
///     let script = try editor.parse("rotate 12deg", name: "turn.txt")
///     let edit = try editor.prepare(script, images: host)
///     let result = try edit.render(into: ByteOutput())
///
/// There are no files here and nothing is printed; a host hands in bytes.
public struct Editor: Sendable {
  public var codecs: CodecList
  public var limits: Limits
  /// What of the leading image's metadata goes into outputs.
  public var metadata: MetadataPolicy
  /// What the samples of outputs shall mean.
  public var colors: ColorTarget
  /// Which frames of animated images are taken.
  public var frames: FrameChoice
  /// Which makes no difference to any pixel.
  public var kernels: InstructionSet

  public init(
    codecs: CodecList, limits: Limits = Limits(), metadata: MetadataPolicy = .all,
    colors: ColorTarget = .first, frames: FrameChoice = .all, kernels: InstructionSet = .fastest
  ) {
    self.colors = colors
    self.frames = frames
    self.kernels = kernels
    self.codecs = codecs
    self.metadata = metadata
    self.limits = limits
  }

  /// - Throws: `ScriptParser.Failure` with all errors of the text.
  public func parse(
    _ text: String, name: String, including load: ScriptParser.Loader? = nil
  ) throws(ScriptParser.Failure) -> Script {
    let parser = load.map { ScriptParser(limits: limits, load: $0) } ?? ScriptParser(limits: limits)
    return try parser.parse(text, name: name)
  }

  /// Runs the script and plans its image; no pixel is decoded.
  ///
  /// - Parameters:
  ///   - codec: of the output; nil for that of the leading image; where there is none, one that loses nothing.
  ///   - lossless: whether blocks are moved in the place of pixels, where the codec can.
  ///   - width: of the output, whatever the script's canvas is; all is scaled together.
  ///   - request: how the edit is wanted as frames; nil for its end alone.
  /// - Throws: `EditError`
  public func prepare(
    _ script: Script, images host: any ImageHost, context: RunContext = RunContext(),
    codec: (any Codec)? = nil, lossless: LosslessPolicy = .prefer, width: Int? = nil,
    sequence request: FrameSequenceRequest? = nil
  ) throws(EditError) -> PreparedEdit {
    let store = ImageStore(host: host, codecs: codecs, limits: limits)
    let edit: PreparedEdit
    var context = context
    context.frameRate = request?.rate
    do throws(ScriptError) {
      var interpreter = Interpreter(
        limits: limits, images: store, typesetter: HarfBuzzTypesetter(files: store, limits: limits),
        touchscreen: GesturePlayer(limits: limits), context: context)
      let run = try interpreter.run(script)
      let codec = codec ?? store.images.first?.codec ?? codecs.lossless
      let capabilities = codec.format.capabilities
      let planner = Planner(
        limits: limits,
        output: OutputCapabilities(
          alpha: capabilities.alpha, deepest: capabilities.depths.max() ?? .eight,
          maximumSide: capabilities.maximumSide,
          lossless: request == nil ? lossless : .never, movable: store.movable(by: codec),
          recolored: store.recolored(by: colors),
          width: width), account: run.account)
      var sequence: FrameSequence?
      let plan: RenderPlan
      if let request, let timeline = run.timeline {
        sequence = try FrameSequence(
          timeline, by: planner, request, animated: frames == .all ? store.animated : [])
        plan = try sequence!.lastPlan
      } else {
        plan = try planner.plan(run.scene)
      }
      edit = PreparedEdit(
        plan: plan,
        run: run, planner: planner, store: store.images, codec: codec,
        metadata: metadata, colors: colors, frames: frames, limits: limits,
        kernels: kernels, sequence: sequence)
    } catch {
      throw store.explained(error)
    }
    try edit.checkFrames()
    try edit.checkWork()
    if lossless == .require, case .encoded(let obstacle) = edit.plan.writing {
      throw .lossless(obstacle, of: edit.images.first?.name)
    }
    return edit
  }

  /// Returns how many inputs the script takes at a time.
  ///
  /// If the text alone does not tell, the script is run on placeholders. Errors of that run are ignored: the run with the
  /// real images reports them.
  public func inputsTaken(by script: Script, context: RunContext) -> Int {
    guard script.statements.takeNextInput else { return max(1, script.statements.highestNamedInput) }
    var interpreter = Interpreter(
      limits: limits, images: PlaceholderHost(size: PixelSize(width: 1000, height: 1000)),
      typesetter: PlaceholderTypesetter(limits: limits), touchscreen: GesturePlayer(limits: limits),
      context: context)
    _ = try? interpreter.run(script)
    return max(1, interpreter.inputsUsed)
  }

  /// Runs the script with nothing but a size for every image that it asks for: enough to find its
  /// errors, to count its inputs and to map points.
  ///
  /// - Parameter size: nil for placeholders as large as the canvas.
  public func rehearse(
    _ script: Script, imageSize size: PixelSize?, context: RunContext
  ) throws(ScriptError) -> DryRun {
    var context = context
    context.usesPlaceholders = true
    var interpreter = Interpreter(
      limits: limits, images: PlaceholderHost(size: size), typesetter: PlaceholderTypesetter(limits: limits),
      touchscreen: GesturePlayer(limits: limits), context: context)
    let run = try interpreter.run(script)
    let planner = Planner(
      limits: limits,
      output: OutputCapabilities(alpha: true, deepest: .sixteen, maximumSide: limits.side),
      account: run.account)
    return DryRun(run: run, planner: planner)
  }
}

extension Editor {
  /// Runs the script for what happens on the way; nothing is planned. What happened before an error is told too.
  ///
  /// - Parameters:
  ///   - host: nil where images are stood for.
  ///   - size: of those; nil for placeholders as large as the canvas, and for none where layers without images are all
  ///     that the script declares on a canvas of its own.
  public func play(
    _ script: Script, images host: (any ImageHost)?, standIns size: PixelSize?, context: RunContext
  ) -> Playback {
    var context = context
    context.usesPlaceholders = host == nil && (size != nil || !script.statements.declareScene)
    let store = host.map { ImageStore(host: $0, codecs: codecs, limits: limits) }
    var interpreter = Interpreter(
      limits: limits, images: store ?? PlaceholderHost(size: size),
      typesetter: store.map { HarfBuzzTypesetter(files: $0, limits: limits) }
        ?? PlaceholderTypesetter(limits: limits),
      touchscreen: GesturePlayer(limits: limits), context: context)
    do throws(ScriptError) {
      let run = try interpreter.run(script)
      return Playback(record: run.record, failedExpectations: run.failedExpectations, error: nil)
    } catch {
      return Playback(
        record: interpreter.record, failedExpectations: interpreter.failedExpectations,
        error: store?.explained(error) ?? .script(error))
    }
  }
}

/// What happened while a script ran.
public struct Playback {
  public let record: RunRecord
  public let failedExpectations: [ScriptError]
  /// What ended the run before its end.
  public let error: EditError?
}

/// A run without images.
public struct DryRun {
  public let run: Interpreter.Result
  let planner: Planner

  /// The layers' names, in the order of their declaration.
  public var layerNames: [String] { Array(run.scene.names) }

  /// As `PreparedEdit.mapping`.
  public func mapping(of layer: String?) throws(ScriptError) -> AffineTransform? {
    try run.scene.mapping(of: layer, planner)
  }
}

extension Scene {
  /// The map from what a layer shows, upright, to the output's pixels; nil where there is no such layer.
  ///
  /// - Parameter name: of the layer; nil for the current one.
  func mapping(of name: String?, _ planner: Planner) throws(ScriptError) -> AffineTransform? {
    guard let index = name.map({ self.index(of: $0) }) ?? current else { return nil }
    return try planner.mapping(of: index, in: self)
  }
}
