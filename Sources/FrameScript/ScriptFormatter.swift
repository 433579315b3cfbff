import FrameImage

/// Formats scripts: two spaces for each open block, and one between words.
///
/// Only blanks and line ends change, so a formatted script means the same. Statements stay on the lines where their author
/// wrote them. Formatting a formatted script changes nothing.
package struct ScriptFormatter {
  private enum Token: Equatable {
    /// A word or a comment.
    case text(ArraySlice<UInt8>)
    /// A brace of a block. Those of a variable, as in `${name}`, belong to a word.
    case open, close
    case semicolon

    var bytes: ArraySlice<UInt8> {
      switch self {
      case .text(let bytes): bytes
      case .open: [UInt8(ascii: "{")]
      case .close: [UInt8(ascii: "}")]
      case .semicolon: [UInt8(ascii: ";")]
      }
    }
  }

  /// The lines written so far.
  private var output: [UInt8] = []
  /// The number of open blocks.
  private var depth = 0
  /// True if the next line needs a blank line before it.
  private var hasGap = false
  /// True if a blank line may come before the next line: not at the beginning of the script or of a block.
  private var allowsGap = false

  /// Formats a script. Included files are not read: only the script's own text is checked.
  ///
  /// - Parameter name: The name of the script in errors.
  /// - Returns: The formatted script. Recorded touches are returned as they are.
  /// - Throws: The errors of the script.
  package static func format(
    _ text: String, name: String, limits: Limits = Limits()
  ) throws(ScriptError) -> String {
    if ScriptFile.isRecording(text.utf8.prefix(LogFile.startLength)) { return text }
    let file = ScriptFile(name: name, text: text)
    let literals = try ScriptParser(limits: limits).layout(of: file).literals
    var formatter = Self()
    for line in lines(Array(text.utf8), literals: literals) { formatter.add(line) }
    return String(decoding: formatter.output, as: UTF8.self)
  }

  // MARK: Tokens

  /// Returns the tokens of each line: braces of blocks, `;`, comments, and words, which are separated by blanks.
  ///
  /// - Parameter literals: The comments and strings.
  private static func lines(_ bytes: [UInt8], literals: [Range<Int>]) -> [[Token]] {
    var lines: [[Token]] = [[]]
    var literals = literals.sorted { $0.lowerBound < $1.lowerBound }[...]
    var index = bytes.starts(with: Lexer.byteOrderMark) ? 3 : 0
    var word = index
    func endWord(at end: Int) { if word < end { lines[lines.count - 1].append(.text(bytes[word..<end])) } }
    func mark(_ token: Token) {
      endWord(at: index)
      lines[lines.count - 1].append(token)
      word = index + 1
    }
    var isInVariable = false
    while index < bytes.count {
      // A string can contain another one, as in "${row["name"]}".
      while let literal = literals.first, literal.lowerBound < index { literals.removeFirst() }
      if let literal = literals.first, literal.lowerBound == index {
        index = literal.upperBound
        // A string can be a part of a word.
        guard bytes[literal.lowerBound] == UInt8(ascii: "#") else { continue }
        endWord(at: literal.lowerBound)
        let end = bytes[literal].lastIndex { !Lexer.isBlank($0) && $0 != UInt8(ascii: "\r") }
        lines[lines.count - 1].append(.text(bytes[literal].prefix(through: end ?? literal.lowerBound)))
        word = index
        continue
      }
      switch bytes[index] {
      case UInt8(ascii: "$") where bytes[(index + 1)...].first == UInt8(ascii: "{"):
        // The braces of a variable belong to the word.
        isInVariable = true
        index += 1
      case UInt8(ascii: "}") where isInVariable: isInVariable = false
      case Lexer.newline:
        endWord(at: index)
        lines.append([])
        word = index + 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        endWord(at: index)
        word = index + 1
      case UInt8(ascii: "{"): mark(.open)
      case UInt8(ascii: "}"): mark(.close)
      case UInt8(ascii: ";"): mark(.semicolon)
      default: break
      }
      index += 1
    }
    endWord(at: index)
    return lines
  }

  // MARK: Lines

  private mutating func add(_ line: [Token]) {
    guard !line.isEmpty else {
      hasGap = allowsGap
      return
    }
    let closed = line.prefix { $0 == .close }.count
    if hasGap, closed == 0 { output.append(Lexer.newline) }
    output += repeatElement(UInt8(ascii: " "), count: 2 * (depth - closed))
    for (index, token) in Self.separatingAssignments(line).enumerated() {
      if index > 0, token != .semicolon { output.append(UInt8(ascii: " ")) }
      output += token.bytes
      if token == .open { depth += 1 }
      if token == .close { depth -= 1 }
    }
    output.append(Lexer.newline)
    hasGap = false
    allowsGap = line.last != .open
  }

  /// Returns a line with the `=` of each `let` and `param` as a token of its own.
  private static func separatingAssignments(_ line: [Token]) -> [Token] {
    var tokens: [Token] = []
    var beginsStatement = true
    // True between `let` or `param` and its `=`.
    var isDeclaration = false
    for token in line {
      if isDeclaration, case .text(let word) = token, let sign = word.firstIndex(of: UInt8(ascii: "=")) {
        let parts = [word[..<sign], word[sign...sign], word[(sign + 1)...]]
        tokens += parts.filter { !$0.isEmpty }.map(Token.text)
        isDeclaration = false
      } else {
        tokens.append(token)
      }
      if beginsStatement { isDeclaration = ["let", "param"].contains { token.bytes.elementsEqual($0.utf8) } }
      beginsStatement = [.open, .close, .semicolon].contains(token)
    }
    return tokens
  }
}
