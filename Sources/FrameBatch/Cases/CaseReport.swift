import FrameCodec
import FrameGeometry
import FrameImage
import FrameKit
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

  /// A format of a report on all cases.
  package enum Format: String {
    case html, junit

    /// Returns true for the first bytes of a report in this format.
    package func canBegin(_ bytes: [UInt8]) -> Bool {
      let head = String(decoding: bytes, as: UTF8.self).lowercased()
      return switch self {
      case .html: head.hasPrefix("<!doctype html>") && head.contains(HTMLReport.signature)
      case .junit: head.hasPrefix("<?xml") && head.contains("<testsuite")
      }
    }
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

  /// Runs cases on several threads, and returns their reports in order.
  ///
  /// - Parameter run: Runs one case, on any thread.
  package static func all(
    of cases: [TestCase], threads: Int, _ run: @escaping @Sendable (TestCase) -> CaseReport
  ) -> [CaseReport] {
    var (rest, reports) = (cases[...], [CaseReport]())
    Workers.mapInOrder(
      threads: min(cases.count, threads), ahead: Workers.Lookahead(elements: cases.count)
    ) {
      rest.popFirst()
    } make: { testCase in
      run(testCase)
    } deliver: {
      reports.append($0)
    }
    return reports
  }

  package var isPassed: Bool { status == .passed }

  package var text: String {
    "\(isPassed ? "ok  " : "FAIL") \(name.printable)" + (message.map { ": \($0.printable)" } ?? "") + "\n"
  }

  /// A JUnit test case element. The class is the folder of the case, with dots between its parts, as servers group by
  /// it. A failed case names its images in the form that Jenkins and GitLab attach.
  var element: String {
    let folders = FilePath.folder(name).split(separator: "/").filter { $0 != "." && $0 != ".." }
    let className = folders.isEmpty ? "frameit" : folders.joined(separator: ".")
    let attributes = [
      ("classname", className), ("name", FilePath.name(name)), ("file", TestCase(folder: name).script),
      ("time", seconds.fixed(3)),
    ]
    let head = "  <testcase" + attributes.map { " \($0)=\"\(Self.escaped($1))\"" }.joined()
    guard let message else { return head + "/>\n" }
    let kind = status == .broken ? "error" : "failure"
    let images = [actual, difference].compactMap(\.self).map { "[[ATTACHMENT|\(Self.escaped($0))]]\n" }
    let output = images.isEmpty ? "" : "<system-out>\(images.joined())</system-out>"
    return head + "><\(kind) message=\"\(Self.escaped(message))\"/>\(output)</testcase>\n"
  }

  /// Returns a JUnit XML document.
  package static func junit(_ reports: [CaseReport], seconds: Double) -> String {
    let failures = reports.count { $0.status == .failed || $0.status == .missing }
    let errors = reports.count { $0.status == .broken }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="frameit" tests="\(reports.count)" failures="\(failures)" errors="\(errors)" \
      time="\(seconds.fixed(3))">

      """ + reports.map(\.element).joined() + "</testsuite>\n"
  }

  /// Escapes text for attributes and content of XML and HTML. Control characters are spelled out, as in text output.
  package static func escaped(_ text: String) -> String { text.printable.xmlEscaped }
}
