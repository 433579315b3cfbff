import FrameCodec
import FrameGeometry
import FrameImage
import FrameKit

extension EditRun {
  /// Writes an output and records it, or only checks its destination in a dry run.
  func write(
    _ edit: PreparedEdit, _ host: FileHost, _ outcome: inout EditOutcome, replaces: Bool, _ threads: Int
  ) throws(BatchError) {
    let destination = outcome.destination
    try check(destination, edit, host, replaces: replaces)
    guard !isDry else { return }
    if case .frames = destination {
      return try writeFrames(edit, &outcome, replaces: replaces, threads)
    }
    let target = try open(destination, replaces: replaces)
    let job = outcome.job
    let result = try memory.reserving(edit.heldBytes, until: session.editor.limits.cancellation) {
      () throws(BatchError) in
      try convertingErrors(job, destination) { () throws(EditFailure) in
        try edit.render(into: target.output, options: rendering(threads))
      }
    }
    outcome.finish(result)
    try target.commit { [outcome] stamp, bytes throws(BatchError) in
      try record(outcome, outcome.destination.path, stamp, bytes)
    }
    outcome.status = .done
    if destination == .answer { outcome.bytes = target.output.bytes }
  }

  /// Writes one file for each frame. The frames before an error are kept.
  private func writeFrames(
    _ edit: PreparedEdit, _ outcome: inout EditOutcome, replaces: Bool, _ threads: Int
  ) throws(BatchError) {
    let files = outcome.destination.files
    let written = Monitor((count: 0, error: BatchError?.none))
    do throws(BatchError) {
      let result = try memory.reserving(edit.heldBytes, until: session.editor.limits.cancellation) {
        () throws(BatchError) in
        try convertingErrors(outcome.job, outcome.destination) { () throws(EditFailure) in
          try edit.renderFrames(rendering(threads)) { [outcome] frame, bytes in
            do throws(BatchError) {
              try write(bytes, at: files[frame], of: outcome, replaces: replaces)
              written.change { $0.count = frame + 1 }
              return true
            } catch {
              written.change { $0.error = error }
              return false
            }
          }
        }
      }
      guard let result else { throw written.read { $0.error } ?? BatchError(.bug("a frame was not written")) }
      outcome.finish(result)
      outcome.status = .done
    } catch {
      var error = error
      let count = written.read { $0.count }
      if count > 0 { error.writtenFrames = (files[0], files[count - 1]) }
      throw error
    }
  }

  private func write(
    _ bytes: [UInt8], at path: String, of outcome: EditOutcome, replaces: Bool
  ) throws(BatchError) {
    try output.folder?.create(below: FilePath.folder(path))
    let file = try file(path, replaces: replaces)
    do throws(CodecError) {
      try file.output.write(bytes)
    } catch {
      throw BatchError(.output(.codec(error)), of: path)
    }
    try file.commit { stamp, bytes throws(BatchError) in try record(outcome, path, stamp, bytes) }
  }

  /// Adds an output to the journal.
  private func record(
    _ outcome: EditOutcome, _ path: String?, _ stamp: FileStamp, _ bytes: ByteInput
  ) throws(BatchError) {
    guard let journal else { return }
    let content: String
    do throws(CodecError) {
      content = try Fingerprint.checksum(of: bytes)
    } catch {
      throw BatchError(.output(.unreadable(error)), of: path)
    }
    try journal.add(
      Journal.Line(
        status: "done", inputs: outcome.job.names, output: path, key: outcome.fingerprint, mark: stamp,
        content: content))
  }

  private func rendering(_ threads: Int) -> PreparedEdit.Options {
    var rendering = PreparedEdit.Options(
      quality: settings.quality, onDamage: settings.onDamage, hash: wantsHash, jobs: threads)
    rendering.decoded = decoded
    rendering.progress = showProgress
    return rendering
  }
}
