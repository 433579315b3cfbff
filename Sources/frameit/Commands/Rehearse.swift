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

  /// - Returns: what the script did, and its claims that do not hold.
  func run(recording detail: RunRecord.Detail) throws(Failure) -> (record: RunRecord, failure: Failure?) {
    let session = try EditSession(edit)
    if inputSize != nil, !session.inputs.isEmpty {
      throw Failure(.usage, "--input-size is for use without a picture")
    }
    var context = session.context(index: 0, inputs: session.inputs[...])
    context.detail = detail
    let failedClaims: [ScriptError]
    let record: RunRecord
    do throws(EditError) {
      if session.inputs.isEmpty {
        let run = try rehearse(session, context)
        (record, failedClaims) = (run.record, run.failedClaims)
      } else {
        let edit = try session.editor.prepare(
          session.script, pictures: session.host(for: session.inputs[...]), context: context)
        (record, failedClaims) = (edit.record, edit.failedClaims)
      }
    } catch {
      throw Failure(error, in: session.script)
    }
    if !record.fingersLeftDown.isEmpty {
      Console.warn(EditNotice.fingersLeftDown(record.fingersLeftDown).wording.what)
    }
    return (record, failedClaims.isEmpty ? nil : Failure(failedClaims, in: session.script.files))
  }

  private func rehearse(
    _ session: EditSession, _ context: RunContext
  ) throws(EditError) -> Interpreter.Result {
    do throws(ScriptError) {
      return try session.editor.rehearse(
        session.script, pictureSize: inputSize?.size, context: context
      ).run
    } catch {
      throw .script(error)
    }
  }
}

struct Trace: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what recognizers make of a script's gestures.",
    usage: "frameit trace SCRIPT [INPUT...] [--input-size W,H] [options]",
    discussion: """
      One line for every transition: the time in seconds, the recognizer, its new state, and what the gesture \
      has come to, in the canvas's pixels. Menus, dialogs and what is said stand between.
      """)

  @OptionGroup var options: RehearsalOptions

  @Flag(help: "One JSON object a line.")
  var json = false

  func run() throws {
    let (record, failure) = try options.run(recording: .trace)
    let lines = TraceReport(record).lines
    if json { Console.report(jsonLines: lines) } else { Console.out(lines.map(\.text).joined()) }
    if let failure { throw failure }
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
    let (record, failure) = try options.run(recording: .touches)
    Console.report(jsonLines: record.touches.map(TouchRecord.init))
    if let failure { throw failure }
  }
}
