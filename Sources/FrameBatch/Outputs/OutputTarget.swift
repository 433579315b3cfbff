import FrameCodec
import FrameKit

/// A target that collects the bytes of an output until it is complete.
package protocol OutputTarget {
  var output: ByteOutput { get }

  /// Publishes the output. Nothing of it is visible before.
  ///
  /// - Parameter announce: Called for a file when it is complete, before it gets its name.
  func commit(announcing announce: (FileStamp, ByteInput) throws(BatchError) -> Void) throws(BatchError)
}

extension OutputFile: OutputTarget {
  package func commit(
    announcing announce: (FileStamp, ByteInput) throws(BatchError) -> Void
  ) throws(BatchError) {
    let (stamp, bytes) = try BatchError.writing(complete())
    try announce(stamp, bytes)
    try BatchError.writing(publish())
  }
}

extension EditRun {
  /// Checks that an output can be written. It must not replace an input of this call, except in place.
  ///
  /// - Parameters:
  ///   - destination: The destination of the output.
  ///   - edit: The planned edit.
  ///   - host: The host with the inputs of the edit.
  ///   - replaces: True if an existing file may be replaced.
  /// - Throws: `BatchError`
  package func check(
    _ destination: Output.Destination, _ edit: PreparedEdit, _ host: FileHost, replaces: Bool
  ) throws(BatchError) {
    switch destination {
    case .stdout, .answer: break
    case .file(let path): try check(file: path, host, replaces: replaces)
    case .frames: for path in destination.files { try check(file: path, host, replaces: replaces) }
    case .input(let path):
      guard let input = host.opened.first, input.identity != nil else {
        throw BatchError(.output(.inputIsNotRegular), of: path)
      }
      guard edit.primaryImage?.codec.format.name == edit.codec.format.name else {
        throw BatchError(.naming(.formatInPlace), of: path)
      }
      try BatchError.writing(OutputFile.check(path, replaces: true))
    }
  }

  private func check(file path: String, _ host: FileHost, replaces: Bool) throws(BatchError) {
    if let identity = OutputFile.identity(of: path),
      session.isInput(identity) || host.opened.contains(where: { $0.identity == identity })
    {
      throw BatchError(.output(.isInput), of: path)
    }
    if output.folder != nil, !FilePath.isFolder(FilePath.folder(path)) { return }
    try BatchError.writing(OutputFile.check(path, replaces: replaces))
  }

  /// Opens a destination for writing.
  ///
  /// - Throws: `BatchError`
  package func open(_ destination: Output.Destination, replaces: Bool) throws(BatchError) -> any OutputTarget
  {
    switch destination {
    case .stdout: return stdout()
    case .answer: return AnswerBuffer()
    case .file(let path):
      try output.folder?.create(below: FilePath.folder(path))
      return try file(path, replaces: replaces)
    case .frames: preconditionFailure("each frame has its own destination")
    case .input(let path): return try file(path, replaces: true)
    }
  }

  func file(_ path: String, replaces: Bool) throws(BatchError) -> OutputFile {
    try BatchError.writing(OutputFile(path, replaces: replaces, temporaries: temporaries))
  }
}

/// A target that keeps an image for the answer of a `serve` job.
package final class AnswerBuffer: OutputTarget {
  package let output = ByteOutput()

  /// Does nothing: the answer takes the bytes from `output`.
  package func commit(announcing announce: (FileStamp, ByteInput) throws(BatchError) -> Void)
    throws(BatchError)
  {}
}
