import ArgumentParser
import FrameBatch
import FrameEngine
import FrameFiles
import FrameReports

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show what an edit would do, without drawing it.",
    usage: "frameit explain SCRIPT [INPUT...] [options]")

  @OptionGroup var scriptOptions: ScriptOptions

  @Option("name", "Format of the output.", completion: .outputFormat)
  var format: String?

  @OptionGroup(title: "Encoding") var encoding: EncodingOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Animation") var sequence: AnimationOptions

  @Flag("Print one JSON object with all layers.")
  var json = false

  @Flag("Print all layers and shapes, instead of summarizing similar ones.")
  var all = false

  @OptionGroup var notes: NoteOptions
  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func validate() throws {
    try FormatOptions.check(format: format)
    try sequence.check(encoding)
  }

  func run() throws {
    let session = try EditSession(
      scriptOptions, inputOptions, metadata: try metadata.policy(), encoding: encoding, sequence: sequence)
    let frames = sequence.rate.map { FrameSequenceRequest(rate: $0, jobs: Processors.available) }
    var request = OutputRequest(
      codec: format.flatMap { session.editor.codecs.codec(named: $0) }, lossless: encoding.policy,
      frames: frames)
    request.encoding = encoding.settings.encoding
    let edit = try session.plan(request)
    let report = PlanReport(edit, describing: \.message.withOptions)
    if json { Console.report(json: report) } else { Console.out(report.text(whole: all)) }
    // 'apply' edits the others in further runs of the script.
    let (given, taken) = (session.inputs.count, max(1, edit.inputsUsed))
    if given > taken {
      notes.print("this is the edit of the first \(taken == 1 ? "" : "\(taken) ")of \(given) images")
    }
    guard edit.failedExpectations.isEmpty else {
      throw BatchError(.script(edit.failedExpectations, in: session.script.files))
    }
  }
}
