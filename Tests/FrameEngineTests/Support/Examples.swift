import Foundation

/// Returns the text of an example, with the examples that it includes in place of their `include`, up to the first line
/// that begins with `end`.
func example(_ name: String, upTo end: String? = nil) throws -> String {
  let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Examples")
    .standardized
  let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
  let lines = try text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    guard line.hasPrefix("include "), let file = line.split(separator: "\"").dropFirst().first else {
      return String(line)
    }
    // Only the first statement of a script can be its version.
    return try example(String(file)).replacing("frameit 1\n", with: "")
  }
  guard let end else { return lines.joined(separator: "\n") }
  return lines.prefix { !$0.hasPrefix(end) }.joined(separator: "\n") + "\n"
}
