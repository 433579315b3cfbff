import FrameGeometry

/// A change of a layer over time, as written.
package struct AnimateStatement: Hashable, Sendable {
  package var layer: Template
  /// Of the same kind as `to`; nil for the value when the animation starts.
  package var from: AnimatedChange?
  package var to: AnimatedChange
  /// The point that an edit acts about, in the layer's parent.
  package var about: PairArgument?
  package var duration: Quantity?
  package var delay: Quantity?
  package var easing: EasingArgument?
  /// nil for once.
  package var rounds: RoundsArgument?

  package init(layer: Template, from: AnimatedChange?, to: AnimatedChange, about: PairArgument? = nil) {
    (self.layer, self.from, self.to, self.about) = (layer, from, to, about)
  }
}

/// An animated property with a value. The value of an edit is its effect on the current layer.
package enum AnimatedChange: Hashable, Sendable {
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
  case color(AnimatedColor, ColorEditArgument)
}

/// A color edit with one number, which an animation can change.
package enum AnimatedColor: String, Hashable, Sendable {
  case exposure, brightness, contrast, saturation, hue, temperature, tint, grayscale, sepia, invert
}

extension AnimatedChange {
  /// The keywords of animated properties.
  package enum Word: String, ScriptKeyword {
    case opacity, trim, fill, stroke, rotate, scale, skew, translate, move, transform
    case exposure, brightness, contrast, saturation, hue, temperature, tint, grayscale, sepia, invert
    package static let meaning = "property or edit to animate"

    /// True if `about P` may follow.
    package var hasPivot: Bool { self == .rotate || self == .scale || self == .skew }
  }

  /// The keyword in scripts.
  package var word: Word {
    switch self {
    case .opacity: .opacity
    case .trim: .trim
    case .fill: .fill
    case .stroke: .stroke
    case .rotate: .rotate
    case .scale: .scale
    case .skew: .skew
    case .translate: .translate
    case .move: .move
    case .transform: .transform
    case .color(let color, _): Word(rawValue: color.rawValue)!
    }
  }
}

/// How often an animation runs.
package enum RoundsArgument: Hashable, Sendable {
  case times(Expression)
  case forever
}

package enum EasingArgument: Hashable, Sendable {
  case name(Choice<Easing.Name>)
  /// By its control points.
  case curve(PairArgument, PairArgument)
}
