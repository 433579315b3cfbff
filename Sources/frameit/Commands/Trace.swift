import ArgumentParser
import FrameKit

struct Trace: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what recognizers make of a script's gestures.",
    usage: "frameit trace SCRIPT [INPUT...] [--input-size W,H] [options]",
    discussion: """
      One line for every transition: the time in seconds, the recognizer, its new state, and what the gesture \
      has come to, in the canvas's pixels. Menus, dialogs and what is said stand between. Of a script that \
      fails, what happened until then is printed too.
      """)

  @OptionGroup var edit: ScriptOptions
  @OptionGroup(title: "Limits") var reading: InputOptions
  @OptionGroup var playback: PlaybackOptions

  @Flag(help: "One JSON object a line.")
  var json = false

  func run() throws {
    try playback.play(edit, reading, recording: .trace) { record in
      let lines = TraceReport(record).lines
      if json { Console.report(jsonLines: lines) } else { Console.out(lines.map(\.text).joined()) }
    }
  }
}
