import ArgumentParser
import FrameBatch
import FrameGeometry
import FrameImage
import FrameMessages
import FrameReports
import FrameScene
import FrameScript

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
    abstract: "Convert the gestures of a script to touches, as lines of JSON or for a test driver.",
    usage: "frameit expand SCRIPT [INPUT...] [--as DRIVER] [--input-size W,H] [options]",
    discussion: """
      Prints one object per line: {"id":1,"phase":"down","t":0,"x":100,"y":50}. The output is itself a \
      script: frameit apply touches.ndjson photo.jpg. It contains only the touches, not the recognizers and edits of \
      the script.

      With --as, the touches are written for a driver: as W3C actions (webdriver, appium), for Chrome (playwright, cdp), \
      as code of a test library (compose, espresso, flutter), or as a shell script for Android (sendevent). For xcuitest \
      and detox, gestures by name become public calls, and anything else is an error.
      """)

  @OptionGroup var scriptOptions: ScriptOptions
  @OptionGroup var placeholder: PlaceholderOptions

  @Option(
    name: .customLong("as"), help: ArgumentHelp("Write the touches for this driver.", valueName: "driver"))
  var driver: TouchDriver?

  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func run() throws {
    var whole: RunRecord?
    // With a driver, nothing is written of a script that has an error.
    try placeholder.play(scriptOptions, inputOptions, recording: .touches) { record in
      if driver == nil {
        Console.report(jsonLines: record.touches.map(TouchRecord.init))
      } else {
        whole = record
      }
    }
    guard let driver, let whole else { return }
    let text = try converting(driver.text(whole)) { (error: UnplayableGesture) in
      let position = ScriptPosition(error.origin)
      return Failure(
        .usage,
        "line \(position.line): '\(error.word)' cannot be written for \(driver.rawValue): \(error.reason)",
        hint: "webdriver, playwright, cdp, compose, espresso, flutter and sendevent take any touches")
    }
    Console.out(text)
  }
}

extension TouchDriver: ExpressibleByArgument {}

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
