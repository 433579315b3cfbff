import FrameCodec
import FrameModel

/// What an edit does that its user should know of, and what of a picture does not reach the output.
public enum EditNotice: Hashable, Sendable {
  /// Of one picture, by its name.
  case picture(String, CodecNotice)
  case loss(RenderPlan.Loss)
  /// The output has another kind of pixels than the profile of this picture is for.
  case profileLeftOut(String)
  /// Something of the metadata of the picture of this name is not in the output, whose format has this title.
  case metadata(String, MetadataNotice, format: String)
  /// The output's format, by its title, has no place for what this picture says of its colours: they are sRGB's now.
  case formatWithoutProfile(String, String)
  /// Pictures with different profiles are laid over each other as if they had the first one's.
  case profilesDiffer
  /// The colours of this picture cannot be brought to the output's profile.
  case coloursTakenForOthers(String)
  /// The script ended while these fingers were down, which were then cancelled.
  case fingersLeftDown([Int])
  case text(TextShortfall)
  /// A quality was asked of a format, by its title, that loses nothing.
  case qualityWithoutEffect(String)
  /// There is no leading picture of the output's format, by its title, whose quality could be kept.
  case qualityNotKept(String)
  /// Frames were asked of a script in which nothing takes time.
  case noTimePasses
  /// The output is smaller than what was asked for, by what is no whole block.
  case trimmed(to: PixelSize)

  public var wording: Wording {
    switch self {
    case .picture(let name, let notice):
      Wording("\(name.quoted): \(notice.wording.what)", note: notice.wording.note)
    case .loss(let loss): loss.wording
    case .profileLeftOut(let name):
      Wording("\(name): the colour profile is for another kind of pixels than the output's, and is left out")
    case .metadata(let name, let notice, let format):
      Wording(
        "\(name.quoted): \(notice.wording(format: format).what)", note: notice.wording(format: format).note
      )
    case .formatWithoutProfile(let name, let format):
      Wording(
        "\(name.quoted): its colours are brought to sRGB, as \(format) holds no colour profile",
        note: "write PNG to keep them as they are")
    case .fingersLeftDown(let ids):
      Wording(
        "the script ends while \(Wording.touches(ids)) down: cancelled",
        note: "write 'touch \(ids[0]) up +10ms' at the end")
    case .text(let shortfall): shortfall.wording
    case .qualityWithoutEffect(let format):
      Wording("\(format) loses nothing: --quality has no effect")
    case .qualityNotKept(let format):
      Wording(
        "the first picture is no \(format) whose quality could be kept; the default is used",
        note: "write --quality with a number")
    case .noTimePasses:
      Wording(
        "nothing in the script takes time: --frames makes one frame",
        note: "'animate', gestures and 'wait' let time pass")
    case .trimmed(let size):
      Wording(
        "the result is \(size.width) x \(size.height): what is no whole block at its edges is left out",
        note: "--lossless prefer encodes anew where that is needed")
    case .coloursTakenForOthers(let name):
      Wording(
        "\(name.quoted): its colours cannot be brought to the output's, and are taken as they are: they will look different"
      )
    case .profilesDiffer:
      Wording("the pictures have different colour profiles; all are taken for the first one's")
    }
  }
}
