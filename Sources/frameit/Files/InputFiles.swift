import FrameThreads

/// Opens the pictures of a call. What can be read once only, a pipe, is kept, so that a picture can be
/// looked at before its edit begins.
final class InputFiles: Sendable {
  private let limit: Int
  /// By their arguments.
  private let pipes = Monitor<[String: InputFile]>([:])

  /// - Parameter limit: how many bytes a pipe may bring.
  init(limit: Int) {
    self.limit = limit
  }

  /// - Parameter takesPipes: whether it may be a pipe that is open already.
  /// - Throws: `Failure` of status `input`, or `limit`.
  func open(_ source: Source, takesPipes: Bool) throws(Failure) -> InputFile {
    if let pipe = pipes.change({ $0[source.argument] }) { return pipe }
    let file = try InputFile(source, limit: limit, takesPipes: takesPipes)
    if file.identity == nil { pipes.change { $0[source.argument] = file } }
    return file
  }
}
