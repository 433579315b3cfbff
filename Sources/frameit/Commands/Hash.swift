import ArgumentParser
import FrameKit

struct Hash: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a number for what pictures show, whatever file it is in.",
    usage: "frameit hash IMAGE... [--json] [options]",
    discussion: """
      The SHA-256 of the stored pixels, their size, depth and alpha: the same for the same picture in \
      another lossless format. Orientation and profile play no part.
      """)

  @OptionGroup var options: ImageOptions

  @Flag(help: "One JSON object a picture.")
  var json = false

  private struct PixelHash: Record {
    var schema = 1
    var name: String
    var hash: String

    var text: String { "\(hash)  \(name.printable)\n" }
  }

  func run() throws {
    try options.forEach { picture, limits throws(PictureFailure) in
      let hash = try picture.pixelHash(limits: limits)
      Console.report(PixelHash(name: picture.name, hash: hash), json: json)
    }
  }
}
