import FrameCodec
import FrameColor
import FrameModel

/// What the samples of an output shall mean.
public enum ColorTarget: String, Hashable, Sendable, CaseIterable {
  /// What those of the first image mean, which the output says, too; sRGB where its format has no place for that.
  case first
  case srgb
}

/// The way of each image's samples to one meaning, before they are laid over each other.
struct ColorManagement {
  /// What the output's samples mean.
  let colors: ImageColors
  /// What linear light is linear by.
  let toneCurve: ToneCurve
  let notices: [EditNotice]
  /// The same as a profile; nil for sRGB, and where it cannot be read.
  private let goal: ColorProfile?
  /// One for each image; nil where its samples stay.
  private let transforms: [ColorTransform?]

  /// - Parameters:
  ///   - images: those of the plan, in its order.
  ///   - format: of the output.
  init(_ images: [OpenImage], target: ColorTarget, format: ImageFormat) {
    let lead = images.first.map { ImageColors($0.header.metadata) } ?? .sRGB
    var notices: [EditNotice] = []
    var colors = target == .first ? lead : .sRGB
    if colors != .sRGB, !colors.canBeSaid(by: format.capabilities) {
      colors = .sRGB
      notices.append(.formatWithoutProfile(images[0].name, format.title))
    }
    self.colors = colors
    do throws(ImageColors.Unreadable) {
      let isGray = images.first?.header.pixels.channels.isGray ?? false
      let goal = try colors.profile(gray: isGray)
      (self.goal, toneCurve) = (goal, goal.map { $0.toneCurve ?? .sRGB } ?? .sRGB)
    } catch {
      // It is handed on as it is; nothing can be brought to it.
      (goal, toneCurve, transforms) = (nil, .sRGB, images.map { _ in nil })
      let all = Set(images.map { ImageColors($0.header.metadata) })
      let isLost = colors.isNumbers && !format.capabilities.colorimetry.has(colors)
      self.notices =
        (all.count > 1 ? [.profilesDiffer] : [])
        + (isLost ? [.colorsTakenForOthers(images[0].name)] : notices)
      return
    }
    let goal = goal
    transforms = images.map { image in
      do throws(ImageColors.Unreadable) {
        return try Self.transform(of: image, to: goal, colors)
      } catch {
        notices.append(.colorsTakenForOthers(image.name))
        return nil
      }
    }
    self.notices = notices
  }

  /// Whether an image's samples become others.
  func converts(_ index: Int) -> Bool { transforms[index] != nil }

  /// The image's rows, in the output's colors.
  func source(_ image: some PixelSource, at index: Int) -> any PixelSource {
    guard let transform = transforms[index] else { return image }
    return ConvertedSource(image, transform, format: image.format)
  }

  /// A color of the script, which is sRGB's, in the output's samples.
  func sample(of color: Color) -> Color {
    // Grays of the same curve, white and black are exact without any arithmetic.
    if color.isGray, toneCurve == .sRGB || [0, 1].contains(color.red) { return color }
    guard let goal, goal.space == .rgb,
      let transform = ColorTransform(from: .sRGB(), to: goal, ColorSamples(.rgb16))
    else { return color }
    var samples = [color.red, color.green, color.blue].map { UInt16(($0 * 65535).rounded()) }
    samples.withUnsafeMutableBytes { transform.apply($0.baseAddress!, into: $0.baseAddress!, count: 1) }
    let values = samples.map { Double($0) / 65535 }
    return Color(red: values[0], green: values[1], blue: values[2], alpha: color.alpha)
  }

  /// What the output says of its colors, in the form that its format has for that.
  ///
  /// - Parameter said: what the leading image says, which stays where it is true.
  func describe(
    _ said: ImageMetadata, capabilities: ImageFormat.Capabilities
  ) -> (profile: [UInt8]?, colorimetry: ImageMetadata.Colorimetry?) {
    switch colors {
    case .sRGB: (nil, ImageColors(said) == .sRGB ? said.colorimetry : nil)
    case .profile(let bytes): (bytes, ImageColors(said) == colors ? said.colorimetry : nil)
    case .numbers(let numbers): capabilities.colorimetry.has(numbers) ? (nil, numbers) : (goal?.file, nil)
    }
  }

  /// - Parameter goal: nil for sRGB.
  private static func transform(
    of image: OpenImage, to goal: ColorProfile?, _ colors: ImageColors
  ) throws(ImageColors.Unreadable) -> ColorTransform? {
    let own = ImageColors(image.header.metadata)
    if own == colors { return nil }
    let isGray = image.header.pixels.channels.isGray
    let from = try own.profile(gray: isGray)
    if from == nil, goal == nil { return nil }
    let sRGB = isGray ? ColorProfile.sRGBGray() : .sRGB()
    let target = colors.isNumbers ? try colors.profile(gray: isGray) : goal
    let samples = ColorSamples(image.header.pixels)
    guard let transform = ColorTransform(from: from ?? sRGB, to: target ?? sRGB, samples) else {
      throw ImageColors.Unreadable()
    }
    return transform
  }
}
