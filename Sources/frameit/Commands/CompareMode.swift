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
