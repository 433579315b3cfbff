import FrameModel

/// Errors of a script as people read them: place, sentence, the line, a caret, a note.
///
///     turn.txt:3:8: error: an angle without its unit
///     rotate 30
///            ^
///     note: write 30deg, or use rad or turn
public struct ScriptReport: Sendable {
  private let files: [SourceText]

  public init(_ files: [ScriptFile]) { self.files = files.map(SourceText.init) }

  public static func text(of errors: [ScriptError], in files: [ScriptFile]) -> String {
    let report = ScriptReport(files)
    return errors.map { report.text(of: $0.problem.message, at: $0.position) }.joined()
  }

  /// `FILE:LINE:COLUMN`
  public func place(_ position: ScriptPosition) -> String {
    guard files.indices.contains(position.file) else { return "script" }
    return "\(name(position)):\(position.line):\(position.column)"
  }

  /// Of the file.
  public func name(_ position: ScriptPosition) -> String {
    files.indices.contains(position.file) ? files[position.file].name : "script"
  }

  /// With line ends.
  public func text(of message: Message, at position: ScriptPosition) -> String {
    guard files.indices.contains(position.file) else { return "error: \(message.what.printable)\n" }
    var text = "\(place(position)): error: \(message.what.printable)\n"
    let (line, indent) = files[position.file].excerpt(at: position)
    if !line.isEmpty { text += "\(line)\n\(indent)^\n" }
    if let note = message.note { text += "note: \(note.printable)\n" }
    return text
  }
}

/// A script's text, in which places are found without passing over all of it.
private struct SourceText: Sendable {
  let name: String
  private let text: String
  /// The line and column of every 4096th byte.
  private let marks: [(line: Int, column: Int)]

  private static let stretch = 4096
  /// Characters that are shown on either side of a place.
  private static let mostShown = 160
  private static let newline = UInt8(ascii: "\n")

  init(_ file: ScriptFile) {
    name = file.name.printable
    var text = file.text
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    text.makeContiguousUTF8()
    self.text = text
    var marks: [(line: Int, column: Int)] = []
    var place = (line: 1, column: 1)
    for (offset, byte) in text.utf8.enumerated() {
      if offset % Self.stretch == 0 { marks.append(place) }
      Self.pass(byte, &place)
    }
    self.marks = marks
  }

  private static func pass(_ byte: UInt8, _ place: inout (line: Int, column: Int)) {
    if byte == newline {
      place = (place.line + 1, 1)
    } else if startsCharacter(byte) {
      place.column += 1
    }
  }

  private static func startsCharacter(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

  /// What is around a place in its line, as a terminal can show it, and what stands before a caret under it.
  func excerpt(at position: ScriptPosition) -> (line: String, indent: String) {
    var text = text
    return text.withUTF8 { bytes in
      guard let place = offset(of: position, in: bytes) else { return ("", "") }
      var (start, end) = (place, place)
      for _ in 0..<Self.mostShown where start > 0 && bytes[start - 1] != Self.newline {
        repeat { start -= 1 } while start > 0 && !Self.startsCharacter(bytes[start])
      }
      for _ in 0..<Self.mostShown where end < bytes.count && bytes[end] != Self.newline {
        repeat { end += 1 } while end < bytes.count && !Self.startsCharacter(bytes[end])
      }
      let isCut = (
        start: start > 0 && bytes[start - 1] != Self.newline,
        end: end < bytes.count && bytes[end] != Self.newline
      )
      let before = (isCut.start ? "..." : "") + Self.shown(bytes[start..<place])
      let after = Self.shown(bytes[place..<end]) + (isCut.end ? "..." : "")
      // Tabs stay tabs, so that the caret stands under its character whatever a tab's width.
      return (before + after, before.unicodeScalars.map { $0 == "\t" ? "\t" : " " }.joined())
    }
  }

  /// - Returns: nil for a line that the text does not have.
  private func offset(of position: ScriptPosition, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let wanted = (position.line, position.column)
    var (low, high) = (0, marks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if marks[middle] <= wanted { low = middle } else { high = middle }
    }
    var place = low < marks.count ? marks[low] : (line: 1, column: 1)
    for offset in low * Self.stretch..<bytes.count {
      // A place behind a line's end is its end.
      let isEnd = place.line == position.line && bytes[offset] == Self.newline
      if isEnd || Self.startsCharacter(bytes[offset]) && place >= wanted { return offset }
      Self.pass(bytes[offset], &place)
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
