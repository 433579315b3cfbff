import FrameImage
import FrameScene

/// The name of an input as the user gave it, and its part without folder and extension.
package struct InputName: Sendable {
  package var name: String
  package var stem: String

  package init(name: String, stem: String) { (self.name, self.stem) = (name, stem) }
}

/// The parameters of a run.
package struct RunContext: Sendable {
  /// `$index`, from 0.
  package var index: Int
  /// The inputs of the job: all inputs, for a script that takes all of them at once.
  package var inputs: [InputName]
  package var seed: UInt64
  /// The values of `-D`.
  package var parameters: [String: Value]
  /// True if cards as large as the canvas replace missing images.
  package var usesPlaceholders: Bool
  /// The frame rate of the recorded timeline; nil if only the end is needed.
  package var frameRate: FrameRate?
  /// True if the end of the script is a moment at which fingers may be down: their touches are not canceled, and no timer
  /// fires.
  package var endsAtMoment = false
  /// The parts of the run's record that are kept.
  package var detail: RunRecord.Detail
  /// Returns the effects of plugins, by their names.
  package var effects: @Sendable () -> [String: PluginEffect] = { [:] }
  /// The bytes that the script may use for its scene and plan, if they are less than the memory limit.
  package var memory = Int.max

  package init(
    index: Int = 0, inputs: [InputName] = [], seed: UInt64 = 0,
    parameters: [String: Value] = [:],
    usesPlaceholders: Bool = false, detail: RunRecord.Detail = [],
    frameRate: FrameRate? = nil
  ) {
    self.detail = detail
    self.frameRate = frameRate
    self.index = index
    self.inputs = inputs
    self.seed = seed
    self.parameters = parameters
    self.usesPlaceholders = usesPlaceholders
  }

  /// `$stem`: that of the first input.
  package var stem: String { inputs.first?.stem ?? "" }
}
