import FrameCodec
import FrameImage
import FramePlan
import FrameScene
import FrameText

/// Something an edit does that its user should know, such as a part of an image that the output lacks.
/// Not an error.
package indirect enum EditNotice: Equatable, Sendable {
  /// A codec's notice about the named image.
  case image(String, CodecNotice)
  case loss(RenderPlan.Loss)
  /// The color profile of the named image does not fit the output's channels.
  case profileDropped(String)
  /// Some metadata of the named image is not in the output, whose format has this title.
  case metadata(String, MetadataNotice, format: String)
  /// The output's format, given by its title, cannot store the named image's colors. They are converted to sRGB.
  case formatWithoutProfile(String, String)
  /// The output, in a format with this title, has no gain map, unlike the named image.
  case gainMapNotStored(String, String)
  /// The output has frames, and so no gain map, unlike the named image.
  case gainMapOfFrames(String)
  /// A gain map was to be applied, but the named image has none.
  case noGainMap(String)
  /// Images with different profiles are composited as if they all had the first one's.
  case profilesDiffer
  /// Images whose stored pixels are compared would be shown with different orientations.
  case orientationsDiffer
  /// Images whose stored samples are compared have these color spaces, which are different.
  case colorSpacesDiffer(String, String)
  /// The colors of the named image cannot be converted to the output's profile.
  case colorsNotConverted(String)
  /// The script ended while these fingers were down. They were canceled.
  case fingersLeftDown([Int])
  case text(TextNotice)
  /// A quality was requested for a format without one, given by its title.
  case qualityWithoutEffect(String, isLossless: Bool)
  /// The first image's quality was requested, but that image does not have the output's format, given by its title.
  case qualityNotKept(String)
  /// Frames were requested, but the script has no duration.
  case noTimePasses
  /// A loop count was requested for an output with one frame.
  case notAnimated
  /// The output has standard Huffman tables, because coefficients need more bytes than are allowed.
  case standardTables(needed: Int, allowed: Int)
  /// The named image has one color, so that trimming keeps it whole.
  case nothingInsideBorder(String)
  /// The image has one tone, so there is nothing to stretch.
  case nothingToStretch(String)
  case doubtfulFactor(RunRecord.FactorDoubt)
  /// The script takes all images at once and shows only some of them.
  case unusedInputs(RunRecord.UnusedInputs)
  /// A lossless transform dropped incomplete MCUs, so the output is smaller than requested.
  case trimmed(to: PixelSize)
  /// These widths would enlarge images, the first of which has this name. One output of another width replaces theirs.
  case notEnlarged(String, [Int], to: Int)
  /// Pixels in this rectangle are to be ignored, but it is outside the compared area.
  case ignoredOutside(PixelRect)

  /// The name of the image that the notice is about; nil for all images of the edit.
  package var image: String? {
    switch self {
    case .image(let name, _), .profileDropped(let name), .metadata(let name, _, _),
      .formatWithoutProfile(let name, _),
      .gainMapNotStored(let name, _), .gainMapOfFrames(let name), .noGainMap(let name),
      .colorsNotConverted(let name),
      .nothingInsideBorder(let name), .nothingToStretch(let name), .notEnlarged(let name, _, _):
      name
    default: nil
    }
  }

  /// True if the output is as requested, and only its size is not the smallest.
  package var isDetail: Bool { if case .standardTables = self { true } else { false } }
}

extension RunRecord {
  /// What the user should know of the run.
  package var notices: [EditNotice] {
    (fingersLeftDown.isEmpty ? [] : [.fingersLeftDown(fingersLeftDown)]) + shortfalls.map(EditNotice.text)
      + uniformImages.map(EditNotice.nothingInsideBorder)
      + flatImages.map(EditNotice.nothingToStretch)
      + factorDoubts.map(EditNotice.doubtfulFactor)
      + [unusedInputs.map(EditNotice.unusedInputs)].compactMap(\.self)
  }
}
