import FrameGeometry
import FrameImage

/// A color edit, as written.
package enum ColorEditArgument: Equatable, Sendable {
  /// nil for all of a share.
  case number(ColorEditWord, Quantity?)
  /// The ranges that become each other; the second one is all by default. nil for all channels.
  case levels(RangeArgument, RangeArgument?, gamma: Expression?, ColorChannel?)
  /// nil for all channels.
  case curve([PairArgument], ColorChannel?)
  /// A gray with weights of red, green and blue.
  case weightedGray([Quantity])
  case threshold(Quantity)
  case posterize(Expression)
  /// nil for all.
  case colorize(ColorArgument, Quantity?)
  /// 20 numbers, as in SVG's feColorMatrix.
  case matrix([Expression])
  /// The file is read before the script runs.
  case lookup(ColorLookup)

  package struct RangeArgument: Equatable, Sendable {
    package let start, end: Quantity

    package init(start: Quantity, end: Quantity) { (self.start, self.end) = (start, end) }
  }

  /// The keyword in scripts.
  package var word: String {
    switch self {
    case .number(let word, _): word.rawValue
    case .levels: "levels"
    case .curve: "curve"
    case .weightedGray: ColorEditWord.grayscale.rawValue
    case .threshold: "threshold"
    case .posterize: "posterize"
    case .colorize: "colorize"
    case .matrix: "color-matrix"
    case .lookup: "lut"
    }
  }
}

/// The keyword of a color edit with one number, which an animation can change.
package enum ColorEditWord: String, Hashable, Sendable, CaseIterable {
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
    let expectation: String

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
    var neutralText: String { neutral.scriptText + (kind == .angle ? "deg" : "") }
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

/// The levels that `auto-levels` finds in an image, as written.
package struct AutoLevelsArgument: Equatable, Sendable {
  package var channels: ChannelUse
  /// The share of the pixels that is clipped at each end; nil for the usual one.
  package var clipped: Quantity?

  /// What has a range of its own.
  package enum ChannelUse: Equatable, Sendable {
    /// One range for all channels, which keeps hues.
    case together
    case each
  }

  package init(_ channels: ChannelUse, clipped: Quantity? = nil) {
    (self.channels, self.clipped) = (channels, clipped)
  }
}

extension ColorChannel: ScriptKeyword { package static var meaning: WordMeaning { .channel } }
