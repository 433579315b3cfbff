import ArgumentParser
import FrameBatch
import FrameGeometry
import FrameImage
import FrameMessages
import FrameReports
import FrameScene

struct Trace: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Show how recognizers interpret the gestures of a script.",
    usage: "frameit trace SCRIPT [INPUT...] [--input-size W,H] [options]",
    discussion: """
      Prints one line for each transition: the time in seconds, the recognizer, its new state, and the gesture's \
      value so far, in canvas pixels. Menus, dialogs and messages are printed in between. If the script fails, the \
      transitions before the error are printed as well. A recognizer that failed has the reason.

      --summary prints a line for each recognizer instead: how often it reached each state, and why it failed.
      """)

  @OptionGroup var scriptOptions: ScriptOptions
  @OptionGroup var placeholder: PlaceholderOptions

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Flag(help: "Print one line for each recognizer, with totals.")
  var summary = false

  @OptionGroup var notes: NoteOptions
  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func run() throws {
    try placeholder.play(scriptOptions, inputOptions, recording: .trace) { record in
      let report = TraceReport(record)
      if summary {
        let lines = TraceSummary(record).lines
        if json { Console.report(jsonLines: lines) } else { Console.out(lines.map(\.text).joined()) }
      } else {
        if json {
          Console.report(jsonLines: report.lines)
        } else {
          Console.out(report.lines.map(\.text).joined())
        }
      }
      if let hint = report.hint { notes.print(hint) }
    }
  }
}

struct Expand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expand",
    abstract: "Convert the gestures of a script to touches, as lines of JSON.",
    usage: "frameit expand SCRIPT [INPUT...] [--input-size W,H] [options]",
    discussion: """
      Prints one object per line: {"id":1,"phase":"down","t":0,"x":100,"y":50}. The output is itself a \
      script: frameit apply touches.ndjson photo.jpg. It contains only the touches, not the recognizers and edits of \
      the script.
      """)

  @OptionGroup var scriptOptions: ScriptOptions
  @OptionGroup var placeholder: PlaceholderOptions

  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func run() throws {
    try placeholder.play(scriptOptions, inputOptions, recording: .touches) {
      Console.report(jsonLines: $0.touches.map(TouchRecord.init))
    }
  }
}

/// The option of commands that run a script with or without images.
struct PlaceholderOptions: ParsableArguments {
  @Option(
    name: .customLong("input-size"),
    help: ArgumentHelp("Size of the placeholder image that is used if no image is given.", valueName: "w,h"),
    transform: OptionValue.argument)
  var inputSize: PixelSize?

  /// Creates the session of a command.
  ///
  /// - Throws: `Failure` if the size of placeholders is given with an image, or an error of the script or an input.
  func session(_ scriptOptions: ScriptOptions, _ inputOptions: InputOptions) throws -> EditSession {
    let session = try EditSession(scriptOptions, inputOptions)
    guard inputSize == nil || session.inputs.isEmpty else {
      throw Failure(.usage, "--input-size cannot be combined with an image")
    }
    return session
  }

  /// Runs a script without drawing, for `trace` and `expand`.
  ///
  /// - Parameters:
  ///   - scriptOptions: The script and its inputs.
  ///   - inputOptions: Limits and codecs.
  ///   - detail: The kind of record.
  ///   - report: Called with the record of the run, which ends at the first error.
  func play(
    _ scriptOptions: ScriptOptions, _ inputOptions: InputOptions, recording detail: RunRecord.Detail,
    _ report: (RunRecord) -> Void
  ) throws {
    try session(scriptOptions, inputOptions).play(recording: detail, placeholderSize: inputSize) { record in
      report(record)
      for notice in record.notices { Console.warn(notice.message.text) }
    }
  }
}
