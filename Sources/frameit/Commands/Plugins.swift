import ArgumentParser

struct Plugins: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The formats that can be read and written.",
    subcommands: [PluginsList.self, PluginsCheck.self, PluginsWhy.self], defaultSubcommand: PluginsList.self)
}
