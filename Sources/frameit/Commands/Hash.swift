import ArgumentParser
import FrameCodec
import FrameHash
import FrameKit

struct Hash: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a number for what images show, whatever file it is in.",
    usage: """
      frameit hash IMAGE... [--perceptual [--within N]] [--json] [options]
      frameit hash --recursive FOLDER... [options]
      """,
    discussion: """
      The SHA-256 of the stored pixels, their size, depth and alpha: the same for the same image in \
      another lossless format. Orientation and profile play no part.

      With --perceptual, 64 bits (pHash) for what the upright image looks like, which change little when \
      it is resized, compressed or made a little brighter. With --within, the groups of images that are \
      linked by hashes of at most N differing bits, an empty line between them: 6 finds copies, above 16 \
      are chance. A file that is named twice counts once; images of one color are in no group.
      """)

  @OptionGroup var options: ImageOptions

  @Flag(help: "A number for what images look like, for near duplicates.")
  var perceptual = false

  @Option(
    help: ArgumentHelp(
      "With --perceptual: only groups of images that differ in at most N of 64 bits.", valueName: "n"),
    transform: NumberRange.hashBits.option)
  var within: Int?

  @Flag(help: "One JSON object an image, or a group.")
  var json = false

  func validate() throws {
    if within != nil, !perceptual { throw ValidationError("--within goes with --perceptual.") }
  }

  private struct PixelHash: Record {
    var schema = 1
    var name: String
    var hash: String

    var lines: [String] { ["\(hash)  \(name.printable)"] }
  }

  private struct Looks: Record {
    var schema = 1
    var name: String
    var perceptual: String

    var lines: [String] { ["\(perceptual)  \(name.printable)"] }
  }

  private struct Group: Encodable {
    var schema = 1
    var within: Int
    var images: [Member]

    struct Member: Encodable {
      var name: String
      var perceptual: String
      /// In how many bits it differs from the first one of the group.
      var distance: Int
    }
  }

  func run() throws {
    if perceptual { return try runPerceptual() }
    try options.forEach { image, limits throws(ImageError) in
      let hash = try image.pixelHash(limits: limits)
      warnOfFrames(image)
      Console.report(PixelHash(name: image.name, hash: hash), json: json)
    }
  }

  private func runPerceptual() throws {
    var seen: [(name: String, hash: PerceptualHash)] = []
    // Images that cannot be read are told of, and the others are grouped all the same.
    let outcome = Result {
      try options.forEach(once: within != nil) { image, limits throws(ImageError) in
        let (hash, isEven) = try image.perceptualHash(limits: limits)
        warnOfFrames(image)
        if within == nil {
          Console.report(Looks(name: image.name, perceptual: hash.text), json: json)
        } else if isEven {
          Console.note(
            "\(image.name.printable): an image of one color looks like nothing, and is in no group")
        } else {
          seen.append((image.name, hash))
        }
      }
    }
    if let within { report(seen, within: within) }
    try outcome.get()
  }

  /// The others play no part in the number.
  private func warnOfFrames(_ image: OpenImage) {
    for notice in image.header.notices {
      guard case .firstFrameOnly = notice else { continue }
      Console.warn(EditNotice.image(image.name, notice).message.what)
    }
  }

  private func report(_ seen: [(name: String, hash: PerceptualHash)], within: Int) {
    let groups = PerceptualHash.groups(of: seen.map(\.hash), within: within)
    for (index, group) in groups.enumerated() {
      let first = seen[group[0]].hash
      if json {
        let images = group.map { index in
          let (name, hash) = seen[index]
          return Group.Member(name: name, perceptual: hash.text, distance: first.distance(to: hash))
        }
        Console.report(json: Group(within: within, images: images))
      } else {
        let members = group.map { Looks(name: seen[$0].name, perceptual: seen[$0].hash.text) }
        Console.out((index > 0 ? "\n" : "") + members.map(\.text).joined())
      }
    }
  }
}
