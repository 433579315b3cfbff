extension ImageMetadata {
  /// Whether colours are the same with and without what is said of them: a picture of which nothing is said
  /// is taken for sRGB.
  public var isSRGB: Bool {
    if let points = colorimetry?.codePoints { return points.starts(with: [1, 13]) }
    if let profile { return ICCProfile(profile)?.isSRGB ?? false }
    guard let colorimetry, colorimetry.renderingIntent == nil else { return true }
    let gamma = colorimetry.gamma.map { (45_000...46_000).contains($0) } ?? true
    // PNG specification 11.3.2.5.
    let standard: [UInt32] = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
    let primaries = colorimetry.chromaticities.map { numbers in
      zip(numbers, standard).allSatisfy { max($0, $1) - min($0, $1) < 500 }
    }
    return gamma && primaries ?? true
  }
}

extension ICCProfile {
  /// Whether it describes sRGB (IEC 61966-2-1), by its primaries and the middle of its curve.
  public var isSRGB: Bool {
    guard describes(.rgb) else { return false }
    // As v4 and v2 profiles have them, adapted to D50.
    let primaries = [
      ("rXYZ", [0.4361, 0.2225, 0.0139]), ("gXYZ", [0.3851, 0.7169, 0.0971]),
      ("bXYZ", [0.1431, 0.0606, 0.7141]),
    ]
    for (tag, wanted) in primaries {
      guard let element = element(tag), element.count >= 20 else { return false }
      let xyz = (0..<3).map { Double(Int32(bitPattern: Self.number(element, 8 + 4 * $0))) / 65536 }
      guard zip(xyz, wanted).allSatisfy({ abs($0 - $1) < 0.004 }) else { return false }
    }
    return ["rTRC", "gTRC", "bTRC"].allSatisfy { element($0).map(Self.isCurveOfSRGB) ?? false }
  }

  /// The data of a tag (ICC.1:2022, 7.3); nil where it is not all there.
  private func element(_ signature: String) -> ArraySlice<UInt8>? {
    let start = Self.headerLength
    guard bytes.count >= start + 4 else { return nil }
    let count = min(Int(Self.number(bytes[start...], 0)), (bytes.count - start - 4) / 12)
    for i in 0..<count {
      let entry = bytes[(start + 4 + 12 * i)...]
      guard entry.starts(with: signature.utf8) else { continue }
      let offset = Int(Self.number(entry, 4)), length = Int(Self.number(entry, 8))
      return offset <= bytes.count - length ? bytes[offset..<offset + length] : nil
    }
    return nil
  }

  /// A table whose middle is sRGB's, or the formula with sRGB's exponent (10.6 and 10.18).
  private static func isCurveOfSRGB(_ element: ArraySlice<UInt8>) -> Bool {
    guard element.count >= 16 else { return false }
    if element.starts(with: "para".utf8) {
      return Int(number(element, 8) >> 16) == 3 && abs(Double(number(element, 12)) / 65536 - 2.4) < 0.05
    }
    let count = Int(number(element, 8))
    guard element.starts(with: "curv".utf8), count >= 64, element.count >= 12 + 2 * count else {
      return false
    }
    let at = element.startIndex + 12 + 2 * ((count - 1) / 2)
    let middle = Double(Int(element[at]) << 8 | Int(element[at + 1])) / 65535
    return abs(middle - 0.2140) < 0.015
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
    let start = bytes.startIndex + offset
    return bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
