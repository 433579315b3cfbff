import FrameImage
import FrameScene
import FrameScript

/// Errors of a script for people: the place, the message, the line, a caret, and a hint or the usage of the statement.
///
///     turn.txt:3:8: error: the angle has no unit
///     rotate 30
///            ^
///     hint: write 30deg, or use rad or turn
package struct ScriptReport: Sendable {
  private let files: SourceTexts

  package init(_ files: [ScriptFile]) { self.files = SourceTexts(files) }

  /// Returns the text of several errors.
  package static func text(of errors: [ScriptError], in files: [ScriptFile]) -> String {
    let report = ScriptReport(files)
    return errors.map { report.text(of: $0.message, at: $0.position) }.joined()
  }

  /// Returns `FILE:LINE:COLUMN`.
  package func place(_ position: ScriptPosition) -> String {
    guard files.indices.contains(position.file) else { return "script" }
    return "\(name(position)):\(position.line):\(position.column)"
  }

  /// Returns the message for a limit that a `scale` with a number of pixels exceeds; nil for all other errors.
  package func scaleMessage(for error: ScriptError) -> Message? {
    guard case .scene(.limit(let exceeded)) = error.problem,
      exceeded.kind == .pixels || exceeded.kind == .side,
      files.indices.contains(error.position.file)
    else { return nil }
    let (line, indent) = files[error.position.file].excerpt(at: error.position)
    let words = line.dropFirst(indent.count).split { " ,;\t".contains($0) }
    guard words.count > 1, words[0] == "scale", let factor = Double(words[1]), factor >= 20 else {
      return nil
    }
    return Message(
      exceeded.message.text,
      hint:
        "'scale' takes a factor; to set pixels, write 'canvas \(words[1]),auto' or 'canvas inside \(words[1]),\(words[1])'"
    )
  }

  /// Returns the name of the file.
  package func name(_ position: ScriptPosition) -> String {
    files.indices.contains(position.file) ? files[position.file].name : "script"
  }

  /// Returns the text of an error at a position, with line ends.
  package func text(of message: Message, at position: ScriptPosition) -> String {
    guard files.indices.contains(position.file) else { return "error: \(message.text.printable)\n" }
    var text = "\(place(position)): error: \(message.text.printable)\n"
    let (line, indent) = files[position.file].excerpt(at: position)
    if !line.isEmpty { text += "\(line)\n\(indent)^\n" }
    if let hint = message.hint { text += "hint: \(hint.printable)\n" }
    for (index, usage) in message.usages.enumerated() {
      text += (index == 0 ? "usage: " : "       ") + usage + "\n"
    }
    return text
  }
}

/// The texts of a script's files. Marks are made when a file is used for the first time: most messages are about one file, and
/// data files can be large.
private final class SourceTexts: Sendable {
  private let files: [ScriptFile]
  private let texts = Monitor([Int: SourceText]())

  init(_ files: [ScriptFile]) { self.files = files }

  var indices: Range<Int> { files.indices }

  subscript(index: Int) -> SourceText {
    texts.change { texts in
      let text = texts[index] ?? SourceText(files[index])
      texts[index] = text
      return text
    }
  }
}

/// The text of a script, with marks that find a position without reading all of it.
private struct SourceText: Sendable {
  let name: String
  private let text: String
  /// The number of the first line.
  private let firstLine: Int
  /// The line and column at every `interval` bytes.
  private let marks: [(line: Int, column: Int)]

  private static let interval = 4096
  /// The largest number of characters that are shown on either side of a position.
  private static let maximumShown = 160
  private static let newline = UInt8(ascii: "\n")

  init(_ file: ScriptFile) {
    name = file.name.printable
    firstLine = file.firstLine
    var text = file.text
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    text.makeContiguousUTF8()
    self.text = text
    var marks: [(line: Int, column: Int)] = []
    var place = (line: firstLine, column: 1)
    // Without an iterator, because the module may be compiled without the optimizer.
    text.withUTF8 { bytes in
      for offset in bytes.indices {
        if offset % Self.interval == 0 { marks.append(place) }
        Self.advance(&place, over: bytes[offset])
      }
    }
    self.marks = marks
  }

  private static func advance(_ place: inout (line: Int, column: Int), over byte: UInt8) {
    if byte == newline {
      place = (place.line + 1, 1)
    } else if startsCharacter(byte) {
      place.column += 1
    }
  }

  private static func startsCharacter(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

  /// Returns the part of a line around a position, safe for a terminal, and the indentation of a caret below it.
  func excerpt(at position: ScriptPosition) -> (line: String, indent: String) {
    var text = text
    return text.withUTF8 { bytes in
      guard let place = offset(of: position, in: bytes) else { return ("", "") }
      var (start, end) = (place, place)
      for _ in 0..<Self.maximumShown where start > 0 && bytes[start - 1] != Self.newline {
        repeat { start -= 1 } while start > 0 && !Self.startsCharacter(bytes[start])
      }
      for _ in 0..<Self.maximumShown where end < bytes.count && bytes[end] != Self.newline {
        repeat { end += 1 } while end < bytes.count && !Self.startsCharacter(bytes[end])
      }
      let isCut = (
        start: start > 0 && bytes[start - 1] != Self.newline,
        end: end < bytes.count && bytes[end] != Self.newline
      )
      let before = (isCut.start ? "..." : "") + Self.shown(bytes[start..<place])
      let after = Self.shown(bytes[place..<end]) + (isCut.end ? "..." : "")
      // Tabs stay tabs, so that the caret is below its character for every tab width.
      return (before + after, before.unicodeScalars.map { $0 == "\t" ? "\t" : " " }.joined())
    }
  }

  /// Returns the byte offset of a position; nil if the text has no such line.
  private func offset(of position: ScriptPosition, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard position.line >= firstLine else { return nil }
    let wanted = (position.line, position.column)
    var (low, high) = (0, marks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if marks[middle] <= wanted { low = middle } else { high = middle }
    }
    var place = low < marks.count ? marks[low] : (line: firstLine, column: 1)
    for offset in low * Self.interval..<bytes.count {
      // A position after the end of a line counts as its end.
      let isEnd = place.line == position.line && bytes[offset] == Self.newline
      if isEnd || Self.startsCharacter(bytes[offset]) && place >= wanted { return offset }
      Self.advance(&place, over: bytes[offset])
    }
    return place.line == position.line ? bytes.count : nil
  }

  private static func shown(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars
    where scalar != "\r" && scalar != "\u{FEFF}" {
      scalars.append(scalar)
    }
    return String(scalars).printable(keeping: "\t")
  }
}
