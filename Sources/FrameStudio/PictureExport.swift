import FrameCodec
import FrameEngine
import FrameFiles
import FrameGeometry
import FrameKit
import FrameScript

/// Writes the finished picture into the folder of the script, with the bytes of `frameit apply`.
struct PictureExport {
  let runner: Runner
  /// The path of the script; nil for the current folder.
  let script: String?
  /// The number of threads that draw.
  let threads: Int

  /// - Parameters:
  ///   - name: The name of a file in the folder, whose extension chooses the format.
  ///   - overwrites: True to replace a file of this name.
  func write(_ run: FinishedRun, as name: String, overwrites: Bool) -> Document.Saving {
    guard FilePath.isPlainName(name) else {
      return .failed("the name must be that of a file in the folder, such as framed.jpg")
    }
    guard let ext = FilePath.fileExtension(name), let codec = runner.editor.codecs.codec(named: ext),
      codec.format.capabilities.writes
    else { return .failed("the name must end like an image, such as .jpg or .png") }
    let path = FilePath.join(script.map(FilePath.folder) ?? ".", name)
    if let file = OutputFile.identity(of: path),
      runner.settings.inputs.contains(where: { OutputFile.identity(of: $0) == file })
    {
      return .failed("\(name) is one of the images; choose another name")
    }
    if !overwrites, OutputFile.identity(of: path) != nil { return .exists }
    do throws(EditFailure) {
      try write(run, codec, at: path)
    } catch {
      return .failed(EditError(error, at: .encode).description)
    }
    return .saved
  }

  private func write(_ run: FinishedRun, _ codec: any Codec, at path: String) throws(EditFailure) {
    var editor = runner.editor
    editor.metadata = .all
    let edit = try editor.plan(
      ScriptScene(run.job.session.script, run.job.context),
      images: run.job.session.host(for: run.job.inputs, using: run.job.used),
      output: OutputRequest(codec: codec))
    func failure(_ error: FileError) -> EditFailure { .input(error, at: nil) }
    let file = try converting(OutputFile(path, replaces: true), failure)
    _ = try edit.render(into: file.output, options: PreparedEdit.Options(jobs: threads))
    try converting(file.commit(), failure)
  }
}
