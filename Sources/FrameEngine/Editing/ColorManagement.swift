import FrameCodec
import FrameImage
import FramePlan

/// The color profile of an output.
public enum ColorTarget: String, Hashable, Sendable, CaseIterable {
  /// The profile of the first drawn image; sRGB if the output format cannot store it.
  case first
  case srgb
}

/// The conversion of each image's samples to the output's color profile, before compositing.
package struct ColorManagement {
  /// The colors of the output.
  package let colors: ImageColors
  /// The transfer function between the output's samples and linear light.
  private let toneCurve: ToneCurve
  /// The map from light in the output's primaries to light in sRGB's.
  let primaries: ColorMatrix
  let notices: [EditNotice]
  /// The profile of `colors`; nil for sRGB, and for a profile that cannot be read.
  private let targetProfile: ColorProfile?
  /// One element per image; nil for an image whose samples are not converted.
  private let transforms: [(conversion: any SampleConversion, format: PixelFormat)?]

  /// The conversion of gain maps to common parameters.
  ///
  /// - Parameter tables: one for each image; nil for an image whose samples are not converted.
  init(_ tables: [GainMapTable?]) {
    (colors, toneCurve, primaries, notices, targetProfile) = (.sRGB, .sRGB, .identity, [], nil)
    transforms = tables.map { table in table.map { ($0, $0.output) } }
  }

  /// - Parameters:
  ///   - images: the images of the plan, in its order.
  ///   - format: the format of the output.
  init(_ images: [OpenImage], target: ColorTarget, format: ImageFormat) {
    let first = images.first.map { ImageColors($0.header.metadata) } ?? .sRGB
    var notices: [EditNotice] = []
    var colors = target == .first ? first : .sRGB
    if colors != .sRGB, !colors.isSupported(by: format.capabilities) {
      colors = .sRGB
      notices.append(.formatWithoutProfile(images[0].name, format.title))
    }
    self.colors = colors
    let outputProfile = colors.profile(gray: images.first?.header.pixels.channels.isGray ?? false)
    targetProfile = outputProfile.known
    toneCurve = targetProfile?.toneCurve ?? .sRGB
    primaries = targetProfile.flatMap(ColorMatrix.init(toSRGBFrom:)) ?? .identity
    if outputProfile.isUnreadable {
      // The unreadable profile is copied to the output, but no image can be converted to it.
      transforms = images.map { _ in nil }
      let all = Set(images.map { ImageColors($0.header.metadata) })
      let isLost = colors.isColorimetry && !format.capabilities.colorimetry.has(colors)
      self.notices =
        (all.count > 1 ? [.profilesDiffer] : [])
        + (isLost ? [.colorsNotConverted(images[0].name)] : notices)
      return
    }
    transforms = images.map { image in
      switch Self.conversion(of: image, to: outputProfile.known, colors) {
      case .none: return nil
      case .transform(let transform): return (transform, image.header.pixels)
      case .impossible:
        notices.append(.colorsNotConverted(image.name))
        return nil
      }
    }
    self.notices = notices
  }

  /// Returns true if the image at an index of the plan is converted.
  package func converts(_ index: Int) -> Bool { transforms[index] != nil }

  /// Returns the rows of the image at an index of the plan, in the output's colors.
  func source(_ image: some PixelSource, at index: Int) -> any PixelSource {
    guard let transform = transforms[index] else { return image }
    return ConvertedSource(image, transform.conversion, format: transform.format)
  }

  /// Returns a color of the script, which is sRGB, as the output's samples.
  func sample(of color: Color) -> Color {
    // White, black, and grays of the same transfer function are exact without conversion.
    if color.isGray, toneCurve == .sRGB || [0, 1].contains(color.red) { return color }
    guard let targetProfile, targetProfile.space == .rgb,
      let transform = ColorTransform(from: .sRGB(), to: targetProfile, ColorSamples(.rgb16))
    else { return color }
    var samples = [color.red, color.green, color.blue].map { UInt16(($0 * 65535).rounded()) }
    samples.withUnsafeMutableBytes { transform.apply($0.baseAddress!, into: $0.baseAddress!, count: 1) }
    let values = samples.map { Double($0) / 65535 }
    return Color(red: values[0], green: values[1], blue: values[2], alpha: color.alpha)
  }

  /// Returns a plan with the output's colors in place of those of the script.
  func applied(to plan: RenderPlan) -> RenderPlan {
    var plan = plan.mappingColors(primaries: primaries, sample)
    plan.toneCurve = toneCurve
    return plan
  }

  /// Returns the output's color metadata, in the form that its format supports.
  ///
  /// - Parameter metadata: the metadata of the first drawn image. Its color metadata is kept if it is still true.
  func outputColors(
    keeping metadata: ImageMetadata, capabilities: ImageFormat.Capabilities
  ) -> (profile: [UInt8]?, colorimetry: ImageMetadata.Colorimetry?) {
    switch colors {
    case .sRGB: (nil, ImageColors(metadata) == .sRGB ? metadata.colorimetry : nil)
    case .profile(let bytes): (bytes, ImageColors(metadata) == colors ? metadata.colorimetry : nil)
    case .colorimetry(let colorimetry):
      capabilities.colorimetry.has(colorimetry) ? (nil, colorimetry) : (targetProfile?.iccData, nil)
    }
  }

  private enum Conversion {
    case none
    case transform(ColorTransform)
    /// There is no conversion between the profiles.
    case impossible
  }

  /// Returns the conversion of an image to the output's colors.
  ///
  /// - Parameter targetProfile: the output's profile; nil for sRGB.
  private static func conversion(
    of image: OpenImage, to targetProfile: ColorProfile?, _ colors: ImageColors
  ) -> Conversion {
    let own = ImageColors(image.header.metadata)
    if own == colors { return .none }
    let isGray = image.header.pixels.channels.isGray
    let from = own.profile(gray: isGray)
    if from.isUnreadable { return .impossible }
    if from.known == nil, targetProfile == nil { return .none }
    let target = colors.profile(gray: isGray)
    if colors.isColorimetry, target.isUnreadable { return .impossible }
    let sRGB = isGray ? ColorProfile.sRGBGray() : .sRGB()
    let transform = ColorTransform(
      from: from.known ?? sRGB, to: (colors.isColorimetry ? target.known : targetProfile) ?? sRGB,
      ColorSamples(image.header.pixels))
    return transform.map(Conversion.transform) ?? .impossible
  }
}

extension ColorMatrix {
  /// Creates the map from light in a profile's primaries to light in sRGB's, without limits. A gray keeps its light.
  ///
  /// - Returns: nil for a profile without primaries, or with those of sRGB but for rounding.
  init?(toSRGBFrom profile: ColorProfile) {
    func matrix(_ profile: ColorProfile) -> ColorMatrix? {
      profile.colorants.map { ColorMatrix(red: $0[0], green: $0[1], blue: $0[2]) }
    }
    guard let from = matrix(profile), let sRGB = matrix(.sRGB()) else { return nil }
    // Both are adapted to D50, so white becomes white, except for the rounding of numbers in profiles.
    let rows = sRGB.inverse.after(from).rows.map { row in
      let sum = row[0] + row[1] + row[2]
      return [row[0] / sum, row[1] / sum, 1 - row[0] / sum - row[1] / sum]
    }
    self.init(rows: rows[0], rows[1], rows[2])
    let isIdentity = zip(rows, ColorMatrix.identity.rows).allSatisfy { row, one in
      zip(row, one).allSatisfy { abs($0 - $1) < 0.002 }
    }
    // Damaged colorants can be close to a plane. The comparison is false for NaN, too.
    let isUsable = [self, inverse].allSatisfy { $0.rows.allSatisfy { $0.allSatisfy { abs($0) < 100 } } }
    if isIdentity || !isUsable { return nil }
  }
}
