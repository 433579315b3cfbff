import FrameGeometry
import FrameImage

/// A color edit with one number.
package struct NumberEdit: Hashable, Sendable {
  /// The keyword in scripts.
  package let word: String
  package let kind: Kind
  package let range: ClosedRange<Double>
  /// The number that changes nothing, with which animations begin; nil if there is none.
  package let neutral: Double?
  /// As messages name the number: "an exposure".
  package let name: String
  /// What messages say when the number is missing.
  package let expectation: String
  /// True if the edit is defined in sRGB, so that other primaries count.
  let dependsOnPrimaries: Bool
  /// Returns the stages of the edit with a number, between encoded samples.
  let stages: @Sendable (_ number: Double, _ primaries: ColorMatrix) -> [ColorStage]

  package enum Kind: Sendable {
    /// Without a unit.
    case plain
    /// As in CSS, where 120% is 1.2.
    case factor
    /// In degrees.
    case angle
    /// As in CSS, from nothing to all, which is the default.
    case share
    /// A sample from 0 to 1.
    case sample
    /// A whole number.
    case count
  }

  private init(
    _ word: String, _ kind: Kind, _ range: ClosedRange<Double>, neutral: Double?, _ name: String,
    expecting expectation: String, dependsOnPrimaries: Bool = false,
    _ stages: @escaping @Sendable (_ number: Double, _ primaries: ColorMatrix) -> [ColorStage]
  ) {
    self.word = word
    self.kind = kind
    self.range = range
    self.neutral = neutral
    self.name = name
    self.expectation = expectation
    self.dependsOnPrimaries = dependsOnPrimaries
    self.stages = stages
  }

  package static func == (one: NumberEdit, other: NumberEdit) -> Bool { one.word == other.word }

  package func hash(into hasher: inout Hasher) { hasher.combine(word) }

  /// The edits that animations can change.
  package static let animated = all.filter { $0.neutral != nil }

  package static func named(_ word: String) -> NumberEdit? { all.first { $0.word == word } }

  /// As a script writes a number of the edit: "30deg".
  package func text(of number: Double) -> String { number.scriptText + (kind == .angle ? "deg" : "") }
}

// Each edit is an entry here, a function of `ColorEdit`, and a statement in the table of statements.
extension NumberEdit {
  package static let all = [
    exposure, brightness, contrast, saturation, vibrance, hue, temperature, tint, grayscale, sepia, invert,
    threshold,
    posterize,
  ]

  package static let exposure = NumberEdit(
    "exposure", .plain, -20...20, neutral: 0, "an exposure", expecting: "a number of stops, such as 0.5"
  ) { stops, _ in .inLight([.matrix(.scale(Exponentials.power(2, stops)))]) }

  /// `brightness()` of Filter Effects 1: v · b.
  package static let brightness = factor("brightness") { factor, _ in [.matrix(.scale(factor))] }

  /// `contrast()` of Filter Effects 1: (v - 0.5) · c + 0.5.
  package static let contrast = factor("contrast") { factor, _ in
    [.matrix(.scale(factor, offset: 0.5 - 0.5 * factor))]
  }

  package static let saturation = factor("saturation") { factor, _ in
    [.matrix(.towards(.init(0.213, 0.715, 0.072), share: 1 - factor))]
  }

  /// Saturation by 1 + v (1 - (max - min)), where v is a 100th of the number. A cube of 33³ colors is closer to this than a 16th
  /// of an 8-bit step, because the formula is quadratic in each of its tetrahedra.
  package static let vibrance = NumberEdit(
    "vibrance", .plain, -100...100, neutral: 0, "a vibrance", expecting: "a number from -100 to 100"
  ) { number, _ in
    let size = 33
    let colors = (0..<size * size * size).map { i in
      let color =
        SIMD3(Double(i % size), Double(i / size % size), Double(i / (size * size))) / Double(size - 1)
      let gray = (color * SIMD3(0.213, 0.715, 0.072)).sum()
      let factor = 1 + number / 100 * (1 - (color.max() - color.min()))
      return SIMD4<Float>(SIMD4(gray + (color - gray) * factor, 0))
    }
    return [.cube(LookupCube(domain: Array(repeating: 0...1, count: 3), size: size, colors: colors))]
  }

  /// Ottosson, "A perceptual color space for image processing" (2020).
  package static let hue = NumberEdit(
    "hue", .angle, -Double.infinity...Double.infinity, neutral: 0, "an angle", expecting: "an angle",
    dependsOnPrimaries: true
  ) { degrees, primaries in .inLight(Oklab.rotation(degrees: degrees), primaries) }

  /// Shows the image as if its light had changed by this many mired.
  package static let temperature = NumberEdit(
    "temperature", .plain, -100...100, neutral: 0, "a temperature",
    expecting: "a number from -100 (colder) to 100 (warmer)", dependsOnPrimaries: true
  ) { mired, primaries in .inLight([.matrix(WhitePoint.adaptation(mired: mired, tint: 0))], primaries) }

  /// The same for a change across the line of temperatures, in 3000ths of CIE 1960 uv, as in the DNG SDK.
  package static let tint = NumberEdit(
    "tint", .plain, -100...100, neutral: 0, "a tint", expecting: "a number from -100 to 100",
    dependsOnPrimaries: true
  ) { tint, primaries in .inLight([.matrix(WhitePoint.adaptation(mired: 0, tint: tint))], primaries) }

  package static let grayscale = share("grayscale") { [.matrix(.towards(.css, share: $0))] }

  package static let sepia = share("sepia") { amount in
    let whole = ColorMatrix(rows: [0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131])
    return [.matrix(whole.mixed(amount))]
  }

  package static let invert = share("invert") { [.matrix(.scale(1 - 2 * $0, offset: $0))] }

  package static let threshold = NumberEdit(
    "threshold", .sample, 0...1, neutral: nil, "a threshold", expecting: "a level from 0 to 1"
  ) { level, _ in [.matrix(.towards(.css, share: 1)), .curves(.all(ToneFunction(.threshold(level))))] }

  /// Splits the range into this many equal parts, and gives each one of as many evenly spaced levels, as SVG's discrete transfer
  /// functions.
  package static let posterize = NumberEdit(
    "posterize", .count, 2...256, neutral: nil, "a number of levels", expecting: "a number of levels"
  ) { levels, _ in [.curves(.all(ToneFunction(.clamp, .levels(Int(levels)))))] }

  private static func factor(
    _ word: String, _ stages: @escaping @Sendable (Double, ColorMatrix) -> [ColorStage]
  ) -> NumberEdit {
    NumberEdit(
      word, .factor, 0...100, neutral: 1, "a factor", expecting: "a factor, such as 1.2 or 120%", stages)
  }

  private static func share(
    _ word: String, _ stages: @escaping @Sendable (Double) -> [ColorStage]
  ) -> NumberEdit {
    NumberEdit(word, .share, 0...1, neutral: 0, "a share", expecting: "a share from 0 to 1") { amount, _ in
      stages(amount)
    }
  }
}

extension ColorEdit {
  /// Multiplies light by 2 to the power of this number, from -20 to 20.
  public static func exposure(stops: Double) -> ColorEdit { ColorEdit(.exposure, stops) }

  /// Multiplies samples, as CSS's `brightness()`, by 0 to 100.
  public static func brightness(_ factor: Double) -> ColorEdit { ColorEdit(.brightness, factor) }

  /// Moves samples away from the middle, or towards it, as CSS's `contrast()`, by a factor from 0 to 100.
  public static func contrast(_ factor: Double) -> ColorEdit { ColorEdit(.contrast, factor) }

  /// Moves colors away from their gray, or towards it, as CSS's `saturate()`, by a factor from 0 to 100. 0 makes them gray.
  public static func saturation(_ factor: Double) -> ColorEdit { ColorEdit(.saturation, factor) }

  /// Moves colors away from their gray, or towards it, by a number from -100 to 100: dull colors more than strong ones.
  public static func vibrance(_ number: Double) -> ColorEdit { ColorEdit(.vibrance, number) }

  /// Rotates hue in Oklab, at the same lightness.
  public static func hue(_ angle: Angle) -> ColorEdit { ColorEdit(.hue, angle.degrees) }

  /// Changes the color of the light, in mired from -100 to 100. A positive number is warmer.
  public static func temperature(mired: Double) -> ColorEdit { ColorEdit(.temperature, mired) }

  /// Shifts the color of the light between -100, which is green, and 100, which is magenta.
  public static func tint(_ tint: Double) -> ColorEdit { ColorEdit(.tint, tint) }

  /// Replaces a share of each color, from 0 to 1, by its gray, as CSS's `grayscale()`.
  public static func grayscale(amount: Double = 1) -> ColorEdit { ColorEdit(.grayscale, amount) }

  /// Replaces a share of each color, from 0 to 1, by a brown tone, as CSS's `sepia()`.
  public static func sepia(amount: Double = 1) -> ColorEdit { ColorEdit(.sepia, amount) }

  /// Replaces a share of each sample, from 0 to 1, by its negative, as CSS's `invert()`.
  public static func invert(amount: Double = 1) -> ColorEdit { ColorEdit(.invert, amount) }

  /// Makes a color white if its gray is at least this, from 0 to 1, and black otherwise.
  public static func threshold(_ level: Double) -> ColorEdit { ColorEdit(.threshold, level) }

  /// Leaves this many evenly spaced levels of each channel, from 2 to 256.
  public static func posterize(levels: Int) -> ColorEdit { ColorEdit(.posterize, Double(levels)) }
}
