import ArgumentParser
import FrameBatch
import FrameEngine
import FrameImage

/// The options of `compare` that make actual images the expected ones.
struct AcceptOptions: ParsableArguments {
  @Flag(
    "Replace expected images with the actual images of an existing report, without comparing again. Name the "
      + "report with --report, --html or --accept-list. Files that changed since the report, and broken "
      + "images, are refused.")
  var accept = false

  @Option("pattern", "With --accept, accept only images whose paths match this pattern. Can be repeated.")
  var only: [String] = []

  @Option(file: "With --accept, accept the images in this file, whose lines the page of a report copies.")
  var acceptList: String?

  @Flag(
    "Serve the report on this machine, to look at it in a browser, and accept images there by click. The "
      + "address works once, in one browser.")
  var review = false

  @Flag("With --accept or --review, delete the expected images that are missing or have moved.")
  var prune = false
}

extension Compare {
  /// Accepts the images of a report, and prints a line for each.
  func acceptImages(_ expected: String, _ actual: String) throws {
    let patterns = acceptOptions.only.map(NamePattern.init)
    let all = try ShownImage.all(
      in: try shownImages(), of: [expected, actual], limits: inputOptions.startLimits())
    let images = all.filter { image in patterns.isEmpty || patterns.contains { $0.matches(image.path) } }
    if images.isEmpty, !patterns.isEmpty {
      throw Failure(
        .usage, "no image of the report matches --only", hint: "the report has \(all.count) images")
    }
    let acceptance = acceptance(expected, actual)
    var counts: [String: Int] = [:]
    for image in images {
      for (path, outcome) in acceptance.accept(image, limits: inputOptions.startLimits()) {
        let record = AcceptRecord(path, outcome)
        counts[record.outcome, default: 0] += 1
        if json {
          Console.report(json: record)
        } else if !quiet, let line = record.line {
          Console.out(line.printable + "\n")
        }
      }
    }
    let parts = AcceptRecord.outcomes.compactMap { name in
      counts[name].map { "\($0.grouped) \(name)" }
    }
    if !json, !quiet {
      Console.out((parts.isEmpty ? "nothing to accept" : parts.joined(separator: ", ")) + "\n")
    }
    if counts["refused"] != nil { throw Failure(reported: .partialFailure) }
  }

  /// Returns what accepts images of these folders.
  func acceptance(_ expected: String, _ actual: String) -> Acceptance {
    Acceptance(
      expected: expected, actual: actual, prunes: acceptOptions.prune, codecs: inputOptions.codecs
    ) { Failure($0).messages.joined(separator: "; ") }
  }

  /// Returns the path of the report or of the list.
  private func shownImages() throws(Failure) -> String {
    let sources = [
      folderOptions.report.map { ReportFolder.page(in: $0) }, folderOptions.html, acceptOptions.acceptList,
    ].compactMap(\.self)
    guard let source = sources.first, sources.count == 1 else {
      throw Failure(
        .usage, "--accept needs \(sources.isEmpty ? "a report" : "only one report")",
        hint:
          "name the one that you looked at with --report DIR or --html FILE, or a list with --accept-list FILE"
      )
    }
    return source
  }
}

/// The outcome of accepting an image.
struct AcceptRecord: Encodable {
  let schema = 1
  let path: String
  let outcome: String
  let reason: String?

  /// The outcomes in the order of the summary.
  static let outcomes = ["accepted", "deleted", "unchanged", "kept", "refused"]

  init(_ path: String, _ outcome: Acceptance.Outcome) {
    self.path = path
    (self.outcome, reason) =
      switch outcome {
      case .accepted: ("accepted", nil)
      case .deleted: ("deleted", nil)
      case .unchanged: ("unchanged", "it is the expected image already")
      case .gone: ("unchanged", "there is no expected image")
      case .asExpected: ("same", nil)
      case .kept: ("kept", "not deleted; use --prune to delete it")
      case .refused(let reason): ("refused", reason)
      }
  }

  /// The line; nil for an image that was as expected.
  var line: String? {
    if outcome == "same" { return nil }
    return "\(outcome.padded(to: 10))\(path)" + (reason.map { ": \($0)" } ?? "")
  }
}
