import FrameCodec
import FrameColor
import FrameModel

/// What an image says its samples mean.
enum ImageColors: Hashable {
  /// What it says, or what is taken for granted where it says nothing: browsers do so, too.
  case sRGB
  case profile([UInt8])
  case numbers(ImageMetadata.Colorimetry)

  /// Of what a file says in several ways, PNG's order counts (PNG specification, 4.3): code points, a profile, sRGB,
  /// gamma and chromaticities.
  init(_ metadata: ImageMetadata) {
    if metadata.colorimetry?.codePoints == nil, let profile = metadata.profile {
      self = .profile(profile)
    } else if let numbers = metadata.colorimetry, !numbers.isSRGB {
      self = .numbers(numbers)
    } else {
      self = .sRGB
    }
  }

  /// Whether the same samples without a word have the same colors.
  ///
  /// - Parameter gray: of gray samples.
  func isSRGB(gray: Bool) -> Bool {
    do throws(Unreadable) { return try profile(gray: gray) == nil } catch { return false }
  }

  var isNumbers: Bool { if case .numbers = self { true } else { false } }

  /// Whether files of a format can say it.
  func canBeSaid(by capabilities: ImageFormat.Capabilities) -> Bool {
    if case .numbers(let numbers) = self, capabilities.colorimetry.has(numbers) { return true }
    return self == .sRGB || capabilities.profile
  }

  struct Unreadable: Error {}

  /// - Parameter gray: for gray samples; a profile from a file is for one kind alone.
  /// - Returns: nil for sRGB.
  func profile(gray: Bool) throws(Unreadable) -> ColorProfile? {
    let profile: ColorProfile?
    switch self {
    case .sRGB: return nil
    case .profile(let bytes): profile = ColorProfile(bytes)
    case .numbers(let numbers): profile = numbers.profile(gray: gray)
    }
    guard let profile else { throw Unreadable() }
    return profile.isSRGB ? nil : profile
  }
}

extension ColorimetrySupport {
  func has(_ colors: ImageColors) -> Bool {
    if case .numbers(let numbers) = colors { has(numbers) } else { false }
  }
}

extension ImageMetadata.Colorimetry {
  /// Whether these are sRGB's numbers, or none at all.
  fileprivate var isSRGB: Bool {
    if let codePoints { return codePoints.starts(with: [1, 13]) }
    if renderingIntent != nil { return true }
    let isCurve = gamma.map { (45_000...46_000).contains($0) } ?? true
    // PNG specification 11.3.2.5.
    let standard: [UInt32] = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
    let arePrimaries = chromaticities.map { numbers in
      zip(numbers, standard).allSatisfy { max($0, $1) - min($0, $1) < 500 }
    }
    return isCurve && arePrimaries ?? true
  }

  fileprivate func profile(gray: Bool) -> ColorProfile? {
    if let codePoints { return Self.profile(codePoints, gray: gray) }
    let places = chromaticities.map { $0.map { Double($0) / 100_000 } }
    guard let places = places.map(Chromaticities.init) ?? .bt709 else { return nil }
    let curve = gamma.map { ToneCurve.formula(.init(exponent: 100_000 / Double($0))) } ?? .sRGB
    return curve.rises ? ColorProfile(places, curve, gray: gray) : nil
  }

  /// ITU-T H.273, tables 2 and 3: those that are of one kind with what screens show. Of others (PQ, HLG) light is
  /// another matter.
  private static func profile(_ points: [UInt8], gray: Bool) -> ColorProfile? {
    let primaries: [UInt8: Chromaticities] = [1: .bt709, 9: .bt2020, 12: .displayP3]
    let bt709 = ToneCurve.formula(.bt709)
    let curves: [UInt8: ToneCurve] = [
      1: bt709, 6: bt709, 14: bt709, 15: bt709, 13: .sRGB,
      4: .formula(.init(exponent: 2.2)), 5: .formula(.init(exponent: 2.8)), 8: .formula(.init(exponent: 1)),
    ]
    guard points.count == 4, let places = primaries[points[0]], let curve = curves[points[1]] else {
      return nil
    }
    return ColorProfile(places, curve, gray: gray)
  }
}

extension ToneCurve.Formula {
  /// ITU-R BT.709-6, 1.2, undone.
  fileprivate static var bt709: ToneCurve.Formula {
    var formula = ToneCurve.Formula(exponent: 1 / 0.45)
    (formula.a, formula.b, formula.c, formula.d) = (1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081)
    return formula
  }
}
