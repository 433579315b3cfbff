import FrameModel

/// Recognizers at work on touches: a fold over frames, in virtual time.
public struct GestureSession: Sendable {
  public var settings: GestureSettings

  public init(settings: GestureSettings = GestureSettings()) {
    self.settings = settings
  }
}
