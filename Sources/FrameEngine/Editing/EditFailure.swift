import FrameCodec
import FrameCompare
import FrameFiles
import FrameImage
import FramePlan
import FrameScene
import FrameScript

/// An error that ends an edit. The edit has no output then.
package indirect enum EditFailure: Error {
  /// The script is wrong, or its expectations failed; at least one error.
  case script([ScriptError], in: [ScriptFile])
  /// A command of a canvas cannot be performed, or its scene cannot be planned.
  case scene(SceneError)
  /// An image or another file cannot be opened, read or decoded. The place is set if a command names the file.
  case input(FileError, at: ScriptPlace?)
  /// Two images cannot be compared.
  case comparison(ComparisonError)
  /// A bug in frameit.
  case bug(String)
  /// A lossless transform was required but is not possible, with the image's name if there is an image.
  case lossless(LosslessObstacle, of: String?)
  /// The requested frames, of the named image or of the edit, are not available.
  case frames(FrameProblem, name: String?)
  /// The output cannot honor a setting.
  case encoding(Message)
  /// Rendering would exceed a limit.
  case limit(LimitExceeded)
  /// An effect of a plugin failed.
  case effect(CodecError)
  /// The output cannot be encoded or written.
  case output(CodecError)
}

extension EditFailure {
  /// Creates the failure of a scene.
  ///
  /// - Parameter files: The files of the script; none for a canvas, which names its parts by their origins.
  package init(_ error: SceneError, in files: [ScriptFile]) {
    // The width of an output has no place in a script.
    let isOfOutput = if case .widthLimit = error.problem { true } else { false }
    self = files.isEmpty || isOfOutput ? .scene(error) : .script([ScriptError(error)], in: files)
  }

  /// Runs `body` and converts its errors to the failure of their source.
  package static func converting<R>(_ body: () throws -> R) throws(EditFailure) -> R {
    do { return try body() } catch { throw EditFailure(error) }
  }

  private init(_ error: any Error) {
    self =
      switch error {
      case let failure as EditFailure: failure
      case let error as ScriptError: .script(error.errors, in: error.files)
      case let error as SceneError: .scene(error)
      case let error as FileError: .input(error, at: nil)
      case CodecError.effect(_, _, .limit(.cancelled)): .limit(.cancelled)
      case let error as CodecError where error.isOfEffect: .effect(error)
      case let error as CodecError: .output(error)
      case let error as ComparisonError: .comparison(error)
      case let exceeded as LimitExceeded: .limit(exceeded)
      default: .output(.misuse(detail: "\(error)"))
      }
  }
}

/// A place in a script, with the files that it consists of.
package struct ScriptPlace: Sendable {
  package var position: ScriptPosition
  package var files: [ScriptFile]
}

/// The reason why requested frames are not available.
package enum FrameProblem: Equatable, Sendable {
  /// An image is animated, and the output format, given by its title, holds one frame.
  case formatHoldsOneFrame(String, frames: Int)
  /// The edit is a frame sequence, and the output format holds one frame.
  case formatHoldsNoSequence(ImageFormat, frames: Int)
  /// The image has no frame with this index; the image has `of` frames.
  case noSuchFrame(Int, of: Int)
}
