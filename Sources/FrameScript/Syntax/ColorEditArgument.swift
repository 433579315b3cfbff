import FrameImage
import FramePlan

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
  /// The share of the pixels that is clipped at each end; nil for the usual one.
  case autoLevels(ColorEdit.AutoRange, clipping: Quantity?)
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

extension ColorChannel: ScriptKeyword { package static var meaning: WordMeaning { .channel } }
