import FrameCodec
import FrameFiles

/// Where an output goes.
package enum Destination: Equatable, Sendable {
  case stdout
  /// The answer of a `serve` job, as base64.
  case answer
  case file(String)
  /// One file for each frame.
  case frames(FrameFileNames, count: Int)
  /// The path of the first input, which the output replaces.
  case input(String)

  /// The path of the file, or the pattern of the paths of frames; nil without a file.
  package var path: String? {
    switch self {
    case .stdout, .answer: nil
    case .file(let path), .input(let path): path
    case .frames(let names, _): names.pattern
    }
  }

  /// The paths of all files.
  package var files: [String] {
    if case .frames(let names, let count) = self {
      (0..<count).map(names.name)
    } else {
      [path].compactMap(\.self)
    }
  }

  /// The name in messages.
  package var name: String { path ?? (self == .stdout ? "stdout" : "outputBase64") }
}

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

/// A target that keeps an image for the answer of a `serve` job.
package final class AnswerBuffer: OutputTarget {
  package let output = ByteOutput()

  /// Does nothing: the answer takes the bytes from `output`.
  package func commit(announcing announce: (FileStamp, ByteInput) throws(BatchError) -> Void)
    throws(BatchError)
  {}
}
