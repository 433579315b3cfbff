import ArgumentParser
import FrameKit
import FrameModel

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what pictures are, from their headers.",
    usage: "frameit info IMAGE... [--json] [options]")

  @OptionGroup var options: ImageOptions

  @Flag(help: "One JSON object a picture.")
  var json = false

  func run() {
    options.forEach { picture, _ in
      let record = ImageRecord(picture)
      if json { JSONLine.print(record) } else { Console.out(record.text) }
    }
  }
}

/// A picture's header as `info` tells it.
struct ImageRecord: Encodable {
  var schema = 1
  var name: String
  var format: String
  /// As stored.
  var width: Int
  var height: Int
  var pixels: String
  var depth: Int
  /// The number of EXIF's tag.
  var orientation: Int
  /// As people see it.
  var upright: [Int]
  var frames: Int
  var traits: [String]
  /// Bytes.
  var profile: Int?
  /// Pixels per inch.
  var resolution: [Double]?
  var notices: [String]

  init(_ picture: OpenPicture) {
    let header = picture.header
    name = picture.name
    format = picture.codec.format.name
    width = header.size.width
    height = header.size.height
    pixels = header.pixels.channels.name
    depth = header.pixels.depth.rawValue
    orientation = header.orientation.rawValue
    let upright = header.orientation.upright(header.size)
    self.upright = [upright.width, upright.height]
    frames = header.frames
    traits = header.traits
    profile = header.metadata.profile?.count
    let inch = 0.0254
    resolution = header.metadata.resolution.map {
      [($0.x * inch * 100).rounded() / 100, ($0.y * inch * 100).rounded() / 100]
    }
    notices = header.notices.map(\.wording.what)
  }

  var text: String {
    var parts = ["\(width) x \(height) \(format)", pixels, "\(depth) bits"] + traits
    if orientation != 1 { parts.append("orientation \(orientation), upright \(upright[0]) x \(upright[1])") }
    if frames > 1 { parts.append("\(frames) frames") }
    if let profile { parts.append("profile of \(profile) bytes") }
    if let resolution {
      let numbers = resolution[0] == resolution[1] ? [resolution[0]] : resolution
      parts.append(numbers.map(\.scriptText).joined(separator: " x ") + " dpi")
    }
    return "\(Failure.printable(name)): " + (parts + notices).joined(separator: ", ") + "\n"
  }
}
