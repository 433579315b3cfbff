import ArgumentParser
import FrameKit

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what pictures are, from their headers.",
    usage: "frameit info IMAGE... [--json] [options]")

  @OptionGroup var options: ImageOptions

  @Flag(help: "One JSON object a picture.")
  var json = false

  private struct Header: Record {
    var schema = 1
    var picture: PictureRecord

    var text: String { "\(picture.name.printable): \(picture.summary)\n" }
  }

  func run() throws {
    try options.forEach { picture, _ in
      Console.report(Header(picture: PictureRecord(picture)), json: json)
    }
  }
}
