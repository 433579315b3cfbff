import ArgumentParser
import FrameBatch
import FrameCodec
import FrameImage
import FrameKit

struct PluginsCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a plugin's manifest, its codec and its handling of damaged files.",
    discussion: """
      The plugin runs in worker processes. The check takes an image that the plugin wrote, or the one given \
      with --sample, and truncates or alters it in many ways. Each time, the plugin must return an error or rows. \
      Exits with 0 if all checks pass, and with 1 otherwise.
      """)

  @Argument(
    help: "The plugin's library, NAME.so, or its manifest, NAME.codec.",
    completion: .file(extensions: ["so", "codec"]))
  var plugin: String

  @Option(help: ArgumentHelp("An image in the plugin's format.", valueName: "file"), completion: .file())
  var sample: InputSource?

  @Option(
    help: ArgumentHelp("Number of damaged files to try.", valueName: "n"),
    transform: NumberRange.runs.option)
  var runs = 500

  @Flag(name: .shortAndLong, help: "Print the messages of the plugin and its libraries to stderr.")
  var verbose = false

  @OptionGroup(title: "Limits") var limitOptions: LimitOptions

  @OptionGroup var pluginOptions: PluginOptions

  func run() throws {
    let manifest = FilePath.join(FilePath.folder(plugin), FilePath.stem(plugin) + PluginManifest.ending)
    guard let found: DiscoveredPlugin = PluginSearch.plugin(manifest) else {
      throw Failure(
        .input, "the manifest is missing", hint: "put it beside the library, as NAME.codec", of: manifest)
    }
    if case .failure(let refusal) = found.result {
      Console.out("FAIL manifest: \(refusal.message.printable)\n")
      throw ExitRequest(status: .negative)
    }
    let log = verbose ? PluginLog() : nil
    var policy = PluginPolicy()
    policy.allowsUnsandboxed = pluginOptions.allowUnsandboxed
    policy.log = log?.descriptor ?? -1
    // Without limits on crashes and timeouts, the check finds all faults.
    (policy.mostDeaths, policy.mostTimeouts) = (.max, .max)
    policy.warn = { Console.warn($0) }
    guard let codec = RemoteCodec(found, worker: PluginPaths.worker, policy) else { return }
    Console.out("ok   manifest: \(codec.format.title)\n")
    let check = PluginCheck(codec: codec, limits: limitOptions.limits, runs: runs)
    let bytes = try sample.map { sample in
      try InputFile(sample, limit: .memory(limitOptions.limits)).contents()
    }
    let findings = check.findings(sample: bytes)
    for finding in findings { Console.out(finding.text + "\n") }
    if let log { Console.error(log.text) }
    if findings.contains(where: \.isFailure) { throw ExitRequest(status: .negative) }
  }
}

extension PluginCheck.Finding {
  fileprivate var isFailure: Bool {
    switch self {
    case .failed, .faultyFiles: true
    case .passed, .nothingToRead, .damagedFiles: false
    }
  }

  fileprivate var text: String {
    switch self {
    case .passed(let test): "ok   \(test)"
    case .failed(let test, let error):
      "FAIL \(test): \(((error as? CodecError)?.message.text ?? "\(error)").printable)"
    case .nothingToRead: "note the plugin cannot write images: name an image to read with --sample"
    case .damagedFiles(let refused, let read, let isFaulty):
      "\(isFaulty ? "note" : "ok  ") damaged files: \(refused) refused, \(read) read anyway"
    case .faultyFiles(let count, let isCut, let error):
      "FAIL \(count) files \(isCut ? "truncated" : "changed"): \(error.message.text.printable)"
    }
  }
}
