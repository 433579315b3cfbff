import FrameGeometry

/// How the samples of a gain map brighten its image (ISO 21496-1:2025, clause 5; Adobe's gain map specification 1.0).
///
/// A sample g from 0 to 1 stands for a gain of 2 to the power of G = minimum + (maximum - minimum) * g^(1 / gamma). On a
/// screen whose white can be exceeded by a factor of 2^h, the headroom, the image is shown as
/// (base + baseOffset) * 2^(w * G) - alternateOffset in linear light, where the weight w rises from 0 for
/// h = baseHeadroom to 1 for h = alternateHeadroom.
package struct GainMapParameters: Equatable, Sendable {
  /// One for all colors, or those of red, green and blue.
  package var channels: [Channel]
  /// The binary logarithm of the headroom for which the base image is meant: 0 for a usual image.
  package var baseHeadroom: Double
  /// The binary logarithm of the headroom at which the whole gain applies.
  package var alternateHeadroom: Double
  package var colors: Colors

  package struct Channel: Equatable, Sendable {
    /// The binary logarithms of the smallest and the largest gain.
    package var minimum: Double
    package var maximum: Double
    package var gamma: Double
    package var baseOffset: Double
    package var alternateOffset: Double

    package init(
      minimum: Double, maximum: Double, gamma: Double = 1, baseOffset: Double = 1.0 / 64,
      alternateOffset: Double = 1.0 / 64
    ) {
      (self.minimum, self.maximum, self.gamma) = (minimum, maximum, gamma)
      (self.baseOffset, self.alternateOffset) = (baseOffset, alternateOffset)
    }

    /// The numbers in their order in ISO 21496-1, with their names in XMP.
    package static var numbers: [(name: String, path: WritableKeyPath<Channel, Double>)] {
      [
        ("GainMapMin", \.minimum), ("GainMapMax", \.maximum), ("Gamma", \.gamma), ("OffsetSDR", \.baseOffset),
        ("OffsetHDR", \.alternateOffset),
      ]
    }
  }

  /// The primaries in which the gain is applied.
  package enum Colors: Equatable, Sendable {
    /// Those of the base image.
    case base
    /// Those of another profile; nil if the file does not contain it.
    case profile([UInt8]?)
  }

  package init(
    channels: [Channel], baseHeadroom: Double, alternateHeadroom: Double, colors: Colors = .base
  ) {
    (self.channels, self.colors) = (channels, colors)
    (self.baseHeadroom, self.alternateHeadroom) = (baseHeadroom, alternateHeadroom)
  }

  /// The largest logarithm and offset that are accepted. Real maps stay below 7.
  private static let largest = 32.0

  /// True if all numbers are usable.
  package var areValid: Bool {
    func isBounded(_ number: Double) -> Bool { abs(number) <= Self.largest }
    guard [1, 3].contains(channels.count), isBounded(baseHeadroom), isBounded(alternateHeadroom),
      min(baseHeadroom, alternateHeadroom) >= 0, baseHeadroom != alternateHeadroom
    else { return false }
    return channels.allSatisfy { channel in
      [channel.minimum, channel.maximum, channel.baseOffset, channel.alternateOffset].allSatisfy(isBounded)
        && channel.minimum <= channel.maximum && channel.gamma >= 1 / Self.largest
        && channel.gamma <= Self.largest
    }
  }

  /// Returns the share of the gain that a screen applies.
  ///
  /// - Parameter headroom: the binary logarithm of the screen's headroom.
  package func weight(headroom: Double) -> Double {
    min(1, max(0, (headroom - baseHeadroom) / (alternateHeadroom - baseHeadroom)))
  }
}

// MARK: Samples

extension GainMapParameters.Channel {
  /// Returns the binary logarithm of the gain for a sample from 0 to 1.
  package func gain(_ sample: Double) -> Double {
    minimum + (maximum - minimum) * Exponentials.power(sample, 1 / gamma)
  }

  /// Returns the nearest sample for the binary logarithm of a gain.
  package func sample(_ gain: Double) -> Double {
    guard maximum > minimum else { return 0 }
    return Exponentials.power(min(1, max(0, (gain - minimum) / (maximum - minimum))), gamma)
  }

  /// True if there is a sample that changes nothing.
  package var hasNeutral: Bool { minimum <= 0 && maximum >= 0 }

  /// The sample that changes nothing, or else the one that changes least.
  package var neutral: Double { sample(0) }
}

extension GainMapParameters {
  /// The parameters of a map that is composed of several, or that has parts without any gain.
  ///
  /// - Parameters:
  ///   - maps: at least one.
  ///   - needsNeutral: true if some parts of the map have no gain.
  /// - Returns: the parameters of the maps if they are all the same, so that samples stay as they are.
  package static func combining(_ maps: [GainMapParameters], needsNeutral: Bool) -> GainMapParameters {
    let first = maps[0]
    let isOne = maps.allSatisfy { $0 == first }
    if isOne, !needsNeutral || first.channels.allSatisfy(\.hasNeutral) { return first }
    var combined = first
    combined.baseHeadroom = maps.map(\.baseHeadroom).min() ?? 0
    combined.alternateHeadroom = maps.map(\.alternateHeadroom).max() ?? 0
    let count = maps.map(\.channels.count).max() ?? 1
    combined.channels = (0..<count).map { index in
      let all = maps.map { $0.channel(index) }
      var channel = all[0]
      let zero = needsNeutral ? [0.0] : []
      channel.minimum = (all.map(\.minimum) + zero).min() ?? 0
      channel.maximum = (all.map(\.maximum) + zero).max() ?? 0
      // Of gains with different exponents, only the logarithms can be averaged.
      if !isOne { channel.gamma = 1 }
      return channel
    }
    return combined
  }

  /// Returns the numbers of a color: 0 for red, 1 for green, 2 for blue.
  package func channel(_ index: Int) -> Channel { channels.count == 1 ? channels[0] : channels[index] }

  /// Returns the samples of another map for the 256 samples of this one, for each color of `other`; nil if they are the
  /// same.
  package func table(to other: GainMapParameters) -> [[UInt8]]? {
    let tables = other.channels.indices.map { index in
      let (from, to) = (channel(index), other.channel(index))
      let isSame = (from.minimum, from.maximum, from.gamma) == (to.minimum, to.maximum, to.gamma)
      return (0...255).map { sample in
        isSame ? UInt8(sample) : UInt8((to.sample(from.gain(Double(sample) / 255)) * 255).rounded())
      }
    }
    let identity = (0...255).map { UInt8($0) }
    return tables.allSatisfy { $0 == identity } ? nil : tables
  }
}
