import ArgumentParser
import FrameBatch
import FrameCompare
import FrameEngine
import FrameFiles
import FrameImage
import FrameMessages
import FrameReports

struct Hash: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hash",
    abstract: "Print a hash of each image's pixels.",
    usage: """
      frameit hash IMAGE... [--perceptual [--within N]] [--json] [options]
      frameit hash --recursive FOLDER... [options]
      """,
    discussion: """
      The hash is the SHA-256 of the stored pixels, together with the image's size, its bit depth and whether it has \
      alpha. It does not depend on the lossless format that stores the pixels, on the orientation tag or on the \
      color profile.

      With --perceptual, the hash is a 64-bit pHash that describes how the upright image looks. It changes little \
      when the image is resized, compressed or slightly brightened.

      --within N prints groups of similar images, separated by empty lines. Two images are linked if their hashes \
      differ in at most N bits, and linked images form a group. N = 6 finds copies; above 16, matches are accidental. A \
      file that is listed twice counts once. Images of a single color are left out.
      """)

  @OptionGroup var options: ImageOptions

  @Flag("Print a perceptual hash, to find near duplicates.")
  var perceptual = false

  @Option(
    "n", "With --perceptual, print groups of images that differ in at most N of 64 bits.", in: .hashBits)
  var within: Int?

  @Flag("Print one JSON object per image or group.")
  var json = false

  func validate() throws {
    if within != nil, !perceptual { throw ValidationError("--within needs --perceptual.") }
  }

  /// Returns the record of an image with one of its hashes.
  private func record(_ name: String, _ kind: String, _ hash: String) -> ReportRecord {
    ReportRecord(fields: ["schema": 1, "name": name, kind: hash], text: "\(hash)  \(name.printable)")
  }

  func run() throws {
    if perceptual { return try runPerceptual() }
    try options.forEach { image, limits throws(FileError) in
      let hash = try image.pixelHash(limits: limits)
      warnOfFrames(image)
      Console.report(record(image.name, "hash", hash), json: json)
    }
  }

  private func runPerceptual() throws {
    var seen: [(name: String, hash: PerceptualHash)] = []
    // Unreadable images are reported, and the others are grouped.
    let outcome = Result {
      try options.forEach(skippingDuplicates: within != nil) { image, limits throws(FileError) in
        let (hash, isUniform) = try image.perceptualHash(limits: limits)
        warnOfFrames(image)
        if within == nil {
          Console.report(record(image.name, "perceptual", hash.text), json: json)
        } else if isUniform {
          options.notes.print(
            "\(image.name.printable): has no structure that the hash sees, so it is in no group")
        } else {
          seen.append((image.name, hash))
        }
      }
    }
    if let within { report(seen, within: within) }
    try outcome.get()
  }

  /// Warns that the hash covers only the first frame.
  private func warnOfFrames(_ image: OpenImage) {
    for notice in image.header.notices {
      guard case .oneOfSeveral = notice else { continue }
      Console.warn(EditNotice.image(image.name, notice).message.text)
    }
  }

  private func report(_ seen: [(name: String, hash: PerceptualHash)], within: Int) {
    let groups = PerceptualHash.groups(of: seen.map(\.hash), within: within)
    for (index, group) in groups.enumerated() {
      let first = seen[group[0]].hash
      if json {
        let images = group.map { index -> JSONFields in
          let (name, hash) = seen[index]
          // The number of bits in which it differs from the first image of the group.
          let distance = first.distance(to: hash)
          return ["name": name, "perceptual": hash.text, "distance": distance]
        }
        Console.report(json: ["schema": 1, "within": within, "images": images] as JSONFields)
      } else {
        let members = group.map { record(seen[$0].name, "perceptual", seen[$0].hash.text) }
        Console.out((index > 0 ? "\n" : "") + members.map { $0.text.printable + "\n" }.joined())
      }
    }
  }
}
