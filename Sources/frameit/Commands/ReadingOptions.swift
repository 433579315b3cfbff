import ArgumentParser
import FrameCodec
import FrameModel

/// How pictures are read.
struct ReadingOptions: ParsableArguments {
  @OptionGroup var limitOptions: LimitOptions

  @Flag(help: "Run built-in codecs, too, in sandboxed processes of their own, as loaded ones are.")
  var isolate = false

  @OptionGroup var pluginOptions: PluginOptions

  var limits: Limits { limitOptions.limits }
  var codecs: CodecList {
    Codecs.list(isIsolated: isolate, allowsUnsandboxed: pluginOptions.allowUnsandboxed)
  }
}

/// How plugins are run.
struct PluginOptions: ParsableArguments {
  @Flag(help: "Run plugins even if this system has no Landlock or no seccomp to restrict them.")
  var allowUnsandboxed = false
}
