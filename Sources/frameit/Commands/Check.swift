import ArgumentParser
import FrameKit
import FrameModel
import FrameScene

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look for errors in scripts; no picture is needed.",
    usage: "frameit check SCRIPT...",
    discussion: """
      All errors of the text are told at once. A script without any is run on placeholders, which finds \
      names that do not exist and values that cannot be; claims are not tested.
      """)

  @Argument(help: "Scripts; '-' is stdin.")
  var scripts: [String]

  @Option(
    name: .customLong("allow-read"), parsing: .singleValue,
    help: ArgumentHelp("Let scripts name files in this folder too.", valueName: "dir"))
  var allowRead: [String] = []

  func run() throws {
    var worst = ExitStatus.done
    for path in scripts {
      do throws(Failure) {
        try check(path)
      } catch {
        error.report()
        worst = max(worst, error.status)
      }
    }
    if worst != .done { throw Leave(status: worst) }
  }

  private func check(_ path: String) throws(Failure) {
    let editor = Editor(codecs: BuiltIn.codecs)
    let source = try ScriptSource(path: path, allowing: allowRead, limits: editor.limits)
    let script = try EditSession.parse(source, editor)
    do throws(ScriptError) {
      _ = try editor.rehearse(
        script, pictureSize: PixelSize(width: 1000, height: 1000), context: RunContext())
    } catch {
      // What a later version will run is no error of the script's.
      if case .notYet = error.problem { return }
      throw Failure([error], in: script.files)
    }
  }
}
