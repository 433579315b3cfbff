import ArgumentParser
import FrameKit
import FrameModel

/// What commands on pictures alone have in common: each picture is looked at, failures are told, and the
/// rest goes on.
struct ImageOptions: ParsableArguments {
  @Argument(help: "Pictures; '-' is stdin.", completion: .file())
  var images: [String]

  @OptionGroup(title: "Limits") var reading: ReadingOptions

  func validate() throws {
    guard images.count(where: Path.isStdin) < 2 else {
      throw ValidationError("'-' is stdin, and can be one picture alone.")
    }
  }

  /// - Parameter once: a file that is named again, by whatever name, is passed over.
  /// - Throws: `Leave`, when every picture had its turn and some failed.
  func forEach(once: Bool = false, _ body: (OpenPicture, Limits) throws(PictureFailure) -> Void) throws {
    let limits = reading.limits
    var failures: [Failure] = []
    var seen: Set<FileIdentity> = []
    for path in images {
      do {
        let file = try InputFile(path, limit: limits.memory)
        if once, let identity = file.identity, !seen.insert(identity).inserted { continue }
        try body(try file.picture(limits, reading.codecs, canSalvage: false), limits)
      } catch {
        let failure = error as? Failure ?? Failure(error as! PictureFailure, canSalvage: false)
        failure.report()
        failures.append(failure)
      }
    }
    guard let first = failures.first else { return }
    throw Leave(status: failures.count < images.count ? .some : first.status)
  }
}
