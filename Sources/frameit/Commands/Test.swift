import ArgumentParser
import FrameCodec
import FrameKit
import FrameModel
import FrameThreads

struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run golden cases: scripts, and the images that they shall come to.",
    usage: """
      frameit test DIR... [--inputs DIR] [--jobs N] [--junit FILE] [--html FILE] [--json]
      frameit test DIR|CASE... --accept
      """,
    discussion: """
      A case is a folder with script.txt and expected.png, and may lie in another one; hidden folders are passed \
      over. inputs.txt names its images, one a line, and \
      tolerance.txt says how near is near enough ('threshold 0.1', 'max-diff 0.1%', 'antialiasing', 'ignore X,Y,W,H'). \
      A case that fails leaves actual.png and difference.png in its folder; --accept takes actual.png for \
      expected.png, of those that failed. FILE may be an older report, and nothing else that is there. Exits 0 when all pass, 1 when some do not.
      """)

  @Argument(help: "Folders with cases in them, or cases.", completion: .directory)
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      "Where the names in inputs.txt begin; each case's own folder by default.", valueName: "dir"),
    completion: .directory)
  var inputs: String?

  @Flag(help: "Take the images that failing runs left behind; nothing is run.")
  var accept = false

  @Option(
    help: ArgumentHelp("Cases to run at a time; 0 is one for each core.", valueName: "n"),
    transform: NumberRange.threads.option)
  var jobs = 0

  @Option(help: ArgumentHelp("Write the results as JUnit's XML.", valueName: "file"), completion: .file())
  var junit: String?

  @Option(
    help: ArgumentHelp("Write a page that shows what failed; it needs no other file.", valueName: "file"),
    completion: .file())
  var html: String?

  @Flag(help: "One JSON object a case.")
  var json = false

  @OptionGroup(title: "Limits") var reading: InputOptions

  func validate() throws {
    if let inputs, !FilePath.isFolder(inputs) {
      throw ValidationError("--inputs \(inputs): there is no such folder.")
    }
    for path in paths where !FilePath.isFolder(path) {
      throw ValidationError(
        TestCase.exists(path)
          ? "\(path.printable) is a file; name the folder of the case."
          : "\(path.printable): there is no such folder.")
    }
    if accept, html != nil || junit != nil || json {
      throw ValidationError("--accept runs nothing, so there is nothing for --html, --junit and --json.")
    }
  }

  func run() throws {
    let cases = TestCase.all(in: paths)
    guard !cases.isEmpty else {
      throw Failure(.usage, "there is no case", note: "a case is a folder with script.txt in it")
    }
    if accept { return try take(cases) }
    let (page, suite) = try reportFiles(beside: cases)
    let clock = ContinuousClock()
    let start = clock.now
    let reports = run(cases)
    let seconds = (clock.now - start) / .seconds(1)
    if !json { for notice in reports.flatMap(\.notices) { Console.warn(notice) } }
    if json { Console.report(jsonLines: reports) } else { Console.out(reports.map(\.text).joined()) }
    try page?.put(HTMLReport(reports: reports, limits: reading.startLimits()).text())
    try suite?.put(CaseReport.junit(reports, seconds: seconds))
    let failed = reports.count { !$0.isPassed }
    let count = reports.count == 1 ? "1 case" : "\(reports.count) cases"
    if !json { Console.out("\(count), \(failed == 0 ? "all passed" : "\(failed) failed")\n") }
    if failed > 0 { throw ExitRequest(status: .no) }
  }

  /// Looked at before anything is run: a long run shall not end with no place for its results.
  private func reportFiles(
    beside cases: [TestCase]
  ) throws(Failure) -> (page: ReportFile?, suite: ReportFile?) {
    let page = try html.map { path throws(Failure) in try ReportFile(.html, path) }
    let suite = try junit.map { path throws(Failure) in try ReportFile(.junit, path) }
    if let page, let suite, page.place == suite.place {
      throw Failure(.usage, "--html and --junit name one file", of: page.path)
    }
    for testCase in cases {
      let folder = FilePath.real(testCase.folder) ?? testCase.folder
      let places = TestCase(folder: folder).files
      for file in [page, suite].compactMap({ $0 }) where places.contains(file.place) {
        throw Failure(.usage, "is a file of a case; name another file", of: file.path)
      }
    }
    return (page, suite)
  }

  private func run(_ cases: [TestCase]) -> [CaseReport] {
    let (inputs, reading) = (inputs, reading)
    let state = Monitor((next: 0, reports: [CaseReport?](repeating: nil, count: cases.count)))
    Workers.run(min(cases.count, Processors.threads(jobs))) {
      while true {
        let index = state.change { state in
          defer { state.next += 1 }
          return state.next
        }
        guard index < cases.count else { return }
        let clock = ContinuousClock()
        let start = clock.now
        let (verdict, notices) = CaseRun(
          testCase: cases[index], inputs: inputs, limits: reading.startLimits(), codecs: reading.codecs
        )
        .run()
        let report = CaseReport(
          cases[index], verdict, notices: notices, seconds: (clock.now - start) / .seconds(1))
        state.change { $0.reports[index] = report }
      }
    }
    return state.change { $0.reports.compactMap { $0 } }
  }

  /// The very images that were shown.
  ///
  /// - Throws: `Leave`, when every case had its turn and some could not be taken.
  private func take(_ cases: [TestCase]) throws {
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
      do throws(Failure) {
        try check(testCase.actual)
        try OutputFile.move(testCase.actual, to: testCase.expected)
        OutputFile.remove(testCase.difference)
        Console.out("accepted \(testCase.folder.printable)\n")
      } catch {
        error.report()
        first = first ?? error.status
      }
    }
    if count == 0 { Console.out("nothing to accept: no case has an actual.png\n") }
    if let first { throw ExitRequest(status: first) }
  }

  /// - Throws: `Failure` for what is no whole image.
  private func check(_ path: String) throws(Failure) {
    let limits = reading.startLimits()
    let image = try InputFile(.file(path), limit: .memory(limits)).image(
      limits, reading.codecs, canSalvage: false)
    do throws(ImageError) {
      _ = try image.pixelHash(limits: limits)
    } catch {
      throw Failure(error, canSalvage: false)
    }
  }
}
