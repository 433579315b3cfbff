import FrameCodec
import FrameColour
import FrameModel

/// What the samples of an output shall mean.
public enum ColourTarget: String, Hashable, Sendable, CaseIterable {
  /// What those of the first picture mean, which the output says, too; sRGB where its format has no place for that.
  case first
  case srgb
}

/// The way of each picture's samples to one meaning, before they are laid over each other.
struct ColourManagement {
  /// What the output's samples mean.
  let colours: PictureColours
  /// What linear light is linear by.
  let toneCurve: ToneCurve
  let notices: [EditNotice]
  /// The same as a profile; nil for sRGB, and where it cannot be read.
  private let goal: ColourProfile?
  /// One for each picture; nil where its samples stay.
  private let transforms: [ColourTransform?]

  /// - Parameters:
  ///   - pictures: those of the plan, in its order.
  ///   - format: of the output.
  init(_ pictures: [OpenPicture], target: ColourTarget, format: ImageFormat) {
    let lead = pictures.first.map { PictureColours($0.header.metadata) } ?? .sRGB
    var notices: [EditNotice] = []
    var colours = target == .first ? lead : .sRGB
    if colours != .sRGB, !colours.canBeSaid(by: format.holds) {
      colours = .sRGB
      notices.append(.formatWithoutProfile(pictures[0].name, format.title))
    }
    self.colours = colours
    do throws(PictureColours.Unreadable) {
      let isGray = pictures.first?.header.pixels.channels.isGray ?? false
      let goal = try colours.profile(gray: isGray)
      (self.goal, toneCurve) = (goal, goal.map { $0.toneCurve ?? .sRGB } ?? .sRGB)
    } catch {
      // It is handed on as it is; nothing can be brought to it.
      (goal, toneCurve, transforms) = (nil, .sRGB, pictures.map { _ in nil })
      let all = Set(pictures.map { PictureColours($0.header.metadata) })
      let isLost = colours.isNumbers && !format.holds.colorimetry.has(colours)
      self.notices =
        (all.count > 1 ? [.profilesDiffer] : [])
        + (isLost ? [.coloursTakenForOthers(pictures[0].name)] : notices)
      return
    }
    let goal = goal
    transforms = pictures.map { picture in
      do throws(PictureColours.Unreadable) {
        return try Self.transform(of: picture, to: goal, colours)
      } catch {
        notices.append(.coloursTakenForOthers(picture.name))
        return nil
      }
    }
    self.notices = notices
  }

  /// Whether a picture's samples become others.
  func converts(_ index: Int) -> Bool { transforms[index] != nil }

  /// The picture's rows, in the output's colours.
  func source(_ picture: some PixelSource, at index: Int) -> any PixelSource {
    guard let transform = transforms[index] else { return picture }
    return ConvertedSource(picture, transform, format: picture.format)
  }

  /// A colour of the script, which is sRGB's, in the output's samples.
  func sample(of colour: Colour) -> Colour {
    // Greys of the same curve, white and black are exact without any arithmetic.
    if colour.isGray, toneCurve == .sRGB || [0, 1].contains(colour.red) { return colour }
    guard let goal, goal.space == .rgb,
      let transform = ColourTransform(from: .sRGB(), to: goal, ColourSamples(.rgb16))
    else { return colour }
    var samples = [colour.red, colour.green, colour.blue].map { UInt16(($0 * 65535).rounded()) }
    samples.withUnsafeMutableBytes { transform.apply($0.baseAddress!, into: $0.baseAddress!, count: 1) }
    let values = samples.map { Double($0) / 65535 }
    return Colour(red: values[0], green: values[1], blue: values[2], alpha: colour.alpha)
  }

  /// What the output says of its colours, in the form that its format has for that.
  ///
  /// - Parameter said: what the leading picture says, which stays where it is true.
  func describe(
    _ said: ImageMetadata, holds: ImageFormat.Capabilities
  ) -> (profile: [UInt8]?, colorimetry: ImageMetadata.Colorimetry?) {
    switch colours {
    case .sRGB: (nil, PictureColours(said) == .sRGB ? said.colorimetry : nil)
    case .profile(let bytes): (bytes, PictureColours(said) == colours ? said.colorimetry : nil)
    case .numbers(let numbers): holds.colorimetry.has(numbers) ? (nil, numbers) : (goal?.file, nil)
    }
  }

  /// - Parameter goal: nil for sRGB.
  private static func transform(
    of picture: OpenPicture, to goal: ColourProfile?, _ colours: PictureColours
  ) throws(PictureColours.Unreadable) -> ColourTransform? {
    let own = PictureColours(picture.header.metadata)
    if own == colours { return nil }
    let isGray = picture.header.pixels.channels.isGray
    let from = try own.profile(gray: isGray)
    if from == nil, goal == nil { return nil }
    let sRGB = isGray ? ColourProfile.sRGBGray() : .sRGB()
    let target = colours.isNumbers ? try colours.profile(gray: isGray) : goal
    let samples = ColourSamples(picture.header.pixels)
    guard let transform = ColourTransform(from: from ?? sRGB, to: target ?? sRGB, samples) else {
      throw PictureColours.Unreadable()
    }
    return transform
  }
}
