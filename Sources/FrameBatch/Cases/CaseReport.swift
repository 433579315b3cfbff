import FrameEngine
import FrameImage
import FrameMessages
import FrameReports
import FrameScene

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
