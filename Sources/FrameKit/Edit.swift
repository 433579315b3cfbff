import FrameCodec
import FrameEngine
import FrameFiles
import FrameInterpreter
import FrameLayers
import FrameMessages
import FramePlan
import FrameReports
import FrameScene
import FrameScript

/// An edit: a script that turns images into one image.
///
///     let edit = try Edit(script: "canvas inside 1080,1080; rotate 3deg")
///     let result = try edit.render(.file("photo.jpg"))
///     try result.write(to: "framed.png")
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
  /// The script may not name files: images come from the calls of `render` and the other methods.
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
    do throws(ScriptParser.Failure) {
      recipe = .script(try options.editor.parse(text, name: name))
    } catch {
      throw EditError(error)
    }
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
    do throws(ScriptSource.ReadError) {
      let source = try ScriptSource(.file(path), allowing: folders, limits: options.limits)
      files = .script(source)
      do throws(ScriptParser.Failure) {
        recipe = .script(
          try options.editor.parse(source.text, name: source.name, including: source.include))
      } catch {
        throw .text(error)
      }
    } catch {
      throw EditError(error, of: path)
    }
  }

  /// An edit that draws a canvas, and needs no more images.
  init(_ canvas: Canvas, _ options: EditOptions) {
    (recipe, self.options) = (.canvas(canvas), options)
    files = .images(canvas.imageSources, fonts: canvas.fontFiles)
  }

  private init(_ recipe: Recipe, _ options: EditOptions) {
    (self.recipe, self.options, files) = (recipe, options, .none)
  }

  /// An edit that changes nothing.
  static func identity(_ options: EditOptions) -> Edit {
    Edit(.script(Script(files: [], statements: [])), options)
  }
}

// MARK: Results

extension Edit {
  /// Plans the edit of some images, from their headers. No pixel is decoded, unless the script asks what images show, as
  /// `auto-levels` and `trim` do.
  ///
  /// - Parameters:
  ///   - images: The images, in the order in which the script takes them.
  ///   - format: The name or file extension of the output's format; nil for the first image's format.
  /// - Throws: `EditError`
  public func plan(for images: ImageSource..., as format: String? = nil) throws(EditError) -> EditPlan {
    try plan(for: images, as: format)
  }

  /// Plans the edit of some images, from their headers. No pixel is decoded, unless the script asks what images show, as
  /// `auto-levels` and `trim` do.
  ///
  /// - Throws: `EditError`
  public func plan(for images: [ImageSource], as format: String? = nil) throws(EditError) -> EditPlan {
    let codec = try format.map { name throws(EditError) in try options.formats.writer(named: name, for: name)
    }
    return EditPlan(try prepare(images, codec: codec))
  }

  /// Edits images. The result is in memory.
  ///
  /// - Parameter images: The images, in the order in which the script takes them.
  /// - Throws: `EditError`
  public func render(_ images: ImageSource...) throws(EditError) -> RenderedImage {
    try render(images)
  }

  /// Edits images. The result is in memory.
  ///
  /// - Throws: `EditError`
  public func render(_ images: [ImageSource]) throws(EditError) -> RenderedImage {
    let edit = try prepare(images, codec: BitmapCodec(), lossless: .never)
    return try convertingFailures(at: .render) { () throws(EditFailure) in
      let rendered = try edit.renderIntoMemory(options.rendering)
      return RenderedImage(
        frames: rendered.frames, loopCount: rendered.loopCount, metadata: edit.filteredMetadata.metadata,
        notices: (edit.notices + rendered.notices).map(\.message.text), options: options)
    }
  }

  /// Edits images and encodes the result. A JPEG that is only turned, mirrored or cropped is not decoded.
  ///
  /// - Parameters:
  ///   - images: The images, in the order in which the script takes them.
  ///   - format: The name or a file extension of the format: "jpeg", "png".
  ///   - quality: The quality of a lossy format, 1 to 100; nil for the format's default.
  /// - Throws: `EditError`
  public func encode(
    _ images: ImageSource..., as format: String, quality: Int? = nil
  ) throws(EditError) -> [UInt8] {
    try encode(images, as: format, quality: quality)
  }

  /// Edits images and encodes the result.
  ///
  /// - Throws: `EditError`
  public func encode(
    _ images: [ImageSource], as format: String, quality: Int? = nil
  ) throws(EditError) -> [UInt8] {
    let codec = try options.formats.writer(named: format, for: format)
    let output = ByteOutput()
    try encode(images, by: codec, quality: quality, into: output, named: format)
    return output.takeBytes()
  }

  /// Edits images and writes the result to a file. A JPEG that is only turned, mirrored or cropped is not decoded.
  ///
  /// The file appears under its name when it is complete. It replaces an existing file, which may be one of the
  /// images. A link stays, and its target is replaced.
  ///
  /// - Parameters:
  ///   - images: The images, in the order in which the script takes them.
  ///   - path: The path of the file. Its extension chooses the format.
  ///   - quality: The quality of a lossy format, 1 to 100; nil for the format's default.
  /// - Throws: `EditError`
  public func write(
    _ images: ImageSource..., to path: String, quality: Int? = nil
  ) throws(EditError) {
    try write(images, to: path, quality: quality)
  }

  /// Edits images and writes the result to a file.
  ///
  /// - Throws: `EditError`
  public func write(_ images: [ImageSource], to path: String, quality: Int? = nil) throws(EditError) {
    let codec = try options.formats.writer(named: FilePath.fileExtension(path) ?? "", for: path)
    // A link stays, and its target is replaced.
    let file: OutputFile
    do throws(FileError) { file = try OutputFile(FilePath.real(path) ?? path, replaces: true) } catch {
      throw EditError(.encode, .output(path), EditError.Cause(error))
    }
    try encode(images, by: codec, quality: quality, into: file.output, named: path)
    do throws(FileError) { try file.commit() } catch {
      throw EditError(.encode, .output(path), EditError.Cause(error))
    }
  }
}

// MARK: Preparation

extension Edit {
  func prepare(
    _ images: [ImageSource], codec: (any Codec)?, lossless: LosslessPolicy = .prefer, quality: Int? = nil
  ) throws(EditError) -> PreparedEdit {
    var request = OutputRequest(codec: codec, lossless: lossless, frames: options.sequence)
    request.encoding.quality = quality.map(Quality.level)
    request.encoding.gainMap = options.gainMaps
    request.onDamage = options.onDamage
    let edit = try convertingFailures(at: .open) { [request] () throws(EditFailure) in
      switch recipe {
      case .script(let script):
        try options.editor.prepare(
          script, images: host(images), context: try context(script, images), output: request)
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
    guard given <= used else { throw EditError(.plan, .edit, .imageCount(used: used, given: given)) }
  }

  func host(_ images: [ImageSource]) -> SourceHost { SourceHost(sources: ownImages + images, files: files) }

  private func context(
    _ script: Script, _ images: [ImageSource], detail: RunRecord.Detail = []
  ) throws(EditFailure) -> RunContext {
    if let (name, nearest) = script.unknownParameter(among: options.parameters.keys.sorted()) {
      throw .script(ScriptError(.unknownParameter(name, nearest: nearest), at: ScriptPosition()))
    }
    return RunContext(
      inputs: (ownImages + images).enumerated().map { number, source in
        InputName(name: source.name(number: number + 1), stem: source.stem ?? "")
      }, seed: options.seed,
      parameters: options.parameters.mapValues { Value(parameter: $0, nesting: options.limits.nesting) },
      detail: detail)
  }

  private func encode(
    _ images: [ImageSource], by codec: any Codec, quality: Int?, into output: ByteOutput, named name: String
  ) throws(EditError) {
    if let quality, !(1...100).contains(quality) {
      throw EditError(.encode, .output(name), .unsupported("a quality of \(quality); it is from 1 to 100"))
    }
    output.cancellation = options.limits.cancellation
    let edit = try prepare(images, codec: codec, quality: quality)
    try convertingFailures(at: .render, output: name) { () throws(EditFailure) in
      _ = try edit.render(into: output, options: options.rendering)
    }
  }

  func convertingFailures<R>(
    at stage: EditError.Stage, output: String = "output", _ body: () throws(EditFailure) -> R
  ) throws(EditError) -> R {
    do throws(EditFailure) {
      return try body()
    } catch {
      switch recipe {
      case .script(let script): throw EditError(error, at: stage, files: script.files, output: output)
      case .canvas(let canvas): throw EditError(error, at: stage, of: canvas, output: output)
      }
    }
  }
}

// MARK: Replays

extension Edit {
  /// Runs the script with its gestures and draws nothing. Only the headers of images are read.
  ///
  /// - Returns: The layers at the end of the script, and what the recognizers saw.
  /// - Throws: `EditError`
  public func replay(_ images: ImageSource...) throws(EditError) -> Replay { try replay(images) }

  /// Runs the script with its gestures and draws nothing. Only the headers of images are read.
  ///
  /// - Throws: `EditError`
  public func replay(_ images: [ImageSource]) throws(EditError) -> Replay {
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
