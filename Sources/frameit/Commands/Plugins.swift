import ArgumentParser
import FrameCodec

struct Plugins: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The formats that can be read and written.", subcommands: [List.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the codecs and their libraries.")

    @Flag(help: "One JSON object a codec.")
    var json = false

    func run() {
      for codec in BuiltIn.codecs.codecs {
        Console.report(CodecRecord(codec), json: json)
      }
    }
  }
}

/// A codec as `plugins list` tells it.
struct CodecRecord: Record {
  var schema = 1
  var name: String
  var title: String
  var extensions: [String]
  var library: String
  var alpha: Bool
  var depths: [Int]
  var lossy: Bool
  /// Where the codec comes from; "built-in" is part of the program.
  var origin = "built-in"

  init(_ codec: any Codec) {
    name = codec.format.name
    title = codec.format.title
    extensions = codec.format.extensions
    library = codec.library
    alpha = codec.format.holds.alpha
    depths = codec.format.holds.depths.map(\.rawValue)
    lossy = codec.format.holds.isLossy
  }

  var text: String {
    let bits = depths.map(String.init).joined(separator: " and ")
    let parts = [
      "reads and writes .\(extensions.joined(separator: " ."))", "\(bits) bits",
      alpha ? "with transparency" : "no transparency", lossy ? "lossy" : "lossless", library, origin,
    ]
    return "\(name): \(parts.joined(separator: ", "))\n"
  }
}
