import FrameImage

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
