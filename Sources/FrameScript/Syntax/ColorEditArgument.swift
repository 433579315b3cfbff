import FrameImage

/// A color edit, as written.
package enum ColorEditArgument: Hashable, Sendable {
  /// In powers of two.
  case exposure(Expression)
  case factor(ColorFactor, Quantity)
  case hue(Quantity)
  case balance(ColorBalance, Expression)
  /// The ranges that become each other; the second one is all by default. nil for all channels.
  case levels(RangeArgument, RangeArgument?, gamma: Expression?, ColorChannel?)
  /// nil for all channels.
  case curve([PairArgument], ColorChannel?)
  /// One share, or three weights.
  case grayscale([Quantity])
  /// nil for all.
  case share(ColorShare, Quantity?)
  case threshold(Quantity)
  case posterize(Expression)
  /// nil for all.
  case colorize(ColorArgument, Quantity?)
  /// 20 numbers, as in SVG's feColorMatrix.
  case matrix([Expression])
  /// The file is read before the script runs.
  case lookup(ColorLookup)

  package struct RangeArgument: Hashable, Sendable {
    package let start, end: Quantity

    package init(start: Quantity, end: Quantity) { (self.start, self.end) = (start, end) }
  }

  /// A factor of CSS: 1 changes nothing.
  package enum ColorFactor: String, Hashable, Sendable {
    case brightness, contrast, saturation
  }

  /// A change of the light's color: 0 changes nothing.
  package enum ColorBalance: String, Hashable, Sendable {
    case temperature, tint
  }

  /// A share of CSS: 0 changes nothing.
  package enum ColorShare: String, Hashable, Sendable {
    case sepia, invert
  }

  /// The keyword in scripts.
  package var word: String {
    switch self {
    case .exposure: "exposure"
    case .factor(let factor, _): factor.rawValue
    case .hue: "hue"
    case .balance(let balance, _): balance.rawValue
    case .levels: "levels"
    case .curve: "curve"
    case .grayscale: "grayscale"
    case .share(let share, _): share.rawValue
    case .threshold: "threshold"
    case .posterize: "posterize"
    case .colorize: "colorize"
    case .matrix: "color-matrix"
    case .lookup: "lut"
    }
  }
}

/// The levels that `auto-levels` finds in an image, as written.
package struct AutoLevelsArgument: Hashable, Sendable {
  package var channels: ChannelUse
  /// The share of the pixels that is clipped at each end; nil for the usual one.
  package var clipped: Quantity?

  /// What has a range of its own.
  package enum ChannelUse: Hashable, Sendable {
    /// One range for all channels, which keeps hues.
    case together
    case each
  }

  package init(_ channels: ChannelUse, clipped: Quantity? = nil) {
    (self.channels, self.clipped) = (channels, clipped)
  }
}

extension ColorChannel: ScriptKeyword { package static var meaning: String { "channel" } }
