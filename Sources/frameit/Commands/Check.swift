import ArgumentParser
import FrameKit
import FrameModel
import FrameScene

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look for errors in scripts; no image is needed.",
    usage: """
      frameit check SCRIPT...
      frameit check -e 'rotate 90deg'
      """,
    discussion: """
      All errors of the text are told at once. A script without any is run on placeholders, which finds \
      names that do not exist and values that cannot be; claims are not tested.
      """)

  @Argument(help: "Scripts; '-' is stdin.", completion: .file())
  var scripts: [InputSource] = []

  @Option(
    name: .customShort("e"), parsing: .singleValue,
    help: ArgumentHelp("A line of script instead of a file; may be given again.", valueName: "script"))
  var expressions: [String] = []

  @Option(
    name: .customLong("allow-read"), parsing: .singleValue,
    help: ArgumentHelp("Let scripts name files in this folder too.", valueName: "dir"), completion: .directory
  )
  var allowRead: [String] = []

  func validate() throws {
    guard scripts.isEmpty != expressions.isEmpty else {
      throw ValidationError("Which script? Name files, or write one behind -e.")
    }
    try ScriptSource.validate(allowRead)
  }

  func run() throws {
    try InputSource.checkStdin(["script": scripts])
    let editor = Editor(codecs: Codecs.all)
    var worst = ExitStatus.done
    // Without files there is one script, that of -e.
    for script in expressions.isEmpty ? scripts.map(Optional.some) : [nil] {
      do throws(Failure) {
        try check(source(script, editor.limits), editor)
      } catch {
        error.report()
        worst = max(worst, error.status)
      }
    }
    if worst != .done { throw ExitRequest(status: worst) }
  }

  /// A file's script, or that of `-e`.
  private func source(_ script: InputSource?, _ limits: Limits) throws(Failure) -> ScriptSource {
    guard let script else {
      return ScriptSource(
        expression: expressions.joined(separator: "\n"), allowing: allowRead, limits: limits)
    }
    return try ScriptSource(script, allowing: allowRead, limits: limits)
  }

  private func check(_ source: ScriptSource, _ editor: Editor) throws(Failure) {
    let script = try EditSession.parse(source, editor)
    do throws(ScriptError) {
      _ = try editor.rehearse(
        script, imageSize: PixelSize(width: 1000, height: 1000), context: RunContext())
    } catch {
      throw Failure([error], in: script.files)
    }
  }
}
