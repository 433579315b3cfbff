import FrameGeometry

/// A color edit with one number, which an animation can change, by its keyword in scripts.
package enum NumberEdit: String, Hashable, Sendable, CaseIterable {
  case exposure, brightness, contrast, saturation, hue, temperature, tint, grayscale, sepia, invert

  /// The number that an edit takes.
  package struct Number: Sendable {
    package let kind: Kind
    /// The number that changes nothing.
    package let neutral: Double
    package let range: ClosedRange<Double>
    /// As messages name it: "an exposure".
    package let name: String
    /// What messages say when it is missing.
    package let expectation: String

    package enum Kind: Sendable {
      /// Without a unit.
      case plain
      /// As in CSS, where 120% is 1.2.
      case factor
      /// In degrees.
      case angle
      /// As in CSS, from nothing to all, which is the default.
      case share
    }

    /// As a script writes the number that changes nothing: "0deg".
    package var neutralText: String { neutral.scriptText + (kind == .angle ? "deg" : "") }
  }

  package var number: Number {
    switch self {
    // In powers of two.
    case .exposure:
      Number(
        kind: .plain, neutral: 0, range: -20...20, name: "an exposure",
        expectation: "a number of stops, such as 0.5")
    case .brightness, .contrast, .saturation:
      Number(
        kind: .factor, neutral: 1, range: 0...100, name: "a factor",
        expectation: "a factor, such as 1.2 or 120%")
    case .hue:
      Number(
        kind: .angle, neutral: 0, range: -Double.infinity...Double.infinity, name: "an angle",
        expectation: "an angle")
    // Changes of the light's color, in mired.
    case .temperature:
      Number(
        kind: .plain, neutral: 0, range: -100...100, name: "a temperature",
        expectation: "a number from -100 (colder) to 100 (warmer)")
    case .tint:
      Number(
        kind: .plain, neutral: 0, range: -100...100, name: "a tint", expectation: "a number from -100 to 100")
    case .grayscale, .sepia, .invert:
      Number(
        kind: .share, neutral: 0, range: 0...1, name: "a share", expectation: "a share from 0 to 1")
    }
  }
}
