import ArgumentParser
import FrameBatch
import FrameCompare
import FrameEngine
import FrameFiles
import FrameGeometry
import FrameImage
import FrameReports

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two images, or the images of two folders, and show where they differ.",
    usage: "frameit compare EXPECTED ACTUAL [options]",
    discussion: """
      Without --threshold the comparison is exact: a single sample that differs by 1 is a difference, even in a \
      fully transparent pixel. Stored pixels are compared: EXIF orientation and color profiles are ignored. Exits \
      with 0 if the images are equal, with 1 if they differ, and with 2 or more if they cannot be compared. Files \
      with identical bytes are equal; their pixels are not decoded.

      If both are folders, images with the same path in them are compared. Each image that is not the same has a line: \
      within (the tolerance), differs, added, missing, moved (the same pixels at another path) or broken. The last line \
      counts all images. Exits with 0 if all are same or within, with 7 if any is broken, and with 1 otherwise.
      """)

  @Argument(help: "The expected image, or a folder of images; '-' is stdin.", completion: .file())
  var expected: InputSource

  @Argument(help: "The actual image, or a folder; '-' is stdin.", completion: .file())
  var actual: InputSource

  @OptionGroup var toleranceOptions: ToleranceOptions

  @Option(
    file: "Write a difference image if the images differ; for folders, the folder for a PNG for each that "
      + "differs.")
  var diff: String?

  @Option(
    "form",
    "Form of the difference image: red marks over the expected image (overlay); the expected image, the "
      + "actual image and the overlay in a row (side-by-side); or both compared images alternating in an "
      + "animated PNG (flicker). (default: overlay)", name: .customLong("diff-as"))
  var diffForm: DifferenceForm?

  @Flag("Replace an existing difference image; remove it if the images are equal.", name: .force)
  var force = false

  @Flag("Print the result as a JSON object.")
  var json = false

  @Flag("For folders, also print a line for each image that is the same.", name: .shortAndLong)
  var verbose = false

  @Flag(
    "Print nothing; only the exit code is the result. With --json, print only the JSON.", name: .shortAndLong)
  var quiet = false

  @OptionGroup(title: "Folders") var folderOptions: FolderOptions
  @OptionGroup(title: "Accepting") var acceptOptions: AcceptOptions
  @OptionGroup(title: "Display") var displayOptions: DisplayOptions
  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func validate() throws {
    if json, displayOptions.isRequested {
      throw ValidationError("--show cannot be combined with --json.")
    }
    if quiet, verbose || displayOptions.isRequested {
      throw ValidationError("--quiet cannot be combined with --verbose or --show.")
    }
    if diff == nil, force { throw ValidationError("--force needs --diff.") }
    if diff == nil, diffForm != nil { throw ValidationError("--diff-as needs --diff.") }
    // Two folders have a folder of difference images.
    if let diff, !(expected.path.map(FilePath.isFolder) ?? false) {
      guard let format = FilePath.fileExtension(diff), let codec = Codecs.all.codec(named: format) else {
        throw ValidationError(
          "--diff \(diff): the name needs the extension of an image format, as in diff.png.")
      }
      guard diffForm != .flicker || codec.format.capabilities.animation else {
        throw ValidationError(
          "--diff-as flicker: \(codec.format.title) cannot store an animation; name a .png file.")
      }
    }
  }

  func run() throws {
    try InputSource.checkStdin(["image": [expected, actual, toleranceOptions.mask].compactMap(\.self)])
    if let (expected, actual) = try folders() {
      let mode = folderMode
      try checkOptions(for: mode)
      try checkFolderOptions()
      if mode == .review { try checkReviewProgram() }
      return mode == .accept ? try acceptImages(expected, actual) : try compareFolders(expected, actual)
    }
    let pair = ImagePair(
      expected: try image(expected), actual: try image(actual),
      mask: try toleranceOptions.mask.map { try image($0) })
    // The result comes before an error of the difference image.
    let target = diff.map { path in
      Result { () throws(Failure) in
        try Failure.writing(OutputFile(path, replaces: force, isSure: false), option: "--diff")
      }
    }
    let file = try? target?.get()
    let codec = diff.flatMap { FilePath.fileExtension($0) }.flatMap { inputOptions.codecs.codec(named: $0) }
    var display = displayOptions.makeDisplay()
    let difference = file.flatMap { file in
      codec.map { DifferenceOutput(codec: $0, bytes: file.output, form: diffForm ?? .overlay) }
    }
    func compare(_ difference: DifferenceOutput?) throws(BatchError) -> ComparisonResult {
      try converting(
        pair.compare(
          request, difference: difference,
          onRow: display == nil ? nil : { display?.write($1, over: $2, of: $0) })
      ) { BatchError($0, reading: actual.name, writing: diff) }
    }
    var unwritten: BatchError?
    let result: ComparisonResult
    do throws(BatchError) {
      result = try compare(difference)
    } catch {
      guard difference != nil, error.isOfOutput else { throw error }
      // The image is drawn while the images are compared, so that they are compared again without it.
      unwritten = error
      display = displayOptions.makeDisplay()
      result = try compare(nil)
    }
    let report = ComparisonReport(pair, request, result)
    if !result.isSame, let image = display?.bytes { Console.out(image) }
    if !json, !quiet { for notice in report.notices { Console.warn(notice.message) } }
    if json || !quiet {
      Console.report(ReportRecord(fields: report.fields, text: result.summary), json: json)
    }
    var failure: Failure? = if case .failure(let error) = target { error } else { nil }
    if result.isDrawn {
      if let file {
        do throws(Failure) {
          if let unwritten { throw Failure(unwritten, option: "--diff") }
          try Failure.writing(file.commit(), option: "--diff")
        } catch {
          failure = error
        }
      }
    } else if force, failure == nil, let diff {
      DifferenceImages.remove(diff, codecs: inputOptions.codecs, limits: inputOptions.startLimits())
    }
    failure?.adding("; no difference image was written").report()
    if result.verdict == .differs, !result.isDrawn, diff != nil, !json, !quiet {
      Console.note("there is no difference image, because it would show only pixels that differ")
    }
    if result.verdict == .sizesDiffer, !json, !quiet {
      let isImageLess = diff != nil || displayOptions.isRequested
      Console.note((isImageLess ? "there is no difference image; " : "") + "--pad compares the common area")
    }
    if !result.isSame { throw Failure(reported: .negative) }
    if let failure { throw Failure(reported: failure.status) }
  }

  /// Returns the two folders to compare; nil for images.
  ///
  /// - Throws: `Failure` for a folder and an image.
  private func folders() throws(Failure) -> (expected: String, actual: String)? {
    let folders = [expected, actual].compactMap(\.path).filter(FilePath.isFolder)
    if let a = expected.path, let b = actual.path, !folders.isEmpty,
      // A missing folder is an error of its own.
      [a, b].allSatisfy({ FilePath.isFolder($0) || !FilePath.isFile($0) })
    {
      return (a, b)
    }
    try checkOptions(for: .images)
    guard let folder = folders.first else { return nil }
    let other = [expected, actual].compactMap(\.path).first { $0 != folder } ?? "photo.png"
    throw Failure(
      .usage, "is a folder, not an image",
      hint: "name the image in it: \(FilePath.join(folder, FilePath.name(other)))", of: folder)
  }

  private var request: ComparisonRequest {
    var request = ComparisonRequest(
      tolerance: toleranceOptions.tolerance(aligning: .off), pads: toleranceOptions.pad,
      limits: inputOptions.startLimits())
    request.namesChanges = json
    request.jobs = Processors.available
    return request
  }

  private func image(_ source: InputSource) throws -> OpenImage {
    let limits = inputOptions.startLimits()
    let file = try limits.working(on: source.name) { () throws(FileError) in
      try InputFile(source, limit: .memory(limits))
    }
    if let diff, let identity = file.identity, identity == OutputFile.identity(of: diff) {
      throw Failure(
        .usage, "--diff \(diff.printable) is one of the compared images", hint: "name another file")
    }
    return try OpenImage(file, codecs: inputOptions.codecs, limits: limits)
  }
}

extension DifferenceForm: ExpressibleByArgument {}

/// What `compare` does.
enum CompareMode {
  /// Compares two images.
  case images
  /// Compares the images of two folders.
  case folders
  /// Compares the images of two folders, and serves the report until a person is done.
  case review
  /// Makes the actual images of a report the expected ones.
  case accept
}

extension Compare {
  /// Returns the mode that the folders' options choose.
  var folderMode: CompareMode {
    if acceptOptions.review { return .review }
    return acceptOptions.accept ? .accept : .folders
  }

  /// Checks that the options of the command line have an effect.
  ///
  /// - Throws: `Failure` that names the first option that another mode has.
  func checkOptions(for mode: CompareMode) throws(Failure) {
    let useless = limitedOptions.first { $0.isGiven && !$0.modes.contains(mode) }
    guard let option = useless?.name else { return }
    switch mode {
    case .images:
      throw Failure(
        .usage, "\(option) is for folders, but images are named",
        hint: ["--html", "--report"].contains(option)
          ? "name two folders, or use --diff FILE for a difference image" : nil)
    case .folders:
      throw Failure(.usage, "\(option) needs \(option == "--prune" ? "--accept or --review" : "--accept")")
    case .review:
      throw Failure(
        .usage, "--review cannot be combined with \(option)",
        hint: option == "--html" ? "use --report DIR" : nil)
    case .accept:
      throw Failure(
        .usage, "--accept compares nothing, so \(option) has no effect",
        hint: "choose images with --only PATTERN")
    }
  }

  /// The options that some mode does not have, and the modes that have them.
  private var limitedOptions: [(name: String, isGiven: Bool, modes: Set<CompareMode>)] {
    let (folders, accepting) = (folderOptions, acceptOptions)
    let comparing: Set<CompareMode> = [.images, .folders, .review]
    let tolerances = toleranceOptions.given.map { ($0, $1, comparing) }
    return tolerances + [
      ("--accept", accepting.accept, [.accept]),
      ("--review", accepting.review, [.review]),
      ("--accept-list", accepting.acceptList != nil, [.accept]),
      ("--only", !accepting.only.isEmpty, [.accept]),
      ("--prune", accepting.prune, [.accept, .review]),
      ("--include", !folders.include.isEmpty, [.folders, .review]),
      ("--exclude", !folders.exclude.isEmpty, [.folders, .review]),
      ("--settings", folders.settings != nil, [.folders, .review]),
      ("--jobs", folders.jobs != 0, [.folders, .review]),
      ("--html", folders.html != nil, [.folders, .accept]),
      ("--report", folders.report != nil, [.folders, .review, .accept]),
      ("--junit", folders.junit != nil, [.folders, .review]),
      ("--reg", folders.reg != nil, [.folders, .review]),
      ("--github", folders.github, [.folders, .review]),
      ("--diff", diff != nil, comparing),
      ("--show", displayOptions.isRequested, comparing),
      ("--verbose", verbose, [.folders, .review]),
      ("--quiet", quiet, [.images, .folders, .accept]),
    ]
  }
}
