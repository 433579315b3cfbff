import FrameCodec
import FrameEngine
import FrameFiles
import FrameKit
import FrameMessages

/// An export that a page asks for: the finished picture of the script as it is now, its format and its destination.
///
/// An image has the bytes of `frameit apply`, and an SVG document has the bytes of `frameit export`.
struct PictureExport: Sendable {
  let request: Request.Export
  let format: Format
  let runner: Runner
  /// The script as it was parsed, and the inputs that it takes.
  let job: Runner.Job
  /// The path of the file; nil for a download.
  let path: String?
  /// The notices that the page shows already.
  let knownNotices: Set<String>

  enum Format: Sendable {
    case svg
    case image(any Codec)
  }

  /// The reason why there is no file.
  enum Obstacle: Error, Equatable {
    /// A file has the name, and may not be replaced.
    case exists
    case canceled
    case failed(String)
  }

  /// - Parameter script: The path of the script, whose folder gets the file; nil for the current folder.
  /// - Throws: `Obstacle` for a name that the file cannot have.
  init(
    _ request: Request.Export, of run: FinishedRun, by runner: Runner, script: String?
  ) throws(Obstacle) {
    let name = request.name
    guard FilePath.isPlainName(name) else {
      throw .failed("write a file name without a folder, such as framed.jpg")
    }
    guard let format = Format(of: name, runner.editor.codecs) else {
      throw .failed("the name must end like a picture, such as .jpg, .png or .svg")
    }
    guard !request.isAnimated || format.record.animated else {
      throw .failed("\(format.record.title) stores no animation; choose another ending, such as .png")
    }
    (self.request, self.format, self.runner, job) = (request, format, runner, run.job)
    knownNotices = Set(run.edit.notices.map(\.message.text))
    path = request.isDownload ? nil : FilePath.join(script.map(FilePath.folder) ?? ".", name)
    guard let path else { return }
    if let reason = runner.settings.reasonToKeep(path) { throw .failed(reason) }
    if let script, let file = OutputFile.identity(of: script), file == OutputFile.identity(of: path) {
      throw .failed("\(name) is the script; choose another name")
    }
    do throws(FileError) {
      try OutputFile.check(path, replaces: request.overwrites)
    } catch {
      throw Obstacle(error, writing: name)
    }
  }
}

extension PictureExport.Obstacle {
  /// The message to the page that has asked for the export.
  func answer(to request: Request.Export) -> JSONFields {
    switch self {
    // Another file has the name.
    case .exists: ["is": "exportExists", "name": request.name]
    case .canceled: ["is": "exportCanceled", "name": request.name]
    case .failed(let reason): .refused("export", reason)
    }
  }

  /// Converts an error of a file.
  ///
  /// - Parameter name: The name of the exported file.
  init(_ error: FileError, writing name: String) {
    switch error.problem {
    case .output(.exists): self = .exists
    case .output(.isFolder): self = .failed("\(name) is a folder; choose another name")
    case .output(.isLink): self = .failed("\(name) is a link; choose another name")
    case .output(.noFolder): self = .failed("the folder \(error.name) does not exist")
    case .output(.cannotWriteToFolder(let number)):
      self = .failed("cannot write to the folder \(error.name): \(CodecError.systemMessage(number))")
    case .output: self = .failed("\(name): \(error.problem.text)")
    default: self = .failed(EditError(error, at: .encode).description)
    }
  }
}

extension PictureExport.Format {
  /// - Returns: nil for the name of a file that no codec writes.
  fileprivate init?(of name: String, _ codecs: CodecList) {
    guard let ending = FilePath.fileExtension(name)?.lowercased() else { return nil }
    if ending == "svg" {
      self = .svg
    } else if let codec = codecs.codec(named: ending), codec.format.capabilities.writes {
      self = .image(codec)
    } else {
      return nil
    }
  }

  /// All formats of exports.
  static func all(_ codecs: CodecList) -> [Self] {
    codecs.codecs.filter(\.format.capabilities.writes).map(Self.image) + [.svg]
  }

  /// The format for the page.
  var record: FormatRecord {
    switch self {
    case .svg: FormatRecord(title: "SVG", endings: ["svg"], animated: false, type: "image/svg+xml")
    case .image(let codec):
      FormatRecord(
        title: codec.format.title, endings: codec.format.extensions,
        animated: codec.format.capabilities.animation, type: "image/\(codec.format.name)")
    }
  }
}
