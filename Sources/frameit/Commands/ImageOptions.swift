import ArgumentParser
import FrameKit
import FrameModel

/// What commands on images alone have in common: each image is looked at, failures are told, and the
/// rest goes on.
struct ImageOptions: ParsableArguments {
  @Argument(help: "Images; '-' is stdin.", completion: .file())
  var images: [InputSource] = []

  @OptionGroup var search: SearchOptions
  @OptionGroup(title: "Limits") var reading: InputOptions

  func validate() throws {
    guard !(images.isEmpty && search.lists.isEmpty) else { throw ValidationError("Which images?") }
  }

  /// - Parameter once: a file that is named again, by whatever name, is passed over.
  /// - Throws: `Leave`, when every image had its turn and some failed, or `Failure`, where there is none.
  func forEach(once: Bool = false, _ body: (OpenImage, Limits) throws(ImageError) -> Void) throws {
    try InputSource.checkStdin(["image": images, "list": search.lists])
    let list = try InputList(
      images, search.selection(refusesFolders: false), out: nil, limit: reading.maxMemory.count)
    for note in list.notes { Console.note(note) }
    var failures: [Failure] = []
    var noImages = 0
    var seen: Set<FileIdentity> = []
    for input in list.inputs {
      let limits = reading.startLimits()
      do {
        let file = try InputFile(input.source, limit: .memory(limits))
        if once, let identity = file.identity, !seen.insert(identity).inserted { continue }
        try body(try file.image(limits, reading.codecs, canSalvage: false), limits)
      } catch {
        let failure = error as? Failure ?? Failure(error as! ImageError, canSalvage: false)
        if failure.isNoImage, input.mayBeNoImage(to: reading.codecs) {
          noImages += 1
          continue
        }
        failure.report()
        failures.append(failure)
      }
    }
    if noImages > 0 {
      guard noImages < list.inputs.count else { throw Failure.noImage(among: noImages, note: nil) }
      Console.note("\(noImages) other \(noImages > 1 ? "files are no images" : "file is no image")")
    }
    guard let first = failures.first else { return }
    throw ExitRequest(status: failures.count < list.inputs.count - noImages ? .some : first.status)
  }
}
