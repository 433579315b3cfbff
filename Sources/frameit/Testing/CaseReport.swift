import FrameCodec
import FrameGeometry
import FrameKit
import FrameScene

/// The result of a case, as text, JSON or JUnit XML.
struct CaseReport: Encodable, Sendable {
  enum Status: String, Encodable {
    case passed
    /// The image differs, or an expectation of the script failed.
    case failed
    /// There is no expected image.
    case missing
    /// The case cannot be run.
    case broken
  }

  var schema = 1
  var name: String
  var status: Status
  var message: String?
  /// The paths of the images that the case left behind.
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
    case .expectationsFailed(let messages): (status, message) = (.failed, messages.joined(separator: "; "))
    case .goldenMissing:
      (status, actual) = (.missing, testCase.actual)
      message = "expected.png is missing: check actual.png, and accept it with --accept"
    case .broken(let messages): (status, message) = (.broken, messages.joined(separator: "; "))
    }
  }

  var isPassed: Bool { status == .passed }

  var text: String {
    "\(isPassed ? "ok  " : "FAIL") \(name.printable)" + (message.map { ": \($0.printable)" } ?? "") + "\n"
  }

  /// A JUnit test case element.
  var element: String {
    let head = "  <testcase classname=\"frameit\" name=\"\(Self.escaped(name))\" time=\"\(seconds.fixed(3))\""
    guard let message else { return head + "/>\n" }
    let kind = status == .broken ? "error" : "failure"
    return head + "><\(kind) message=\"\(Self.escaped(message))\"/></testcase>\n"
  }

  /// Returns a JUnit XML document.
  static func junit(_ reports: [CaseReport], seconds: Double) -> String {
    let failures = reports.count { $0.status == .failed || $0.status == .missing }
    let errors = reports.count { $0.status == .broken }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="frameit" tests="\(reports.count)" failures="\(failures)" errors="\(errors)" \
      time="\(seconds.fixed(3))">

      """ + reports.map(\.element).joined() + "</testsuite>\n"
  }

  /// Escapes text for attributes and content of XML and HTML. Control characters are spelled out, as in text output.
  static func escaped(_ text: String) -> String { text.printable.xmlEscaped }
}

/// A report file of `test`. It may replace an earlier report of the same kind, but no other file.
struct ReportFile {
  enum Kind: String {
    case html, junit

    /// The start of such a report, and a part of its beginning.
    fileprivate var signature: (start: String, part: String) {
      switch self {
      case .html: ("<!doctype html>", HTMLReport.signature)
      case .junit: ("<?xml", "<testsuite")
      }
    }
  }

  let path: String
  private let kind: Kind

  /// - Throws: `Failure` if the report cannot be written there, or must not replace the existing file.
  init(_ kind: Kind, _ path: String) throws(Failure) {
    (self.kind, self.path) = (kind, path)
    let option = "--\(kind.rawValue)"
    guard !FilePath.isStdout(path) else {
      throw Failure(.usage, "\(option) \(path): stdout is used for the results", hint: "name a file")
    }
    try OutputFile.check(path, replaces: true, option: option)
    guard OutputFile.identity(of: path) != nil else { return }
    guard try isReport() else {
      throw Failure(
        .usage, "exists, but is not a report that \(option) writes", hint: "name another file", of: path)
    }
  }

  func write(_ text: String) throws(Failure) { try OutputFile.write(Array(text.utf8), at: path) }

  /// A path that is equal for two names of the same file, whether it exists or not.
  var canonicalPath: String { FilePath.join(FilePath.real(FilePath.folder(path)) ?? "", FilePath.name(path)) }

  /// Returns true for a report of this kind, and for an empty file, which contains nothing to lose.
  private func isReport() throws(Failure) -> Bool {
    let file = try InputFile(.file(path), limit: .nothing)
    guard let bytes = try? file.start(512) else { return false }
    let head = String(decoding: bytes, as: UTF8.self).lowercased()
    return head.isEmpty || head.hasPrefix(kind.signature.start) && head.contains(kind.signature.part)
  }
}
