import FrameCodec
import FrameModel

/// What ends an edit. Nothing is written then.
public enum EditError: Error {
  /// In the script, or in what it comes to when it is planned.
  case script(ScriptError)
  /// An image that cannot be read; with its place where the script names it.
  case image(ImageError, at: ScriptPosition?)
  /// Whoever was asked for an image has none; with its place where the script names it.
  case host(any Error, at: ScriptPosition?)
  /// What was to be done without pixels needs them; with the name of the image, where there is one.
  case lossless(LosslessObstacle, of: String?)
  /// Frames of an animated image, by its name, or of the edit cannot be had as they are wanted.
  case frames(FrameProblem, name: String?)
  /// Rendering would hold more than the limit.
  case limit(LimitExceeded)
  /// The output cannot be encoded or written.
  case output(CodecError)
}

/// What is wrong with an image, with its name.
public struct ImageError: Error {
  public var name: String
  public var error: CodecError

  public init(name: String, error: CodecError) {
    self.name = name
    self.error = error
  }
}
