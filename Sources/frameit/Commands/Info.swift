import ArgumentParser
import FrameBatch
import FrameEngine
import FrameFiles
import FrameImage
import FrameReports

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Print image properties, read from the headers.",
    usage: """
      frameit info IMAGE... [--json] [options]
      frameit info --recursive FOLDER...
      """)

  @OptionGroup var options: ImageOptions

  @Flag("Print one JSON object per image.")
  var json = false

  func run() throws {
    try options.forEach { image, _ in
      var record = ReportRecord(image)
      record.text = "\(image.name.printable): \(record.text)"
      Console.report(record, json: json)
    }
  }
}

/// The arguments of commands that read images without a script. Each image is processed, failures are reported, and
/// the rest continues.
struct ImageOptions: ParsableArguments {
  @Argument(help: "The images; '-' is stdin.", completion: .file())
  var images: [InputSource] = []

  @OptionGroup var search: SearchOptions
  @OptionGroup var notes: NoteOptions
  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func validate() throws {
    guard !(images.isEmpty && search.lists.isEmpty) else {
      throw ValidationError("No images given. Name image files, or a list with --files-from.")
    }
  }

  /// Processes all images.
  ///
  /// - Parameters:
  ///   - skippingDuplicates: Skip files that were already processed, even by another name.
  ///   - body: Processes one image.
  /// - Throws: a reported `Failure` after the last image if some failed, or `Failure` if there are no images.
  func forEach(skippingDuplicates: Bool = false, _ body: (OpenImage, Limits) throws(FileError) -> Void)
    throws
  {
    try InputSource.checkStdin(["image": images, "list": search.lists])
    let list = try InputList(
      images, search.selection(refusesFolders: false), out: nil,
      limit: inputOptions.limitOptions.maxMemory.count)
    for note in list.notes { notes.print(note.text) }
    var failures: [Failure] = []
    var nonImages = 0
    var seen: Set<FileIdentity> = []
    for input in list.inputs {
      let limits = inputOptions.startLimits()
      do throws(FileError) {
        let file = try limits.working(on: input.source.name) { () throws(FileError) in
          try InputFile(input.source, limit: .memory(limits))
        }
        if skippingDuplicates, let identity = file.identity, !seen.insert(identity).inserted { continue }
        try body(OpenImage(file, codecs: inputOptions.codecs, limits: limits), limits)
      } catch {
        let error = BatchError(error)
        if error.isNotAnImage, input.mightNotBeImage(to: inputOptions.codecs) {
          nonImages += 1
          continue
        }
        let failure = Failure(error)
        failure.report()
        failures.append(failure)
      }
    }
    if nonImages > 0 {
      guard nonImages < list.inputs.count else { throw Failure.onlyNonImages(among: nonImages, hint: nil) }
      notes.print("\(nonImages) other \(nonImages > 1 ? "files are not images" : "file is not an image")")
    }
    guard let first = failures.first else { return }
    throw Failure(reported: failures.count < list.inputs.count - nonImages ? .partialFailure : first.status)
  }
}
