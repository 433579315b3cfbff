import FrameScene

extension Message {
  /// The message for users of the program, with its advice in the hint.
  var withOptions: Message {
    guard let advice else { return self }
    if case .raise(let limit, let amount) = advice { return Message(text, hint: raising(limit, to: amount)) }
    return Message(text, hint: joined(with: advice.optionText))
  }

  private func raising(_ limit: Advice.CallerLimit, to amount: Int?) -> String {
    let option = "--max-\(limit.rawValue)" + (amount.map { " \($0)" } ?? "")
    if limit == .time { return "raise it with --max-time, or omit --max-time" }
    return hint.map { "\($0), or raise the limit with \(option)" }
      ?? "raise \(amount == nil ? "the limit" : "it") with \(option)"
  }
}

extension Advice {
  /// The advice in words that name options and commands; nil for a limit.
  fileprivate var optionText: String? {
    switch self {
    case .raise: nil
    case .use(let setting): setting.optionText
    case .install(.codec(let package)):
      "the Debian package frameit-plugins has more plugins; to build this one from the sources, install \(package), run 'make plugins', and set FRAMEIT_PLUGIN_PATH to .build/plugins"
    case .install(.effect):
      "the Debian package frameit-plugins has its plugin; to build it from the sources, run 'make plugins', and set FRAMEIT_PLUGIN_PATH to .build/plugins"
    case .list(.formats): "'frameit plugins' lists them"
    case .list(.plugins):
      "if a library is missing, install its package: the Debian package frameit-plugins brings the libraries of its own plugins; 'frameit plugins list --verbose' loads all plugins and shows which are refused"
    case .list(.effects): "'frameit plugins list' shows the effects of the installed plugins"
    }
  }
}

extension Advice.Setting {
  fileprivate var optionText: String {
    switch self {
    case .salvage: "'frameit apply --on-damage salvage' keeps the readable part"
    case .oneThread: "--jobs 1 uses less memory"
    case .otherFormat: "use another format with --format"
    case .noSandbox:
      "--allow-unsandboxed runs plugins without a sandbox; they can then do everything that you can"
    case .noWorker: "without --isolate, no worker process is needed"
    case .pluginCheck: "'frameit plugins check' tests plugins"
    case .movedBlocks:
      "to move blocks, omit --lossless never, --chroma, --max-bytes, --gain-map apply and a number for --quality"
    case .ownColors: "without --profile they are not converted"
    case .orientationOnly:
      "--lossless require sets only the EXIF orientation, or drops these blocks if the image is cropped"
    case .encoding: "--lossless prefer decodes and encodes such images instead"
    case .firstFrame: "--frame 0 takes the first one"
    case .frameRate: "--frames RATE renders the edit as frames"
    case .framesAsFiles(let ext):
      "--format names one of them, and -o frame-%04d.\(ext) writes one file per frame"
    case .keptProfile: "keep it with '--keep icc'"
    case .keptMetadata: "'--keep all' keeps all metadata"
    case .quality: "use --quality with a number"
    case .enlarging: "--enlarge enlarges it"
    case .rasterLayers: "--raster-layers draws such layers as images"
    case .gainMap:
      "--gain-map apply makes an HDR image of it, in PNG, AVIF and JPEG XL; --gain-map drop removes it without this warning"
    case .readableFolder: "--allow-read DIR allows its folder"
    case .imagesAfterScript: "write the images after the script"
    case .largerLimits: "--max-pixels and --max-memory raise some limits"
    }
  }
}
