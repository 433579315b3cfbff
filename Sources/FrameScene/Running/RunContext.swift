import FrameModel

/// The parameters of a run.
public struct RunContext: Sendable {
  /// `$index`, from 0.
  public var index: Int
  /// `$stem`
  public var stem: String
  public var seed: UInt64
  /// The values of `-D`.
  public var parameters: [String: Value]
  /// Whether cards as large as the canvas replace missing images.
  public var usesPlaceholders: Bool
  /// The frame rate of the recorded timeline; nil if only the end is needed.
  public var frameRate: FrameRate?
  /// The parts of the run's record that are kept.
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
