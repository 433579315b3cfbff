import ArgumentParser
import FrameBatch
import FrameCodec
import FrameEngine
import FrameFiles
import FrameGeometry
import FrameImage
import FrameScene
import Platform

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the scene as SVG.",
    usage: "frameit export SCRIPT [INPUT...] [--svg] [-o FILE] [options]",
    discussion: """
      Groups, shapes, text outlines and images remain separate elements. Images are embedded, or referenced with \
      --link. Without inputs, gray placeholders stand in for the images of the script.
      """)

  @OptionGroup var scriptOptions: ScriptOptions

  @Flag("Write SVG, the only format. Optional if the output name ends with .svg.")
  var svg = false

  @Option(file: "Output file; '-' is stdout.", name: .output)
  var path: String?

  @Flag("Link to the image files by paths relative to the output, instead of embedding them.")
  var link = false

  @Flag(
    "Draw the layers that SVG cannot express as images: those in perspective, and with edits that SVG lacks.")
  var rasterLayers = false

  @Flag("Replace an existing file.", name: .force)
  var force = false

  @Flag("Print only failures and warnings; neither the path nor notes.", name: .shortAndLong)
  var quiet = false

  @OptionGroup var placeholder: PlaceholderOptions

  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func validate() throws {
    if path == "" { throw ValidationError("-o needs a file name.") }
    let ext = path.flatMap(FilePath.fileExtension)?.lowercased()
    if let title = ext.flatMap(Codecs.all.title) {
      throw ValidationError("The output's extension is that of \(title), but export writes SVG.")
    }
  }

  func run() throws {
    // Not in `validate`, which would hide that an option is unknown.
    guard svg || path.flatMap(FilePath.fileExtension)?.lowercased() == "svg" else {
      throw Failure(.usage, "no format given", hint: "use --svg, the only format")
    }
    let session = try placeholder.session(scriptOptions, inputOptions)
    if link, session.inputs.contains(where: { $0.source.path == nil }) {
      throw Failure(.usage, "--link cannot reference stdin", hint: "leave out --link to embed the image")
    }
    let expected = session.inputsTaken
    guard [0, expected].contains(session.inputs.count) else {
      let given = "\(session.inputs.count) \(session.inputs.count == 1 ? "was" : "were") given"
      throw Failure(
        .usage, "the script takes \(expected) \(expected == 1 ? "image" : "images"), but \(given)",
        hint: "export writes one scene at a time")
    }
    if rasterLayers, placeholder.inputSize != nil {
      throw Failure(
        .usage, "--raster-layers needs the images, not their size", hint: "leave out --input-size")
    }
    let host = session.host(for: session.inputs[...])
    let outputPath = try outputPath(session.inputs.first)
    var scene = try session.scene(host)
    if rasterLayers { scene = try session.drawingLayers(of: scene, host) }
    let images = try SVGImages(scene, limits: session.editor.limits)
    let hrefs = try link ? images.links(from: outputPath.map(FilePath.folder) ?? ".") : images.embedded()
    try write(SVGDocument(scene.tree, images: hrefs).text, to: outputPath, host)
    reportNotices(scene, session)
  }

  /// Returns the path of the output, named as `apply` does; nil for stdout.
  private func outputPath(_ primaryInput: Input?) throws(Failure) -> String? {
    if let path { return FilePath.isStdout(path) ? nil : path }
    guard let primaryInput else {
      throw Failure(
        .usage, "no output given", hint: "a scene without images needs -o FILE; '-o -' is stdout")
    }
    return primaryInput.source.path == nil ? nil : "\(primaryInput.stem).framed.svg"
  }

  private func write(_ text: String, to path: String?, _ host: FileHost) throws {
    guard let path else { return try Console.write(image: Array(text.utf8)) }
    if let identity = OutputFile.identity(of: path), host.opened.contains(where: { $0.identity == identity })
    {
      throw Failure(.output, "is an input", hint: "name another file with -o", of: path)
    }
    let temporaries = TemporaryFiles()
    Deadlines.setLastWords(temporaries.removeAll)
    SignalThread.end(by: [SIGINT, SIGTERM, SIGHUP]) { _ in temporaries.removeAll() }
    let file = try BatchError.converting(OutputFile(path, replaces: force, temporaries: temporaries))
    try converting(file.output.write(Array(text.utf8))) {
      BatchError(.output(.codec($0)), of: path)
    }
    try BatchError.converting(file.commit())
    if quiet { return }
    Console.out(
      (Console.outIsTerminal ? Array(path.printable.utf8) : path.systemBytes) + [UInt8(ascii: "\n")])
  }

  /// Reports the parts of the scene that SVG cannot express.
  private func reportNotices(_ scene: FinishedScene, _ session: EditSession) {
    scene.notices.map(\.message).forEach(Console.warn)
    let losses = scene.tree.svgLosses
    losses.filter(\.isOmission).map(\.message).forEach(Console.warn)
    if quiet { return }
    if session.inputs.isEmpty, scene.inputsUsed > 0 {
      Console.note("no image given: gray placeholders replace the images that the script takes")
    }
    for loss in losses.filter({ !$0.isOmission }).map(\.message) {
      Console.note(loss.withOptions.line)
    }
  }
}
