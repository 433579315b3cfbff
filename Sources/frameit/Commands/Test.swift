import ArgumentParser
import FrameBatch
import FrameEngine
import FrameFiles
import FrameImage

struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run golden cases: scripts with their expected images.",
    usage: """
      frameit test DIR... [--filter PATTERN] [--failed] [--inputs DIR] [--jobs N] [--junit FILE] [--html FILE] [--json]
      frameit test DIR|CASE... --accept
      """,
    discussion: """
      A case is a folder with script.txt or script.frameit, at any depth below DIR; hidden folders are skipped. \
      expected.png is its golden image, and without it the case fails. inputs.txt lists its images, one per line. \
      tolerance.txt sets the tolerance, one setting per line, such as 'threshold 0.1', 'max-diff 0.1%', 'antialiasing' \
      or 'ignore X,Y,W,H'.

      A failed case leaves actual.png in its folder, and difference.png if the sizes are equal. --accept replaces \
      expected.png with actual.png in all failed cases. Each failed case has a line, and the last line counts all \
      cases. --junit and --html replace an earlier report, but no other \
      existing file. Exits with 0 if all cases pass, with 1 if any fails, and with 2 if there are none.
      """)

  @Argument(help: "Case folders, or folders to search for cases.", completion: .directory)
  var paths: [String]

  @Option(folder: "Folder that the names in inputs.txt are relative to. (default: the folder of each case)")
  var inputs: String?

  @Option(
    "pattern",
    "Take only cases whose folders match this pattern, such as 'login*' or '*/dark/*'. Can be repeated.")
  var filter: [String] = []

  @Flag("Take only cases that failed in their last run.")
  var failed = false

  @Flag(
    "Replace expected.png with actual.png in each case that failed in the last run, without running any case."
  )
  var accept = false

  @Option(jobs: "Number of concurrent cases")
  var jobs: Int

  @Option(file: "Write a report as JUnit XML.")
  var junit: String?

  @Option(file: "Write a self-contained HTML report with the images of failed cases.")
  var html: String?

  @Flag("Print one JSON object per case.")
  var json = false

  @Flag("Also print a line for each case that passed.", name: .shortAndLong)
  var verbose = false

  @Flag(
    "Print only failed cases and warnings, without the number of cases. With --json, print only the JSON.",
    name: .shortAndLong)
  var quiet = false

  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet cannot be combined with --verbose.") }
    if accept, html != nil || junit != nil || json {
      throw ValidationError("--accept cannot be combined with --html, --junit or --json: it runs no cases.")
    }
  }

  /// Checks the folders. The parser has refused unknown options before, whose values would count as folders.
  private func checkFolders() throws(Failure) {
    if let inputs, !FilePath.isFolder(inputs) { throw Failure(.usage, "--inputs \(inputs): no such folder") }
    for path in paths where !FilePath.isFolder(path) {
      guard TestCase.exists(path) else { throw Failure(.usage, "no such folder", of: path) }
      throw Failure(.usage, "is a file", hint: "name the folder of the case", of: path)
    }
  }

  func run() throws {
    try checkFolders()
    var failures = FailedCases(state: Environment.stateFolder)
    let cases = try chosenCases(failures)
    if cases.isEmpty, !json, !quiet { Console.out("no case failed in its last run\n") }
    if cases.isEmpty, accept { return }
    if accept { return try acceptImages(cases) }
    let (html, suite) = try reportFiles(beside: cases)
    let start = ContinuousClock.now
    let reports = run(cases)
    let seconds = (ContinuousClock.now - start).seconds
    do throws(BatchError) {
      try failures.update(reports)
    } catch {
      // The results count; only `--failed` needs the file.
      Console.warn("cannot store which cases failed: \(Failure(error).messages.joined(separator: "; "))")
    }
    if !json { for notice in reports.flatMap(\.notices) { Console.warn(notice) } }
    let printed = verbose ? reports : reports.filter { !$0.isPassed }
    if json { Console.report(jsonLines: reports) } else { Console.out(printed.map(\.text).joined()) }
    let failed = reports.count { !$0.isPassed }
    let count = reports.count == 1 ? "1 case" : "\(reports.count) cases"
    if !json, !quiet, !reports.isEmpty {
      Console.out("\(count), \(failed == 0 ? "all passed" : "\(failed) failed")\n")
    }
    let errors = [
      Failure.reporting { try html.map { try writePage($0.path, reports) } },
      Failure.reporting { try suite?.write(CaseReport.junit(reports, seconds: seconds)) },
    ]
    if failed > 0 { throw Failure(reported: .negative) }
    if let error = errors.compactMap(\.self).first { throw Failure(reported: error) }
  }

  private func writePage(_ path: String, _ reports: [CaseReport]) throws(BatchError) {
    let gallery = ReportGallery(codecs: inputOptions.codecs)
    let page = try ReportPage(path, of: "case", in: paths, accepts: false)
    for (index, report) in reports.enumerated() {
      let limits = inputOptions.startLimits()
      let images =
        report.isPassed ? nil : try gallery.images(of: report, name: "\(index + 1)", limits: limits)
      try page.add(report.reportItem(images, limits: limits))
    }
    let failed = reports.count { !$0.isPassed }
    try page.finish(
      failed == 0 ? "All \(reports.count) cases passed" : "\(failed) of \(reports.count) cases failed")
  }

  /// Checks the report files before any case runs, so that a long run does not end without a place for its results.
  private func reportFiles(
    beside cases: [TestCase]
  ) throws -> (page: ReportFile?, suite: ReportFile?) {
    let page = try html.map { try ReportFile(.html, $0) }
    let suite = try junit.map { try ReportFile(.junit, $0) }
    if let page, let suite, page.canonicalPath == suite.canonicalPath {
      throw Failure(.usage, "--html and --junit name the same file", of: page.path)
    }
    for testCase in cases {
      let folder = FilePath.real(testCase.folder) ?? testCase.folder
      let caseFiles = TestCase(folder: folder).files
      for file in [page, suite].compactMap({ $0 }) where caseFiles.contains(file.canonicalPath) {
        throw Failure(.usage, "is part of a test case", hint: "name another file", of: file.path)
      }
    }
    return (page, suite)
  }

  /// Returns the cases to run. There are none only if `--failed` is given and none failed in its last run.
  private func chosenCases(_ failures: FailedCases) throws(Failure) -> [TestCase] {
    let all = TestCase.all(in: paths)
    guard !all.isEmpty else {
      throw Failure(
        .usage, "found no cases", hint: "a case is a folder with script.txt or script.frameit in it")
    }
    let patterns = filter.map(NamePattern.init)
    let cases = all.filter { testCase in
      patterns.isEmpty || patterns.contains { $0.matches(testCase.folder) }
    }
    guard !cases.isEmpty else {
      throw Failure(
        .usage, "none of the \(all.count) cases matches --filter",
        hint: "the first is \(all[0].folder.quoted)")
    }
    return failed ? cases.filter(failures.contains) : cases
  }

  /// Runs the cases concurrently and returns their reports in order.
  private func run(_ cases: [TestCase]) -> [CaseReport] {
    let (inputs, inputOptions) = (inputs, inputOptions)
    let threads = Processors.threads(jobs)
    let memory = MemoryBudget(limit: inputOptions.limitOptions.limits.memory, jobs: min(threads, cases.count))
    return Workers.map(cases, threads: threads) { testCase in
      let start = ContinuousClock.now
      let run = CaseRun(
        testCase, inputs: inputs, limits: inputOptions.startLimits(), memory: memory,
        codecs: inputOptions.codecs)
      let (verdict, notices) = run.run()
      return CaseReport(
        testCase, verdict, message: verdict.message, notices: notices,
        seconds: (ContinuousClock.now - start).seconds)
    }
  }

  /// Replaces expected images by the actual images of the last run.
  ///
  /// - Throws: a reported `Failure` after the last case if some images could not be accepted.
  private func acceptImages(_ cases: [TestCase]) throws {
    var count = 0
    var first: ExitStatus?
    let named = Set(paths.compactMap(FilePath.real))
    for testCase in cases where TestCase.exists(testCase.script) {
      guard TestCase.exists(testCase.actual) else {
        guard FilePath.real(testCase.folder).map(named.contains) == true else { continue }
        Console.out("nothing to accept in \(testCase.folder.printable): there is no actual.png\n")
        count += 1
        continue
      }
      count += 1
      let status = Failure.reporting { () throws(BatchError) in
        try testCase.accept(limits: inputOptions.startLimits(), codecs: inputOptions.codecs)
        Console.out("accepted \(testCase.folder.printable)\n")
      }
      first = first ?? status
    }
    if count == 0 { Console.out("nothing to accept: no case has an actual.png\n") }
    if let first { throw Failure(reported: first) }
  }
}
