import FrameEngine
import FrameGeometry
import FrameImage
import FrameInterpreter
import FrameScene

/// Runs of the script that make no output. All inputs belong to one edit, and without inputs, placeholders replace the
/// images.
extension EditSession {
  private var context: RunContext { context(index: 0, inputs: inputs[...]) }

  /// The number of images that the script takes.
  package var inputsTaken: Int { editor.inputCount(of: script, given: inputs.count, context: context) }

  /// Plans the edit, even if expectations of the script fail.
  package func plan(_ request: OutputRequest) throws(BatchError) -> PreparedEdit {
    try editing(editor.plan(script, images: host(for: inputs[...]), context: context, output: request))
  }

  /// Returns the transform of an image from its upright pixels to those of the output; nil if there is no such image.
  ///
  /// - Parameters:
  ///   - layer: The layer of the image; nil for the current layer at the end of the script.
  ///   - size: The size of placeholders; nil for placeholders as large as the canvas.
  /// - Returns: The transform, and the names of all layers.
  package func transform(
    of layer: String?, placeholderSize size: PixelSize?
  ) throws(BatchError) -> (transform: AffineTransform?, layers: [String]) {
    let edit: PreparedEdit? =
      inputs.isEmpty
      ? nil
      : try editing(editor.prepare(script, images: host(for: inputs[...]), context: context))
    do throws(EditFailure) {
      return try EditFailure.converting {
        if let edit { return (try edit.mapping(of: layer), edit.layerNames) }
        let run = try editor.dryRun(script, imageSize: size, context: context)
        return (try run.mapping(of: layer), run.layerNames)
      }
    } catch {
      throw BatchError(error, in: script.files)
    }
  }

  /// Returns the scene at the end of the script.
  ///
  /// - Parameters:
  ///   - host: The host of the inputs.
  ///   - size: The size of placeholders; nil for placeholders as large as the canvas.
  package func scene(_ host: FileHost, placeholderSize size: PixelSize?) throws(BatchError) -> FinishedScene {
    try editing(editor.buildScene(script, images: host, placeholderSize: size, context: context))
  }

  /// Runs the script without drawing, and passes its record on. The record ends at the first error.
  ///
  /// - Parameters:
  ///   - detail: The kind of record.
  ///   - size: The size of placeholders; nil for placeholders as large as the canvas.
  ///   - report: Receives the record before an error is thrown.
  /// - Throws: `BatchError`, also if expectations of the script fail.
  package func play(
    recording detail: RunRecord.Detail, placeholderSize size: PixelSize?, _ report: (RunRecord) -> Void
  ) throws(BatchError) {
    var context = context
    context.detail = detail
    let host = inputs.isEmpty ? nil : host(for: inputs[...])
    let playback = editor.play(script, images: host, placeholderSize: size, context: context)
    report(playback.record)
    if let error = playback.error { throw certain(error) }
    guard playback.failedExpectations.isEmpty else {
      throw BatchError(.script(playback.failedExpectations, in: script.files))
    }
  }

  private func editing<R>(_ body: @autoclosure () throws(EditFailure) -> R) throws(BatchError) -> R {
    do throws(EditFailure) {
      return try body()
    } catch {
      throw certain(error)
    }
  }

  /// Returns the error to report: an error of the script itself comes before one of an input.
  private func certain(_ error: EditFailure) -> BatchError {
    let failure = BatchError(error, in: script.files)
    return failure.isOfInput ? scriptError(in: inputs[...]) ?? failure : failure
  }
}
