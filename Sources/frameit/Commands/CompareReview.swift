import FrameBatch
import FrameImage
import FrameMessages

/// A review of the images that are not as expected, in a browser. The page is that of `--report`. Its server is a program of
/// its own, which passes requests on; only this one writes files.
struct Review {
  private let acceptance: Acceptance
  private let startLimits: () -> Limits
  /// The images of the report, by the bytes of their paths: two Unicode spellings of a name are two files.
  private let images: [[UInt8]: ShownImage]
  /// The images that can be accepted and are not yet.
  private var open: Set<[UInt8]>
  private var records: [[UInt8]: AcceptRecord] = [:]

  static let program = "frameit-review"

  /// - Parameter shown: The images of the report.
  init(_ shown: [ShownImage], _ acceptance: Acceptance, startLimits: @escaping () -> Limits) {
    (self.acceptance, self.startLimits) = (acceptance, startLimits)
    images = Dictionary(shown.map { (Array($0.path.utf8), $0) }) { $1 }
    open = Set(shown.filter(\.isAcceptable).map { Array($0.path.utf8) })
  }

  /// Serves a report until the person is done.
  ///
  /// - Parameters:
  ///   - folder: The folder of the report.
  ///   - report: Called for each image that was accepted or refused.
  /// - Returns: True if nothing is left to accept.
  mutating func run(_ folder: String, report: (AcceptRecord) -> Void) throws(Failure) -> Bool {
    var helper = try HelperProgram(HelperProgram.path(of: Self.program), [folder])
    defer { helper.end() }
    while let request = helper.next() {
      switch request.request {
      case "ready":
        Console.note("open \(request.address ?? "") to review; Ctrl-C ends the review")
      case "state": helper.answer(answer(Array(records.values)))
      case "accept":
        let results = (request.paths ?? []).flatMap { accept($0, report) }
        helper.answer(answer(results))
      case "finish":
        helper.answer(answer([]))
        // The program ends when the page has the answer.
        while helper.next() != nil {}
        return open.isEmpty
      case "failed":
        throw Failure(
          .bug, "cannot open a port on this machine: \(request.reason ?? "")", of: Self.program)
      default: continue
      }
    }
    throw Failure(.bug, "ended unexpectedly", of: Self.program)
  }

  private mutating func accept(_ path: String, _ report: (AcceptRecord) -> Void) -> [AcceptRecord] {
    let key = Array(path.utf8)
    let outcomes =
      images[key].map { acceptance.accept($0, limits: startLimits()) } ?? [
        (path, .refused("the report does not have it"))
      ]
    let isDone = outcomes.allSatisfy { _, outcome in
      switch outcome {
      case .accepted, .deleted, .unchanged, .gone, .asExpected: true
      case .kept, .refused: false
      }
    }
    if isDone { open.remove(key) }
    let records = outcomes.map(AcceptRecord.init)
    // A path that the report does not have is not kept, so that a page cannot fill the memory.
    if images[key] != nil { self.records[key] = records[0] }
    records.forEach(report)
    return records
  }

  /// Returns the answer to the page: the outcomes of some images, and the number of images that can be accepted and are not
  /// yet.
  private func answer(_ results: [AcceptRecord]) -> JSONFields {
    ["schema": 1, "results": results, "left": open.count]
  }
}

extension Compare {
  /// Lets a person look at what is not as expected, and accept it.
  ///
  /// - Throws: a reported `Failure` if something is left that is not as expected.
  func review(_ expected: String, _ actual: String, report folder: String, hasBroken: Bool) throws {
    let shown = try ShownImage.all(
      in: ReportFolder.page(in: folder), of: [expected, actual], limits: inputOptions.startLimits())
    var review = Review(shown, acceptance(expected, actual)) { [inputOptions] in inputOptions.startLimits() }
    let isDone = try review.run(folder) { record in
      if json {
        Console.report(json: record)
      } else if let line = record.line {
        Console.out(line.printable + "\n")
      }
    }
    if hasBroken { throw Failure(reported: .partialFailure) }
    if !isDone { throw Failure(reported: .negative) }
  }

  /// - Throws: `Failure` if the server of reviews is not installed.
  func checkReviewProgram() throws(Failure) {
    _ = try HelperProgram.installed(
      Review.program, for: "--review",
      hint:
        "`make review` builds it; without it, use --report DIR, look at the page, and accept with --accept")
  }
}
