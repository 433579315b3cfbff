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
  public var message: Message {
    switch self {
    case .empty: Message("the file is empty")
    case .unknownFormat:
      Message(
        "not an image of a known format",
        note: "the first bytes decide, not the name; 'frameit plugins' lists the formats")
    case .damaged(let detail):
      Message(
        "the image is damaged: \(detail)",
        note: "'frameit apply --on-damage salvage' keeps what can be decoded")
    case .truncated(let detail):
      Message(
        "the image is truncated: \(detail)",
        note: "'frameit apply --on-damage salvage' keeps what can be decoded")
    case .unsupported(let detail): Message("not supported: \(detail)")
    case .limit(let exceeded): exceeded.message
    case .limitPassed(let detail):
      Message(
        "a limit would be passed: \(detail)", note: "--max-pixels and --max-memory raise those that can be")
    case .memoryPassed(let detail, let allowed):
      Message(
        "the codec needs more memory than the limit of \(LimitExceeded.bytes(allowed)) leaves it: \(detail)",
        note: "raise it with --max-memory")
    case .outOfMemory:
      Message("there is no memory left for the image", note: "one thread alone takes less: --jobs 1")
    case .readFailed(let number): Message("reading failed: \(Self.sentence(number))")
    case .writeFailed(let number):
      Message("writing failed: \(Self.sentence(number))", note: Self.writingCure(number))
    case .nothingWritten:
      Message("the encoder reported success and wrote nothing", note: "write another format with --format")
    case .missingPlugin(let format, let plugin, let package):
      Message(
        "it is \(format), whose plugin '\(plugin)' is not installed",
        note:
          "'make plugins' builds it, with Debian's \(package); FRAMEIT_PLUGIN_PATH names the folder it is in")
    case .refusedPlugin(let file, let reason):
      Message(
        "the plugin \(file.printable) is refused: \(reason.printable)",
        note: "'frameit plugins list' says what was found")
    case .unsandboxed(let plugin, let missing):
      Message(
        "the plugin \(plugin.printable) is not run: this system lacks \(missing) for its sandbox",
        note: "--allow-unsandboxed runs plugins all the same; they can then do what you can")
    case .brokenPlugin(let plugin, let detail):
      Message(
        "the plugin \(plugin.printable) breaks its contract: \(detail.printable)",
        note: "'frameit plugins check' finds such faults")
    case .notIsolated(let reason):
      Message("no process of its own for the codec: \(reason)", note: "without --isolate it needs none")
    case .crashed(let how):
      Message("the codec crashed on it: \(how)", note: "nothing else is touched by that")
    case .timedOut(let seconds): Message("the codec did not come to an end in \(seconds) seconds")
    case .misuse(let detail): Message("a bug in frameit: \(detail)")
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
  public var message: Message {
    switch self {
    case .damage(let count, let detail):
      Message("damaged in \(count) \(count == 1 ? "place" : "places"), read all the same: \(detail)")
    case .cmykConverted(byProfile: true): Message("CMYK is brought to sRGB by its profile")
    case .cmykConverted(byProfile: false):
      Message("CMYK is brought to RGB by the plain formula, as it has no profile that can be read")
    case .profileDropped: Message("the color profile does not fit the pixels and was left out")
    case .metadataDropped(let kind): Message("damaged \(kind.title) was left out")
    case .gainMapDropped: Message("the HDR gain map is not kept")
    case .firstFrameOnly(let count?): Message("only the first of \(count) frames is used")
    case .trailingDataIgnored(let bytes):
      Message("\(bytes) bytes behind the image, such as a second one or a video, are left out")
    case .firstFrameOnly(nil): Message("only the first of several frames is used")
    }
  }
}

extension RenderPlan.Loss {
  public var message: Message {
    switch self {
    case .depth:
      Message("16 bits a channel become 8", note: "write PNG to keep them")
    case .alpha(let color):
      Message(
        "transparent parts are laid over \(color.hex)",
        note: "write PNG to keep them, or choose a color with 'background'")
    }
  }
}
