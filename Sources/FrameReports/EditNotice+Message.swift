import FrameCodec
import FrameEngine
import FrameGeometry
import FrameImage
import FrameMessages
import FramePlan
import FrameScene

extension EditNotice {
  package var message: Message {
    let text = text
    return image.map { Message("\($0.quoted): \(text.text)", hint: text.hint, text.advice) } ?? text
  }

  /// The notice in words that are the same for all images that have it; nil if the notice follows from the script and the
  /// options alone, and not from an image.
  package var kind: String? {
    switch self {
    case .fingersLeftDown, .qualityWithoutEffect, .noTimePasses, .notAnimated, .text(.weight),
      .loss(.opaqueMask), .doubtfulFactor, .ignoredOutside:
      nil
    case .image(_, .damage): "the image is damaged, but readable"
    case .image(_, .oneOfSeveral): "only one of several images in the file is used"
    case .image(_, .trailingDataIgnored): "bytes after the image are dropped"
    case .metadata(_, .tooLarge, let format): "metadata that is too large for \(format) is dropped"
    case .metadata(_, .notHeld, let format): "metadata that \(format) cannot store is dropped"
    case .metadata(_, .companions, _): "a second image or a video is dropped"
    case .metadata(_, .severalImages, _):
      "the place or the date is dropped because the output shows several images"
    case .metadata(_, .imageNotShown, _):
      "the place or the date is dropped because the output does not show the image"
    case .loss(.cut): "a part of an image lies outside the canvas"
    case .loss(.outside): "a layer lies outside the canvas"
    case .loss(.editOutside): "the area of an edit contains nothing of its layer"
    case .text(.missing): "the font has no glyph for a character"
    case .standardTables: "the Huffman tables are not optimized"
    case .trimmed: "partial blocks at the edges are dropped"
    case .notEnlarged: "one width replaces others, which would enlarge the image"
    case .colorSpacesDiffer: "the images have different color spaces"
    case .unusedInputs: "some images are not shown"
    default: text.text
    }
  }

  /// The message without the name of the image.
  private var text: Message {
    switch self {
    case .image(_, let notice): notice.message
    case .loss(let loss): loss.message
    case .doubtfulFactor(let doubt):
      Message(
        "'\(doubt.word) \(doubt.change.trimmed(6))\(doubt.isPercent ? "%" : "")' multiplies by "
          + doubt.factor.scriptText,
        hint: "to add \(doubt.change.trimmed(6))%, write '\(doubt.word) \((100 + doubt.change).trimmed(6))%'"
      )
    case .profileDropped: Message("the color profile does not match the output's channels and is dropped")
    case .metadata(_, let notice, let format): notice.message(format: format)
    case .formatWithoutProfile(_, let format):
      Message(
        "colors are converted to sRGB because \(format) stores no color profile",
        hint: "write PNG to keep the original colors")
    case .gainMapNotStored(_, let format):
      Message(
        "the HDR gain map is dropped because \(format) stores none",
        hint: "write JPEG to keep it", .use(.gainMap))
    case .gainMapOfFrames:
      Message("the HDR gain map is dropped because frames are written without one")
    case .noGainMap:
      Message("there is no HDR gain map to apply, so the output is an SDR image")
    case .fingersLeftDown(let ids):
      Message(
        "the script ends while \(Message.touches(ids)) down: remaining touches are canceled",
        hint: "write 'touch \(ids[0]) up +10ms' at the end")
    case .text(let shortfall): shortfall.message
    case .qualityWithoutEffect(let format, let isLossless):
      Message(
        "\(format) \(isLossless ? "is lossless" : "has no quality setting"), so the quality has no effect")
    case .qualityNotKept(let format):
      Message("the first image has no \(format) quality to keep; the default quality is used", .use(.quality))
    case .noTimePasses:
      Message(
        "the script has no duration, so only one frame is rendered",
        hint: "'animate', gestures and 'wait' have a duration")
    case .notAnimated: Message("the output is not animated, so the loop count has no effect")
    case .standardTables(let needed, let allowed):
      Message(
        "the Huffman tables are not optimized, because that needs \(LimitExceeded.bytes(needed)), more than "
          + "\(LimitExceeded.bytes(allowed))")
    case .nothingInsideBorder:
      Message("the whole image has the color of its border, so 'trim' keeps it whole")
    case .nothingToStretch:
      Message("the image has only one tone, so 'auto-levels' changes nothing")
    case .unusedInputs(let unused):
      Message(
        "\(unused.count) of \(unused.total) images are not shown",
        hint:
          "the script reads a list of inputs, so it takes all of them at once; to edit each image separately, use "
          + "'$stem' or '$width' without an index"
      )
    case .trimmed(let size):
      Message(
        "the output is \(size.width) x \(size.height): partial blocks at the edges are dropped",
        .use(.encoding))
    case .notEnlarged(_, let widths, let largest):
      Message(
        "the width \(largest) replaces \(Message.list(widths.map(String.init), others: 0, "width")), which would enlarge the "
          + "image", .use(.enlarging))
    case .ignoredOutside(let rect):
      Message("ignore \(rect.numbers.map(String.init).joined(separator: ",")) is outside the compared area")
    case .colorsNotConverted:
      Message("colors cannot be converted to the output's profile and will look different")
    case .profilesDiffer:
      Message("the images have different color profiles; the first one's is used for all of them")
    case .orientationsDiffer:
      Message("the images have different EXIF orientations; their stored pixels are compared")
    case .colorSpacesDiffer(let expected, let actual):
      Message(
        "the images have different color spaces, \(expected) and \(actual); their stored samples are compared"
      )
    }
  }
}

extension RenderPlan.Loss {
  package var message: Message {
    switch self {
    case .depth:
      Message("16 bits per channel are reduced to 8", hint: "write PNG to keep them")
    case .alpha(let color):
      Message(
        "transparent parts are drawn over \(color.hex)",
        hint: "write PNG to keep transparency, or choose a color with 'background'")
    case .cut(let layers, let others):
      Message(
        "\(Message.list(layers.map { "\($0.percentage) of '\($0.name)'" }, others: others, "part")) "
          + "\(layers.count + others == 1 ? "lies" : "lie") outside the canvas, "
          + "which has the first image's size",
        hint:
          "'canvas fit' shows all of it, and 'canvas 100%,100%' keeps this size without a notice")
    case .outside(let names, let others):
      Message(
        "\(Message.list(names.map { "'\($0)'" }, others: others, "layer")) "
          + "\(names.count + others == 1 ? "lies" : "lie") outside the canvas",
        hint: "'canvas fit' shows all layers")
    case .opaqueMask(let layer):
      Message(
        "the mask of '\(layer)' hides nothing, because its colors are opaque",
        hint: "write 'none' for the transparent color, or add 'luminance', for which black hides")
    case .editOutside(let outside):
      Message(
        "the area of '\(outside.edit.name)' contains nothing of '\(outside.layer)', so it changes no pixel",
        hint:
          "an area is in the coordinates of its layer, which is \(outside.size.width.trimmed(2)) x \(outside.size.height.trimmed(2)); "
          + "percentages are parts of it: 'in rect 40%,60% 10%,10%'")
    }
  }
}

extension RenderPlan.CutLayer {
  /// The share for people: "33%", "0.7%".
  fileprivate var percentage: String {
    share < 0.01 ? "\((share * 100).fixed(1))%" : "\(min(99, Int((share * 100).rounded())))%"
  }
}

extension FrameProblem {
  package var message: Message {
    switch self {
    case .formatHoldsOneFrame(let format, let frames):
      Message(
        "the image has \(frames) frames, but \(format) stores only one",
        hint: "PNG, GIF and WebP store all of them", .use(.firstFrame))
    case .formatHoldsNoSequence(let format, let frames):
      Message(
        "the edit has \(frames) frames, but \(format.title) stores only one",
        hint: "PNG, GIF and WebP store all of them", .use(.framesAsFiles(format.extensions[0])))
    case .noSuchFrame(let index, 0):
      Message("there is no frame \(index): the edit has no image", .use(.frameRate))
    case .noSuchFrame(let index, 1):
      Message("there is no frame \(index)", hint: "only frame 0 can be read")
    case .noSuchFrame(let index, let count):
      Message("there is no frame \(index)", hint: "the frames are numbered from 0 to \(count - 1)")
    }
  }
}
