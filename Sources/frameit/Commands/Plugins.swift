import ArgumentParser
import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage
import FrameMessages
import FrameReports

struct Plugins: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "List codecs and effects, and check plugins.",
    subcommands: [PluginsList.self, PluginsCheck.self, PluginsWhy.self], defaultSubcommand: PluginsList.self)
}

struct PluginsList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List built-in codecs, plugins with codecs or effects, and refused plugins.")

  @Flag("Load the plugins, and print the versions of their libraries.", name: .shortAndLong)
  var verbose = false

  @Flag("Print one JSON object per codec or effect.")
  var json = false

  @OptionGroup var notes: NoteOptions
  @OptionGroup var pluginOptions: PluginOptions

  func run() {
    let list = Codecs.list(allowsUnsandboxed: pluginOptions.allowUnsandboxed)
    let loads = verbose || json
    for codec in list.codecs {
      report(try ReportRecord(codec, loads: loads), of: codec.plugin ?? codec.format.name)
    }
    for effect in list.effects { report(try ReportRecord(effect, loads: loads), of: effect.plugin) }
    reportRefused(Codecs.found.codecs)
    reportRefused(Codecs.found.effects)
  }

  private func report(_ record: @autoclosure () throws(CodecError) -> ReportRecord, of plugin: String) {
    do throws(CodecError) {
      Console.report(try record(), json: json)
    } catch {
      Console.report(ReportRecord(plugin, error), json: json)
    }
  }

  private func reportRefused<Kind>(_ plugins: [Discovered<Kind>]) {
    for plugin in plugins {
      guard case .failure(let refusal) = plugin.result else { continue }
      Console.report(ReportRecord(plugin.path, refusal), json: json)
    }
  }
}

struct PluginsWhy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Show which codec reads a file, which folders are searched, and why plugins are refused.")

  @Argument(help: "The image; '-' is stdin.", completion: .file())
  var file: InputSource

  @OptionGroup(title: "Limits") var limitOptions: LimitOptions

  @OptionGroup var pluginOptions: PluginOptions

  func run() throws {
    let limits = limitOptions.limits
    let input = try InputFile(file, limit: .memory(limits))
    Console.out("plugin folders:\n")
    for folder in PluginPaths.folders {
      Console.out("  \(folder.printable)\(FilePath.isFolder(folder) ? "" : " (missing)")\n")
    }
    if !Codecs.found.codecs.isEmpty { Console.out("plugins:\n") }
    for plugin in Codecs.found.codecs {
      let what =
        switch plugin.result {
        case .success(let manifest): manifest.format.title
        case .failure(let refusal): "refused: \(refusal.message)"
        }
      Console.out("  \(plugin.path.printable): \(what.printable)\n")
    }
    let start = try input.bytes(64)
    let bytes = start.prefix(16).map { String($0, digits: 2, radix: 16) }
    Console.out("\(input.name.printable) begins with: \(bytes.joined(separator: " "))\n")
    for codec in Codecs.all.codecs
    where codec.format.signatures.contains(where: { $0.matches(start) }) {
      Console.out(
        "  matches the signature of \(codec.format.name), \(codec.plugin?.printable ?? "built-in")\n")
    }
    let codecs = Codecs.list(allowsUnsandboxed: pluginOptions.allowUnsandboxed)
    let image = try OpenImage(input, codecs: codecs, limits: limits)
    Console.out("\(image.codec.format.name) reads it: \(ReportRecord(image).text)\n")
  }
}
