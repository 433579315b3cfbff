import FrameKit
import FrameModel
import FrameSVG

/// What became of a case, for people, programs and JUnit's readers.
struct CaseReport: Encodable, Sendable {
  enum Status: String, Encodable {
    case passed
    /// The image differs, or a claim does not hold.
    case failed
    /// There is no golden.
    case missing
    /// The case cannot be run.
    case broken
  }

  var schema = 1
  var name: String
  var status: Status
  var message: String?
  /// What was left behind.
  var actual: String?
  var difference: String?
  var notices: [String]
  var seconds: Double

  init(_ testCase: TestCase, _ verdict: CaseRun.Verdict, notices: [String], seconds: Double) {
    name = testCase.folder
    self.notices = notices
    self.seconds = (seconds * 1000).rounded() / 1000
    switch verdict {
    case .passed: status = .passed
    case .differs(let line):
      (status, message, actual) = (.failed, line, testCase.actual)
      difference = TestCase.exists(testCase.difference) ? testCase.difference : nil
    case .claimsFail(let sentences): (status, message) = (.failed, sentences.joined(separator: "; "))
    case .noGolden:
      (status, actual) = (.missing, testCase.actual)
      message = "there is no expected.png: look at actual.png, and take it with --accept"
    case .broken(let sentences): (status, message) = (.broken, sentences.joined(separator: "; "))
    }
  }

  var isPassed: Bool { status == .passed }

  var text: String {
    "\(isPassed ? "ok  " : "FAIL") \(name.printable)" + (message.map { ": \($0.printable)" } ?? "") + "\n"
  }

  /// A test case of JUnit's XML.
  var element: String {
    let head = "  <testcase classname=\"frameit\" name=\"\(Self.escaped(name))\" time=\"\(seconds.fixed(3))\""
    guard let message else { return head + "/>\n" }
    let kind = status == .broken ? "error" : "failure"
    return head + "><\(kind) message=\"\(Self.escaped(message))\"/></testcase>\n"
  }

  static func junit(_ reports: [CaseReport], seconds: Double) -> String {
    let failures = reports.count { $0.status == .failed || $0.status == .missing }
    let errors = reports.count { $0.status == .broken }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="frameit" tests="\(reports.count)" failures="\(failures)" errors="\(errors)" \
      time="\(seconds.fixed(3))">

      """ + reports.map(\.element).joined() + "</testsuite>\n"
  }

  /// As an attribute or a text of XML or HTML has it; controls are spelled, as they are in lines for people.
  static func escaped(_ text: String) -> String { text.printable.xmlEscaped }
}
