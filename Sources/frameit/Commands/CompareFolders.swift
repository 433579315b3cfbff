import ArgumentParser
import FrameBatch
import FrameCodec
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

  @Option(help: ArgumentHelp("Write a report as JUnit XML.", valueName: "file"), completion: .file())
  var junit: String?

  @Option(
    help: ArgumentHelp("Write a report in the form of reg-cli's reg.json.", valueName: "file"),
    completion: .file())
  var reg: String?

  @Flag(help: "On GitHub, annotate the run, and add a table to the summary of the step.")
  var github = false

  /// The first option that is given; nil for none.
  var given: String? {
    if !include.isEmpty { return "--include" }
    if !exclude.isEmpty { return "--exclude" }
    if settings != nil { return "--settings" }
    if jobs != 0 { return "--jobs" }
    if junit != nil { return "--junit" }
    if reg != nil { return "--reg" }
    return github ? "--github" : nil
  }
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
    var base = request.tolerance
    if align == nil, fuzzAlign == nil { base.alignment = .lines(.both) }
    let tolerances =
      try folderOptions.settings.map { file throws(BatchError) in
        try FolderTolerances(base, file: file, limits: self.inputOptions.startLimits())
      } ?? FolderTolerances(base)
    let suite = try folderOptions.junit.map { try ReportFile(.junit, $0) }
    let reg = try folderOptions.reg.map { try ReportFile(.reg, $0) }
    // Reports hold every path, so that they grow only if one is asked for.
    let isReported = suite != nil || reg != nil || folderOptions.github
    let (inputOptions, json, quiet, github) = (inputOptions, json, quiet, folderOptions.github)
    let comparison = FolderComparison(
      pairs, tolerances, mask: mask?.path, pads: pad, codecs: inputOptions.codecs
    ) { inputOptions.startLimits() }
    let clock = ContinuousClock()
    let start = clock.now
    var counts = FolderCounts()
    var reports = FolderReports(expected: expected, actual: actual)
    comparison.run(threads: Processors.threads(folderOptions.jobs)) { result in
      let record = FolderRecord(result) { Failure($0).messages.joined(separator: "; ") }
      counts.add(record.verdict)
      if isReported { reports.add(record) }
      if json {
        Console.report(json: record)
      } else if !quiet {
        for notice in record.comparison?.notices ?? [] { Console.warn("\(record.path): \(notice)") }
        Console.out(record.line.printable + "\n")
      }
      if github, let annotation = reports.annotation(record) { Console.out(annotation.printable + "\n") }
    }
    if !json, !quiet {
      Console.out(counts.text + "\n")
      if pairs.otherFiles > 0 {
        Console.note(
          "\(pairs.otherFiles.grouped) \(pairs.otherFiles == 1 ? "file is not an image" : "files are not images")"
        )
      }
    }
    try suite?.write(reports.junit(seconds: (clock.now - start) / .seconds(1)))
    try reg?.write(reports.regJSON)
    if github { try writeSummary(reports.markdown(counts)) }
    if counts[.broken] > 0 { throw ExitRequest(status: .partialFailure) }
    if !counts.areAllSame { throw ExitRequest(status: .negative) }
  }

  /// Appends to the summary of a GitHub step. Elsewhere there is none.
  private func writeSummary(_ text: String) throws {
    guard let path = Environment.variable("GITHUB_STEP_SUMMARY"), !path.isEmpty else {
      return Console.note("GITHUB_STEP_SUMMARY is not set, so there is no summary")
    }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw BatchError(FileError(path, .system(errno))) }
    defer { close(descriptor) }
    do throws(CodecError) {
      try ByteOutput(descriptor: descriptor).write(Array(text.utf8))
    } catch {
      throw Failure(.output, error.hintedMessage, of: path)
    }
  }

  private func checkFolderOptions() throws(Failure) {
    if json, folderOptions.github { throw Failure(.usage, "--json cannot be combined with --github") }
    if diff != nil { throw Failure(.usage, "--diff names one image, so it cannot be used with folders") }
    if displayOptions.isRequested { throw Failure(.usage, "--show cannot be used with folders") }
    if mask?.readsStdin == true { throw Failure(.usage, "--mask must be a file if folders are compared") }
  }
}
