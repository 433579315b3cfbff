import Foundation

/// Returns the text of an example, up to the first line that begins with `end`.
func example(_ name: String, upTo end: String? = nil) throws -> String {
  let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Examples")
    .standardized
  let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
  guard let end else { return text }
  return text.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.hasPrefix(end) }
    .joined(separator: "\n") + "\n"
}

/// Returns the text of an example, with the text of the example that it includes in place of everything up to the
/// `include`.
func example(_ name: String, including other: String) throws -> String {
  let parts = try example(name).split(separator: "include \"\(other)\"\n", maxSplits: 1)
  return try example(other) + parts[1]
}
