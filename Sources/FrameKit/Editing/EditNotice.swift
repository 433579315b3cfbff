import FrameCodec
import FrameModel

/// What an edit does that its user should know of, and what of an image does not reach the output.
public enum EditNotice: Hashable, Sendable {
  /// Of one image, by its name.
  case image(String, CodecNotice)
  case loss(RenderPlan.Loss)
  /// The output has another kind of pixels than the profile of this image is for.
  case profileLeftOut(String)
  /// Something of the metadata of the image of this name is not in the output, whose format has this title.
  case metadata(String, MetadataNotice, format: String)
  /// The output's format, by its title, has no place for what this image says of its colors: they are sRGB's now.
  case formatWithoutProfile(String, String)
  /// Images with different profiles are laid over each other as if they had the first one's.
  case profilesDiffer
  /// The colors of this image cannot be brought to the output's profile.
  case colorsTakenForOthers(String)
  /// The script ended while these fingers were down, which were then cancelled.
  case fingersLeftDown([Int])
  case text(TextNotice)
  /// A quality was asked of a format, by its title, that loses nothing.
  case qualityWithoutEffect(String)
  /// There is no leading image of the output's format, by its title, whose quality could be kept.
  case qualityNotKept(String)
  /// Frames were asked of a script in which nothing takes time.
  case noTimePasses
  /// The output is smaller than what was asked for, by what is no whole block.
  case trimmed(to: PixelSize)

  public var message: Message {
    switch self {
    case .image(let name, let notice):
      Message("\(name.quoted): \(notice.message.what)", note: notice.message.note)
    case .loss(let loss): loss.message
    case .profileLeftOut(let name):
      Message("\(name): the color profile is for another kind of pixels than the output's, and is left out")
    case .metadata(let name, let notice, let format):
      Message(
        "\(name.quoted): \(notice.message(format: format).what)", note: notice.message(format: format).note
      )
    case .formatWithoutProfile(let name, let format):
      Message(
        "\(name.quoted): its colors are brought to sRGB, as \(format) holds no color profile",
        note: "write PNG to keep them as they are")
    case .fingersLeftDown(let ids):
      Message(
        "the script ends while \(Message.touches(ids)) down: cancelled",
        note: "write 'touch \(ids[0]) up +10ms' at the end")
    case .text(let shortfall): shortfall.message
    case .qualityWithoutEffect(let format):
      Message("\(format) loses nothing: --quality has no effect")
    case .qualityNotKept(let format):
      Message(
        "the first image is no \(format) whose quality could be kept; the default is used",
        note: "write --quality with a number")
    case .noTimePasses:
      Message(
        "nothing in the script takes time: --frames makes one frame",
        note: "'animate', gestures and 'wait' let time pass")
    case .trimmed(let size):
      Message(
        "the result is \(size.width) x \(size.height): what is no whole block at its edges is left out",
        note: "--lossless prefer encodes anew where that is needed")
    case .colorsTakenForOthers(let name):
      Message(
        "\(name.quoted): its colors cannot be brought to the output's, and are taken as they are: they will look different"
      )
    case .profilesDiffer:
      Message("the images have different color profiles; all are taken for the first one's")
    }
  }
}
