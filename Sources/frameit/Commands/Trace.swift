import ArgumentParser
import FrameBatch
import FrameGeometry
import FrameImage
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

      --summary prints a line for each recognizer instead: how often it reached each state, and why it failed. \
      --coverage prints the states that the gestures have reached, and how often each 'on' block ran.

      --shrink finds the fewest touches with which the script still fails, and prints a script of them. The exit code \
      is then 1.
      """)

  @OptionGroup var scriptOptions: ScriptOptions
  @OptionGroup var placeholder: PlaceholderOptions

  @Flag("Print one JSON object per line.")
  var json = false

  @Flag("Print one line for each recognizer, with totals.")
  var summary = false

  @Flag("Print the states and the 'on' blocks that the gestures have reached.")
  var coverage = false

  @Flag("Print a script of the fewest touches with which the script fails.")
  var shrink = false

  @OptionGroup var notes: NoteOptions
  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func validate() throws {
    guard [summary, coverage, shrink].count(where: \.self) <= 1 else {
      throw ValidationError("--summary, --coverage and --shrink cannot be combined.")
    }
    guard !(shrink && json) else { throw ValidationError("--shrink prints a script, not JSON.") }
  }

  func run() throws {
    let session = try placeholder.session(scriptOptions, inputOptions)
    guard !shrink else { return try printFewestTouches(session) }
    try session.play(recording: .trace) { playback in
      let report = TraceReport(playback.record)
      if summary {
        print(TraceSummary(playback.record).lines, \.text)
      } else if coverage {
        let coverage = CoverageReport(playback.coverage, in: session.script.files)
        print(coverage.lines, \.text)
        if !json { Console.out(coverage.totals) }
      } else {
        print(report.lines, \.text)
      }
      if let hint = report.hint, !coverage { notes.print(hint) }
      for notice in playback.record.notices { Console.warn(notice.message.text) }
    }
  }

  private func print<Line: Encodable>(_ lines: [Line], _ text: (Line) -> String) {
    if json { Console.report(jsonLines: lines) } else { Console.out(lines.map(text).joined()) }
  }

  private func printFewestTouches(_ session: EditSession) throws {
    guard let (recording, finding) = try session.shrink() else {
      return notes.print("nothing fails, so there is nothing to shrink")
    }
    let script = TouchScript(
      finding, after: .text(before: recording.start), arguments: placeholder.arguments(scriptOptions),
      in: session.script.files)
    Console.out(script.text)
    notes.print("\(finding.frames.touches) of \(finding.touches) touches are enough")
    throw Failure(finding.flaw, in: session.script.files)
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

  @Option("driver", "Write the touches for this driver.", name: .customLong("as"))
  var driver: TouchDriver?

  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func run() throws {
    var whole: RunRecord?
    let session = try placeholder.session(scriptOptions, inputOptions)
    // With a driver, nothing is written of a script that has an error.
    try session.play(recording: .touches) { playback in
      if driver == nil {
        Console.report(jsonLines: playback.record.touches.map(TouchRecord.init))
      } else {
        whole = playback.record
      }
      for notice in playback.record.notices { Console.warn(notice.message.text) }
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
  @Option("w,h", "Size of the placeholder image that is used if no image is given.")
  var inputSize: PixelSize?

  /// The arguments with which a script that stands for the script of a call does the same.
  func arguments(_ scriptOptions: ScriptOptions) -> [String] {
    let values = scriptOptions.values
    return scriptOptions.images.map(\.name) + values.definitions.flatMap { ["-D", $0] }
      + (values.seed == 0 ? [] : ["--seed", "\(values.seed)"])
      + (inputSize.map { ["--input-size", "\($0.width),\($0.height)"] } ?? [])
      + values.allowRead.flatMap { ["--allow-read", $0] }
  }

  /// Creates the session of a command.
  ///
  /// - Parameter claims: Conditions about what the script makes.
  /// - Throws: `Failure` if the size of placeholders is given with an image, or an error of the script or an input.
  func session(
    _ scriptOptions: ScriptOptions, _ inputOptions: InputOptions, claims: [ScriptFile] = []
  ) throws -> EditSession {
    var session = try EditSession(scriptOptions, inputOptions, claims: claims)
    session.placeholderSize = inputSize
    guard inputSize == nil || session.inputs.isEmpty else {
      throw Failure(.usage, "--input-size cannot be combined with an image")
    }
    return session
  }
}
