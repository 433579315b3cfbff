import FrameCodec
import FrameKit

/// Where bytes are collected until all of them are there.
protocol OutputTarget {
  var output: ByteOutput { get }

  /// Makes what was collected the result. Nothing of it can be seen before.
  ///
  /// - Parameter announce: is called for a file that is whole, before it gets its name.
  func commit(announcing announce: (FileStamp, ByteInput) throws(Failure) -> Void) throws(Failure)
}

extension OutputFile: OutputTarget {}
extension StdoutBuffer: OutputTarget {}

extension Output.Place {
  /// No image that is read, now or later in this call, becomes the output, but by `--in-place`.
  ///
  /// - Parameters:
  ///   - replaces: whether a file that is there may be replaced.
  ///   - folder: the one that results go to, in which others are made where they are missing.
  /// - Throws: `Failure` of status `output`, or of wrong use, for a place where the result cannot go.
  func check(
    for edit: PreparedEdit, _ host: FileHost, replaces: Bool, in folder: OutputFolder?,
    _ session: EditSession
  ) throws(Failure) {
    switch self {
    case .stdout, .answer: break
    case .file(let path):
      if let identity = OutputFile.identity(of: path),
        session.isInput(identity) || host.opened.contains(where: { $0.identity == identity })
      {
        throw Failure(
          .output, "is an image that is being read", note: "--in-place edits an image itself", of: path)
      }
      if folder != nil, !FilePath.isFolder(FilePath.folder(path)) { return }
      try OutputFile.check(path, replaces: replaces)
    case .frames:
      for path in files {
        try Self.file(path).check(for: edit, host, replaces: replaces, in: folder, session)
      }
    case .input(let path):
      guard let input = host.opened.first, input.identity != nil else {
        throw Failure(.output, "is no regular file, and cannot be edited in place", of: path)
      }
      guard edit.lead?.codec.format.name == edit.codec.format.name else {
        throw Failure(
          .usage, "--in-place keeps the format, and --format asks for another one", of: path)
      }
      try OutputFile.check(path, replaces: true)
    }
  }

  /// Makes ready to write.
  ///
  /// - Throws: as `check`.
  func open(
    for edit: PreparedEdit, _ host: FileHost, replaces: Bool, in folder: OutputFolder?,
    _ session: EditSession, _ temporaries: TemporaryFiles
  ) throws(Failure) -> any OutputTarget {
    try check(for: edit, host, replaces: replaces, in: folder, session)
    switch self {
    case .stdout: return StdoutBuffer()
    case .answer: return AnswerBuffer()
    case .file(let path):
      try folder?.make(below: FilePath.folder(path))
      return try OutputFile(path, replaces: replaces, temporaries: temporaries)
    case .frames: preconditionFailure("each frame has a place of its own")
    case .input(let path):
      return try OutputFile(path, replaces: true, temporaries: temporaries)
    }
  }
}
