import FrameImage
import FrameKit

/// The display of a job's edit: plans it, and renders it at the size of the display.
struct ShownEdit {
  let output: OutputRun
  let bounds: PixelSize
  private let preview: Preview

  /// - Throws: `EditFailure`.
  init(
    _ output: OutputRun, in bounds: PixelSize, images host: FileHost, scriptBytes: Int
  ) throws(EditFailure) {
    (self.output, self.bounds) = (output, bounds)
    var context = output.run.session.context(index: output.job.index, inputs: output.job.inputs)
    context.memory = scriptBytes
    preview = try Preview(
      output.editor, output.run.session.script, images: host, context: context, in: bounds,
      onDamage: output.run.settings.onDamage)
  }

  var edit: PreparedEdit { preview.edit }

  /// Renders the edit when its memory is available.
  ///
  /// - Throws: `BatchError`.
  func render(_ memory: MemoryBudget) throws(BatchError) -> (image: Bitmap, notices: [EditNotice]) {
    var options = PreparedEdit.Options(onDamage: output.run.settings.onDamage, jobs: output.threads)
    options.decoded = output.decoded
    return try output.reserving(preview.heldBytes, memory) { () throws(BatchError) in
      do throws(EditFailure) {
        let (image, notices) = try preview.render(options)
        return (image, notices)
      } catch {
        throw output.batchError(error, nil)
      }
    }
  }
}
