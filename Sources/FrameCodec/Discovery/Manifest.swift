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
  init(_ text: String, name file: String) throws(PluginRefusal)
}

/// The lines of a manifest, by their words. Each line is a word and its values; `#` begins a comment.
struct ManifestLines {
  private let values: [String: [String]]
  private let file: String
  let name: String

  /// The number of values of the words that manifests of all kinds have.
  private static let counts: [String: ClosedRange<Int>] = [
    "name": 1...1, "title": 1...8, "version": 1...1, "library": 1...1, "threads": 0...0,
  ]

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - file: the file's name, without the ending.
  ///   - kind: the word of the first line.
  ///   - own: the number of values of each word that only this kind has.
  ///   - repeated: the word that may begin several lines.
  ///   - take: reads the values of a line that only this kind has.
  init(
    _ text: String, name file: String, kind: String, _ own: [String: ClosedRange<Int>], repeated: String,
    _ take: (_ word: String, _ values: [String]) throws(PluginRefusal) -> Void
  ) throws(PluginRefusal) {
    var values: [String: [String]] = [:]
    var isFirst = true
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let all = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let word = all.first else { continue }
      let words = Array(all.dropFirst())
      do throws(PluginRefusal) {
        // The first line is the kind of the manifest and its version.
        if isFirst {
          isFirst = false
          guard word == kind else { throw PluginRefusal(.notAManifest(first: "\(kind) 1")) }
          guard words == ["1"] else { throw PluginRefusal(.version(words.joined(separator: " "))) }
          continue
        }
        guard let count = Self.counts[word] ?? own[word] else { throw PluginRefusal(.unknownWord(word)) }
        guard count.contains(words.count), !words.contains(where: Self.hasControls) else {
          throw PluginRefusal(.value(word))
        }
        switch word {
        case "name": guard Self.isName(words[0]) else { throw PluginRefusal(.value(word)) }
        case "library":
          guard !words[0].utf8.contains(UInt8(ascii: "/")) else { throw PluginRefusal(.value(word)) }
        default: try take(word, words)
        }
        guard values.updateValue(words, forKey: word) == nil || word == repeated else {
          throw PluginRefusal(.twice(word))
        }
      } catch {
        throw PluginRefusal(error.cause, line: index + 1)
      }
    }
    if isFirst { throw PluginRefusal(.notAManifest(first: "\(kind) 1")) }
    (self.values, self.file) = (values, file)
    guard let name = values["name"] else { throw PluginRefusal(.missing("name")) }
    self.name = name[0]
  }

  subscript(word: String) -> [String]? { values[word] }

  var title: String? { values["title"]?.joined(separator: " ") }

  var version: String? { values["version"]?[0] }

  var library: String { values["library"]?[0] ?? file + ".so" }

  var isThreaded: Bool { values["threads"] != nil }

  /// Returns whether a value has control characters: values are shown to people, also on terminals.
  private static func hasControls(_ value: String) -> Bool {
    value.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Returns whether a text can be the name of a codec or an effect. The worker's protocol has room for 31 bytes.
  static func isName(_ text: String) -> Bool {
    text.utf8.count < 32 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }
}
