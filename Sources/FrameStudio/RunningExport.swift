import FrameBatch
import FrameCodec
import FrameEngine
import FrameFiles
import FrameGeometry
import FrameImage
import FrameKit
import FrameMessages
import FrameReports
import FrameScene
import FrameScript

/// What the exports of all pages share.
struct ExportResources: Sendable {
  /// Exports that do not fit into the memory together run one after the other.
  let memory: MemoryBudget
  /// The unfinished files.
  let temporaries = TemporaryFiles()
  /// Ends all exports.
  let cancellation = Cancellation()
  /// The number of threads of an export. One core is left to the pictures of the pages.
  let threads = max(1, Processors.available - 1)

  init(_ limits: Limits) { memory = MemoryBudget(limit: limits.memory, jobs: 1) }

  /// Cancels all exports and removes their unfinished files, before the program ends.
  func end() {
    cancellation.cancel()
    temporaries.removeAll()
  }
}

/// An export on its way, on a thread of its own. It tells its page how far it is, and how it has ended.
final class RunningExport: Sendable {
  private let export: PictureExport
  private let resources: ExportResources
  private let send: Studio.Sender
  private let cancellation: Cancellation
  private let isDone = Monitor(false)

  /// The most bytes of a file for a download, which is held in memory. `LoopbackSocket` closes a connection on which more
  /// bytes wait.
  static let downloadLimit = 96 << 20

  /// Starts an export.
  ///
  /// - Parameter send: Sends a message to the page.
  init(_ export: PictureExport, _ resources: ExportResources, _ send: @escaping Studio.Sender) {
    (self.export, self.resources, self.send) = (export, resources, send)
    cancellation = Cancellation(below: resources.cancellation)
    tell("exporting")
    Workers.detach { self.run() }
  }

  var hasEnded: Bool { isDone.read { $0 } }

  func cancel() { cancellation.cancel() }

  private func run() {
    let result = Result { () throws(PictureExport.Obstacle) in try write() }
    // The page may ask for another export as soon as it gets the answer.
    isDone.change { $0 = true }
    switch result {
    case .success((let bytes?, let notices)):
      let header: JSONFields = [
        "is": "file", "name": export.request.name, "type": export.format.record.type, "notices": notices,
      ]
      send(.bytes(header, bytes))
    case .success((nil, let notices)): tell("exported", notices: notices)
    case .failure(let obstacle): send(.text(JSONLine.bytes(of: obstacle.answer(to: export.request))))
    }
  }

  /// Tells the page the progress of the export, or its end.
  ///
  /// - Parameters:
  ///   - percent: How much is done, from 0 to 100; nil if it is not known.
  ///   - notices: Notices about the export that the page does not show yet, such as losses of the format.
  private func tell(_ stage: String, percent: Int? = nil, notices: [String]? = nil) {
    let message: JSONFields = [
      "is": stage, "name": export.request.name, "percent": percent, "notices": notices,
    ]
    send(.text(JSONLine.bytes(of: message)))
  }

  // MARK: The file

  /// Writes the file, which appears complete or not at all.
  ///
  /// - Returns: The bytes of a download, and the notices for the page.
  private func write() throws(PictureExport.Obstacle) -> (bytes: [UInt8]?, notices: [String]) {
    let host = export.job.session.host(for: export.job.inputs)
    guard let path = export.path else {
      let output = ByteOutput(maximum: Self.downloadLimit)
      let notices = try write(into: output, host)
      return (output.takeBytes(), notices)
    }
    let file = try writing(
      OutputFile(path, replaces: export.request.overwrites, temporaries: resources.temporaries))
    let notices = try write(into: file.output, host)
    if let identity = OutputFile.identity(of: path), host.opened.contains(where: { $0.identity == identity })
    {
      throw .failed("\(export.request.name) is one of the images; choose another name")
    }
    try writing(file.commit())
    return (nil, notices)
  }

  /// Writes the bytes of the file.
  ///
  /// - Returns: The notices for the page.
  private func write(
    into output: ByteOutput, _ host: FileHost
  ) throws(PictureExport.Obstacle) -> [String] {
    output.cancellation = cancellation
    do throws(EditFailure) {
      let notices =
        switch export.format {
        case .svg: try writeDocument(into: output, host)
        case .image(let codec): try writePicture(into: output, codec, host)
        }
      // A file that changed while it was read would make a mixture.
      for input in host.opened { try converting(input.checkUnchanged()) { EditFailure.input($0, at: nil) } }
      if cancellation.isCancelled { throw .limit(.cancelled) }
      let texts = notices.filter { !export.knownNotices.contains($0.text) }
      return texts.map { $0.text + ($0.libraryHint.map { " (\($0))" } ?? "") }
    } catch {
      if cancellation.isCancelled { throw .canceled }
      if output.isFull {
        let limit = LimitExceeded.bytes(Self.downloadLimit)
        throw .failed("the file has more than \(limit); export it into the folder, or choose another format")
      }
      throw .failed(EditError(error, at: .encode, output: export.request.name).description)
    }
  }

  private func writePicture(
    into output: ByteOutput, _ codec: any Codec, _ host: FileHost
  ) throws(EditFailure) -> [Message] {
    var editor = export.runner.editor
    (editor.metadata, editor.limits.cancellation) = (.all, cancellation)
    editor.frames = export.request.isAnimated ? .all : .one(0)
    let frames = export.request.rate.map { FrameSequenceRequest(rate: $0, jobs: resources.threads) }
    let edit = try editor.prepare(
      ScriptScene(export.job.session.script, export.job.context), images: host,
      output: OutputRequest(codec: codec, frames: frames))
    var options = PreparedEdit.Options(jobs: resources.threads)
    let shown = Monitor(0)
    options.progress = { done, all in
      let percent = done * 100 / max(1, all)
      let isNew = shown.change { last in
        defer { last = max(last, percent) }
        return percent > last
      }
      if isNew { self.tell("exporting", percent: percent) }
    }
    let result = try reserving(edit.heldBytes) { () throws(EditFailure) in
      try edit.render(into: output, options: options)
    }
    return (edit.notices + result.notices).map(\.message)
  }

  private func writeDocument(into output: ByteOutput, _ host: FileHost) throws(EditFailure) -> [Message] {
    var editor = export.runner.editor
    editor.limits.cancellation = cancellation
    let scene = try editor.buildScene(
      export.job.session.script, images: host, context: export.job.context)
    let text = try converting(SVGImages(scene, limits: editor.limits).embedded()) { (error: BatchError) in
      error.editFailure
    }
    try converting(output.write(Array(SVGDocument(scene.tree, images: text).text.utf8))) {
      EditFailure.output($0)
    }
    return scene.notices.map(\.message) + scene.tree.svgLosses.map(\.message)
  }

  /// Does work while other exports leave it this memory.
  private func reserving<R>(
    _ bytes: Int, _ work: () throws(EditFailure) -> R
  ) throws(EditFailure) -> R {
    let result = try converting(
      resources.memory.reserving(bytes, until: cancellation) { Result(catching: work) }
    ) { (_: BatchError) in EditFailure.limit(.cancelled) }
    return try result.get()
  }

  private func writing<R>(
    _ body: @autoclosure () throws(FileError) -> R
  ) throws(PictureExport.Obstacle) -> R {
    try converting(body()) { (error: FileError) in
      PictureExport.Obstacle(error, writing: export.request.name)
    }
  }
}

extension BatchError {
  /// The error of an image that an SVG document should contain.
  fileprivate var editFailure: EditFailure {
    let name = name ?? "image"
    return switch cause {
    case .svg(.format(let title)):
      .encoding(Message("\(name) is \(title), which browsers do not display in SVG"))
    case .input(let problem): .input(FileError(name, problem), at: nil)
    case .limit(let exceeded): .limit(exceeded)
    default: .bug("no image for SVG")
    }
  }
}
