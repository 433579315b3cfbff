import FrameFiles
import FrameGeometry

/// A test case of a JUnit XML document.
struct JUnitCase {
  enum Outcome: Equatable {
    case passed
    case failed(String)
    /// The case could not be run.
    case broken(String)
  }

  /// The path of the case. Its folder becomes the class, with dots between its parts, as servers group by it.
  var path: String
  var file: String
  var outcome: Outcome
  /// The time that the case took; nil if it was not measured.
  var seconds: Double?
  /// The paths of images, in the form that Jenkins and GitLab attach.
  var attachments: [String] = []

  /// The element of the case, without a line end.
  var element: String {
    let folders = FilePath.folder(path).split(separator: "/").filter { $0 != "." && $0 != ".." }
    let className = folders.isEmpty ? "frameit" : folders.joined(separator: ".")
    let attributes =
      [("classname", className), ("name", FilePath.name(path)), ("file", file)]
      + (seconds.map { [("time", $0.fixed(3))] } ?? [])
    let head = "  <testcase" + attributes.map { " \($0)=\"\($1.reportEscaped)\"" }.joined()
    let images = attachments.map { "[[ATTACHMENT|\($0.reportEscaped)]]\n" }
    let output = images.isEmpty ? "" : "<system-out>\(images.joined())</system-out>"
    switch outcome {
    case .passed: return head + "/>"
    case .failed(let message):
      return head + "><failure message=\"\(message.reportEscaped)\"/>\(output)</testcase>"
    case .broken(let message):
      return head + "><error message=\"\(message.reportEscaped)\"/>\(output)</testcase>"
    }
  }
}

/// A JUnit XML document, which grows by cases.
struct JUnitDocument {
  private var elements: [String] = []
  private var failures = 0
  private var errors = 0

  mutating func add(_ testCase: JUnitCase) {
    elements.append(testCase.element + "\n")
    switch testCase.outcome {
    case .passed: break
    case .failed: failures += 1
    case .broken: errors += 1
    }
  }

  func text(seconds: Double) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuite name="frameit" tests="\(elements.count)" failures="\(failures)" errors="\(errors)" \
    time="\(seconds.fixed(3))">

    """ + elements.joined() + "</testsuite>\n"
  }
}

extension String {
  /// The text for attributes and content of XML and HTML. Control characters are spelled out, as in text output.
  package var reportEscaped: String { printable.xmlEscaped }
}
