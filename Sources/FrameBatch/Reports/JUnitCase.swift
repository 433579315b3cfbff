import FrameFiles
import FrameGeometry

/// A test case of a JUnit XML document.
struct JUnitCase {
  /// The path of the case. Its folder becomes the class, with dots between its parts, as servers group by it.
  var path: String
  var file: String
  /// What is not as expected; nil for a case that passed.
  var message: String?
  /// True if the case could not be run.
  var isBroken: Bool
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
    guard let message else { return head + "/>" }
    let problem = isBroken ? "error" : "failure"
    return head + "><\(problem) message=\"\(message.reportEscaped)\"/>\(output)</testcase>"
  }
}

/// A JUnit XML document, which grows by cases.
package struct JUnitDocument {
  private var elements: [String] = []
  private var failures = 0
  private var errors = 0

  mutating func add(_ testCase: JUnitCase) {
    elements.append(testCase.element + "\n")
    guard testCase.message != nil else { return }
    if testCase.isBroken { errors += 1 } else { failures += 1 }
  }

  package func text(seconds: Double) -> String {
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
