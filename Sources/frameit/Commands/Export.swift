import ArgumentParser
import FrameCodec
import FrameKit
import FrameModel
import FramePlugins
import FrameSVG
import FrameScene
import FrameThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the scene itself, as SVG.",
    usage: "frameit export SCRIPT [INPUT...] --svg [-o FILE] [options]",
    discussion: """
      Groups, shapes, outlines of text and images stay what they are. Images are written into the file; with \
      --link it names theirs. Without an image, gray cards stand for those that the script asks for.
      """)

  @OptionGroup var edit: ScriptOptions
  @OptionGroup(title: "Limits") var reading: InputOptions

  @Flag(help: "As SVG, which is all there is; a name that ends with .svg says so, too.")
  var svg = false

  @Option(
    name: .customShort("o"),
    help: ArgumentHelp("The file to write; '-' is stdout.", valueName: "file"), completion: .file())
  var path: String?

  @Flag(help: "Name the images' files, as seen from the output's folder, in the place of their bytes.")
  var link = false

  @Flag(help: "Replace a file that exists.")
  var force = false

  @Option(
    name: .customLong("input-size"),
    help: ArgumentHelp("The image's size, where there is no image.", valueName: "w,h"),
    transform: InputSize.reading)
  var inputSize: InputSize?

  func validate() throws {
    if path == "" { throw ValidationError("-o names no file.") }
    let word = path.flatMap(FilePath.fileExtension)?.lowercased()
    guard svg || word == "svg" else { throw ValidationError("Which format? --svg is the one that there is.") }
    if let word, let title = Codecs.all.codec(named: word)?.format.title ?? KnownFormat.named(word)?.title {
      throw ValidationError("The output's name says \(title), and what is written is SVG.")
    }
  }

  func run() throws {
    let session = try EditSession(edit, reading)
    if inputSize != nil, !session.inputs.isEmpty {
      throw Failure(.usage, "--input-size is for use without an image")
    }
    if link, session.inputs.contains(where: { $0.source.path == nil }) {
      throw Failure(.usage, "--link cannot name stdin", note: "leave --link out, and its bytes are written")
    }
    let context = session.context(index: 0, inputs: session.inputs[...])
    let taken = session.editor.inputsTaken(by: session.script, context: context)
    guard [0, taken].contains(session.inputs.count) else {
      let given = "\(session.inputs.count) \(session.inputs.count == 1 ? "is" : "are") given"
      throw Failure(
        .usage, "the script takes \(taken) \(taken == 1 ? "image" : "images"), and \(given)",
        note: "export writes one scene at a time")
    }
    let host = session.host(for: session.inputs[...])
    let place = try place(session.inputs.first)
    let scene = try finish(session, host, context)
    guard scene.failedExpectations.isEmpty else {
      throw Failure(scene.failedExpectations, in: session.script.files)
    }
    let images = try SVGImages(scene, limits: session.editor.limits)
    let hrefs = try link ? images.links(from: place.map(FilePath.folder) ?? ".") : images.embedded()
    try write(SVGDocument(scene.tree, images: hrefs).text, to: place, host)
    tell(scene, session)
  }

  private func finish(
    _ session: EditSession, _ host: FileHost, _ context: RunContext
  ) throws(Failure) -> FinishedScene {
    do throws(EditError) {
      return try session.editor.finish(
        session.script, images: host, standIns: inputSize?.size, context: context)
    } catch {
      throw Failure(error, in: session.script)
    }
  }

  /// Where the file goes, as `apply` names it; nil for stdout.
  private func place(_ lead: Input?) throws(Failure) -> String? {
    if let path { return FilePath.isStdout(path) ? nil : path }
    guard let lead else {
      throw Failure(
        .usage, "what shall the file be called?", note: "a scene without images needs -o; '-o -' is stdout")
    }
    return lead.source.path == nil ? nil : "\(lead.stem).framed.svg"
  }

  private func write(_ text: String, to path: String?, _ host: FileHost) throws(Failure) {
    guard let path else { return try put(text, in: StdoutBuffer(), "stdout") }
    if let identity = OutputFile.identity(of: path), host.opened.contains(where: { $0.identity == identity })
    {
      throw Failure(.output, "is an image that is being read", note: "name another file with -o", of: path)
    }
    let temporaries = TemporaryFiles()
    SignalThread.end(by: [SIGINT, SIGTERM, SIGHUP]) { temporaries.removeAll() }
    try put(text, in: try OutputFile(path, replaces: force, temporaries: temporaries), path)
    Console.out(
      (Console.outIsTerminal ? Array(path.printable.utf8) : path.systemBytes) + [UInt8(ascii: "\n")])
  }

  private func put(_ text: String, in target: some OutputTarget, _ name: String) throws(Failure) {
    do throws(CodecError) {
      try target.output.write(Array(text.utf8))
    } catch {
      throw Failure(.output, error.message, of: name)
    }
    try target.commit { _, _ in }
  }

  /// What the file does not have.
  private func tell(_ scene: FinishedScene, _ session: EditSession) {
    for notice in scene.notices.map(\.message) {
      Console.warn(notice.what + (notice.note.map { " (\($0))" } ?? ""))
    }
    if session.inputs.isEmpty, scene.inputsUsed > 0 {
      Console.note("no image is given: gray cards stand for those that the script asks for")
    }
    if let lost = scene.tree.lostInSVG { Console.note(lost.what + (lost.note.map { " (\($0))" } ?? "")) }
  }
}
