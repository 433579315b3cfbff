import ArgumentParser
import FrameKit

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what images are, from their headers.",
    usage: """
      frameit info IMAGE... [--json] [options]
      frameit info --recursive FOLDER...
      """)

  @OptionGroup var options: ImageOptions

  @Flag(help: "One JSON object an image.")
  var json = false

  /// The image's own fields, and the number of their schema.
  private struct Header: Record {
    var image: ImageRecord

    private enum CodingKeys: CodingKey { case schema }

    func encode(to encoder: any Encoder) throws {
      try image.encode(to: encoder)
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(1, forKey: .schema)
    }

    var lines: [String] { ["\(image.name.printable): \(image.summary)"] }
  }

  func run() throws {
    try options.forEach { image, _ in
      Console.report(Header(image: ImageRecord(image)), json: json)
    }
  }
}
