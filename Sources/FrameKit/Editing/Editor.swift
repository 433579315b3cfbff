import FrameCodec
import FrameModel
import FrameRender
import FrameScene
import FrameScript

/// The composition of all stages: text and pictures in, a picture out.
///
///     let editor = Editor(codecs: CodecList([JPEGCodec(), PNGCodec()]))
///     let script = try editor.parse("rotate 12deg", name: "turn.txt")
///     let edit = try editor.prepare(script, pictures: host, format: nil)
///     let result = try edit.render(into: ByteOutput())
///
/// There are no files here and nothing is printed; a host hands in bytes.
public struct Editor: Sendable {
  public var codecs: CodecList
  public var limits: Limits

  public init(codecs: CodecList, limits: Limits = Limits()) {
    self.codecs = codecs
    self.limits = limits
  }

  // MARK: Scripts

  /// - Throws: `ScriptParser.Failure` with all errors of the text.
  public func parse(
    _ text: String, name: String, including load: ScriptParser.Loader? = nil
  ) throws(ScriptParser.Failure) -> Script {
    let parser = load.map { ScriptParser(limits: limits, load: $0) } ?? ScriptParser(limits: limits)
    return try parser.parse(text, name: name)
  }

  // MARK: Edits

  /// Runs the script and plans its picture; no pixel is decoded.
  ///
  /// - Parameters:
  ///   - format: of the output, by its name; nil for the first picture's, or PNG where there is none.
  /// - Throws: `ScriptError`, `PictureError`, `CodecError.unknownFormatName`.
  public func prepare(
    _ script: Script, pictures host: any PictureHost, context: RunContext = RunContext(),
    format: String? = nil
  ) throws -> PreparedEdit {
    let (result, shelf) = try run(script, pictures: host, context: context)
    let codec = try outputCodec(format, for: shelf)
    let holds = codec.format.holds
    let planner = Planner(
      limits: limits,
      output: OutputTraits(
        alpha: holds.alpha, deepest: holds.depths.max() ?? .eight, maximumSide: holds.maximumSide))
    let plan = try planner.plan(result.scene)
    let opened = plan.pictures.map { shelf.pictures[$0.id] }
    return PreparedEdit(
      plan: plan, scene: result.scene, failedClaims: result.failedClaims, inputsUsed: result.inputsUsed,
      pictures: opened, codec: codec, limits: limits)
  }

  /// How many inputs the script takes at a time, where only a run tells.
  ///
  /// - Throws: `ScriptError`, `PictureError`.
  public func inputsUsed(
    _ script: Script, pictures host: any PictureHost, context: RunContext
  ) throws -> Int {
    try run(script, pictures: host, context: context).result.inputsUsed
  }

  /// Runs the script alone, without a plan.
  ///
  /// - Parameter size: of pictures that stand for all that the script asks for; nil for placeholders as
  ///   large as the canvas.
  /// - Throws: `ScriptError`.
  public func rehearse(
    _ script: Script, pictureSize size: PixelSize?, context: RunContext
  ) throws -> Interpreter.Result {
    var context = context
    context.usesPlaceholders = size == nil
    let library: any PictureLibrary = size.map { SizedPlaceholders(size: $0) } ?? NoPictures()
    var interpreter = Interpreter(limits: limits, pictures: library, context: context)
    return try interpreter.run(script)
  }

  /// The map from a layer's picture, upright, to the output's pixels.
  ///
  /// - Parameter name: of the layer; nil for the current one.
  /// - Throws: `ScriptError` where there is no such layer, or no output.
  public func mapping(
    of name: String?, in scene: Scene
  ) throws(ScriptError) -> AffineTransform {
    let index = name.map { scene.index(of: $0) } ?? scene.current
    guard let index else {
      throw ScriptError(
        name.map { .unknownLayer($0, nearest: $0.nearest(in: scene.names)) } ?? .noCurrentLayer("map"),
        at: ScriptPosition())
    }
    let planner = Planner(
      limits: limits,
      output: OutputTraits(alpha: true, deepest: .sixteen, maximumSide: limits.side))
    return try planner.mapping(of: index, in: scene)
  }

  private func run(
    _ script: Script, pictures host: any PictureHost, context: RunContext
  ) throws -> (result: Interpreter.Result, shelf: PictureShelf) {
    let shelf = PictureShelf(host: host, codecs: codecs, limits: limits)
    var interpreter = Interpreter(limits: limits, pictures: shelf, context: context)
    return (try interpreter.run(script), shelf)
  }

  private func outputCodec(_ format: String?, for shelf: PictureShelf) throws(CodecError) -> any Codec {
    guard let format else {
      if let first = shelf.pictures.first { return first.codec }
      guard let fallback = codecs.codec(named: "png") ?? codecs.codecs.first else {
        throw .unknownFormatName("png")
      }
      return fallback
    }
    guard let codec = codecs.codec(named: format) else { throw .unknownFormatName(format) }
    return codec
  }
}
