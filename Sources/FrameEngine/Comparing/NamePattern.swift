import FrameFiles
import Platform

/// A pattern for relative paths: `*` matches any characters, `?` one character, and `[a-z]` one of a set.
///
/// `*` also matches slashes. A pattern without a slash matches names in any folder, and `**/` at the beginning matches
/// any folder, or none.
package struct NamePattern: Equatable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// True if it matches only itself: a path, or without a slash, a name in any folder.
  package var isLiteral: Bool { !text.utf8.contains { "*?[\\".utf8.contains($0) } }

  package func matches(_ path: String) -> Bool {
    if !text.contains("/") { return Self.matches(text, FilePath.name(path)) }
    let anywhere = "**/"
    if text.hasPrefix(anywhere), NamePattern(String(text.dropFirst(anywhere.count))).matches(path) {
      return true
    }
    return Self.matches(text, path)
  }

  /// POSIX matching, in which `*` matches slashes.
  private static func matches(_ pattern: String, _ text: String) -> Bool { fnmatch(pattern, text, 0) == 0 }
}
