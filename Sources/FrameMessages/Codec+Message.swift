import FrameCodec
import FrameImage
import FrameScene
import Platform

extension CodecError {
  package var message: Message {
    switch self {
    case .empty: Message("the file is empty")
    case .unknownFormat:
      Message(
        "unknown image format",
        hint: "formats are detected from content, not from the file name", .list(.formats))
    case .foreignFormat(let name):
      Message("\(name) is not supported", hint: "convert the file to PNG or JPEG with another program")
    case .damaged(let detail): Message("damaged image: \(detail)", .use(.salvage))
    case .truncated(let detail): Message("truncated image: \(detail)", .use(.salvage))
    case .unsupported(let detail): Message("not supported: \(detail)")
    case .limit(let exceeded): exceeded.message
    case .limitPassed(let detail): Message("a limit is exceeded: \(detail)", .use(.largerLimits))
    case .memoryPassed(let detail, let allowed):
      Message(
        "the codec needs more memory than the limit of \(LimitExceeded.bytes(allowed)) allows: \(detail)",
        .raise(.memory, to: nil))
    case .readFailed(let number): Message("cannot read: \(Self.systemMessage(number))")
    case .writeFailed(let number):
      Message("cannot write: \(Self.systemMessage(number))", hint: Self.writeHint(number))
    case .nothingWritten:
      Message("the encoder reported success but wrote nothing", .use(.otherFormat))
    case .missingPlugin(let format, let plugin, let package):
      Message(
        "the format \(format) needs the plugin '\(plugin)', which is not installed",
        .install(.codec(package: package)))
    case .refusedPlugin(let file, let reason):
      Message("cannot load the plugin \(file.printable): \(reason.printable)", .list(.plugins))
    case .unsandboxed(let plugin, let missing):
      Message(
        "cannot run the plugin \(plugin.printable): this system lacks \(missing) for the sandbox",
        .use(.noSandbox))
    case .brokenPlugin(let plugin, let detail):
      Message(
        "the plugin \(plugin.printable) violates the plugin interface: \(detail.printable)",
        .use(.pluginCheck))
    case .effect(let name, let plugin, let error): error.message(ofEffect: name, plugin: plugin)
    case .notIsolated(let reason): Message("cannot isolate the codec: \(reason)", .use(.noWorker))
    case .crashed(let how):
      Message("the codec crashed: \(how)", hint: "the program and other images are not affected")
    case .timedOut(let limit): Message("the codec \(limit.text)")
    case .misuse(let detail): Message("a bug in frameit: \(detail)")
    }
  }

  /// Returns the operating system's message for an error number, starting in lower case.
  package static func systemMessage(_ errorNumber: Int32) -> String {
    let text = String(cString: strerror(errorNumber))
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Returns a hint for a file that cannot be written, by the operating system's error number; nil if there is none.
  package static func writeHint(_ errorNumber: Int32) -> String? {
    switch errorNumber {
    case ENOSPC: "free some disk space, or write to another disk"
    case EDQUOT: "free some space within your quota, or write to another disk"
    case EFBIG: "'ulimit -f' shows the largest allowed file size"
    case EACCES: "make it writable, or write to another folder"
    case ENOTDIR: "part of the path is a file, not a folder: move it away, or write to another folder"
    case EROFS: "write to another disk, or mount this one as writable"
    default: nil
    }
  }
}

extension CodecNotice {
  package var message: Message {
    switch self {
    case .damage(let count, let detail):
      Message("damaged in \(count) \(count == 1 ? "place" : "places"), but readable: \(detail)")
    case .cmykConverted(byProfile: true): Message("CMYK is converted to sRGB using its profile")
    case .cmykConverted(byProfile: false):
      Message("CMYK is converted to RGB without a profile, because there is no readable one")
    case .profileDropped: Message("the color profile does not match the pixels and is dropped")
    case .profileUnreadable: Message("the color profile is damaged or incomplete and is dropped")
    case .metadataDropped(let kind): Message("damaged \(kind.title) is dropped")
    case .pictureDropped(.gainMap): Message("the HDR gain map is not read")
    case .pictureDropped(.depthMap): Message("the depth map is not read")
    case .pictureDropped(.auxiliaryImage):
      Message("an auxiliary image, such as a person's outline, is not read")
    case .pictureDropped(.stillImage):
      Message("the still image that programs without animation show is not a frame, and is not read")
    case .gainMapUnreadable: Message("the HDR gain map cannot be read")
    case .oneOfSeveral(let count?): Message("only the first of \(count) frames is used")
    case .trailingDataIgnored(let bytes):
      Message("\(bytes) bytes after the image are dropped; they may be a second image or a video")
    case .oneOfSeveral(nil): Message("only one of several images in the file is used")
    }
  }
}

extension PluginRefusal {
  /// The reason as text.
  package var message: String { (line.map { "line \($0): " } ?? "") + cause.text }
}

extension PluginRefusal.Cause {
  fileprivate var text: String {
    switch self {
    case .notAManifest(let first): "the manifest does not begin with '\(first)'"
    case .version(let version): "the manifest has version '\(version)'; this program reads version 1"
    case .unknownWord(let key): "unknown key '\(key)'"
    case .value(let key): "'\(key)' has an invalid value"
    case .twice(let key): "'\(key)' is given twice"
    case .missing(let key): "'\(key)' is missing"
    case .unreadable(let number): "cannot read the manifest: \(CodecError.systemMessage(number))"
    case .libraryMissing(let path): "its library \(path) is missing"
    case .shadowed(let path): "\(path) has the same name and comes first"
    case .builtIn: "a built-in codec has the same name"
    }
  }
}

extension CodecError {
  /// Returns the message for an error with which an effect of a plugin ended.
  fileprivate func message(ofEffect effect: String, plugin: String) -> Message {
    let subject = "the effect '\(effect)' of the plugin \(plugin.printable)"
    let without = "update the plugin, or edit without this effect"
    switch self {
    case .crashed(let how): return Message("\(subject) crashed: \(how)", hint: without, .use(.pluginCheck))
    case .timedOut(let limit):
      return Message("\(subject) \(limit.text)", hint: "use a smaller radius or output, \(without)")
    case .brokenPlugin(_, let detail):
      return Message(
        "\(subject) violates the plugin interface: \(detail.printable)", hint: without, .use(.pluginCheck))
    case .damaged(let detail), .truncated(let detail), .unsupported(let detail):
      return Message("\(subject) failed: \(detail.printable)", hint: "try other values for its parameters")
    case .memoryPassed(let detail, let allowed):
      return Message(
        "\(subject) needs more memory than the limit of \(LimitExceeded.bytes(allowed)) allows: \(detail.printable)",
        .raise(.memory, to: nil))
    case .limitPassed(let detail):
      return Message("\(subject) failed: a limit is exceeded: \(detail.printable)", .use(.largerLimits))
    // Their messages name the plugin, or a limit of ours.
    default: return message
    }
  }
}
