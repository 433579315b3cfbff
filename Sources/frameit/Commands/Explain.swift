import ArgumentParser
import FrameKit

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what would be done, before any pixel is read.",
    usage: "frameit explain SCRIPT [INPUT...] [options]")

  @OptionGroup var edit: EditOptions
  @OptionGroup(title: "Limits") var reading: ReadingOptions

  @Option(
    help: ArgumentHelp("The format that would be written.", valueName: "name"), completion: .outputFormat)
  var format: String?

  @OptionGroup var encoding: EncodingOptions
  @OptionGroup(title: "Animation") var film: FilmOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions

  @Flag(help: "As one JSON object, with every layer.")
  var json = false

  @Flag(help: "Every layer and shape, where of many like ones the first would do.")
  var all = false

  func validate() throws {
    try OutputOptions.check(format: format)
    try film.check(encoding)
  }

  func run() throws {
    let session = try EditSession(
      edit, reading, metadata: metadata.policy, encoding: encoding, film: film)
    let edit: PreparedEdit
    do throws(EditError) {
      edit = try session.editor.prepare(
        session.script, pictures: session.host(for: session.inputs[...]),
        context: session.context(index: 0, inputs: session.inputs[...]),
        codec: format.flatMap { session.editor.codecs.codec(named: $0) }, lossless: encoding.policy,
        film: film.rate.map { FilmRequest(rate: $0, jobs: Processors.available) })
    } catch {
      throw Failure(error, in: session.script)
    }
    let report = PlanReport(edit)
    if json { Console.report(json: report) } else { Console.out(report.text(whole: all)) }
    guard edit.failedClaims.isEmpty else { throw Failure(edit.failedClaims, in: session.script.files) }
  }
}
