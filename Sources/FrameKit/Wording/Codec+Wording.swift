import FrameCodec
import FrameModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension CodecError {
  public var wording: Wording {
    switch self {
    case .empty: Wording("the file is empty")
    case .unknownFormat:
      Wording(
        "not a picture of a known format",
        note: "the first bytes decide, not the name; 'frameit plugins' lists the formats")
    case .damaged(let detail):
      Wording(
        "the picture is damaged: \(detail)",
        note: "'frameit apply --on-damage salvage' keeps what can be decoded")
    case .truncated(let detail):
      Wording(
        "the picture is truncated: \(detail)",
        note: "'frameit apply --on-damage salvage' keeps what can be decoded")
    case .unsupported(let detail): Wording("not supported: \(detail)")
    case .limit(let exceeded): exceeded.wording
    case .limitPassed(let detail):
      Wording(
        "a limit would be passed: \(detail)", note: "--max-pixels and --max-memory raise those that can be")
    case .memoryPassed(let detail, let allowed):
      Wording(
        "the codec needs more memory than the limit of \(LimitExceeded.bytes(allowed)) leaves it: \(detail)",
        note: "raise it with --max-memory")
    case .outOfMemory:
      Wording("there is no memory left for the picture", note: "one thread alone takes less: --jobs 1")
    case .readFailed(let number): Wording("reading failed: \(Self.sentence(number))")
    case .writeFailed(let number):
      Wording("writing failed: \(Self.sentence(number))", note: Self.writingCure(number))
    case .nothingWritten:
      Wording("the encoder reported success and wrote nothing", note: "write another format with --format")
    case .missingPlugin(let format, let plugin, let package):
      Wording(
        "it is \(format), whose plugin '\(plugin)' is not installed",
        note:
          "'make plugins' builds it, with Debian's \(package); FRAMEIT_PLUGIN_PATH names the folder it is in")
    case .refusedPlugin(let file, let reason):
      Wording(
        "the plugin \(file.printable) is refused: \(reason.printable)",
        note: "'frameit plugins list' says what was found")
    case .unsandboxed(let plugin, let missing):
      Wording(
        "the plugin \(plugin.printable) is not run: this system lacks \(missing) for its sandbox",
        note: "--allow-unsandboxed runs plugins all the same; they can then do what you can")
    case .brokenPlugin(let plugin, let detail):
      Wording(
        "the plugin \(plugin.printable) breaks its contract: \(detail.printable)",
        note: "'frameit plugins check' finds such faults")
    case .notIsolated(let reason):
      Wording("no process of its own for the codec: \(reason)", note: "without --isolate it needs none")
    case .crashed(let how):
      Wording("the codec crashed on it: \(how)", note: "nothing else is touched by that")
    case .timedOut(let seconds): Wording("the codec did not come to an end in \(seconds) seconds")
    case .misuse(let detail): Wording("a bug in frameit: \(detail)")
    }
  }

  /// The system's own sentence for an error number, with a small letter in front.
  public static func sentence(_ errorNumber: Int32) -> String {
    let text = String(cString: strerror(errorNumber))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

extension CodecError {
  /// What to do about a file that cannot be written, by the system's error number; nil where nothing is known.
  public static func writingCure(_ errorNumber: Int32) -> String? {
    switch errorNumber {
    case ENOSPC: "make room on the disk, or write to another one"
    case EDQUOT: "make room within your quota, or write to another disk"
    case EFBIG: "'ulimit -f' says how large a file may become"
    case EACCES: "make it writable, or write to another folder"
    case ENOTDIR: "a file is in the place of a folder: move it away, or write to another folder"
    case EROFS: "write to another disk, or mount this one to be written"
    default: nil
    }
  }
}

extension CodecNotice {
  public var wording: Wording {
    switch self {
    case .damage(let count, let detail):
      Wording("damaged in \(count) \(count == 1 ? "place" : "places"), read all the same: \(detail)")
    case .cmykConverted(byProfile: true): Wording("CMYK is brought to sRGB by its profile")
    case .cmykConverted(byProfile: false):
      Wording("CMYK is brought to RGB by the plain formula, as it has no profile that can be read")
    case .profileDropped: Wording("the colour profile does not fit the pixels and was left out")
    case .metadataDropped(let kind): Wording("damaged \(kind.title) was left out")
    case .gainMapDropped: Wording("the HDR gain map is not kept")
    case .firstFrameOnly(let count?): Wording("only the first of \(count) frames is used")
    case .restLeftOut(let bytes):
      Wording("\(bytes) bytes behind the picture, such as a second one or a video, are left out")
    case .firstFrameOnly(nil): Wording("only the first of several frames is used")
    }
  }
}

extension RenderPlan.Loss {
  public var wording: Wording {
    switch self {
    case .depth:
      Wording("16 bits a channel become 8", note: "write PNG to keep them")
    case .alpha(let colour):
      Wording(
        "transparent parts are laid over \(colour.hex)",
        note: "write PNG to keep them, or choose a colour with 'background'")
    }
  }
}
