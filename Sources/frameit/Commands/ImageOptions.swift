import ArgumentParser
import FrameKit
import FrameModel

/// What commands on pictures alone have in common: each picture is looked at, failures are told, and the
/// rest goes on.
struct ImageOptions: ParsableArguments {
  @Argument(help: "Pictures; '-' is stdin.")
  var images: [String]

  @OptionGroup(title: "Limits") var limitOptions: LimitOptions

  /// - Throws: `Leave`, when every picture had its turn and some failed.
  func forEach(_ body: (OpenPicture, Limits) throws(PictureFailure) -> Void) throws {
    let limits = limitOptions.limits
    var failures: [Failure] = []
    for path in images {
      do {
        try body(try InputFile(path, limit: limits.memory).picture(limits), limits)
      } catch {
        let failure = error as? Failure ?? Failure(error as! PictureFailure)
        failure.report()
        failures.append(failure)
      }
    }
    guard let first = failures.first else { return }
    throw Leave(status: images.count > 1 ? .some : first.status)
  }
}
