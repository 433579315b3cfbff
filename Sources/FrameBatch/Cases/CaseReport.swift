import FrameFiles
import FrameImage
import FrameReports

/// The result of a case, as text, JSON or JUnit XML.
package struct CaseReport: Encodable, Sendable {
  package enum Status: String, Encodable {
    case passed
    /// The image differs, or an expectation of the script failed.
    case failed
    /// There is no expected image.
    case missing
    /// The case cannot be run.
    case broken
  }

  package var schema = 1
  package var name: String
  package var status: Status
  package var message: String?
  /// The comparison of a case whose image differs, as `compare` reports it.
  package var comparison: ComparisonReport?
  /// The paths of the images that the case left behind.
  package var actual: String?
  package var difference: String?
  package var notices: [String]
  package var seconds: Double

  /// - Parameters:
  ///   - testCase: The case.
  ///   - verdict: The verdict of its run.
  ///   - message: The verdict in words; nil for a case that passed.
  ///   - notices: The notices of the run.
  ///   - seconds: The time of the run.
  package init(
    _ testCase: TestCase, _ verdict: CaseRun.Verdict, message: String?, notices: [String], seconds: Double
  ) {
    name = testCase.folder
    (self.message, self.notices) = (message, notices)
    self.seconds = (seconds * 1000).rounded() / 1000
    switch verdict {
    case .passed: status = .passed
    case .differs(let report):
      (status, actual, comparison) = (.failed, testCase.actual, report)
      difference = TestCase.exists(testCase.difference) ? testCase.difference : nil
    case .expectationsFailed: status = .failed
    case .goldenMissing: (status, actual) = (.missing, testCase.actual)
    case .broken: status = .broken
    }
  }

  package var isPassed: Bool { status == .passed }

  package var text: String {
    "\(isPassed ? "ok  " : "FAIL") \(name.printable)" + (message.map { ": \($0.printable)" } ?? "") + "\n"
  }

  /// Returns a JUnit XML document.
  package static func junit(_ reports: [CaseReport], seconds: Double) -> String {
    var document = JUnitDocument()
    for report in reports {
      document.add(
        JUnitCase(
          path: report.name, file: TestCase(folder: report.name).script, message: report.message,
          isBroken: report.status == .broken,
          seconds: report.seconds, attachments: [report.actual, report.difference].compactMap(\.self)))
    }
    return document.text(seconds: seconds)
  }
}

/// The golden cases that failed in their last run. They are remembered in a file of the user's state folder, with the
/// resolved path of a folder on each line.
package struct FailedCases {
  /// nil without a state folder.
  private let path: String?
  private var folders: Set<[UInt8]> = []

  private static let mostBytes = 16 << 20

  /// Reads the cases. A file that cannot be read counts as empty, because it holds nothing that a run cannot find again.
  ///
  /// - Parameter state: The user's state folder; nil without one.
  package init(state: String?) {
    path = state.map { FilePath.join($0, "frameit/failed-cases.txt") }
    guard let path, let file = try? InputFile(.file(path), limit: .memory(bytes: Self.mostBytes)),
      let bytes = try? file.contents()
    else { return }
    folders = Set(bytes.split(separator: UInt8(ascii: "\n")).map(Array.init))
  }

  package func contains(_ testCase: TestCase) -> Bool { folders.contains(Self.line(testCase)) }

  /// Stores the results of cases that ran.
  ///
  /// - Throws: `BatchError` if the file cannot be written.
  package mutating func update(_ reports: [CaseReport]) throws(BatchError) {
    let before = folders
    for report in reports {
      let line = Self.line(TestCase(folder: report.name))
      // A line break would make two lines of one.
      if line.contains(UInt8(ascii: "\n")) { continue }
      if report.isPassed { folders.remove(line) } else { folders.insert(line) }
    }
    guard let path, folders != before else { return }
    try OutputFolder.create(FilePath.folder(path))
    let lines = folders.sorted { $0.lexicographicallyPrecedes($1) }
    try BatchError.converting(OutputFile.write(lines.flatMap { $0 + [UInt8(ascii: "\n")] }, at: path))
  }

  private static func line(_ testCase: TestCase) -> [UInt8] {
    Array((FilePath.real(testCase.folder) ?? testCase.folder).utf8)
  }
}
