import FrameGeometry
import FrameImage

/// Apple's own form of gain maps, which iPhones write (Apple's documentation, "Applying Apple HDR effect to your photos").
///
/// A sample g from 0 to 1 multiplies the linear light of the base by 1 + (headroom - 1) * linear(g), where `linear` is the
/// inverse of the transfer function of Rec. 709. Readers differ in it: Skia takes a power of 1.961, which is close to that
/// function, and other programs take the function of sRGB, which is darker.
///
/// Outputs keep Apple's maker note, although their maps are ordinary ones. Apple's readers need a map in Apple's form to use
/// its numbers, so it should not mislead them; that has not been tried.
package enum AppleGainMap {
  /// The type of the auxiliary image in HEIC.
  package static let auxiliaryType = "urn:com:apple:photo:2020:aux:hdrgainmap"

  /// Returns the samples of an ordinary map of the same gains, for the 256 samples of one in Apple's form.
  ///
  /// - Parameter parameters: those of the ordinary map.
  package static func table(to parameters: GainMapParameters) -> [UInt8] {
    let channel = parameters.channel(0)
    let headroom = Exponentials.exponential(parameters.alternateHeadroom * ln2)
    return (0...255).map { sample in
      let gain = 1 + (headroom - 1) * linear(Double(sample) / 255)
      return UInt8((channel.sample(Exponentials.logarithm(gain) / ln2) * 255).rounded())
    }
  }

  fileprivate static let ln2 = Exponentials.logarithm(2)

  /// Returns the light of a sample from 0 to 1 (ITU-R BT.709-6, 1.2).
  static func linear(_ sample: Double) -> Double {
    sample < 0.081 ? sample / 4.5 : Exponentials.power((sample + 0.099) / 1.099, 1 / 0.45)
  }
}

extension GainMapParameters {
  /// The parameters of an ordinary map with the gains of a map in Apple's form: from 0 stops to the headroom.
  ///
  /// - Parameters:
  ///   - packet: the XMP of the map, which has the headroom in newer files.
  ///   - exif: the EXIF of the image, whose maker note has it in all files.
  /// - Returns: nil if neither has a headroom, or if it is 1, which is no gain.
  package init?(apple packet: XMPPacket?, exif: ExifBlock?) {
    guard let stops = packet?.appleStops ?? exif?.appleStops else { return nil }
    self.init(
      channels: [Channel(minimum: 0, maximum: stops, baseOffset: 0, alternateOffset: 0)], baseHeadroom: 0,
      alternateHeadroom: stops)
    guard areValid else { return nil }
  }
}

extension XMPPacket {
  /// The binary logarithm of the headroom; nil if there is none, or if it is not a number of at least 1.
  fileprivate var appleStops: Double? {
    guard let text = properties(in: Space.appleGainMap)["HDRGainMapHeadroom"]?.first,
      let headroom = Double(text), headroom.isFinite, headroom >= 1
    else { return nil }
    return Exponentials.logarithm(headroom) / AppleGainMap.ln2
  }
}

extension ExifBlock {
  /// The binary logarithm of the headroom, from two numbers of Apple's maker note; nil if it lacks one of them.
  ///
  /// The numbers are those that the documentation calls 33 and 48, and ExifTool HDRHeadroom and HDRGain.
  var appleStops: Double? {
    guard let note = appleMakerNote, let boost = note.signedRational(33), let gain = note.signedRational(48)
    else { return nil }
    let stops =
      if boost < 1 {
        gain <= 0.01 ? 1.8 - 20 * gain : 1.601 - 0.101 * gain
      } else {
        gain <= 0.01 ? 3 - 70 * gain : 2.303 - 0.303 * gain
      }
    return max(0, stops)
  }

  /// Apple's maker note as a block of its own, because its offsets count from its first byte: a name, a version, the byte
  /// order, and one directory.
  private var appleMakerNote: ExifBlock? {
    guard let range = values(of: Tag.makerNote, in: exif), range.count > Self.appleDirectoryAt else {
      return nil
    }
    let note = Array(bytes[range])
    guard note.starts(with: "Apple iOS\0".utf8), note[12] == note[13], [0x49, 0x4D].contains(note[12]) else {
      return nil
    }
    return ExifBlock(bytes: note, isLittleEndian: note[12] == 0x49)
  }

  private static let appleDirectoryAt = 14

  /// Returns a number of Apple's maker note.
  private func signedRational(_ tag: Int) -> Double? {
    let range = values(of: tag, in: directory(at: Self.appleDirectoryAt), [Kind.signedRational])
    guard let at = range?.lowerBound, let above = number(at: at, 4), let below = number(at: at + 4, 4),
      below != 0
    else { return nil }
    func signed(_ number: Int) -> Double { Double(Int32(truncatingIfNeeded: number)) }
    return signed(above) / signed(below)
  }
}
