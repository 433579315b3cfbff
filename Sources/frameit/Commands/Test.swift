import ArgumentParser
import FrameCodec
import FrameKit
import FrameModel
import FrameThreads

struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run golden cases: scripts, and the pictures that they shall come to.",
    usage: """
      frameit test DIR... [--inputs DIR] [--jobs N] [--junit FILE] [--html FILE] [--json]
      frameit test DIR|CASE... --accept
      """,
    discussion: """
      A case is a folder with script.txt and expected.png; inputs.txt names its pictures, one a line, and \
      tolerance.txt says how near is near enough ('threshold 0.1', 'max-diff 0.1%', 'antialiasing', 'ignore X,Y,W,H'). \
      A case that fails leaves actual.png and difference.png in its folder; --accept takes actual.png for \
      expected.png, of those that failed. Exits 0 when all pass, 1 when some do not.
      """)

  @Argument(help: "Folders with cases in them, or cases.")
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      "Where the names in inputs.txt begin; each case's own folder by default.", valueName: "dir"))
  var inputs: String?

  @Flag(help: "Take the pictures that failing runs left behind; nothing is run.")
  var accept = false

  @Option(help: ArgumentHelp("Cases to run at a time; 0 is one for each core.", valueName: "n"))
  var jobs = 0

  @Option(help: ArgumentHelp("Write the results as JUnit's XML.", valueName: "file"))
  var junit: String?

  @Option(
    help: ArgumentHelp("Write a page that shows what failed; it needs no other file.", valueName: "file"))
  var html: String?

  @Flag(help: "One JSON object a case.")
  var json = false

  @OptionGroup(title: "Limits") var limitOptions: LimitOptions

  func validate() throws {
    guard jobs >= 0 else { throw ValidationError("--jobs is a number from 0.") }
    if let inputs, !Path.isFolder(inputs) {
      throw ValidationError("--inputs \(inputs): there is no such folder.")
    }
    for path in paths where !Path.isFolder(path) {
      throw ValidationError("\(path): there is no such folder.")
    }
  }

  func run() throws {
    let cases = TestCase.all(in: paths)
    guard !cases.isEmpty else {
      throw Failure(.usage, "there is no case", note: "a case is a folder with script.txt in it")
    }
    if accept { return try take(cases) }
    let clock = ContinuousClock()
    let start = clock.now
    let reports = run(cases)
    let seconds = (clock.now - start) / .seconds(1)
    if json { Console.report(jsonLines: reports) } else { Console.out(reports.map(\.text).joined()) }
    if let html {
      try OutputFile.put(Array(CasePage(reports: reports, limits: limitOptions.limits).text().utf8), at: html)
    }
    if let junit { try OutputFile.put(Array(CaseReport.junit(reports, seconds: seconds).utf8), at: junit) }
    let failed = reports.count { !$0.isPassed }
    let count = reports.count == 1 ? "1 case" : "\(reports.count) cases"
    if !json { Console.out("\(count), \(failed == 0 ? "all passed" : "\(failed) failed")\n") }
    if failed > 0 { throw Leave(status: .no) }
  }

  private func run(_ cases: [TestCase]) -> [CaseReport] {
    let (inputs, limits) = (inputs, limitOptions.limits)
    let state = Monitor((next: 0, reports: [CaseReport?](repeating: nil, count: cases.count)))
    Workers.run(min(cases.count, jobs > 0 ? jobs : Processors.available)) {
      while true {
        let index = state.change { state in
          defer { state.next += 1 }
          return state.next
        }
        guard index < cases.count else { return }
        let clock = ContinuousClock()
        let start = clock.now
        let verdict = CaseRun(testCase: cases[index], inputs: inputs, limits: limits).run()
        let report = CaseReport(cases[index], verdict, seconds: (clock.now - start) / .seconds(1))
        state.change { $0.reports[index] = report }
      }
    }
    return state.change { $0.reports.compactMap { $0 } }
  }

  /// The very pictures that were shown.
  private func take(_ cases: [TestCase]) throws(Failure) {
    var count = 0
    for testCase in cases where TestCase.exists(testCase.actual) {
      try OutputFile.move(testCase.actual, to: testCase.expected)
      OutputFile.remove(testCase.difference)
      Console.out("accepted \(testCase.folder.printable)\n")
      count += 1
    }
    if count == 0 { Console.out("nothing to accept: no case has an actual.png\n") }
  }
}
