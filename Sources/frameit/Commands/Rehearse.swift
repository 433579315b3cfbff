import ArgumentParser
import FrameKit
import FrameModel
import FrameScene

/// What `trace` and `expand` share: a script is run and nothing is drawn.
struct RehearsalOptions: ParsableArguments {
  @OptionGroup var edit: EditOptions

  @Option(
    name: .customLong("input-size"),
    help: ArgumentHelp("The picture's size, where there is no picture.", valueName: "w,h"))
  var inputSize: InputSize?

  /// - Parameter tell: says what happened; also of a script that fails, as far as it came.
  func play(recording detail: RunRecord.Detail, _ tell: (RunRecord) -> Void) throws(Failure) {
    let session = try EditSession(edit)
    if inputSize != nil, !session.inputs.isEmpty {
      throw Failure(.usage, "--input-size is for use without a picture")
    }
    var context = session.context(index: 0, inputs: session.inputs[...])
    context.detail = detail
    let host = session.inputs.isEmpty ? nil : session.host(for: session.inputs[...])
    let playback = session.editor.play(
      session.script, pictures: host, standIns: inputSize?.size, context: context)
    tell(playback.record)
    if !playback.record.fingersLeftDown.isEmpty {
      Console.warn(EditNotice.fingersLeftDown(playback.record.fingersLeftDown).wording.what)
    }
    if let error = playback.error { throw Failure(error, in: session.script) }
    if !playback.failedClaims.isEmpty { throw Failure(playback.failedClaims, in: session.script.files) }
  }
}

struct Trace: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what recognizers make of a script's gestures.",
    usage: "frameit trace SCRIPT [INPUT...] [--input-size W,H] [options]",
    discussion: """
      One line for every transition: the time in seconds, the recognizer, its new state, and what the gesture \
      has come to, in the canvas's pixels. Menus, dialogs and what is said stand between. Of a script that \
      fails, what happened until then is printed too.
      """)

  @OptionGroup var options: RehearsalOptions

  @Flag(help: "One JSON object a line.")
  var json = false

  func run() throws {
    try options.play(recording: .trace) { record in
      let lines = TraceReport(record).lines
      if json { Console.report(jsonLines: lines) } else { Console.out(lines.map(\.text).joined()) }
    }
  }
}

struct Expand: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lower a script's gestures to touches, as lines of JSON.",
    usage: "frameit expand SCRIPT [INPUT...] [--input-size W,H] [options]",
    discussion: """
      One object a line: {"id":1,"phase":"down","t":0.0,"x":100.0,"y":50.0}. Such a stream is a script itself: \
      frameit apply touches.ndjson photo.jpg. It has the fingers alone, not the script's recognizers and edits.
      """)

  @OptionGroup var options: RehearsalOptions

  func run() throws {
    try options.play(recording: .touches) { Console.report(jsonLines: $0.touches.map(TouchRecord.init)) }
  }
}
