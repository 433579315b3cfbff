import FrameImage

/// A color edit, as written.
package enum ColorEditArgument: Equatable, Sendable {
  /// nil for all of a share.
  case number(NumberEdit, Quantity?)
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
}

extension ColorChannel: ScriptKeyword { package static var meaning: WordMeaning { .channel } }
