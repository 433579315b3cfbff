/// Names of files of which each holds a frame: a path with one field for the frame's number in its last part, `%d`, or
/// `%04d` for four digits. `%%` is a per cent sign, and so is one behind which there is no letter.
struct FrameFileNames: Equatable, Sendable {
  /// As it was written.
  let pattern: String
  private let before: String
  private let after: String
  private let digits: Int

  /// - Returns: nil for a path that has no such field, or several.
  init?(_ path: String) {
    guard case .field(let digits, let before, let after) = Self.parse(FilePath.name(path)) else { return nil }
    pattern = path
    (self.digits, self.after) = (digits, after)
    // The folder is nobody's pattern.
    self.before = path.dropLast(FilePath.name(path).count) + before
  }

  func name(of frame: Int) -> String {
    let number = "\(frame)"
    return before + String(repeating: "0", count: max(0, digits - number.count)) + number + after
  }

  /// How many fields there are in the last part of a path.
  static func fields(in path: String) -> Int {
    switch parse(FilePath.name(path)) {
    case .none, .misspelt: 0
    case .field: 1
    case .several: 2
    }
  }

  /// What looks like a field for a number and is none, as `%4d` or `%s`.
  static func misspeltField(in path: String) -> String? {
    if case .misspelt(let field) = parse(FilePath.name(path)) { field } else { nil }
  }

  /// A text that stands for itself.
  static func escaped(_ text: String) -> String {
    text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
  }

  private enum Parsed {
    case none, several
    case field(digits: Int, before: String, after: String)
    case misspelt(String)
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
      } else if character == "%", let field = misspelling(rest) {
        return .misspelt("%" + field)
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

  /// What follows a per cent sign: `d`, or `0`, a digit and `d`.
  private static func field(_ text: Substring) -> (digits: Int, length: Int)? {
    if text.first == "d" { return (1, 1) }
    let start = Array(text.prefix(3))
    guard start.count == 3, start[0] == "0", start[2] == "d", start[1].isASCII,
      let digits = start[1].wholeNumberValue,
      digits > 0
    else { return nil }
    return (digits, 3)
  }

  /// What follows one as if it were a field: figures, and then a letter.
  private static func misspelling(_ text: Substring) -> Substring? {
    let figures = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard figures != ".", let letter = text.dropFirst(figures.count).first, letter.isASCII, letter.isLetter
    else { return nil }
    return text.prefix(figures.count + 1)
  }
}
