import FrameKit
import FrameModel

/// The lines of a case's files that are no script.
enum CaseLines {
  /// - Returns: each line with its number, without blanks at its ends; none for empty ones and comments.
  /// - Throws: `Failure` with the file's name.
  static func lines(of path: String, _ limits: Limits) throws(Failure) -> [(number: Int, text: String)] {
    guard
      let text = String(
        validating: try InputFile(.file(path), limit: .caseFile(limits)).contents(), as: UTF8.self)
    else {
      throw Failure(.script, "is not UTF-8", of: path)
    }
    return lines(of: text)
  }

  static func lines(of text: String) -> [(number: Int, text: String)] {
    let mark: Character = "\u{FEFF}"
    return text.drop { $0 == mark }.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated().compactMap { index, line in
        let start = line.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }), start.first != "#" else { return nil }
        return (index + 1, String(start[...last]))
      }
  }
}
