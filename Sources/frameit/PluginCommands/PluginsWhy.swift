import ArgumentParser
import FrameKit
import FramePlugins

struct PluginsWhy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Say which codec reads a file, where plugins were looked for, and why others are refused.")

  @Argument(help: "The file; '-' is stdin.", completion: .file())
  var file: InputSource

  @OptionGroup(title: "Limits") var limitOptions: LimitOptions

  @OptionGroup var pluginOptions: PluginOptions

  func run() throws {
    let limits = limitOptions.limits
    let input = try InputFile(file, limit: .memory(limits))
    Console.out("plugins were looked for in:\n")
    for folder in PluginPaths.folders {
      Console.out("  \(folder.printable)\(FilePath.isFolder(folder) ? "" : " (not there)")\n")
    }
    if !Codecs.found.isEmpty { Console.out("found:\n") }
    for plugin in Codecs.found {
      let what =
        switch plugin.result {
        case .success(let manifest): manifest.format.title
        case .failure(let refusal): "refused: \(refusal.sentence)"
        }
      Console.out("  \(plugin.path.printable): \(what.printable)\n")
    }
    let start = try input.start(64)
    let bytes = start.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    Console.out("\(input.name.printable) begins with: \(bytes.joined(separator: " "))\n")
    for codec in Codecs.all.codecs
    where codec.format.signatures.contains(where: { $0.matches(start) }) {
      Console.out("  the signature of \(codec.format.name), \(codec.plugin?.printable ?? "built in")\n")
    }
    let codecs = Codecs.list(allowsUnsandboxed: pluginOptions.allowUnsandboxed)
    let image = try input.image(limits, codecs)
    Console.out("\(image.codec.format.name) reads it: \(ImageRecord(image).summary)\n")
  }
}
