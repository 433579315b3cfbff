import FrameCodec
import FrameCompare
import FrameFiles
import FrameImage
import FramePlan
import FrameRender
import FrameScene
import FrameScript

/// An error that ends an edit. The edit has no output then.
package indirect enum EditFailure: Error {
  /// The script is wrong.
  case script(ScriptError)
  /// A command of the scene cannot be performed, or the scene cannot be planned.
  case scene(SceneError)
  /// Expectations of the script failed.
  case expectations([ScriptError])
  /// An image or another file cannot be opened, read or decoded. The origin is set if a command names the file.
  case input(InputError, at: Origin?)
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
  case effect(EffectFailure)
  /// The output cannot be encoded or written.
  case output(CodecError)
}

extension EditFailure {
  /// Runs `body` and converts its errors to the failure of their source.
  package static func converting<R>(_ body: () throws -> R) throws(EditFailure) -> R {
    do { return try body() } catch { throw EditFailure(error) }
  }

  private init(_ error: any Error) {
    self =
      switch error {
      case let failure as EditFailure: failure
      case let error as ScriptError: .script(error)
      case let error as SceneError: .scene(error)
      case let error as InputError: .input(error, at: nil)
      case let failure as EffectFailure: .effect(failure)
      case let error as CodecError: .output(error)
      case let error as ComparisonError: .comparison(error)
      case is OutOfMemory: .output(.outOfMemory)
      case let exceeded as LimitExceeded: .limit(exceeded)
      default: .output(.misuse(detail: "\(error)"))
      }
  }
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
