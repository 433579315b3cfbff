/// A change of each pixel by its neighborhood, as written: its numbers may have units and variables.
package enum NeighborhoodArgument: Equatable, Sendable {
  case blur(Quantity)
  case sharpen(amount: Quantity, radius: Quantity, threshold: Quantity?)
  case pixelate(Quantity)
  /// An effect of a plugin.
  case effect(name: Template, [EffectSetting])
}

/// The keywords of the changes of each pixel by its neighborhood. An animation can change the numbers of all of them.
package enum NeighborhoodWord: String, Hashable, Sendable, CaseIterable {
  case blur, sharpen, pixelate, effect
}

/// The value of an effect's parameter, as written.
package struct EffectSetting: Equatable, Sendable {
  package let name: String
  package let value: Quantity
  /// Of the name.
  package let position: ScriptPosition
}
