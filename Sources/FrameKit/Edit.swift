import FrameCodec
import FrameEngine
import FrameFiles
import FrameGeometry
import FrameImage
import FramePlan
import FrameScene
import FrameScript
import FrameText

/// An edit: a script that turns images into one image.
///
///     let edit = try Edit(script: "canvas inside 1080,1080; rotate 3deg")
///     try edit.apply(to: .file("photo.jpg")).write(to: "framed.png")
///
/// An edit is a value. It can be used for any number of images, from any number of threads at the same time.
public struct Edit: Sendable {
  /// The formats, limits, parameters and other settings of the edit.
  public var options: EditOptions
  private let recipe: Recipe
  private let files: OwnFiles

  private enum Recipe {
    case script(Script)
    case canvas(Canvas)
  }

  /// The images that belong to the edit. Those of a call follow them.
  private var ownImages: [ImageSource] { files.images }

  /// Parses a script.
  ///
  /// The script may not name files: images come from `apply(to:)`.
  ///
  /// - Parameters:
  ///   - text: The text of the script. A semicolon can replace a line end.
  ///   - name: The name of the script in errors.
  ///   - options: The settings of the edit.
  /// - Throws: `EditError` with all errors of the text.
  public init(
    script text: String, name: String = "script", options: EditOptions = EditOptions()
  ) throws(EditError) {
    self.options = options
    files = .none
    recipe = .script(
      try converting(options.editor.parse(text, name: name)) { (error: EditFailure) in
        EditError(error, at: .parse)
      })
  }

  /// Reads a script from a file.
  ///
  /// The script may name other files: scripts to include, images and fonts. They must be in its own folder, in a folder
  /// below it, or in an allowed folder.
  ///
  /// - Parameters:
  ///   - path: The path of the script.
  ///   - folders: More folders that the script may read.
  ///   - options: The settings of the edit.
  /// - Throws: `EditError`, with all errors of the text.
  public init(
    contentsOf path: String, allowing folders: [String] = [], options: EditOptions = EditOptions()
  ) throws(EditError) {
    self.options = options
    let source = try converting(
      ScriptSource(.file(path), allowing: folders, limits: options.allLimits)
    ) { (error: FileError) in EditError(error, at: .open) }
    files = .script(source)
    let script = try converting(
      options.editor.parse(source.text, name: source.name, including: source.include)
    ) { (error: EditFailure) in EditError(error, at: .parse) }
    recipe = .script(script)
  }

  /// An edit that draws a canvas, and needs no more images.
  init(_ canvas: Canvas, _ options: EditOptions) {
    (recipe, self.options) = (.canvas(canvas), options)
    files = .images(canvas.imageSources, fonts: canvas.fonts)
  }

  private init(_ recipe: Recipe, _ options: EditOptions) {
    (self.recipe, self.options, files) = (recipe, options, .none)
  }

  /// An edit that changes nothing.
  static func identity(_ options: EditOptions) -> Edit {
    Edit(.script(Script(files: [], statements: [])), options)
  }
}

// MARK: Preparation

extension Edit {
  func prepare(
    _ images: [ImageSource], codec: (any Codec)?, lossless: LosslessPolicy = .prefer,
    settings: EncodingSettings = EncodingSettings(), output: String = "output"
  ) throws(EditError) -> PreparedEdit {
    var request = OutputRequest(codec: codec, lossless: lossless, frames: options.sequence)
    request.encoding = settings
    request.encoding.gainMap = options.gainMaps
    request.onDamage = options.onDamage
    let edit = try convertingFailures(at: .open, output: output) { [request] () throws(EditFailure) in
      switch recipe {
      case .script(let script):
        try options.editor.prepare(
          ScriptScene(script, try context(script, images)), images: host(images), output: request)
      case .canvas(let canvas):
        try options.editor.prepare(CanvasScene(canvas), images: host(images), output: request)
      }
    }
    try checkCount(of: images, used: edit.inputsUsed)
    return edit
  }

  /// - Throws: `EditError` for more images than the edit takes; they would be ignored.
  func checkCount(of images: [ImageSource], used: Int) throws(EditError) {
    let given = ownImages.count + images.count
    guard given <= used else {
      throw EditError(
        .plan, .edit, .imageCount,
        "the edit takes \(used) \(used == 1 ? "image" : "images"), but \(given) were given",
        .imageCount(used: used, given: given))
    }
  }

  func host(_ images: [ImageSource]) -> SourceHost { SourceHost(sources: ownImages + images, files: files) }

  private func context(
    _ script: Script, _ images: [ImageSource], detail: RunRecord.Detail = []
  ) throws(EditFailure) -> RunContext {
    if let (name, nearest) = script.unknownParameter(among: options.parameters.keys.sorted()) {
      throw .script([ScriptError(.unknownParameter(name, nearest: nearest))], in: script.files)
    }
    return RunContext(
      inputs: (ownImages + images).enumerated().map { number, source in
        InputName(name: source.name(number: number + 1), stem: source.stem ?? "")
      }, seed: options.seed,
      parameters: options.parameters.mapValues { Value(parameter: $0, nesting: options.limits.nesting) },
      detail: detail)
  }

  func convertingFailures<R>(
    at stage: EditError.Stage, output: String = "output", _ body: () throws(EditFailure) -> R
  ) throws(EditError) -> R {
    try converting(body()) { (error: EditFailure) in
      switch recipe {
      case .script: EditError(error, at: stage, output: output)
      case .canvas(let canvas): EditError(error, at: stage, of: canvas, output: output)
      }
    }
  }
}

// MARK: Replays

extension Edit {
  /// Runs the script with its gestures and draws nothing. Only the headers of images are read.
  func replay(_ images: [ImageSource]) throws(EditError) -> Replay {
    let scene = try convertingFailures(at: .plan) { () throws(EditFailure) in
      switch recipe {
      case .script(let script):
        try options.editor.buildScene(
          script, images: host(images), context: try context(script, images, detail: .trace))
      case .canvas(let canvas):
        try options.editor.buildScene(CanvasScene(canvas, detail: .trace), images: host(images))
      }
    }
    try checkCount(of: images, used: scene.inputsUsed)
    return Replay(scene.tree.layers, scene.record)
  }
}

/// The scene of a canvas.
private struct CanvasScene: SceneSource {
  private let canvas: Canvas
  private let detail: RunRecord.Detail

  init(_ canvas: Canvas, detail: RunRecord.Detail = []) { (self.canvas, self.detail) = (canvas, detail) }

  var name: String { "the canvas" }
  var files: [ScriptFile] { [] }

  func run(
    images: any ImageLibrary, typesetter: any Typesetter, limits: Limits,
    effects: @escaping @Sendable () -> [String: PluginEffect], frameRate: FrameRate?
  ) throws -> Interpreter.Result {
    let run = SceneRun(
      limits: limits, images: images, typesetter: typesetter, frameRate: frameRate, detail: detail)
    var end = try canvas.perform(in: run, images: images, effects: effects)
    return Interpreter.Result(
      end: try end.end(), failedExpectations: [], inputsUsed: canvas.imageSources.count)
  }
}
