import ArgumentParser
import FrameBatch
import FrameCompare
import FrameKit

/// The options of `compare` that only folders have.
struct FolderOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Compare only images whose paths match this pattern, such as '*.png' or 'pages/*'. Can be repeated.",
      valueName: "pattern"))
  var include: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Leave out images whose paths match this pattern. Can be repeated.", valueName: "pattern"))
  var exclude: [String] = []

  @Option(
    help: ArgumentHelp(
      "Settings for some of the images: lines as in tolerance.txt, in sections that begin with a pattern, as in "
        + "[pages/*.png].", valueName: "file"),
    completion: .file())
  var settings: String?

  @Option(
    name: .jobs,
    help: ArgumentHelp("Number of images compared at a time; 0 means one per core.", valueName: "n"),
    transform: NumberRange.threads.option)
  var jobs = 0

  var areGiven: Bool { !include.isEmpty || !exclude.isEmpty || settings != nil || jobs != 0 }
}

extension Compare {
  /// Compares two folders, and prints a line for each of their images.
  func compareFolders(_ expected: String, _ actual: String) throws {
    try checkFolderOptions()
    let pairs = try FolderPairs(
      expected: expected, actual: actual, include: folderOptions.include.map(NamePattern.init),
      exclude: folderOptions.exclude.map(NamePattern.init), codecs: inputOptions.codecs)
    guard !pairs.entries.isEmpty else {
      throw Failure(
        .usage, "there are no images in \(expected.quoted) and \(actual.quoted)",
        hint: folderOptions.include.isEmpty && folderOptions.exclude.isEmpty
          ? nil : "check the patterns of --include and --exclude")
    }
    let base = request.tolerance
    let tolerances =
      try folderOptions.settings.map { file throws(BatchError) in
        try FolderTolerances(base, file: file, limits: self.inputOptions.startLimits())
      } ?? FolderTolerances(base)
    let (inputOptions, json, quiet) = (inputOptions, json, quiet)
    let comparison = FolderComparison(
      pairs, tolerances, mask: mask?.path, pads: pad, codecs: inputOptions.codecs
    ) { inputOptions.startLimits() }
    var counts = FolderCounts()
    comparison.run(threads: Processors.threads(folderOptions.jobs)) { result in
      let record = FolderRecord(result) { Failure($0).messages.joined(separator: "; ") }
      counts.add(record.verdict)
      if json {
        Console.report(json: record)
      } else if !quiet {
        for notice in record.comparison?.notices ?? [] { Console.warn("\(record.path): \(notice)") }
        Console.out(record.line.printable + "\n")
      }
    }
    if !json, !quiet {
      Console.out(counts.text + "\n")
      if pairs.otherFiles > 0 {
        Console.note(
          "\(pairs.otherFiles.grouped) \(pairs.otherFiles == 1 ? "file is not an image" : "files are not images")"
        )
      }
    }
    if counts[.broken] > 0 { throw ExitRequest(status: .partialFailure) }
    if !counts.areAllSame { throw ExitRequest(status: .negative) }
  }

  private func checkFolderOptions() throws(Failure) {
    if diff != nil { throw Failure(.usage, "--diff names one image, so it cannot be used with folders") }
    if displayOptions.isRequested { throw Failure(.usage, "--show cannot be used with folders") }
    if mask?.readsStdin == true { throw Failure(.usage, "--mask must be a file if folders are compared") }
  }
}
