import FrameCodec
import FrameKit

/// A target that collects the bytes of an output until it is complete.
protocol OutputTarget {
  var output: ByteOutput { get }

  /// Publishes the output. Nothing of it is visible before.
  ///
  /// - Parameter announce: Called for a file when it is complete, before it gets its name.
  func commit(announcing announce: (FileStamp, ByteInput) throws(Failure) -> Void) throws(Failure)
}

extension OutputFile: OutputTarget {}
extension StdoutBuffer: OutputTarget {}

extension Output.Destination {
  /// Checks that an output can be written here. It must not replace an input of this call, except by `--in-place`.
  ///
  /// - Parameters:
  ///   - edit: The planned edit.
  ///   - host: The host with the inputs of the edit.
  ///   - replaces: True if an existing file may be replaced.
  ///   - folder: The output folder, in which missing subfolders are created.
  ///   - session: The session with all inputs of the call.
  /// - Throws: `Failure` of status `output` or `usage`.
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
          .output, "is an input", hint: "use --in-place to replace inputs with their outputs", of: path)
      }
      if folder != nil, !FilePath.isFolder(FilePath.folder(path)) { return }
      try OutputFile.check(path, replaces: replaces)
    case .frames:
      for path in files {
        try Self.file(path).check(for: edit, host, replaces: replaces, in: folder, session)
      }
    case .input(let path):
      guard let input = host.opened.first, input.identity != nil else {
        throw Failure(.output, "is not a regular file, so it cannot be edited in place", of: path)
      }
      guard edit.primaryImage?.codec.format.name == edit.codec.format.name else {
        throw Failure(
          .usage, "--in-place keeps the format, but --format names another one", of: path)
      }
      try OutputFile.check(path, replaces: true)
    }
  }

  /// Checks the destination and opens it for writing.
  ///
  /// - Throws: As `check`.
  func open(
    for edit: PreparedEdit, _ host: FileHost, replaces: Bool, in folder: OutputFolder?,
    _ session: EditSession, _ temporaries: TemporaryFiles
  ) throws(Failure) -> any OutputTarget {
    try check(for: edit, host, replaces: replaces, in: folder, session)
    switch self {
    case .stdout: return StdoutBuffer()
    case .answer: return AnswerBuffer()
    case .file(let path):
      try folder?.create(below: FilePath.folder(path))
      return try OutputFile(path, replaces: replaces, temporaries: temporaries)
    case .frames: preconditionFailure("each frame has its own destination")
    case .input(let path):
      return try OutputFile(path, replaces: true, temporaries: temporaries)
    }
  }
}

/// A target that keeps an image for stdout until it is complete, so that a reader never receives a partial image.
final class StdoutBuffer {
  let output = ByteOutput()

  /// Writes the image to stdout. Ends the program by SIGPIPE if the reader is gone.
  ///
  /// - Throws: `Failure` of status `output`.
  func commit(announcing announce: (FileStamp, ByteInput) throws(Failure) -> Void) throws(Failure) {
    let out = ByteOutput(descriptor: STDOUT_FILENO)
    do throws(CodecError) {
      try out.write(output.bytes)
    } catch {
      if case .writeFailed(EPIPE) = error { Signals.endByClosedPipe() }
      throw Failure(.output, error.hintedMessage, of: "stdout")
    }
  }
}

/// A target that keeps an image for the answer of a `serve` job.
final class AnswerBuffer: OutputTarget {
  let output = ByteOutput()

  /// Does nothing: the answer takes the bytes from `output`.
  func commit(announcing announce: (FileStamp, ByteInput) throws(Failure) -> Void) throws(Failure) {}
}
