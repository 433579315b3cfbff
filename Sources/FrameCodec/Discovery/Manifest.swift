/// The contents of the text file beside a plugin's library, which tells what the plugin can do.
package protocol Manifest: Sendable {
  /// The file's extension, with its dot.
  static var ending: String { get }
  /// No two plugins of a kind are used that have the same name.
  var name: String { get }
  /// For people.
  var title: String { get }
  /// The library's file name, in the manifest's folder.
  var library: String { get }

  /// - Parameter file: the file's name, without the ending.
  /// - Throws: an error for the first invalid line.
  init(_ text: String, name file: String) throws(ManifestError)
}

/// An error in a manifest.
package struct ManifestError: Error, Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
    /// It does not begin with this line.
    case notAManifest(first: String)
    /// It requires a later version of the contract.
    case version(String)
    case unknownWord(String)
    case value(String)
    case twice(String)
    case missing(String)
  }

  /// From 1; nil for the whole file.
  package let line: Int?
  package let problem: Problem

  init(line: Int?, _ problem: Problem) {
    self.line = line
    self.problem = problem
  }
}

extension ManifestError.Problem: Error {}

/// The text of a manifest: each line is a word and its values; `#` begins a comment.
enum ManifestText {
  /// Calls `body` for each line after the first one, which is the kind of the manifest and its version.
  ///
  /// - Parameters:
  ///   - kind: the word of the first line.
  ///   - counts: the number of values of each word.
  static func forEachLine(
    of text: String, after kind: String, numbersOf counts: [String: ClosedRange<Int>],
    _ body: (_ word: String, _ values: [String]) throws(ManifestError.Problem) -> Void
  ) throws(ManifestError) {
    var isFirst = true
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let word = words.first else { continue }
      let values = Array(words.dropFirst())
      do throws(ManifestError.Problem) {
        if isFirst {
          isFirst = false
          guard word == kind else { throw .notAManifest(first: "\(kind) 1") }
          guard values == ["1"] else { throw .version(values.joined(separator: " ")) }
        } else {
          guard let count = counts[word] else { throw .unknownWord(word) }
          guard count.contains(values.count), !values.contains(where: hasControls) else { throw .value(word) }
          try body(word, values)
        }
      } catch {
        throw ManifestError(line: index + 1, error)
      }
    }
    if isFirst { throw ManifestError(line: nil, .notAManifest(first: "\(kind) 1")) }
  }

  /// Returns whether a value has control characters: values are shown to people, also on terminals.
  private static func hasControls(_ value: String) -> Bool {
    value.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Returns whether a text can be the name of a codec or an effect. The worker's protocol has room for 31 bytes.
  static func isName(_ text: String) -> Bool {
    text.utf8.count < 32 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }
}
