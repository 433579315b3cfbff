import FrameGesture
import FrameScript

/// Changes of a script's text that leave everything else in it as it is.
struct ScriptText: Equatable, Sendable {
  private(set) var text: String

  init(_ text: String) { self.text = text }

  /// A range of the text in UTF-8 bytes.
  typealias Place = Range<Int>

  /// Adds lines at the end.
  ///
  /// - Returns: The place of the new lines.
  @discardableResult
  mutating func append(_ lines: [String]) -> Place {
    if !text.isEmpty, text.utf8.last != UInt8(ascii: "\n") { text += "\n" }
    let start = text.utf8.count
    text += lines.map { $0 + "\n" }.joined()
    return start..<text.utf8.count
  }

  /// Adds a line before a statement: before its line, if it is the first on it.
  mutating func insert(_ line: String, before place: Place) {
    let bytes = Array(text.utf8)
    var start = place.lowerBound
    while start > 0, Self.isBlank(bytes[start - 1]) { start -= 1 }
    let beginsLine = start == 0 || bytes[start - 1] == UInt8(ascii: "\n")
    if !beginsLine { start = place.lowerBound }
    replace(start..<start, with: beginsLine ? line + "\n" : line + "; ")
  }

  /// Returns the length of the part at the start, in whole lines, that another text has as well.
  func endOfCommonStart(with other: String) -> Int {
    let bytes = Array(text.utf8)
    let common = zip(bytes, other.utf8).prefix { $0 == $1 }.count
    return (bytes[..<common].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
  }

  /// Replaces a part of the text.
  ///
  /// - Returns: The place of the new part.
  @discardableResult
  mutating func replace(_ place: Place, with new: String) -> Place {
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(place, with: new.utf8)
    text = String(decoding: bytes, as: UTF8.self)
    return place.lowerBound..<place.lowerBound + new.utf8.count
  }

  /// Another text in place of a statement; empty to remove it.
  typealias Change = (place: Place, text: String)

  mutating func make(_ changes: [Change]) {
    for change in changes.sorted(by: { $0.place.lowerBound > $1.place.lowerBound }) {
      if change.text.isEmpty { remove(change.place) } else { replace(change.place, with: change.text) }
    }
  }

  func making(_ changes: [Change]) -> ScriptText {
    var text = self
    text.make(changes)
    return text
  }

  /// Removes a statement, and its line if nothing else is on it.
  mutating func remove(_ place: Place) {
    let bytes = Array(text.utf8)
    var (start, end) = (place.lowerBound, place.upperBound)
    while start > 0, Self.isBlank(bytes[start - 1]) { start -= 1 }
    let beginsLine = start == 0 || bytes[start - 1] == UInt8(ascii: "\n")
    if beginsLine, end < bytes.count, bytes[end] == UInt8(ascii: "\n") {
      end += 1
    } else if end < bytes.count, bytes[end] == UInt8(ascii: ";") {
      (start, end) = (place.lowerBound, end + 1)
      while end < bytes.count, Self.isBlank(bytes[end]) { end += 1 }
    }
    replace(start..<end, with: "")
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}

extension String {
  /// Returns the number of UTF-16 units of the first UTF-8 bytes, as JavaScript counts.
  func utf16Offset(ofByte offset: Int) -> Int {
    String(decoding: utf8.prefix(offset), as: UTF8.self).utf16.count
  }
}

/// The statements of a script's own text outside of blocks, with their places.
struct ScriptOutline {
  struct Entry {
    let words: [String]
    let place: ScriptText.Place
  }

  let entries: [Entry]

  /// - Parameters:
  ///   - text: The text of a script without errors.
  ///   - layout: The layout of the text.
  init(_ text: String, _ layout: ScriptLayout) {
    let bytes = Array(text.utf8)
    entries = layout.statements.map { place in
      let words = String(decoding: bytes[place], as: UTF8.self).split(whereSeparator: \.isWhitespace)
      return Entry(words: words.map(String.init), place: place)
    }
  }

  /// Returns the words of all statements that begin with a word.
  func all(of word: String) -> [[String]] { entries.filter { $0.words.first == word }.map(\.words) }

  /// Returns the words of the last statement that begins with a word.
  func last(of word: String) -> [String]? { entries.last { $0.words.first == word }?.words }

  /// The preset at the end of the script.
  var preset: GesturePreset {
    last(of: "preset").flatMap { $0.count > 1 ? GesturePreset(rawValue: $0[1]) : nil } ?? .frameit
  }
}
