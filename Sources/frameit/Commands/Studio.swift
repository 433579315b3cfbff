import ArgumentParser
import FrameBatch
import FrameCodec
import FrameFiles
import FrameMessages

struct Studio: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Edit by hand in a browser; fingers write the script.",
    usage: "frameit studio [SCRIPT] [INPUT...] [options]",
    discussion: """
      Opens a page on this machine. What you do with fingers, mouse or keyboard is written into the script beside the \
      picture, and the script gives the same picture in 'frameit apply'. A script that does not exist yet is a new one; \
      without SCRIPT, the page asks for its name when you save.

      An INPUT can be a folder: all its images are shown in a strip, each under the same script.

      Only the browser that opens the printed address can use the page. It reads the inputs and the files in the \
      script's folder, and writes only the script and the pictures that you export. Ctrl-C ends the studio.

      EXAMPLES
        frameit studio photo.jpg            a new script
        frameit studio frame.txt photos     an existing script, and all photos in a folder
      """)

  @Argument(help: "The script, then images or folders of images.", completion: .file())
  var paths: [String] = []

  @OptionGroup var values: ScriptValues

  @Flag(
    "Let browsers on other machines of the network open the page, such as that of a phone. The connection is "
      + "not encrypted.")
  var listen = false

  @Option("n", "Port of the page; any free one by default.", transform: OptionValue.port)
  var port: UInt16 = 0

  @OptionGroup(title: "Limits") var limitOptions: LimitOptions
  @OptionGroup(title: "Limits") var pluginOptions: PluginOptions

  @Flag("Run built-in codecs in sandboxed processes, as is always done for plugins.")
  var isolate = false

  private static let program = "frameit-studio"

  private var codecs: CodecList {
    Codecs.list(isIsolated: isolate, allowsUnsandboxed: pluginOptions.allowUnsandboxed)
  }

  func run() throws {
    let program = try HelperProgram.installed(
      Self.program, for: "this command", hint: "`make studio` builds it")
    let script = paths.first.flatMap { isImage($0) ? nil : $0 }
    let settings = try settings(script)
    if let script, !OutputFile.exists(script) { Console.note("\(script) is a new script") }
    var helper = try HelperProgram(program, [])
    defer { helper.end() }
    helper.answer(settings)
    while let report = helper.next() {
      switch report.request {
      case "ready":
        if listen {
          Console.warn(
            "anyone on the network who sees the traffic can use the page; end it with Ctrl-C when you are done"
          )
        }
        Console.note("open \(report.address ?? "") in a browser; Ctrl-C ends the studio")
      case "another": Console.note("for one more browser, open \(report.address ?? "")")
      case "failed": throw Failure(.usage, report.reason ?? "the studio cannot be opened")
      default: continue
      }
    }
    throw Failure(.bug, "ended unexpectedly", of: Self.program)
  }

  /// Returns the settings of the studio, as its program reads them: see `StudioSettings`.
  private func settings(_ script: String?) throws -> JSONFields {
    let arguments = Array(paths.dropFirst(script == nil ? 0 : 1))
    try check(script, arguments)
    let list = try InputList(
      arguments.map { InputSource.file($0) }, InputSelection(recursive: true, handlesFolders: true), out: nil,
      limit: limitOptions.maxMemory.count)
    return [
      "script": script, "arguments": arguments,
      "inputs": list.inputs.filter { !$0.mightNotBeImage(to: codecs) }.compactMap(\.source.path),
      "definitions": try values.parameters().map { ["name": $0.name, "value": $0.value] },
      "seed": values.seed, "allowedFolders": values.allowRead,
      "maximumPixels": limitOptions.maxPixels.count, "maximumMemory": limitOptions.maxMemory.count,
      "isolatesCodecs": isolate, "allowsUnsandboxed": pluginOptions.allowUnsandboxed,
      "pluginFolders": PluginPaths.folders, "worker": PluginPaths.worker, "listens": listen, "port": port,
    ]
  }

  /// Refuses paths that are likely to be mistyped.
  private func check(_ script: String?, _ images: [String]) throws(Failure) {
    if paths.contains("-") { throw Failure(.usage, "the studio reads and writes files, not stdin") }
    if let script, !OutputFile.exists(script) {
      if FilePath.fileExtension(script).flatMap(codecs.title) != nil {
        throw Failure(.input, "no such file", of: script)
      }
      let folder = FilePath.folder(script)
      guard FilePath.isFolder(folder) else { throw Failure(.input, "no such folder", of: folder) }
    }
    for image in images {
      guard OutputFile.exists(image) else { throw Failure(.input, "no such file", of: image) }
      // Other files that are no images have a place in the strip, with the reason.
      guard script == nil, FilePath.fileExtension(image) == "txt", !isImage(image) else { continue }
      throw Failure(
        .usage, "is not an image", hint: "name the script before the images: frameit studio \(image) ...",
        of: image)
    }
  }

  /// Returns true for a folder, and for a file that is an image.
  private func isImage(_ path: String) -> Bool {
    if FilePath.isFolder(path) { return true }
    guard let file = try? InputFile(.file(path), limit: .nothing), let bytes = try? file.open() else {
      return false
    }
    return (try? codecs.codec(for: bytes)) != nil
  }
}
