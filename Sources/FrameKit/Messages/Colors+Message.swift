import FrameCodec
import FrameColor

extension ImageColors {
  /// As reports say it: "Adobe RGB (1998)", "sRGB", "gamma 1, white 0.3127 0.329, ...".
  var name: String {
    switch self {
    case .sRGB: "sRGB"
    case .profile(let bytes): ICCProfile.name(of: bytes)
    case .numbers(let numbers): numbers.summary
    }
  }
}

extension ICCProfile {
  /// What a profile calls itself, or that it has no name.
  static func name(of bytes: [UInt8]) -> String {
    guard let profile = ColorProfile(bytes) else { return "a profile that cannot be read" }
    return profile.name.isEmpty ? "a profile without a name" : profile.name.printable
  }
}

extension ImageMetadata.Colorimetry {
  /// On one line.
  var summary: String {
    var parts: [String] = []
    if let codePoints { parts.append("cICP " + codePoints.map(String.init).joined(separator: " ")) }
    if renderingIntent != nil { parts.append("sRGB") }
    if let gamma { parts.append("gamma \((Double(gamma) / 100_000).trimmed(5))") }
    if let chromaticities, chromaticities.count == 8 {
      for (i, name) in ["white", "red", "green", "blue"].enumerated() {
        let place = chromaticities[2 * i...2 * i + 1].map { (Double($0) / 100_000).trimmed(5) }
        parts.append("\(name) \(place.joined(separator: " "))")
      }
    }
    return parts.joined(separator: ", ")
  }
}
