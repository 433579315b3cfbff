import FrameGeometry
import FrameImage
import FrameScene
import FrameScript
import FrameText

/// Runs of a script for its gestures. Nothing is planned or drawn.
package struct ScriptRehearsal {
  private let script: Script
  private let limits: Limits
  private let size: PixelSize?
  private let context: RunContext
  private let store: ImageStore?

  /// - Parameters:
  ///   - host: the images; nil for placeholders.
  ///   - size: the size of placeholders. If nil, they are as large as the canvas, and there are none if the script
  ///     declares a canvas and only layers without images.
  ///   - context: the settings of the runs. Its record must have a trace for `fuzz`, and also touches for `shrink`.
  package init(
    _ script: Script, by editor: Editor, images host: (any ImageHost)?, placeholderSize size: PixelSize?,
    _ context: RunContext
  ) {
    (self.script, limits, self.size) = (script, editor.limits, size)
    var context = context
    context.usesPlaceholders = host == nil && (size != nil || !script.inputs.isScene)
    context.effects = editor.codecs.effects(limits)
    self.context = context
    store = host.map {
      ImageStore(host: $0, codecs: editor.codecs, PixelReading(limits: editor.limits), files: script.files)
    }
  }

  /// Runs the script for its record of gestures and dialogs. The record includes everything before an error.
  package func play() -> Playback {
    var interpreter = interpreter(script)
    var error: EditFailure?
    do throws(ScriptError) { _ = try interpreter.run() } catch let failed { error = failure(failed) }
    return Playback(interpreter, error: error)
  }

  /// Tries random fingers on the layers of the script.
  ///
  /// - Parameters:
  ///   - claims: conditions about what the script makes, as expectations.
  ///   - runs: the number of times to try, at least 1.
  ///   - seed: the seed of the fingers.
  /// - Throws: an error of the script before the fingers come, or an exceeded limit.
  package func fuzz(
    claims: [Statement], runs: Int, seed: UInt64
  ) throws(EditFailure) -> ScriptFuzzer.Result {
    let test = FingerTest(script, claims: claims)
    return try converting(
      ScriptFuzzer(test) { interpreter(test.script) }.run(runs, seed: seed), failure)
  }

  /// Finds the fewest touches with which the script fails.
  ///
  /// - Returns: the touches of the script, and the fewest of them; nil if the script does not fail, or has no touches.
  package func shrink() throws(EditFailure) -> (Recording, ScriptFuzzer.Finding)? {
    try converting(
      { () throws(ScriptError) in
        guard let recording = try Recording(failing: script, interpreter),
          let finding = try ScriptFuzzer(recording.test, { interpreter(recording.test.script) })
            .fewest(recording.frames)
        else { return nil }
        return (recording, finding)
      }(), failure)
  }

  private func interpreter(_ script: Script) -> Interpreter {
    Interpreter(
      script, limits: limits, images: store ?? PlaceholderLibrary(size: size),
      typesetter: store.map { HarfBuzzTypesetter(files: $0, limits: limits) }
        ?? PlaceholderTypesetter(limits: limits), context: context)
  }

  private func failure(_ error: ScriptError) -> EditFailure {
    store?.failure(error) ?? .script([error], in: script.files)
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
