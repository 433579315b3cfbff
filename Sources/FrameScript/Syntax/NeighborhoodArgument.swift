import FrameGeometry

/// A change of each pixel by its neighborhood, as written.
package struct NeighborhoodArgument: Hashable, Sendable {
  package let operation: Operation
  /// The area in which it acts; nil for the whole layer.
  package let area: AreaArgument?

  package enum Operation: Hashable, Sendable {
    case blur(Quantity)
    case sharpen(amount: Quantity, radius: Quantity, threshold: Quantity?)
    /// For reduced images.
    case sharpenOutput
    case pixelate(Quantity)
    /// An effect of a plugin.
    case effect(name: Template, [EffectSetting])
  }

  /// The keyword in scripts.
  package var word: String {
    switch operation {
    case .blur: "blur"
    case .sharpen, .sharpenOutput: "sharpen"
    case .pixelate: "pixelate"
    case .effect: "effect"
    }
  }
}

/// The value of an effect's parameter, as written.
package struct EffectSetting: Hashable, Sendable {
  package let name: String
  package let value: Quantity
  /// Of the name.
  package let position: ScriptPosition
}
