import ArgumentParser
import FrameKit

struct Expand: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lower a script's gestures to touches, as lines of JSON.",
    usage: "frameit expand SCRIPT [INPUT...] [--input-size W,H] [options]",
    discussion: """
      One object a line: {"id":1,"phase":"down","t":0.0,"x":100.0,"y":50.0}. Such a stream is a script itself: \
      frameit apply touches.ndjson photo.jpg. It has the fingers alone, not the script's recognizers and edits.
      """)

  @OptionGroup var edit: ScriptOptions
  @OptionGroup(title: "Limits") var reading: InputOptions
  @OptionGroup var playback: PlaybackOptions

  func run() throws {
    try playback.play(edit, reading, recording: .touches) {
      Console.report(jsonLines: $0.touches.map(TouchRecord.init))
    }
  }
}
