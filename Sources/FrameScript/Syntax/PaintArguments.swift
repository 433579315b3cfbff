import FrameGeometry
import FrameImage
import FrameText

/// The paint of an area, as written.
package enum PaintArgument: Equatable, Sendable {
  case color(ColorArgument)
  case linear(from: PairArgument, to: PairArgument, [StopArgument])
  case radial(center: PairArgument, radius: Quantity, [StopArgument])
}

/// A color of a gradient, with its place if written.
package struct StopArgument: Equatable, Sendable {
  package var color: ColorArgument
  package var place: Quantity?
}

package struct FillArgument: Equatable, Sendable {
  package var paint: PaintArgument
  package var rule: FillRule
}

/// The paint and style of a stroke. What is nil has the default of `StrokeStyle`.
package struct StrokeArgument: Equatable, Sendable {
  package var paint: PaintArgument
  package var width: Quantity
  package var join: StrokeStyle.Join?
  package var miterLimit: Expression?
  package var cap: StrokeStyle.Cap?
  package var dashes: [Quantity] = []
  package var dashOffset: Quantity?
}

/// The visible part of a layer.
package enum ClipArgument: Equatable, Sendable {
  case none
  /// The part inside its bounds.
  case bounds
  /// The part inside a rectangle, an ellipse or a path.
  case area(AreaArgument)
}

/// What says how much of a layer is visible.
package struct MaskArgument: Equatable, Sendable {
  package let source: Source
  /// nil for the default of the source.
  package let channel: MaskChannel?
  package let isInverted: Bool

  package enum Source: Equatable, Sendable {
    case image(ImageReference)
    case layer(Template)
    case paint(PaintArgument)
  }
}

/// A rectangle, an ellipse or a path.
package struct AreaArgument: Equatable, Sendable {
  package let shape: LayerContent
  package let rule: FillRule
}

package struct ShadowArgument: Equatable, Sendable {
  package var offset: PairArgument
  package var blur: Quantity
  package var color: ColorArgument
}

/// An option of a text, as written.
package enum TextOption: Equatable, Sendable {
  case font(Template)
  case size(Quantity)
  case weight(Expression)
  case align(Choice<TextAlignment>, TextPlacement?)
  /// The width at which lines wrap.
  case width(Quantity)
  case lineHeight(Expression)
  /// The maximum number of lines.
  case lines(Expression)

  /// The keyword in scripts.
  package var word: String {
    switch self {
    case .font: "font"
    case .size: "font-size"
    case .weight: "weight"
    case .align: "align"
    case .width: "width"
    case .lineHeight: "line-height"
    case .lines: "lines"
    }
  }
}

/// A color as written.
package enum ColorArgument: Equatable, Sendable {
  case color(Color)
  case components(ColorComponents)
  case template(Template)

  /// Parses the text of a variable, in any form of a color without variables; nil if it is none.
  package init?(text: String) {
    guard !text.contains("$"), let color = Parser.parseColor(text) else { return nil }
    self = color
  }
}

/// A color by its components, as CSS writes it: `rgb(255 0 0 / 50%)` or `hsl(120deg, 100%, 50%)`.
package struct ColorComponents: Equatable, Sendable {
  package enum Model: String, Hashable, Sendable, CaseIterable {
    case rgb, hsl
  }

  package var model: Model
  /// Red, green and blue from 0 to 255 or in percent; or a hue in degrees, and a saturation and lightness in percent.
  package var values: [Quantity]
  /// From 0 to 1 or in percent; nil for opaque.
  package var alpha: Quantity?
}
