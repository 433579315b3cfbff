import FrameGeometry
import FrameImage

/// A change of a layer's colors, pixel by pixel. Alpha stays.
///
///     photo.effects = [.color(.autoLevels()), .color(.exposure(stops: 0.3)), .color(.saturation(1.2))]
///
/// Color edits that follow each other become one function, which is computed once per pixel. The formulas are those of the
/// statements of scripts.
///
/// Samples are encoded as in sRGB and from 0 to 1. A number outside of the range that an edit says is an error of the call
/// that draws the canvas.
public enum ColorEdit: Hashable, Sendable {
  /// Multiplies light by 2 to the power of this number, from -20 to 20.
  case exposure(stops: Double)
  /// Multiplies samples, as CSS's `brightness()`, by 0 to 100.
  case brightness(Double)
  /// Moves samples away from the middle, or towards it, as CSS's `contrast()`, by a factor from 0 to 100.
  case contrast(Double)
  /// Moves colors away from their gray, or towards it, as CSS's `saturate()`, by a factor from 0 to 100. 0 makes them gray.
  case saturation(Double)
  /// Rotates hue in Oklab, at the same lightness.
  case hue(Angle)
  /// Changes the color of the light, in mired from -100 to 100. A positive number is warmer.
  case temperature(mired: Double)
  /// Shifts the color of the light between -100, which is green, and 100, which is magenta.
  case tint(Double)
  /// Stretches a range of samples.
  case levels(Levels)
  /// Stretches the tones of an image to the full range. The pixels of the image are read for this before anything is
  /// drawn, without the other edits. For a layer that shows no image, it is an error.
  ///
  /// - Parameters:
  ///   - range: The channels that have a range of their own.
  ///   - clipping: The share of the pixels that may be cut off at each end, from 0 to 0.49.
  case autoLevels(_ range: AutoRange = .shared, clipping: Double = 0.005)
  /// Maps samples by a smooth curve through two or more points from 0,0 to 1,1, whose x increases. nil is for all channels.
  case curve([Point], in: ColorChannel? = nil)
  /// Replaces a share of each color, from 0 to 1, by its gray, as CSS's `grayscale()`.
  case grayscale(amount: Double = 1)
  /// Replaces each color by a gray, the sum of its channels with these weights, each from -10 to 10.
  case weightedGray(red: Double, green: Double, blue: Double)
  /// Replaces a share of each color, from 0 to 1, by a brown tone, as CSS's `sepia()`.
  case sepia(amount: Double = 1)
  /// Replaces a share of each sample, from 0 to 1, by its negative, as CSS's `invert()`.
  case invert(amount: Double = 1)
  /// Makes a color white if its gray is at least this, from 0 to 1, and black otherwise.
  case threshold(Double)
  /// Leaves this many evenly spaced levels of each channel, from 2 to 256.
  case posterize(levels: Int)
  /// Replaces a share of each color, from 0 to 1, by another color with its brightness: black stays black, and white
  /// becomes the color.
  case colorize(Color, amount: Double = 1)
  /// Replaces colors by those of a table.
  case lookup(LookupTable)
  /// Replaces each channel by a sum, as SVG's `feColorMatrix`.
  case matrix(red: ChannelSum, green: ChannelSum, blue: ChannelSum)

  /// Maps the samples from `black` to `white` to those from `lowest` to `highest`. All four are from 0 to 1.
  public struct Levels: Hashable, Sendable {
    /// The sample that becomes `lowest`, as do those below it.
    public var black: Double
    /// The sample that becomes `highest`, as do those above it. It is above `black`.
    public var white: Double
    /// The darkest sample of the result.
    public var lowest: Double
    /// The lightest sample of the result.
    public var highest: Double
    /// From 0.01 to 100. Above 1, it makes the middle lighter.
    public var gamma: Double
    /// The channel that changes; nil for all.
    public var channel: ColorChannel?

    public init(
      black: Double = 0, white: Double = 1, lowest: Double = 0, highest: Double = 1, gamma: Double = 1,
      channel: ColorChannel? = nil
    ) {
      (self.black, self.white, self.lowest, self.highest) = (black, white, lowest, highest)
      (self.gamma, self.channel) = (gamma, channel)
    }
  }

  /// The channels that have a range of their own in `autoLevels`.
  public enum AutoRange: Hashable, Sendable {
    /// One range for all channels, which keeps hues.
    case shared
    /// A range for each channel, which removes or adds a color cast.
    case perChannel
  }

  /// A sum of the channels of a color, with weights from -1000 to 1000.
  public struct ChannelSum: Hashable, Sendable {
    /// The weight of red.
    public var red: Double
    /// The weight of green.
    public var green: Double
    /// The weight of blue.
    public var blue: Double
    /// The weight of alpha.
    public var alpha: Double
    /// The number that is added, from -1000 to 1000.
    public var constant: Double

    public init(
      red: Double = 0, green: Double = 0, blue: Double = 0, alpha: Double = 0, constant: Double = 0
    ) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
      self.constant = constant
    }
  }
}

/// A table that replaces colors, as programs for photos or films make it. Copies share it.
public struct LookupTable: Hashable, Sendable {
  package let lookup: ColorLookup

  package init(_ lookup: ColorLookup) { self.lookup = lookup }
}
