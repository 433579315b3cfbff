import FrameCodec
import FrameEngine
import FrameGeometry
import FrameImage
import FrameMessages
import FramePlan
import FrameScene
import FrameScript

/// An error or a notice of the library that has a message. The library knows no command line, so its hints name neither
/// options nor commands; the hints that do are here.
protocol OptionHinting {
  /// The library's message, with a hint if one holds for every caller.
  var message: Message { get }
  /// A hint that names options or commands; nil if none of them helps.
  var optionHint: String? { get }
}

extension OptionHinting {
  /// The message for users of the command line: the library's, with `optionHint`, if there is one, as its hint.
  var hintedMessage: Message { message.hinted(optionHint) }
}

extension LimitExceeded: OptionHinting {
  var optionHint: String? {
    switch kind {
    case .pixels: "raise it with --max-pixels \(needed)"
    case .work: "use fewer frames, or raise the limit with --max-pixels \(Limits.pixels(forWork: needed))"
    case .memory: "raise it with --max-memory \(needed)"
    case .scriptMemory: "raise the limit with --max-memory"
    case .reportBytes: "raise it with --max-memory \(needed.times(Limits.reportsInMemory))"
    case .frames: "raise the limit with --max-frames, or use a lower frame rate"
    case .systemMemory: "--jobs 1 uses less memory"
    case .cancelled: "raise it with --max-time, or omit --max-time"
    case .side, .layers, .statements, .touches, .fingers, .scriptBytes, .nesting, .stringBytes, .nameBytes,
      .recursion, .fontBytes, .blur, .radius, .reach, .parts, .metadata, .outputBytes:
      nil
    }
  }
}

extension CodecError: OptionHinting {
  var optionHint: String? {
    switch self {
    case .unknownFormat:
      "formats are detected from content, not from the file name; 'frameit plugins' lists them"
    case .damaged, .truncated: "'frameit apply --on-damage salvage' keeps the readable part"
    case .limit(let exceeded): exceeded.optionHint
    case .effect(_, _, .crashed), .effect(_, _, .brokenPlugin):
      "update the plugin, or edit without this effect; 'frameit plugins check' tests plugins"
    case .effect(_, _, .timedOut), .effect(_, _, .damaged), .effect(_, _, .truncated),
      .effect(_, _, .unsupported):
      nil
    case .effect(_, _, let error): error.optionHint
    case .limitPassed: "--max-pixels and --max-memory raise some limits"
    case .memoryPassed: "raise the limit with --max-memory"
    case .nothingWritten: "use another format with --format"
    case .missingPlugin(_, _, let package):
      "the Debian package frameit-plugins has more plugins; to build this one from the sources, install \(package), run 'make plugins', and set FRAMEIT_PLUGIN_PATH to .build/plugins"
    // The words of the C library, which has no error number for it.
    case .refusedPlugin(_, let reason) where reason.contains("cannot open shared object file"):
      "install the package that has this library; the Debian package frameit-plugins brings those of its plugins"
    case .refusedPlugin: "'frameit plugins list --verbose' loads all plugins and shows which are refused"
    case .unsandboxed:
      "--allow-unsandboxed runs plugins without a sandbox; they can then do everything that you can"
    case .brokenPlugin: "'frameit plugins check' tests plugins"
    case .notIsolated: "without --isolate, no worker process is needed"
    case .crashed: "frameit and other images are not affected"
    case .empty, .foreignFormat, .unsupported, .readFailed, .writeFailed, .timedOut, .misuse: nil
    }
  }
}

extension LosslessObstacle: OptionHinting {
  var optionHint: String? {
    switch self {
    case .notWanted:
      "to move blocks, omit --lossless never, --chroma, --max-bytes, --gain-map apply and a number for --quality"
    case .recolored: "without --profile they are not converted"
    case .cutBlocks:
      "--lossless require sets only the EXIF orientation, or drops these blocks if the image is cropped"
    case .limit(let exceeded): exceeded.optionHint
    case .composed, .pixelsChanged, .otherFormat, .resampled, .beside, .nothingWhole: nil
    }
  }
}

extension FrameProblem: OptionHinting {
  var optionHint: String? {
    switch self {
    case .formatHoldsOneFrame: "--frame 0 takes the first one; PNG, GIF and WebP store all of them"
    case .formatHoldsNoSequence(let format, _):
      "--format png, gif or webp stores all of them; -o frame-%04d.\(format.extensions[0]) writes one file per frame"
    case .noSuchFrame(_, of: 0): "--frames RATE renders the edit as frames"
    case .noSuchFrame: nil
    }
  }
}

extension EditNotice: OptionHinting {
  var optionHint: String? {
    switch self {
    case .metadata(_, .colors, _): "keep it with '--keep icc'"
    case .metadata(_, .severalImages, _), .metadata(_, .imageNotShown, _): "'--keep all' keeps all metadata"
    case .qualityNotKept: "use --quality with a number"
    case .notEnlarged: "--enlarge enlarges it"
    case .trimmed: "--lossless prefer decodes and encodes such images instead"
    case .gainMapNotStored:
      "--gain-map apply makes an HDR image of it, in PNG, AVIF and JPEG XL; --gain-map drop removes it without this warning"
    case .gainMapOfFrames, .noGainMap, .image, .loss, .profileDropped, .metadata, .formatWithoutProfile,
      .profilesDiffer,
      .colorsNotConverted, .fingersLeftDown, .text, .qualityWithoutEffect, .noTimePasses, .notAnimated,
      .standardTables, .nothingInsideBorder, .nothingToStretch, .orientationsDiffer, .colorSpacesDiffer,
      .unusedInputs, .ignoredOutside:
      nil
    }
  }
}

extension ScriptError: OptionHinting { var optionHint: String? { problem.optionHint } }

extension ScriptProblem: OptionHinting {
  var optionHint: String? {
    switch self {
    case .notUTF8: "the script comes before the images; check that this is not an image"
    case .outsideFolder: "allow its folder with --allow-read DIR, or move it into the script's folder"
    case .inputMissing: "write the images after the script"
    case .scene(.unknownEffect(let name, _, _)) where KnownEffect.named(name) != nil:
      "the Debian package frameit-plugins has it; to build it from the sources, run 'make plugins', and set FRAMEIT_PLUGIN_PATH to .build/plugins"
    case .scene(.unknownEffect(_, let nearest, _)):
      (nearest.map { "did you mean '\($0)'? " } ?? "")
        + "'frameit plugins list' shows the effects of the installed plugins"
    case .unknownStatement(let word, _): Self.effectHint(for: word, as: .statement)
    case .unknownWord(let word, let meaning, _, _): Self.effectHint(for: word, as: meaning)
    case .scene(.limit(let exceeded)), .scene(.widthLimit(_, let exceeded)),
      .scene(.text(.limit(let exceeded))):
      exceeded.optionHint
    default: nil
    }
  }
  /// Returns the hint for a word of another tool for an effect of our plugins; nil for other words.
  private static func effectHint(for word: String, as meaning: WordMeaning) -> String? {
    guard ForeignWords.effect(for: word, as: meaning) != nil else { return nil }
    return ForeignWords.hint(for: word, as: meaning).map {
      $0 + "; its plugin is in the Debian package frameit-plugins, and 'make plugins' builds it"
    }
  }
}
