import ArgumentParser
import FrameBatch
import FrameCodec
import FrameFiles
import FrameImage
import FrameMessages

struct PluginsCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a plugin's manifest, and its codec or its effect.",
    discussion: """
      The plugin runs in worker processes. The check of a codec takes an image that the plugin wrote, or the one \
      given with --sample, and truncates or alters it in many ways. Each time, the plugin must return an error or \
      rows. The check of an effect runs it with its parameters at their ends, and on rectangles of many sizes, \
      which must give the same pixels. Exits with 0 if all checks pass, and with 1 otherwise.
      """)

  @Argument(
    help: "The plugin's library, NAME.so, or its manifest, NAME.codec or NAME.effect.",
    completion: .file(extensions: ["so", "codec", "effect"]))
  var plugin: String

  @Option(file: "An image in the plugin's format.")
  var sample: InputSource?

  @Option("n", "Number of damaged files to try.", in: .runs)
  var runs = 500

  @Flag("Print the messages of the plugin and its libraries to stderr.", name: .shortAndLong)
  var verbose = false

  @OptionGroup(title: "Limits") var limitOptions: LimitOptions

  @OptionGroup var pluginOptions: PluginOptions

  func run() throws {
    let log = verbose ? PluginLog() : nil
    var policy = PluginPolicy()
    policy.allowsUnsandboxed = pluginOptions.allowUnsandboxed
    policy.log = log?.descriptor ?? -1
    // Without limits on crashes and timeouts, the check finds all faults.
    (policy.mostDeaths, policy.mostTimeouts) = (.max, .max)
    policy.warn = { Console.warn($0) }
    // A library may have both kinds.
    let ending = FilePath.fileExtension(plugin).map { "." + $0 }
    let codec: DiscoveredPlugin? = ending == EffectManifest.ending ? nil : found()
    let effect: DiscoveredEffect? = ending == PluginManifest.ending ? nil : found()
    guard codec != nil || effect != nil else {
      throw Failure(
        .input, "the manifest is missing", hint: "put it beside the library, as NAME.codec or NAME.effect",
        of: plugin)
    }
    var findings: [PluginCheck.Finding] = []
    if let codec { findings += try check(codec, policy) }
    if let effect { findings += check(effect, policy) }
    for finding in findings { Console.out(finding.text + "\n") }
    if let log { Console.error(log.text) }
    if findings.contains(where: \.isFailure) { throw Failure(reported: .negative) }
  }

  private func found<Kind>() -> Discovered<Kind>? {
    PluginSearch.plugin(FilePath.join(FilePath.folder(plugin), FilePath.stem(plugin) + Kind.ending))
  }

  private func check(_ found: DiscoveredPlugin, _ policy: PluginPolicy) throws -> [PluginCheck.Finding] {
    guard let codec = RemoteCodec(found, worker: PluginPaths.worker, policy) else { return [found.finding] }
    let check = PluginCheck(codec: codec, limits: limitOptions.limits, runs: runs)
    let bytes = try sample.map { sample in
      try InputFile(sample, limit: .memory(limitOptions.limits)).contents()
    }
    return [found.finding] + check.findings(sample: bytes)
  }

  private func check(_ found: DiscoveredEffect, _ policy: PluginPolicy) -> [PluginCheck.Finding] {
    guard let effect = RemoteEffect(found, worker: PluginPaths.worker, policy) else { return [found.finding] }
    return [found.finding] + EffectCheck(effect: effect, limits: limitOptions.limits).findings()
  }
}

extension Discovered {
  fileprivate var finding: PluginCheck.Finding {
    switch result {
    case .success(let manifest): .passed("manifest: \(manifest.title)")
    case .failure(let refusal): .failed("manifest", refusal)
    }
  }
}

extension PluginCheck.Finding {
  fileprivate var isFailure: Bool {
    switch self {
    case .failed, .faultyFiles: true
    case .passed, .note, .nothingToRead, .damagedFiles: false
    }
  }

  fileprivate var text: String {
    switch self {
    case .passed(let test): "ok   \(test)"
    case .note(let advice): "note \(advice)"
    case .failed(let test, let error): "FAIL \(test): \(Self.text(of: error).printable)"
    case .nothingToRead: "note the plugin cannot write images: name an image to read with --sample"
    case .damagedFiles(let refused, let read, let isFaulty):
      "\(isFaulty ? "note" : "ok  ") damaged files: \(refused) refused, \(read) read anyway"
    case .faultyFiles(let count, let isCut, let error):
      "FAIL \(count) files \(isCut ? "truncated" : "changed"): \(error.message.text.printable)"
    }
  }

  private static func text(of error: any Error) -> String {
    switch error {
    // The plugin is known.
    case CodecError.brokenPlugin(_, let violation): violation
    case let error as CodecError: error.message.text
    case let error as PluginRefusal: error.message
    default: "\(error)"
    }
  }
}
