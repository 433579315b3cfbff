import FrameGeometry

/// A change of each pixel by its neighborhood, as written.
package struct NeighborhoodArgument: Hashable, Sendable {
  package let operation: Operation
  /// The area in which it acts; nil for the whole layer.
  package let area: AreaArgument?

  package init(_ operation: Operation, in area: AreaArgument?) {
    (self.operation, self.area) = (operation, area)
  }

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
    let word: NeighborhoodWord =
      switch operation {
      case .blur: .blur
      case .sharpen, .sharpenOutput: .sharpen
      case .pixelate: .pixelate
      case .effect: .effect
      }
    return word.rawValue
  }
}

/// The keywords of the changes of each pixel by its neighborhood. An animation can change the numbers of all of them.
package enum NeighborhoodWord: String, Hashable, Sendable, CaseIterable {
  case blur, sharpen, pixelate, effect
}

/// The value of an effect's parameter, as written.
package struct EffectSetting: Hashable, Sendable {
  package let name: String
  package let value: Quantity
  /// Of the name.
  package let position: ScriptPosition

  package init(_ name: String, _ value: Quantity, at position: ScriptPosition) {
    (self.name, self.value, self.position) = (name, value, position)
  }
}
