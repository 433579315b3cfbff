import FrameFiles

/// The file names of a frame sequence: a path whose last component has one field for the frame's number.
///
/// The field is `%d`, or `%04d` for four digits. `%%` is a percent sign, and so is a `%` that no letter follows.
package struct FrameFileNames: Equatable, Sendable {
  /// The path as the user wrote it.
  let pattern: String
  private let before: String
  private let after: String
  private let digits: Int

  /// Parses a path; nil if it has no field, several fields or an invalid one.
  init?(_ path: String) {
    guard case .field(let digits, let before, let after) = Self.parse(FilePath.name(path)) else { return nil }
    pattern = path
    (self.digits, self.after) = (digits, after)
    // Folders have no fields.
    self.before = path.dropLast(FilePath.name(path).count) + before
  }

  package func name(of frame: Int) -> String {
    before + String(frame, digits: digits) + after
  }

  /// Returns the number of fields in the last component of a path: 0, 1, or 2 for several.
  package static func fields(in path: String) -> Int {
    switch parse(FilePath.name(path)) {
    case .none, .invalid: 0
    case .field: 1
    case .several: 2
    }
  }

  /// Returns the first text that looks like a field but is none, such as `%4d` or `%s`.
  static func invalidField(in path: String) -> String? {
    if case .invalid(let field) = parse(FilePath.name(path)) { field } else { nil }
  }

  /// Returns a pattern that stands for the text itself.
  package static func escaped(_ text: String) -> String {
    text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
  }

  private enum Parsed {
    case none, several
    case field(digits: Int, before: String, after: String)
    case invalid(String)
  }

  private static func parse(_ text: String) -> Parsed {
    var parts = [""]
    var digits = 0
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "%", rest.first == "%" {
        rest.removeFirst()
        parts[parts.count - 1].append("%")
      } else if character == "%", let (count, length) = field(rest) {
        rest = rest.dropFirst(length)
        digits = count
        parts.append("")
      } else if character == "%", let field = invalidField(rest) {
        return .invalid("%" + field)
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    switch parts.count {
    case 1: return .none
    case 2: return .field(digits: digits, before: parts[0], after: parts[1])
    default: return .several
    }
  }

  /// Parses a field after its percent sign: `d`, or `0`, a digit and `d`.
  private static func field(_ text: Substring) -> (digits: Int, length: Int)? {
    if text.first == "d" { return (1, 1) }
    let start = Array(text.prefix(3))
    guard start.count == 3, start[0] == "0", start[2] == "d", start[1].isASCII,
      let digits = start[1].wholeNumberValue,
      digits > 0
    else { return nil }
    return (digits, 3)
  }

  /// Parses digits and a letter after a percent sign, which look like a field.
  private static func invalidField(_ text: Substring) -> Substring? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard digits != ".", let letter = text.dropFirst(digits.count).first, letter.isASCII, letter.isLetter
    else { return nil }
    return text.prefix(digits.count + 1)
  }
}
