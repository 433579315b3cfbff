import ArgumentParser
import FrameKit
import FrameModel

/// What commands on pictures alone have in common: each picture is looked at, failures are told, and the
/// rest goes on.
struct ImageOptions: ParsableArguments {
  @Argument(help: "Pictures; '-' is stdin.", completion: .file())
  var images: [Source] = []

  @OptionGroup var search: SearchOptions
  @OptionGroup(title: "Limits") var reading: ReadingOptions

  func validate() throws {
    guard !(images.isEmpty && search.lists.isEmpty) else { throw ValidationError("Which pictures?") }
  }

  /// - Parameter once: a file that is named again, by whatever name, is passed over.
  /// - Throws: `Leave`, when every picture had its turn and some failed, or `Failure`, where there is none.
  func forEach(once: Bool = false, _ body: (OpenPicture, Limits) throws(PictureFailure) -> Void) throws {
    try Source.checkStdin(["picture": images, "list": search.lists])
    let list = try InputList(
      images, search.selection(refusesFolders: false), out: nil, limit: reading.maxMemory.count)
    for note in list.notes { Console.note(note) }
    var failures: [Failure] = []
    var noPictures = 0
    var seen: Set<FileIdentity> = []
    for input in list.inputs {
      let limits = reading.startLimits()
      do {
        let file = try InputFile(input.source, limit: .memory(limits))
        if once, let identity = file.identity, !seen.insert(identity).inserted { continue }
        try body(try file.picture(limits, reading.codecs, canSalvage: false), limits)
      } catch {
        let failure = error as? Failure ?? Failure(error as! PictureFailure, canSalvage: false)
        if failure.isNoPicture, input.mayBeNoPicture(to: reading.codecs) {
          noPictures += 1
          continue
        }
        failure.report()
        failures.append(failure)
      }
    }
    if noPictures > 0 {
      guard noPictures < list.inputs.count else { throw Failure.noPicture(among: noPictures, note: nil) }
      Console.note("\(noPictures) other \(noPictures > 1 ? "files are no pictures" : "file is no picture")")
    }
    guard let first = failures.first else { return }
    throw Leave(status: failures.count < list.inputs.count - noPictures ? .some : first.status)
  }
}
