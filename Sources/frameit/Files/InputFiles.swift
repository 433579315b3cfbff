import FrameThreads

/// Opens the images of a call. What can be read once only, a pipe, is kept, so that an image can be
/// looked at before its edit begins.
final class InputFiles: Sendable {
  private let limit: InputLimit
  /// By their words.
  private let pipes = Monitor<[String: InputFile]>([:])

  /// - Parameter limit: how many bytes a pipe may bring.
  init(limit: InputLimit) {
    self.limit = limit
  }

  /// - Throws: `Failure` of status `input`, or `limit`.
  func open(_ source: InputSource) throws(Failure) -> InputFile {
    if let pipe = pipes.change({ $0[source.word] }) { return pipe }
    let file = try InputFile(source, limit: limit)
    if file.identity == nil { pipes.change { $0[source.word] = file } }
    return file
  }
}
