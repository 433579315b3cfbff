import FrameGeometry
import ArgumentParser
import FrameBatch
import FrameEngine
import FrameFiles
import FrameImage
import FrameScript

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check scripts for errors, without images.",
    usage: """
      frameit check SCRIPT...
      frameit check -e 'rotate 90deg'
      """,
    discussion: """
      Reports all syntax errors at once. If there are none, it runs the script with placeholder images to find \
      unknown names and invalid values. A script that names no image is planned as by 'apply', with its fonts. It does \
      not check 'expect' statements.
      """)

  @Argument(help: "The scripts; '-' is stdin.", completion: .file())
  var scripts: [InputSource] = []

  @Option("statements", "Statements to check instead of a file. Each -e adds a line.", name: .expression)
  var expressions: [String] = []

  @Option("dir", "Also allow scripts to read files in this folder. Can be repeated.", completion: .directory)
  var allowRead: [String] = []

  func validate() throws {
    guard scripts.isEmpty != expressions.isEmpty else {
      throw ValidationError("No script given. Name script files, or write a script after -e.")
    }
    try ScriptValues.check(allowRead: allowRead)
  }

  func run() throws {
    try InputSource.checkStdin(["script": scripts])
    let editor = Editor(codecs: Codecs.all)
    var worst = ExitStatus.success
    // Without files there is a single script: that of -e.
    for script in expressions.isEmpty ? scripts.map(Optional.some) : [nil] {
      let status = Failure.reporting { () throws(BatchError) in
        try check(source(script, editor.limits), editor)
      }
      worst = max(worst, status ?? .success)
    }
    if worst != .success { throw Failure(reported: worst) }
  }

  /// Returns the script of a file, or that of `-e`.
  private func source(_ script: InputSource?, _ limits: Limits) throws(BatchError) -> ScriptSource {
    guard let script else {
      return ScriptSource(
        expression: expressions.joined(separator: "\n"), allowing: allowRead, limits: limits)
    }
    return try EditSession.readScript(script, allowing: allowRead, limits: limits)
  }

  private func check(_ source: ScriptSource, _ editor: Editor) throws(BatchError) {
    let script = try EditSession.parse(source, editor)
    do throws(EditFailure) {
      guard script.inputs.needsNoImage else { return try dryRun(script, editor) }
      let host = FileHost(inputs: [], from: InputFiles(limit: .memory(editor.limits)), script: source)
      do throws(EditFailure) {
        _ = try editor.plan(ScriptScene(script), images: host)
      } catch {
        // The script may read the size of an image that it does not show.
        guard case .script(let errors, _) = error, errors[0].problem.concernsInputs else { throw error }
        try dryRun(script, editor)
      }
    } catch {
      throw BatchError(error)
    }
  }

  private func dryRun(_ script: Script, _ editor: Editor) throws(EditFailure) {
    _ = try editor.dryRun(script, imageSize: PixelSize(width: 1000, height: 1000), context: RunContext())
  }
}

extension ScriptProblem {
  /// True if an input can cure the error.
  fileprivate var concernsInputs: Bool {
    switch self {
    // Only with an input is there a layer 'photo'.
    case .variableWithoutImage, .inputMissing, .noCurrentLayer, .scene(.canvasRequired),
      .scene(.nothingDrawn),
      .scene(.unknownLayer):
      true
    default: false
    }
  }
}
