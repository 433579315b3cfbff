import FrameImage

/// The binary form of the parameters (ISO 21496-1:2025, annex C.2): versions, flags, and fractions in big-endian order.
extension GainMapParameters {
  private enum Flag {
    static let isMultichannel: UInt8 = 0x80
    static let usesBaseColors: UInt8 = 0x40
    /// One denominator for all fractions. Files of early drafts have it.
    static let hasCommonDenominator: UInt8 = 0x08
    /// The map leads from the alternate image to the base. Files of early drafts have it.
    static let isBackward: UInt8 = 0x04
  }

  /// The version that the segment of the base image has instead of parameters.
  package static let isoVersion: [UInt8] = [0, 0, 0, 0]

  /// - Parameters:
  ///   - bytes: everything after the name of the segment.
  ///   - profile: the profile of the map, if it has one.
  /// - Returns: nil for bytes that are invalid, or of a later version.
  package init?(iso bytes: some Collection<UInt8>, profile: [UInt8]?) {
    var reader = FractionReader(bytes)
    guard let minimumVersion = reader.integer(2), minimumVersion == 0, reader.integer(2) != nil,
      let flags = reader.integer(1).map(UInt8.init(truncatingIfNeeded:)), flags & Flag.isBackward == 0
    else { return nil }
    if flags & Flag.hasCommonDenominator != 0 {
      guard let denominator = reader.integer(4) else { return nil }
      reader.denominator = Double(denominator)
    }
    guard let base = reader.fraction(), let alternate = reader.fraction() else { return nil }
    var channels: [Channel] = []
    for _ in 0..<(flags & Flag.isMultichannel != 0 ? 3 : 1) {
      var channel = Channel(minimum: 0, maximum: 0)
      for (_, number) in Channel.numbers {
        guard let value = number == \.gamma ? reader.fraction() : reader.signedFraction() else { return nil }
        channel[keyPath: number] = value
      }
      channels.append(channel)
    }
    self.init(
      channels: channels, baseHeadroom: base, alternateHeadroom: alternate,
      colors: flags & Flag.usesBaseColors != 0 ? .base : .profile(profile))
    guard areValid else { return nil }
  }

  /// The bytes after the name of the segment.
  package var isoBytes: [UInt8] {
    let flags =
      (channels.count > 1 ? Flag.isMultichannel : 0) | (colors == .base ? Flag.usesBaseColors : 0)
    let numbers =
      [baseHeadroom, alternateHeadroom]
      + channels.flatMap { channel in Channel.numbers.map { channel[keyPath: $0.path] } }
    let fractions = numbers.map { Fraction(nearest: $0) }
    return Self.isoVersion + [flags]
      + fractions.flatMap { $0.numerator.bigEndianBytes + $0.denominator.bigEndianBytes }
  }
}

private struct FractionReader<Bytes: Collection<UInt8>> {
  private var rest: Bytes.SubSequence
  /// The denominator of all fractions; nil if each has its own.
  var denominator: Double?

  init(_ bytes: Bytes) { rest = bytes[...] }

  mutating func integer(_ count: Int) -> UInt32? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return UInt32(bigEndianBytes: rest.prefix(count))
  }

  mutating func fraction() -> Double? { integer(4).flatMap { over(Double($0)) } }

  mutating func signedFraction() -> Double? {
    integer(4).flatMap { over(Double(Int32(bitPattern: $0))) }
  }

  private mutating func over(_ numerator: Double) -> Double? {
    guard let below = denominator ?? integer(4).map(Double.init), below > 0 else { return nil }
    return numerator / below
  }
}

/// A fraction of 32-bit numbers.
private struct Fraction {
  var numerator: Int32
  var denominator: UInt32

  /// Finds the first convergent of the number's continued fraction that is the same number, or the last one that fits. A
  /// number that was read from a fraction becomes that fraction again, in lowest terms.
  init(nearest number: Double) {
    let wanted = abs(number)
    var (numerator, denominator) = (1.0, 0.0)
    var (lastNumerator, lastDenominator) = (0.0, 1.0)
    var rest = wanted
    while denominator == 0 || numerator / denominator != wanted {
      let whole = rest.rounded(.down)
      let (n, d) = (whole * numerator + lastNumerator, whole * denominator + lastDenominator)
      guard n <= Double(Int32.max), d <= Double(UInt32.max) else { break }
      (numerator, denominator, lastNumerator, lastDenominator) = (n, d, numerator, denominator)
      guard rest > whole else { break }
      rest = 1 / (rest - whole)
    }
    self.numerator = Int32(number < 0 ? -numerator : numerator)
    self.denominator = UInt32(max(1, denominator))
  }
}
