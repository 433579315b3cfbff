import ArgumentParser
import FrameCodec
import FrameModel

/// How pictures are read.
struct ReadingOptions: ParsableArguments {
  @OptionGroup var limitOptions: LimitOptions

  @Flag(help: "Run built-in codecs, too, in sandboxed processes of their own, as loaded ones are.")
  var isolate = false

  var limits: Limits { limitOptions.limits }
  var codecs: CodecList { isolate ? Codecs.isolated : Codecs.all }
}
