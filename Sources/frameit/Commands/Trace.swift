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
      transitions before the error are printed as well.
      """)

  @OptionGroup var scriptOptions: ScriptOptions
  @OptionGroup var playback: PlaybackOptions

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @OptionGroup var notes: NoteOptions
  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func run() throws {
    try playback.play(scriptOptions, inputOptions, recording: .trace) { record in
      let lines = TraceReport(record).lines
      if json { Console.report(jsonLines: lines) } else { Console.out(lines.map(\.text).joined()) }
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
  @OptionGroup var playback: PlaybackOptions

  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func run() throws {
    try playback.play(scriptOptions, inputOptions, recording: .touches) {
      Console.report(jsonLines: $0.touches.map(TouchRecord.init))
    }
  }
}

/// The options of `trace` and `expand`, which run a script without drawing.
struct PlaybackOptions: ParsableArguments {
  @Option(
    name: .customLong("input-size"),
    help: ArgumentHelp("Size of the placeholder image that is used if no image is given.", valueName: "w,h"),
    transform: OptionValue.parsing({ PixelSize(argument: $0) }, PixelSize.allowedValues))
  var inputSize: PixelSize?

  /// Runs a script without drawing.
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
    let session = try EditSession(scriptOptions, inputOptions)
    try session.check(inputSize: inputSize)
    try session.play(recording: detail, placeholderSize: inputSize) { record in
      report(record)
      for notice in record.notices { Console.warn(notice.message.text) }
    }
  }
}
