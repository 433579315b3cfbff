import FrameGeometry
import FrameImage
import FramePlan

/// A change of a layer over time, as written.
package struct AnimateStatement: Equatable, Sendable {
  package var layer: Template
  /// Of the same kind as `to`; nil for the value when the animation starts.
  package var from: AnimatedChange?
  package var to: AnimatedChange
  /// The point that an edit acts about, in the layer's parent.
  package var about: PairArgument?
  /// The part of the layer in which a blur, sharpening, squares or an effect of a plugin acts; nil for all of it.
  package var area: AreaArgument?
  package var duration: Quantity?
  package var delay: Quantity?
  package var easing: EasingArgument?
  /// nil for once.
  package var rounds: RoundsArgument?
}

/// An animated property with a value. The value of an edit is its effect on the current layer.
package enum AnimatedChange: Equatable, Sendable {
  case opacity(Quantity)
  case trim(Quantity, Quantity)
  case fill(ColorArgument)
  case stroke(ColorArgument, width: Quantity)
  case rotate(Quantity)
  case scale(Quantity, Quantity?)
  case skew(Quantity, Quantity?)
  case translate(PairArgument)
  case move(PairArgument)
  case transform(MatrixArgument)
  case color(NumberEdit, Quantity)
  case neighborhood(NeighborhoodArgument)
}

extension AnimatedChange {
  /// What can be animated.
  package enum Word: ScriptKeyword {
    case property(Property)
    case color(NumberEdit)
    case neighborhood(NeighborhoodWord)

    package enum Property: String, CaseIterable, Sendable {
      case opacity, trim, fill, stroke, rotate, scale, skew, translate, move, transform
    }

    package static let meaning = WordMeaning.animatedChange

    package static let allCases =
      Property.allCases.map(Word.property) + NumberEdit.animated.map(Word.color)
      + NeighborhoodWord.allCases.map(Word.neighborhood)

    package init?(rawValue: String) {
      guard let word = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = word
    }

    /// The keyword in scripts.
    package var rawValue: String {
      switch self {
      case .property(let property): property.rawValue
      case .color(let color): color.word
      case .neighborhood(let neighborhood): neighborhood.rawValue
      }
    }

    /// True if `about P` may follow.
    package var hasPivot: Bool {
      self == .property(.rotate) || self == .property(.scale) || self == .property(.skew)
    }

    /// True if `in AREA` may follow.
    package var hasArea: Bool { if case .neighborhood = self { true } else { false } }
  }
}

/// How often an animation runs.
package enum RoundsArgument: Equatable, Sendable {
  case times(Expression)
  case forever
}

package enum EasingArgument: Equatable, Sendable {
  case name(Choice<Easing.Name>)
  /// By its control points.
  case curve(PairArgument, PairArgument)
}
