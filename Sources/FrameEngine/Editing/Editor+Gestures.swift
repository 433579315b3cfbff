import FrameGeometry
import FrameImage
import FrameScene
import FrameScript
import FrameText

// Runs of scripts for their gestures. Nothing is planned or drawn.
extension Editor {
  /// Runs a script for its record of gestures and dialogs. The record includes everything before an error.
  ///
  /// - Parameters:
  ///   - host: the images; nil for placeholders.
  ///   - size: the size of placeholders. If nil, they are as large as the canvas, and there are none if the script
  ///     declares a canvas and only layers without images.
  package func play(
    _ script: Script, images host: (any ImageHost)?, placeholderSize size: PixelSize?, context: RunContext
  ) -> Playback {
    let stage = RehearsalStage(self, script, host, size, context)
    var interpreter = stage.interpreter(script)
    var failure: EditFailure?
    do throws(ScriptError) { _ = try interpreter.run() } catch { failure = stage.failure(error) }
    return Playback(interpreter, error: failure)
  }

  /// Tries random fingers on the layers of a script.
  ///
  /// - Parameters:
  ///   - runs: the number of times to try, at least 1.
  ///   - seed: the seed of the fingers.
  /// - Throws: an error of the script before the fingers come, or an exceeded limit.
  package func fuzz(
    _ test: FingerTest, runs: Int, seed: UInt64, images host: (any ImageHost)?,
    placeholderSize size: PixelSize?, context: RunContext
  ) throws(EditFailure) -> ScriptFuzzer.Result {
    var context = context
    context.detail = .trace
    let stage = RehearsalStage(self, test.script, host, size, context)
    return try converting(
      ScriptFuzzer(test) { stage.interpreter(test.script) }.run(runs, seed: seed), stage.failure)
  }

  /// Finds the fewest touches with which a script fails.
  ///
  /// - Returns: the touches of the script, and the fewest of them; nil if the script does not fail, or has no touches.
  package func shrink(
    _ script: Script, images host: (any ImageHost)?, placeholderSize size: PixelSize?, context: RunContext
  ) throws(EditFailure) -> (Recording, ScriptFuzzer.Finding)? {
    var context = context
    context.detail = [.trace, .touches]
    let stage = RehearsalStage(self, script, host, size, context)
    return try converting(
      { () throws(ScriptError) in
        guard let recording = try Recording(failing: script, stage.interpreter),
          let finding = try ScriptFuzzer(recording.test, { stage.interpreter(recording.test.script) })
            .fewest(recording.frames)
        else { return nil }
        return (recording, finding)
      }(), stage.failure)
  }
}

/// A script that was run, as far as it goes.
package struct Playback {
  private let interpreter: Interpreter
  /// The error that ended the run early.
  package let error: EditFailure?

  fileprivate init(_ interpreter: Interpreter, error: EditFailure?) {
    (self.interpreter, self.error) = (interpreter, error)
  }

  package var record: RunRecord { interpreter.record }
  package var failedExpectations: [ScriptError] { interpreter.failedExpectations }
  /// What its gestures have tried. The record must have a trace.
  package var coverage: GestureCoverage { interpreter.coverage }
}

/// The images and fonts of runs of one script.
private struct RehearsalStage {
  private let limits: Limits
  private let size: PixelSize?
  private let context: RunContext
  private let store: ImageStore?
  private let files: [ScriptFile]

  init(
    _ editor: Editor, _ script: Script, _ host: (any ImageHost)?, _ size: PixelSize?, _ context: RunContext
  ) {
    (limits, self.size, files) = (editor.limits, size, script.files)
    var context = context
    context.usesPlaceholders = host == nil && (size != nil || !script.inputs.isScene)
    context.effects = editor.codecs.effects(limits)
    self.context = context
    store = host.map {
      ImageStore(host: $0, codecs: editor.codecs, PixelReading(limits: editor.limits), files: script.files)
    }
  }

  func interpreter(_ script: Script) -> Interpreter {
    Interpreter(
      script, limits: limits, images: store ?? PlaceholderLibrary(size: size),
      typesetter: store.map { HarfBuzzTypesetter(files: $0, limits: limits) }
        ?? PlaceholderTypesetter(limits: limits), context: context)
  }

  func failure(_ error: ScriptError) -> EditFailure {
    store?.failure(error) ?? .script([error], in: files)
  }
}
