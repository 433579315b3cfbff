import ArgumentParser
import CFrameSystem
import FrameBatch
import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage
import FrameReports

/// The options of `compare` that only folders have.
struct FolderOptions: ParsableArguments {
  @Option(
    "pattern",
    "Compare only images whose paths match this pattern, such as '*.png' or 'pages/*'. Can be repeated.")
  var include: [String] = []

  @Option("pattern", "Leave out images whose paths match this pattern. Can be repeated.")
  var exclude: [String] = []

  @Option(
    file:
      "Settings for some of the images: lines as in tolerance.txt, in sections that begin with a pattern, "
      + "as in [pages/*.png].")
  var settings: String?

  @Option(jobs: "Number of images compared at a time")
  var jobs: Int

  @Option(file: "Write a self-contained HTML report that shows every image that is not the same.")
  var html: String?

  @Option(folder: "Write an HTML report to this folder, with its images beside it; better for many images.")
  var report: String?

  @Option(file: "Write a report as JUnit XML.")
  var junit: String?

  @Option(file: "Write a report in the form of reg-cli's reg.json.")
  var reg: String?

  @Flag("On GitHub, annotate the run, and add a table to the summary of the step.")
  var github = false
}

extension Compare {
  /// Compares two folders, and prints a line for each image that is not the same, or for all images.
  func compareFolders(_ expected: String, _ actual: String) throws {
    let pairs = try BatchError.converting(
      FolderPairs(
        expected: expected, actual: actual, include: folderOptions.include.map(NamePattern.init),
        exclude: folderOptions.exclude.map(NamePattern.init), codecs: inputOptions.codecs))
    guard !pairs.entries.isEmpty else {
      throw Failure(
        .usage, "there are no images in \(expected.quoted) and \(actual.quoted)",
        hint: folderOptions.include.isEmpty && folderOptions.exclude.isEmpty
          ? nil : "check the patterns of --include and --exclude")
    }
    let base = MaskedTolerance(
      toleranceOptions.tolerance(aligning: .lines(.both)), mask: toleranceOptions.mask?.path)
    let tolerances =
      try folderOptions.settings.map { file throws(BatchError) in
        try FolderTolerances(base, file: file, limits: self.inputOptions.startLimits())
      } ?? FolderTolerances(base)
    let folder =
      acceptOptions.review && folderOptions.report == nil
      ? try ReportFolder.temporary() : folderOptions.report
    defer { if let folder, folder != folderOptions.report { ReportFolder.remove(folder) } }
    for pattern in tolerances.patternsWithoutMatch(pairs.entries.map(\.path)) where !json && !quiet {
      Console.note("no image matches [\(pattern)] in \((folderOptions.settings ?? "").quoted)")
    }
    let reports = try FolderReportFiles(
      folderOptions, report: folder, expected, actual, differences: diff, codecs: inputOptions.codecs)
    let (inputOptions, json, github) = (inputOptions, json, folderOptions.github)
    let (quiet, verbose) = (quiet, verbose)
    let gallery = reports.gallery
    let drawings = try DifferenceImages(
      diff, diffForm ?? .overlay, replaces: force, display: displayOptions.makeDisplay(),
      codecs: inputOptions.codecs)
    var failure: BatchError?
    var notices = NoticeList(printsAll: verbose)
    let threads = Processors.threads(folderOptions.jobs)
    let memory = MemoryBudget(
      limit: inputOptions.limitOptions.limits.memory, jobs: min(threads, pairs.entries.count))
    let run = FolderRun(
      pairs, pads: toleranceOptions.pad, codecs: inputOptions.codecs, memory: memory,
      startLimits: { inputOptions.startLimits() },
      tolerance: tolerances.tolerance)
    frameit_keep_freed_memory()
    let start = ContinuousClock.now
    var counts = FolderCounts()
    typealias Made = (
      record: FolderRecord, images: Result<ReportImages, BatchError>?, drawn: DifferenceImages.Drawn
    )
    run.run(threads: threads) { (made: Made) in
      ((try? made.images?.get())?.bytes ?? 0) + (made.drawn.shown?.count ?? 0)
    } make: { result in
      let record = FolderRecord(result) { failure in
        let error = BatchError(failure, reading: FilePath.join(actual, result.path))
        return Failure(error).messages.joined(separator: "; ")
      }
      let images =
        record.verdict == .same
        ? nil
        : gallery.map { gallery in
          Result { () throws(BatchError) in try gallery.images(of: result, within: memory) }
        }
      return (record, images, drawings.draw(result))
    } deliver: {
      let (record, images, drawn) = $0
      counts.add(record.verdict)
      reports.add(record, images, difference: drawn.name)
      failure = failure ?? drawn.failure
      if json {
        Console.report(json: record)
      } else if !quiet {
        notices.add([record.comparison?.notices ?? []], of: record.path)[0].forEach(Console.warn)
        if verbose || record.verdict != .same { Console.out(record.line.printable + "\n") }
        if let shown = drawn.shown { Console.out(shown) }
      }
      if github, let annotation = reports.annotation(record) { Console.out(annotation.printable + "\n") }
    }
    notices.others.forEach { Console.warn($0) }
    if !json, !quiet {
      Console.out(counts.text + "\n")
      if pairs.otherFiles > 0 {
        Console.note(
          "\(pairs.otherFiles.grouped) \(pairs.otherFiles == 1 ? "file is not an image" : "files are not images")"
        )
      }
    }
    var errors = reports.finish(counts, seconds: (ContinuousClock.now - start).seconds)
    if let failure = failure.map({ Failure($0, option: "--diff") }) {
      failure.report()
      errors.append(failure.status)
    }
    if acceptOptions.review, let folder, !counts.areAllSame, errors.isEmpty {
      return try review(expected, actual, report: folder, hasBroken: counts[.broken] > 0)
    }
    if !json, !quiet, !counts.areAllSame, errors.isEmpty,
      let page = folderOptions.html ?? folderOptions.report.map(ReportFolder.page)
    {
      Console.note("the report is \(page.quoted)")
    }
    if counts[.broken] > 0 { throw Failure(reported: .partialFailure) }
    if !counts.areAllSame { throw Failure(reported: .negative) }
    if let error = errors.first { throw Failure(reported: error) }
  }

  /// - Throws: `Failure` for options that exclude each other, and for places that cannot be written.
  func checkFolderOptions() throws(Failure) {
    if folderOptions.html != nil, folderOptions.report != nil {
      throw Failure(.usage, "--html cannot be combined with --report")
    }
    if let diff, FilePath.fileExtension(diff).flatMap({ inputOptions.codecs.codec(named: $0) }) != nil {
      throw Failure(
        .usage, "--diff \(diff.printable) is the name of an image, but folders are compared",
        hint: "name a folder")
    }
    for (option, place) in [("--report", folderOptions.report), ("--diff", diff)] {
      if let place { try checkPlace(place, option) }
    }
    if json, folderOptions.github { throw Failure(.usage, "--json cannot be combined with --github") }
    if toleranceOptions.mask?.readsStdin == true {
      throw Failure(.usage, "--mask must be a file if folders are compared")
    }
  }

  /// - Throws: `Failure` for a folder of images that is in one of the compared folders.
  private func checkPlace(_ place: String, _ option: String) throws(Failure) {
    guard let real = FilePath.real(place) ?? FilePath.real(FilePath.folder(place)) else { return }
    for folder in [expected, actual].compactMap(\.path) {
      guard FilePath.real(folder).map({ FilePath.isInside(real, $0) }) ?? false else { continue }
      throw Failure(
        .usage, "\(option) is in \(folder.quoted), so its images would be compared, too",
        hint: "name a folder beside it")
    }
  }
}
