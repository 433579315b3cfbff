import FrameCodec
import FrameGeometry
import FrameImage

/// The meaning of an image's samples, as its metadata states it.
package enum ImageColors: Hashable {
  /// sRGB, either stated or assumed because the image states nothing, as browsers do.
  case sRGB
  case profile([UInt8])
  case colorimetry(ImageMetadata.Colorimetry)

  /// If a file describes its colors in several ways, PNG's order of precedence holds (PNG specification, 4.3): code
  /// points, a profile, sRGB, then gamma and chromaticities.
  init(_ metadata: ImageMetadata) {
    if metadata.colorimetry?.codePoints == nil, let profile = metadata.profile {
      self = .profile(profile)
    } else if let colorimetry = metadata.colorimetry, !colorimetry.isSRGB {
      self = .colorimetry(colorimetry)
    } else {
      self = .sRGB
    }
  }

  /// Returns whether the same samples without metadata have the same colors.
  ///
  /// - Parameter gray: whether the samples are gray.
  func isSRGB(gray: Bool) -> Bool {
    if case .sRGB = profile(gray: gray) { true } else { false }
  }

  /// Returns whether equal samples have equal colors, to one level of 8 bits.
  ///
  /// - Parameter grays: whether the samples of either image are gray.
  func isSame(as other: ImageColors, _ grays: (own: Bool, other: Bool)) -> Bool {
    if self == other { return true }
    return switch (profile(gray: grays.own), other.profile(gray: grays.other)) {
    case (.sRGB, .sRGB): true
    case (.other(let one), .other(let two)): one.isEquivalent(to: two)
    default: false
    }
  }

  var isColorimetry: Bool { if case .colorimetry = self { true } else { false } }

  /// Returns whether a format can store these colors.
  func isSupported(by capabilities: ImageFormat.Capabilities) -> Bool {
    if case .colorimetry(let colorimetry) = self, capabilities.colorimetry.has(colorimetry) { return true }
    return self == .sRGB || capabilities.profile
  }

  enum Profile {
    case sRGB
    case other(ColorProfile)
    /// The profile cannot be read or used.
    case unreadable

    /// nil for sRGB, and for a profile that cannot be read.
    var known: ColorProfile? { if case .other(let profile) = self { profile } else { nil } }
    var isUnreadable: Bool { if case .unreadable = self { true } else { false } }
  }

  /// Returns the profile of these colors.
  ///
  /// - Parameter gray: whether to build a profile for gray samples. A profile from a file is for one kind of samples
  ///   and is returned as it is.
  func profile(gray: Bool) -> Profile {
    let profile: ColorProfile?
    switch self {
    case .sRGB: return .sRGB
    case .profile(let bytes): profile = ColorProfile(bytes)
    case .colorimetry(let colorimetry): profile = colorimetry.profile(gray: gray)
    }
    guard let profile else { return .unreadable }
    return profile.isSRGB ? .sRGB : .other(profile)
  }

  /// The name in reports: "Adobe RGB (1998)", "sRGB", "gamma 1, white 0.3127 0.329, ...".
  package var name: String {
    switch self {
    case .sRGB: "sRGB"
    case .profile(let bytes): ICCProfile.name(of: bytes)
    case .colorimetry(let colorimetry): colorimetry.summary
    }
  }
}

extension ICCProfile {
  /// Returns the name that a profile contains, or a phrase if it has none or cannot be read.
  package static func name(of bytes: [UInt8]) -> String {
    guard let profile = ColorProfile(bytes) else { return "an unreadable profile" }
    return profile.name.isEmpty ? "an unnamed profile" : profile.name.printable
  }
}

extension ColorimetrySupport {
  func has(_ colors: ImageColors) -> Bool {
    if case .colorimetry(let colorimetry) = colors { has(colorimetry) } else { false }
  }
}

extension ImageMetadata.Colorimetry {
  /// The values on one line: "gamma 0.45455", "cICP 9 16 0 1".
  package var summary: String {
    var parts: [String] = []
    if let codePoints { parts.append("cICP " + codePoints.map(String.init).joined(separator: " ")) }
    if renderingIntent != nil { parts.append("sRGB") }
    if let gamma { parts.append("gamma \((Double(gamma) / 100_000).trimmed(5))") }
    if let chromaticities, chromaticities.count == 8 {
      for (i, name) in ["white", "red", "green", "blue"].enumerated() {
        let point = chromaticities[2 * i...2 * i + 1].map { (Double($0) / 100_000).trimmed(5) }
        parts.append("\(name) \(point.joined(separator: " "))")
      }
    }
    return parts.joined(separator: ", ")
  }

  /// True if these are the values of sRGB, or no values at all.
  fileprivate var isSRGB: Bool {
    if let codePoints { return codePoints.starts(with: [1, 13]) }
    if renderingIntent != nil { return true }
    let isCurve = gamma.map { (45_000...46_000).contains($0) } ?? true
    // PNG specification 11.3.2.5.
    let standard: [UInt32] = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
    let arePrimaries = chromaticities.map { values in
      zip(values, standard).allSatisfy { max($0, $1) - min($0, $1) < 500 }
    }
    return isCurve && arePrimaries ?? true
  }

  /// Builds a profile of these values; nil if they describe no profile.
  fileprivate func profile(gray: Bool) -> ColorProfile? {
    if let codePoints { return Self.profile(codePoints, gray: gray) }
    let values = chromaticities.map { $0.map { Double($0) / 100_000 } }
    guard let primaries = values.map(Chromaticities.init) ?? .bt709 else { return nil }
    let curve = gamma.map { ToneCurve.formula(.init(exponent: 100_000 / Double($0))) } ?? .sRGB
    return curve.rises ? ColorProfile(primaries, curve, gray: gray) : nil
  }

  /// Builds a profile from code points of ITU-T H.273, tables 2 and 3.
  ///
  /// Only display-referred code points are supported. PQ and HLG define light differently.
  private static func profile(_ points: [UInt8], gray: Bool) -> ColorProfile? {
    let primaries: [UInt8: Chromaticities] = [1: .bt709, 9: .bt2020, 12: .displayP3]
    let bt709 = ToneCurve.formula(.bt709)
    let curves: [UInt8: ToneCurve] = [
      1: bt709, 6: bt709, 14: bt709, 15: bt709, 13: .sRGB,
      4: .formula(.init(exponent: 2.2)), 5: .formula(.init(exponent: 2.8)), 8: .formula(.init(exponent: 1)),
    ]
    guard points.count == 4, let chromaticities = primaries[points[0]], let curve = curves[points[1]] else {
      return nil
    }
    return ColorProfile(chromaticities, curve, gray: gray)
  }
}

extension ToneCurve.Formula {
  /// The inverse of the transfer function of ITU-R BT.709-6, 1.2.
  fileprivate static var bt709: ToneCurve.Formula {
    var formula = ToneCurve.Formula(exponent: 1 / 0.45)
    (formula.a, formula.b, formula.c, formula.d) = (1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081)
    return formula
  }
}
