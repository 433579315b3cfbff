import FrameGeometry
import FrameImage

/// A change of colors, pixel by pixel. Alpha stays.
///
/// Unless it says otherwise, a formula is for encoded samples from 0 to 1, as those of CSS filters are.
package enum ColorEdit: Hashable, Sendable {
  /// Multiplies light by a power of 2.
  case exposure(Double)
  /// As CSS's `brightness()` (Filter Effects 1): v · b.
  case brightness(Double)
  /// As CSS's `contrast()`: (v - 0.5) · c + 0.5.
  case contrast(Double)
  /// As CSS's `saturate()`: moves colors away from their gray, or towards it.
  case saturation(Double)
  /// Rotates hue in Oklab (Ottosson, 2020), at the same lightness.
  case hue(degrees: Double)
  /// Shows the image as if its light had changed by this many mired. A positive number is warmer.
  case temperature(mired: Double)
  /// The same for a change across the line of temperatures, in 3000ths of CIE 1960 uv, as in the DNG SDK. A positive number
  /// is more magenta.
  case tint(Double)
  /// nil for all channels.
  case levels(Levels, ColorChannel?)
  /// Stretches each channel from the range of its samples, which were found in an image, to 0...1. A channel with one
  /// sample stays.
  case autoLevels(ToneRanges)
  /// nil for all channels.
  case curve(ToneSpline, ColorChannel?)
  /// As CSS's `grayscale()`: replaces this share of a color by its gray.
  case grayscale(amount: Double, weights: ChannelWeights)
  case sepia(amount: Double)
  case invert(amount: Double)
  /// White where the gray is at least this, and black elsewhere.
  case threshold(Double)
  /// Splits the range into this many equal parts, and gives each one of as many evenly spaced levels, as SVG's discrete transfer
  /// functions.
  case posterize(levels: Int)
  /// Replaces this share of a color by another color with its brightness: black stays black, and white becomes the color.
  case colorize(Color, amount: Double)
  case matrix(ColorMatrix)
  case lookup(ColorLookup)

  /// Maps `black...white` to `lowest...highest`: t = (v - black) / (white - black) is limited to 0...1, and t ^ (1 / gamma) is
  /// the share of the output's range.
  package struct Levels: Hashable, Sendable {
    /// The samples that become `lowest` and `highest`.
    package var black, white: Double
    package var lowest = 0.0
    package var highest = 1.0
    package var gamma = 1.0

    package init(black: Double, white: Double) { (self.black, self.white) = (black, white) }
  }

  package struct ChannelWeights: Hashable, Sendable {
    package var red, green, blue: Double

    package init(_ red: Double, _ green: Double, _ blue: Double) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Those of CSS's grayscale, which are BT.709's.
    package static let css = ChannelWeights(0.2126, 0.7152, 0.0722)
  }
}

extension ColorEdit {
  /// Returns the stages that it consists of, between encoded samples.
  ///
  /// - Parameter primaries: the map from light in the samples' primaries to light in sRGB's. Grays must stay gray.
  func stages(primaries: ColorMatrix) -> [ColorStage] {
    switch self {
    case .exposure(let stops): return inLight([.matrix(.scale(Exponentials.power(2, stops)))])
    case .brightness(let factor): return [.matrix(.scale(factor))]
    case .contrast(let factor): return [.matrix(.scale(factor, offset: 0.5 - 0.5 * factor))]
    case .saturation(let factor): return [.matrix(.towards(.init(0.213, 0.715, 0.072), share: 1 - factor))]
    case .hue(let degrees): return inLight(Oklab.rotation(degrees: degrees), primaries)
    case .temperature(let mired):
      return inLight([.matrix(WhitePoint.adaptation(mired: mired, tint: 0))], primaries)
    case .tint(let tint): return inLight([.matrix(WhitePoint.adaptation(mired: 0, tint: tint))], primaries)
    case .levels(let levels, nil): return [.curves(.all(levels.curve))]
    case .levels(let levels, let channel?): return [.curves(.only(levels.curve, channel))]
    case .autoLevels(let ranges): return [.curves(ToneCurves(ranges.channels.map(\.stretch)))]
    case .curve(let spline, nil): return [.curves(.all(ToneFunction(.clamp, .spline(spline))))]
    case .curve(let spline, let channel?):
      return [.curves(.only(ToneFunction(.clamp, .spline(spline)), channel))]
    case .grayscale(let amount, let weights): return [.matrix(.towards(weights, share: amount))]
    case .sepia(let amount):
      let whole = ColorMatrix(
        rows: [0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131])
      return [.matrix(whole.mixed(amount))]
    case .invert(let amount): return [.matrix(.scale(1 - 2 * amount, offset: amount))]
    case .threshold(let level):
      return [.matrix(.towards(.css, share: 1)), .curves(.all(ToneFunction(.threshold(level))))]
    case .posterize(let levels): return [.curves(.all(ToneFunction(.clamp, .levels(levels))))]
    case .colorize(let color, let amount):
      let weights = ChannelWeights.css
      let rows = [color.red, color.green, color.blue].map {
        [weights.red * $0, weights.green * $0, weights.blue * $0]
      }
      return [.matrix(ColorMatrix(rows: rows[0], rows[1], rows[2]).mixed(amount))]
    case .matrix(let matrix): return [.matrix(matrix)]
    case .lookup(let lookup): return lookup.tables.map(\.stage)
    }
  }

  /// - Parameter primaries: the map from the samples' primaries to those of the stages.
  private func inLight(_ stages: [ColorStage], _ primaries: ColorMatrix = .identity) -> [ColorStage] {
    [.curves(.all(ToneFunction(.decode))), .matrix(primaries)] + stages
      + [.matrix(primaries.inverse), .curves(.all(ToneFunction(.encode)))]
  }

  /// True if the primaries of the output count: for edits that are defined in sRGB, or have a color of the script.
  var dependsOnPrimaries: Bool {
    switch self {
    case .hue, .temperature, .tint, .colorize: true
    default: false
    }
  }

  /// Returns the edit with another color in place of the one that the script names.
  func mappingColor(_ change: (Color) -> Color) -> ColorEdit {
    if case .colorize(let color, let amount) = self { .colorize(change(color), amount: amount) } else { self }
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
