import ArgumentParser
import FrameKit
import FrameModel

/// What commands on pictures alone have in common: each picture is looked at, failures are told, and the
/// rest goes on.
struct ImageOptions: ParsableArguments {
  @Argument(help: "Pictures; '-' is stdin.")
  var images: [String]

  @OptionGroup(title: "Limits") var limitOptions: LimitOptions

  func forEach(_ body: (OpenPicture, Limits) throws -> Void) {
    let limits = limitOptions.limits
    var failures: [Failure] = []
    for path in images {
      do {
        let file = try InputFile(path, limit: limits.memory)
        let input = NamedInput(name: file.name, bytes: file.bytes)
        let picture = try OpenPicture(input, codecs: BuiltIn.codecs, limits: limits)
        try withExtendedLifetime(file) { try body(picture, limits) }
      } catch {
        let failure = Failure(error)
        failure.report()
        failures.append(failure)
      }
    }
    guard let first = failures.first else { return }
    Exit.leave(images.count > 1 ? .some : first.status)
  }
}

struct Hash: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a number for what pictures show, whatever file it is in.",
    usage: "frameit hash IMAGE... [options]",
    discussion: """
      The SHA-256 of the stored pixels, their size, depth and alpha: the same for the same picture in \
      another lossless format. Orientation and profile play no part.
      """)

  @OptionGroup var options: ImageOptions

  @Flag(help: "One JSON object a picture.")
  var json = false

  private struct Record: Encodable {
    var schema = 1
    var name: String
    var hash: String
  }

  func run() {
    options.forEach { picture, limits in
      let hash = try picture.pixelHash(limits: limits)
      if json {
        JSONLine.print(Record(name: picture.name, hash: hash))
      } else {
        Console.out("\(hash)  \(picture.name)\n")
      }
    }
  }
}
