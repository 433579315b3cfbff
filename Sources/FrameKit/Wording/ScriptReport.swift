import FrameModel

/// Errors of a script as people read them: place, sentence, the line, a caret, a note.
///
///     turn.txt:3:8: error: an angle without its unit
///     rotate 30
///            ^
///     note: write 30deg, or use rad or turn
public enum ScriptReport {
  public static func text(of errors: [ScriptError], in files: [ScriptFile]) -> String {
    errors.map { text(of: $0, in: files) }.joined()
  }

  public static func text(of error: ScriptError, in files: [ScriptFile]) -> String {
    let wording = error.problem.wording
    return text(of: wording, at: error.position, in: files)
  }

  public static func text(
    of wording: Wording, at position: ScriptPosition, in files: [ScriptFile]
  ) -> String {
    guard files.indices.contains(position.file) else { return "error: \(wording.what)\n" }
    let file = files[position.file]
    var text = "\(file.name):\(position.line):\(position.column): error: \(wording.what)\n"
    if let line = line(position.line, of: file.text), !line.isEmpty {
      // Tabs stay tabs, so that the caret stands under its character whatever a tab's width.
      let indent = line.unicodeScalars.prefix(position.column - 1).map { $0 == "\t" ? "\t" : " " }.joined()
      text += "\(line)\n\(indent)^\n"
    }
    if let note = wording.note { text += "note: \(note)\n" }
    return text
  }

  /// A line without its end and without what a terminal would take for a command.
  private static func line(_ number: Int, of text: String) -> String? {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropFirst(number - 1)
    guard let bytes = lines.popFirst() else { return nil }
    var scalars = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars
    where scalar != "\r" && scalar != "\u{FEFF}" {
      let isControl = scalar.value < 0x20 && scalar != "\t" || (0x7F..<0xA0).contains(scalar.value)
      scalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }
}
