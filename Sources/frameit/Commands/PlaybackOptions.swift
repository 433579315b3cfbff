import ArgumentParser
import FrameKit
import FrameModel
import FrameScene

/// What `trace` and `expand` share: a script is run and nothing is drawn.
struct PlaybackOptions: ParsableArguments {
  @Option(
    name: .customLong("input-size"),
    help: ArgumentHelp("The image's size, where there is no image.", valueName: "w,h"),
    transform: InputSize.reading)
  var inputSize: InputSize?

  /// - Parameter tell: says what happened; also of a script that fails, as far as it came.
  func play(
    _ edit: ScriptOptions, _ reading: InputOptions, recording detail: RunRecord.Detail,
    _ tell: (RunRecord) -> Void
  ) throws(Failure) {
    let session = try EditSession(edit, reading)
    if inputSize != nil, !session.inputs.isEmpty {
      throw Failure(.usage, "--input-size is for use without an image")
    }
    var context = session.context(index: 0, inputs: session.inputs[...])
    context.detail = detail
    let host = session.inputs.isEmpty ? nil : session.host(for: session.inputs[...])
    let playback = session.editor.play(
      session.script, images: host, standIns: inputSize?.size, context: context)
    tell(playback.record)
    if !playback.record.fingersLeftDown.isEmpty {
      Console.warn(EditNotice.fingersLeftDown(playback.record.fingersLeftDown).message.what)
    }
    for shortfall in playback.record.shortfalls { Console.warn(shortfall.message.what) }
    if let error = playback.error { throw Failure(error, in: session.script) }
    if !playback.failedExpectations.isEmpty {
      throw Failure(playback.failedExpectations, in: session.script.files)
    }
  }
}
