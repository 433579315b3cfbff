import FrameModel

/// What a script may know of its run.
public struct RunContext: Sendable {
  /// `$index`, from 0.
  public var index: Int
  /// `$stem`
  public var stem: String
  public var seed: UInt64
  /// What `-D` set.
  public var parameters: [String: Value]
  /// True where images that are not given are stood for by cards as large as the canvas.
  public var usesPlaceholders: Bool
  /// How finely what is shown on the way is told; nil where only the end counts.
  public var frameRate: FrameRate?
  /// What the run's record shall have.
  public var detail: RunRecord.Detail

  public init(
    index: Int = 0, stem: String = "", seed: UInt64 = 0, parameters: [String: Value] = [:],
    usesPlaceholders: Bool = false, detail: RunRecord.Detail = [],
    frameRate: FrameRate? = nil
  ) {
    self.detail = detail
    self.frameRate = frameRate
    self.index = index
    self.stem = stem
    self.seed = seed
    self.parameters = parameters
    self.usesPlaceholders = usesPlaceholders
  }
}
