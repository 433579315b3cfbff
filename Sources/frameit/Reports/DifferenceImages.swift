import FrameGeometry
import FrameBatch
import FrameCodec
import FrameCompare
import FrameEngine
import FrameFiles
import FrameImage

/// Draws the difference images of two folders: for `--diff`, into a folder, and for `--show`, for the terminal.
struct DifferenceImages: Sendable {
  /// The images of a path.
  struct Drawn: Sendable {
    /// The name of the difference image in its folder; nil if none was written.
    var name: String?
    /// For the terminal.
    var shown: [UInt8]?
    /// The error of the image. The others are still written.
    var failure: BatchError?
  }

  /// The folder; nil without `--diff`.
  let folder: String?
  private let form: DifferenceForm
  private let replaces: Bool
  private let display: TerminalDisplay?
  private let codecs: CodecList

  /// - Parameters:
  ///   - replaces: True to replace images of an earlier run, and to remove those of images that are as expected now.
  ///   - display: Shows images in the terminal; nil to show none.
  /// - Throws: `BatchError` if the folder cannot be made.
  init(
    _ folder: String?, _ form: DifferenceForm, replaces: Bool, display: TerminalDisplay?, codecs: CodecList
  ) throws(BatchError) {
    if let folder { try OutputFolder.create(folder) }
    (self.folder, self.form, self.replaces) = (folder, form, replaces)
    (self.display, self.codecs) = (display, codecs)
  }

  /// Draws the difference image of a path, and removes an earlier one if there is no difference.
  func draw(_ result: FolderRun.Result) -> Drawn {
    let name = FilePath.fileExtension(result.path)?.lowercased() == "png" ? result.path : "\(result.path).png"
    guard case .compared(let pair, let request, let found) = result.verdict, found.isDrawn else {
      if let folder, replaces {
        Self.remove(FilePath.join(folder, name), codecs: codecs, limits: result.limits)
      }
      return Drawn()
    }
    var (drawn, display) = (Drawn(), display)
    do throws(BatchError) {
      let file = try folder.map { folder throws(BatchError) in try open(FilePath.join(folder, name)) }
      let output = file.map {
        DifferenceOutput(codec: codecs.codec(named: "png")!, bytes: $0.output, form: form)
      }
      guard output != nil || display != nil else { return drawn }
      try converting(
        pair.draw(found.difference, request, output) { display?.write($1, over: $2, of: $0) }
      ) {
        BatchError($0, reading: pair.actual.name, writing: folder.map { FilePath.join($0, name) })
      }
      if let file {
        try BatchError.converting(file.commit())
        drawn.name = name
      }
      drawn.shown = display?.bytes
    } catch {
      drawn.failure = error
    }
    return drawn
  }

  private func open(_ path: String) throws(BatchError) -> OutputFile {
    try OutputFolder.create(FilePath.folder(path))
    return try BatchError.converting(OutputFile(path, replaces: replaces))
  }

  /// Removes the difference image of an earlier run, so that it is not mistaken for one of this run. Keeps a file that is
  /// not an image.
  static func remove(_ path: String, codecs: CodecList, limits: Limits) {
    guard OutputFile.isRegular(path), (try? OpenImage(at: path, codecs: codecs, limits: limits)) != nil
    else { return }
    OutputFile.remove(path)
  }
}
