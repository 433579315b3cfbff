import ArgumentParser
import FrameKit
import FrameModel
import FrameRender

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what would be done, before any pixel is read.",
    usage: "frameit explain SCRIPT [INPUT...] [options]")

  @OptionGroup var edit: EditOptions

  @Option(help: ArgumentHelp("The format that would be written.", valueName: "name"))
  var format: String?

  @Flag(help: "As one JSON object.")
  var json = false

  func run() throws {
    let session = try EditSession(edit)
    let host = session.host(for: session.inputs[...])
    do {
      let prepared = try session.editor.prepare(
        session.script, pictures: host, context: session.context(index: 0, inputs: session.inputs[...]),
        format: format)
      let report = PlanReport(prepared)
      if json { JSONLine.print(report) } else { Console.out(report.text) }
      guard prepared.failedClaims.isEmpty else {
        throw Failure(prepared.failedClaims, in: session.script.files)
      }
    } catch {
      throw Failure(error, in: session.script.files)
    }
  }
}
