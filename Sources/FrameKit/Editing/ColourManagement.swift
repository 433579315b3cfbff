import FrameCodec
import FrameColour
import FrameModel

/// What the samples of an output shall mean.
public enum ColourTarget: String, Hashable, Sendable, CaseIterable {
  /// What those of the first picture mean; its profile travels along.
  case first
  case srgb
}

/// The way of each picture's samples to one profile, before they are laid over each other.
///
/// A picture without a profile is taken for sRGB, as browsers do.
struct ColourManagement {
  /// Of the output; nil: none is needed.
  let profile: [UInt8]?
  let notices: [EditNotice]
  /// One for each picture; nil where its samples stay.
  private let transforms: [ColourTransform?]

  /// - Parameter pictures: those of the plan, in its order.
  init(_ pictures: [OpenPicture], target: ColourTarget) {
    let lead = target == .first ? pictures.first?.header.metadata.profile : nil
    let goal = lead.flatMap { ColourProfile($0) }
    var notices: [EditNotice] = []
    transforms = pictures.map { picture in
      // An unreadable leading profile is handed on as it is; nothing can be brought to it.
      if lead != nil, goal == nil { return nil }
      do throws(Unconvertible) {
        return try Self.transform(of: picture, to: goal, isLead: picture.header.metadata.profile == lead)
      } catch {
        notices.append(.coloursTakenForOthers(picture.name))
        return nil
      }
    }
    if lead != nil, goal == nil, Set(pictures.map(\.header.metadata.profile)).count > 1 {
      notices.append(.profilesDiffer)
    }
    profile = lead
    self.notices = notices
  }

  /// The picture's rows, in the output's colours.
  func source(_ picture: NamedDecoder, at index: Int) -> any PixelSource {
    guard let transform = transforms[index] else { return picture }
    return ConvertedSource(picture, transform, format: picture.format)
  }

  private struct Unconvertible: Error {}

  /// - Parameter goal: nil for sRGB.
  private static func transform(
    of picture: OpenPicture, to goal: ColourProfile?, isLead: Bool
  ) throws(Unconvertible) -> ColourTransform? {
    if isLead { return nil }
    let isGray = picture.header.pixels.channels.isGray
    let own: ColourProfile
    if let bytes = picture.header.metadata.profile {
      guard let profile = ColourProfile(bytes) else { throw Unconvertible() }
      own = profile
    } else {
      own = isGray ? .sRGBGray() : .sRGB()
    }
    if goal == nil, own.isSRGB { return nil }
    let target = goal ?? (isGray ? .sRGBGray() : .sRGB())
    let samples = ColourSamples(picture.header.pixels)
    guard let transform = ColourTransform(from: own, to: target, samples) else { throw Unconvertible() }
    return transform
  }
}
