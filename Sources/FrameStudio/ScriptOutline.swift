import FrameScript

/// The statements of a script's own text outside of blocks, with their places.
struct ScriptOutline {
  struct Entry {
    let words: [String]
    let place: ScriptText.Place
  }

  let entries: [Entry]

  init(_ text: ScriptText, _ script: Script) {
    let lines = text.lineStarts
    let bytes = Array(text.text.utf8)
    entries = script.statements.compactMap { statement in
      guard statement.position.file == 0,
        let place = text.place(ofStatementAt: statement.position, lines: lines, bytes: bytes)
      else { return nil }
      let words = String(decoding: bytes[place], as: UTF8.self).split(whereSeparator: \.isWhitespace)
      return Entry(words: words.map(String.init), place: place)
    }
  }

  /// Returns the words of all statements that begin with a word.
  func all(of word: String) -> [[String]] { entries.filter { $0.words.first == word }.map(\.words) }

  /// Returns the words of the last statement that begins with a word.
  func last(of word: String) -> [String]? { entries.last { $0.words.first == word }?.words }
}
