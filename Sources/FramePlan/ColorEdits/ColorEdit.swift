import FrameGeometry
import FrameImage

/// A change of a layer's colors, pixel by pixel. Alpha stays.
///
///     photo.effects = [.color(.autoLevels()), .color(.exposure(stops: 0.3)), .color(.saturation(1.2))]
///
/// Color edits that follow each other become one function, which is computed once per pixel. Scripts have the same
/// formulas.
///
/// Samples are encoded as in sRGB and from 0 to 1. A number outside of the range that an edit says is an error of the call
/// that draws the canvas.
public struct ColorEdit: Hashable, Sendable {
  package let kind: Kind

  package enum Kind: Hashable, Sendable {
    case number(NumberEdit, Double)
    case levels(Levels)
    /// Stretches the tones of an image by the ranges of its samples.
    case autoLevels(AutoRange, clipping: Double)
    /// Stretches each channel from the range of its samples, which were found in an image, to 0...1. A channel with one
    /// sample stays.
    case stretch(ToneRanges)
    /// Through two or more points; nil for all channels.
    case curve([Point], ColorChannel?)
    case weightedGray(ChannelWeights)
    case colorize(Color, amount: Double)
    case matrix(ColorMatrix)
    /// A share of each color is replaced.
    case lookup(ColorLookup, amount: Double)
  }

  package init(_ kind: Kind) { self.kind = kind }

  package init(_ edit: NumberEdit, _ number: Double) { kind = .number(edit, number) }

  /// Stretches a range of samples.
  public static func levels(_ levels: Levels) -> ColorEdit { ColorEdit(.levels(levels)) }

  /// Stretches the tones of an image to the full range. The pixels of the image are read for this before anything is
  /// drawn, without the other edits. For a layer that shows no image, it is an error.
  ///
  /// - Parameters:
  ///   - range: The channels that have a range of their own.
  ///   - clipping: The share of the pixels that may be cut off at each end, from 0 to 0.49.
  public static func autoLevels(_ range: AutoRange = .shared, clipping: Double = 0.005) -> ColorEdit {
    ColorEdit(.autoLevels(range, clipping: clipping))
  }

  /// The clipping of Photoshop's Auto Contrast (Adobe, "Make quick tonal adjustments").
  package static let usualClipping = 0.005
  /// Below one half, so that some pixels are left.
  package static let mostClipping = 0.49

  /// Maps samples by a smooth curve through two or more points from 0,0 to 1,1, whose x increases. nil is for all channels.
  public static func curve(_ points: [Point], in channel: ColorChannel? = nil) -> ColorEdit {
    ColorEdit(.curve(points, channel))
  }

  /// Replaces each color by a gray, the sum of its channels with these weights, each from -10 to 10.
  public static func weightedGray(red: Double, green: Double, blue: Double) -> ColorEdit {
    ColorEdit(.weightedGray(ChannelWeights(red, green, blue)))
  }

  /// Replaces a share of each color, from 0 to 1, by another color with its brightness: black stays black, and white
  /// becomes the color. A transparent color replaces less.
  public static func colorize(_ color: Color, amount: Double = 1) -> ColorEdit {
    ColorEdit(.colorize(color, amount: amount))
  }

  /// Looks each color up in a table, and replaces it, or a share of it from 0 to 1, by the color that the table has for it.
  public static func lookup(_ table: LookupTable, amount: Double = 1) -> ColorEdit {
    ColorEdit(.lookup(table.lookup, amount: amount))
  }

  /// Replaces each channel by a sum, as SVG's `feColorMatrix`.
  public static func matrix(red: ChannelSum, green: ChannelSum, blue: ChannelSum) -> ColorEdit {
    ColorEdit(.matrix(ColorMatrix(rows: red.row, green.row, blue.row)))
  }

  /// Maps the samples from `black` to `white` to those from `lowest` to `highest`. All four are from 0 to 1.
  ///
  /// t = (v - black) / (white - black) is limited to 0...1, and t ^ (1 / gamma) is the share of the result's range.
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
      self.black = black
      self.white = white
      self.lowest = lowest
      self.highest = highest
      self.gamma = gamma
      self.channel = channel
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
      self.red = red
      self.green = green
      self.blue = blue
      self.alpha = alpha
      self.constant = constant
    }

    fileprivate var row: [Double] { [red, green, blue, alpha, constant] }
  }

  package struct ChannelWeights: Hashable, Sendable {
    package var red, green, blue: Double

    package init(_ red: Double, _ green: Double, _ blue: Double) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// Those of CSS's grayscale, which are BT.709's.
    package static let css = ChannelWeights(0.2126, 0.7152, 0.0722)
  }
}

/// A table that replaces colors, as programs for photos or films make it. Copies share it.
public struct LookupTable: Hashable, Sendable {
  package let lookup: ColorLookup

  package init(_ lookup: ColorLookup) { self.lookup = lookup }
}

extension ColorEdit {
  /// Returns the stages that it consists of, between encoded samples.
  ///
  /// - Parameter primaries: the map from light in the samples' primaries to light in sRGB's. Grays must stay gray.
  func stages(primaries: ColorMatrix) -> [ColorStage] {
    switch kind {
    case .number(let edit, let number): return edit.stages(number, primaries)
    case .levels(let levels): return [.curves(levels.curve, in: levels.channel)]
    case .autoLevels: preconditionFailure("the ranges are found before anything is drawn")
    case .stretch(let ranges): return [.curves(ToneCurves(ranges.channels.map(\.stretch)))]
    case .curve(let points, let channel):
      return [.curves(ToneFunction(.clamp, .spline(ToneSpline(points))), in: channel)]
    case .weightedGray(let weights): return [.matrix(.towards(weights, share: 1))]
    case .colorize(let color, let amount):
      let weights = ChannelWeights.css
      let rows = [color.red, color.green, color.blue].map {
        [weights.red * $0, weights.green * $0, weights.blue * $0]
      }
      return [.matrix(ColorMatrix(rows: rows[0], rows[1], rows[2]).mixed(amount * color.alpha))]
    case .matrix(let matrix): return [.matrix(matrix)]
    case .lookup(let lookup, let amount):
      let stages = lookup.tables.map(\.stage)
      return amount == 1 ? stages : amount == 0 ? [] : [.mixed(stages, amount: amount)]
    }
  }

  /// True if the primaries of the output count: for edits that are defined in sRGB, or have a color of the script.
  var dependsOnPrimaries: Bool {
    switch kind {
    case .number(let edit, _): edit.dependsOnPrimaries
    case .colorize: true
    default: false
    }
  }

  /// Returns the edit with another color in place of the one that the script names.
  func mappingColor(_ change: (Color) -> Color) -> ColorEdit {
    if case .colorize(let color, let amount) = kind { .colorize(change(color), amount: amount) } else { self }
  }
}

extension [ColorStage] {
  /// Returns stages between encoded samples for stages in light.
  ///
  /// - Parameter primaries: the map from the samples' primaries to those of the stages.
  static func inLight(_ stages: [ColorStage], _ primaries: ColorMatrix = .identity) -> [ColorStage] {
    [.curves(.all(ToneFunction(.decode))), .matrix(primaries)] + stages
      + [.matrix(primaries.inverse), .curves(.all(ToneFunction(.encode)))]
  }
}

extension ColorStage {
  /// - Parameter channel: nil for all.
  fileprivate static func curves(_ curve: ToneFunction, in channel: ColorChannel?) -> ColorStage {
    .curves(channel.map { .only(curve, $0) } ?? .all(curve))
  }
}

extension ColorLookup.Table {
  fileprivate var stage: ColorStage {
    switch self {
    case .curves(let curves): .curves(ToneCurves(curves.map(\.function)))
    case .cube(let cube): .cube(cube)
    }
  }
}

extension LookupCurve {
  fileprivate var function: ToneFunction { isIdentity ? ToneFunction(.clamp) : ToneFunction(.lookup(self)) }
}

extension ClosedRange<Double> {
  fileprivate var stretch: ToneFunction {
    lowerBound < upperBound
      ? ColorEdit.Levels(black: lowerBound, white: upperBound).curve : ToneFunction()
  }
}

extension ColorEdit.Levels {
  fileprivate var curve: ToneFunction {
    let range = white - black
    var curve = ToneFunction(.affine(scale: 1 / range, offset: -black / range), .clamp)
    if gamma != 1 { curve.append(.power(1 / gamma)) }
    curve.append(.affine(scale: highest - lowest, offset: lowest))
    return curve
  }
}
