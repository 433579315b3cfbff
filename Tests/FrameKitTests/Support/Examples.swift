import Foundation

/// The text of an example, up to a line that begins with these words.
func example(_ name: String, upTo end: String? = nil) throws -> String {
  let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Examples")
    .standardized
  let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
  guard let end else { return text }
  return text.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.hasPrefix(end) }
    .joined(separator: "\n") + "\n"
}

/// The text of an example that includes another one, with that one's text in it.
func example(_ name: String, including other: String) throws -> String {
  let parts = try example(name).split(separator: "include \"\(other)\"\n", maxSplits: 1)
  return try example(other) + parts[1]
}
