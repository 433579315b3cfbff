import FrameModel

/// Errors of a script as people read them: place, sentence, the line, a caret, a note.
///
///     turn.txt:3:8: error: an angle without its unit
///     rotate 30
///            ^
///     note: write 30deg, or use rad or turn
public struct ScriptReport: Sendable {
  private let files: [(name: String, lines: [Substring.UTF8View])]

  public init(_ files: [ScriptFile]) {
    self.files = files.map { file in
      (
        file.name.printable,
        file.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      )
    }
  }

  public static func text(of errors: [ScriptError], in files: [ScriptFile]) -> String {
    let report = ScriptReport(files)
    return errors.map { report.text(of: $0.problem.wording, at: $0.position) }.joined()
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
  public func text(of wording: Wording, at position: ScriptPosition) -> String {
    guard files.indices.contains(position.file) else { return "error: \(wording.what.printable)\n" }
    let file = files[position.file]
    var text = "\(place(position)): error: \(wording.what.printable)\n"
    if file.lines.indices.contains(position.line - 1) {
      let line = Self.shown(file.lines[position.line - 1])
      // Tabs stay tabs, so that the caret stands under its character whatever a tab's width.
      let indent = line.unicodeScalars.prefix(position.column - 1).map { $0 == "\t" ? "\t" : " " }
      if !line.isEmpty { text += "\(line)\n\(indent.joined())^\n" }
    }
    if let note = wording.note { text += "note: \(note.printable)\n" }
    return text
  }

  /// A line without its end and a byte order mark, as a terminal can show it.
  private static func shown(_ line: Substring.UTF8View) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars
    where scalar != "\r" && scalar != "\u{FEFF}" {
      scalars.append(scalar)
    }
    return String(scalars).printable(keeping: "\t")
  }
}
