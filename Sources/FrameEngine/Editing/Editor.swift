import FrameCodec
import FrameGeometry
import FrameImage
import FramePlan
import FrameRender
import FrameScene
import FrameScript
import FrameText

/// The entry point of the library: it turns a script and images into an edited image.
///
///     let editor = Editor(codecs: CodecList([JPEGCodec(), PNGCodec()]))
///     let script = try editor.parse("rotate 12deg", name: "turn.txt")
///     let edit = try editor.prepare(ScriptScene(script), images: host)
///     let result = try edit.render(into: ByteOutput())
///
/// The editor opens no files and prints nothing. A host provides the bytes.
package struct Editor: Sendable {
  package var codecs: CodecList
  package var limits: Limits
  /// The metadata of the primary image that outputs keep.
  package var metadata: MetadataPolicy
  /// The color profile of outputs.
  package var colors: ColorTarget
  /// The frames of animated images that edits use.
  package var frames: FrameChoice
  /// The instruction set of the kernels. Pixels do not depend on it.
  package var kernels: InstructionSet

  package init(
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

  /// Parses the text of a script.
  ///
  /// - Parameters:
  ///   - name: the name of the script in messages.
  ///   - load: loads the files that the script includes; nil if it may include none.
  /// - Throws: `EditFailure.script` with all errors of the text.
  package func parse(
    _ text: String, name: String, including load: ScriptParser.Loader? = nil
  ) throws(EditFailure) -> Script {
    try parse(text, name: name, including: load, claims: []).script
  }

  /// - Parameter claims: conditions about what the script makes.
  /// - Returns: the script, and the claims as expectations.
  package func parse(
    _ text: String, name: String, including load: ScriptParser.Loader?, claims: [ScriptFile]
  ) throws(EditFailure) -> (script: Script, claims: [Statement]) {
    let parser = load.map { ScriptParser(limits: limits, load: $0) } ?? ScriptParser(limits: limits)
    return try limits.working(on: name) { () throws(EditFailure) in
      try EditFailure.converting { try parser.parse(text, name: name, claims: claims) }
    }
  }

  /// Builds a scene, by a script or of a canvas, and plans its output. No pixel is decoded, unless the scene asks what images
  /// show, as `focus attention`, `trim` and `auto-levels` do.
  ///
  /// - Throws: `EditFailure`; `.script` also if an expectation of the script failed.
  package func prepare(
    _ source: some SceneSource, images host: any ImageHost, output request: OutputRequest = OutputRequest()
  ) throws(EditFailure) -> PreparedEdit {
    let edit = try plan(source, images: host, output: request)
    guard edit.failedExpectations.isEmpty else { throw .script(edit.failedExpectations, in: source.files) }
    return edit
  }

  /// Fine enough that each frame of a screen has its own moment.
  private static let momentRate = FrameRate(60)!

  /// Plans an edit to explain it, even if expectations failed. Its parameters are those of `prepare`.
  package func plan(
    _ source: some SceneSource, images host: any ImageHost, output request: OutputRequest = OutputRequest()
  ) throws(EditFailure) -> PreparedEdit {
    try limits.working(on: source.name) { () throws(EditFailure) in
      let store = ImageStore(
        host: host, codecs: codecs,
        PixelReading(onDamage: request.onDamage, frames: frames, limits: limits), files: source.files,
        isPreview: request.isPreview, decoded: request.decoded)
      let scene = try converting(planned(source, store, request), store.failure)
      let edit = try PreparedEdit(scene, encoding: request.encoding, self)
      if request.lossless == .require, case .encoded(let obstacle) = edit.plan.writing {
        throw .lossless(obstacle, of: edit.images.first?.name)
      }
      return edit
    }
  }

  /// Builds a scene and plans its output. Colors and gain maps are decided later.
  private func planned(
    _ source: some SceneSource, _ store: ImageStore, _ request: OutputRequest
  ) throws -> PlannedScene {
    let result = try source.run(
      images: store, typesetter: HarfBuzzTypesetter(files: store, limits: limits), limits: limits,
      effects: codecs.effects(limits),
      frameRate: request.frames?.rate ?? request.moment.map { _ in Self.momentRate })
    var run = request.moment.map(result.end.at) ?? result.end
    if request.ignoresCrop { run.scene.canvas.crop = nil }
    let codec = request.codec ?? store.images.first?.codec ?? codecs.lossless
    let capabilities = codec.format.capabilities
    let depths = request.encoding.depths(in: capabilities)
    let planner = try Planner(
      limits: limits,
      output: OutputCapabilities(
        alpha: capabilities.alpha, deepest: depths.upperBound, shallowest: depths.lowerBound,
        maximumSide: capabilities.maximumSide,
        lossless: request.frames == nil ? request.lossless : .never,
        movable: store.movable(by: codec), recolored: store.recolored(by: colors),
        size: request.size, part: request.part, isPreview: request.isPreview),
      account: run.account
    ).fitting(imagesOf: run.scene)
    var sequence: FrameSequence?
    if let frames = request.frames, let timeline = run.timeline {
      sequence = try FrameSequence(
        timeline, by: planner, frames, animated: self.frames == .all ? store.animatedImages : [])
    }
    let layer = request.layer.flatMap(run.scene.index)
    return PlannedScene(
      result: result, run: run, planner: planner,
      plan: try sequence?.lastPlan ?? planner.plan(run.scene, only: layer),
      sequence: sequence, store: store, codec: codec)
  }

  /// Returns the number of inputs that the script takes at a time: all of them if it reads their list.
  ///
  /// If the text alone does not tell, because a loop or a condition takes inputs, the script is run on placeholders.
  /// Errors of that run are ignored: the run with the real images reports them.
  package func inputCount(of script: Script, given: Int, context: RunContext) -> Int {
    if script.inputs.takesAll { return max(1, given) }
    if let count = script.inputs.count { return count }
    var context = context
    context.effects = codecs.effects(limits)
    var interpreter = Interpreter(
      script, limits: limits, images: PlaceholderLibrary(size: PixelSize(width: 1000, height: 1000)),
      typesetter: PlaceholderTypesetter(limits: limits), context: context)
    _ = try? interpreter.run()
    return max(1, interpreter.inputsUsed)
  }

  /// Runs a script without images: enough to find its errors, to count its inputs and to map points.
  ///
  /// - Parameter size: the size of every image, upright; nil for placeholders as large as the canvas.
  package func dryRun(
    _ script: Script, imageSize size: PixelSize?, context: RunContext
  ) throws(EditFailure) -> DryRun {
    var context = context
    context.usesPlaceholders = true
    context.effects = codecs.effects(limits)
    var interpreter = Interpreter(
      script, limits: limits, images: PlaceholderLibrary(size: size),
      typesetter: PlaceholderTypesetter(limits: limits), context: context)
    let run = try converting(interpreter.run()) { EditFailure.script([$0], in: script.files) }
    let planner = Planner(
      limits: limits,
      output: OutputCapabilities(alpha: true, deepest: .sixteen, maximumSide: limits.side),
      account: run.end.account)
    return DryRun(run: run, planner: planner)
  }
}

/// The output that a caller asks for.
package struct OutputRequest {
  /// The codec; nil for the codec of the primary image, or a lossless one if there is no image.
  package var codec: (any Codec)?
  /// The policy for outputs that are lossless transforms of an image.
  package var lossless = LosslessPolicy.prefer
  /// How the output is encoded; its quality is ignored if no pixel is encoded.
  package var encoding = EncodingSettings()
  package var size = OutputSize.canvas
  /// The part of the output to draw, as far as it lies inside; nil for all of it.
  package var part: PixelRect?
  /// True to draw what the script crops off, too.
  package var ignoresCrop = false
  /// The name of the only layer to draw, on a transparent canvas; nil for the scene.
  package var layer: String?
  /// True if the output is looked at for a moment only: images are decoded at a fraction of their size, or averaged, in any
  /// light and before they are filtered.
  package var isPreview = false
  /// Keeps opened and decoded images for other edits; nil to keep nothing.
  package var decoded: DecodedImages?
  /// The time of the script to show, in seconds; nil for its end.
  package var moment: Double?
  /// The frames to render; nil for the end of the script only.
  package var frames: FrameSequenceRequest?
  /// The policy for damage in images whose pixels are read for the plan.
  package var onDamage = DamagePolicy.fail

  package init(
    codec: (any Codec)? = nil, lossless: LosslessPolicy = .prefer, size: OutputSize = .canvas,
    frames: FrameSequenceRequest? = nil
  ) {
    (self.codec, self.lossless, self.size, self.frames) = (codec, lossless, size, frames)
  }
}

/// The result of a run without images.
package struct DryRun {
  package let run: Interpreter.Result
  let planner: Planner

  /// The names of the layers, in the order of their declaration.
  package var layerNames: [String] { Array(run.end.scene.names) }

  /// Returns the map of a layer, as `PreparedEdit.mapping(of:)` does.
  package func mapping(of layer: String?) throws(SceneError) -> PlaneMap? {
    try run.end.scene.mapping(of: layer, planner)
  }
}

extension Scene {
  /// Returns the map from a layer's upright content to the output's pixels; nil if there is no such layer.
  ///
  /// - Parameter name: the name of the layer; nil for the current layer.
  func mapping(of name: String?, _ planner: Planner) throws(SceneError) -> PlaneMap? {
    guard let index = name.map({ self.index(of: $0) }) ?? current else { return nil }
    return try planner.mapping(of: index, in: self)
  }
}
