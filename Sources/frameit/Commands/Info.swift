import ArgumentParser
import FrameKit

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what pictures are, from their headers.",
    usage: """
      frameit info IMAGE... [--json] [options]
      frameit info --recursive FOLDER...
      """)

  @OptionGroup var options: ImageOptions

  @Flag(help: "One JSON object a picture.")
  var json = false

  /// The picture's own fields, and the number of their schema.
  private struct Header: Record {
    var picture: PictureRecord

    private enum CodingKeys: CodingKey { case schema }

    func encode(to encoder: any Encoder) throws {
      try picture.encode(to: encoder)
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(1, forKey: .schema)
    }

    var lines: [String] { ["\(picture.name.printable): \(picture.summary)"] }
  }

  func run() throws {
    try options.forEach { picture, _ in
      Console.report(Header(picture: PictureRecord(picture)), json: json)
    }
  }
}
