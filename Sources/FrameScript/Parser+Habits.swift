/// Recognizes the forms of other languages where this one has no meaning for them.
extension Parser {
  // MARK: Values

  /// Checks that no operator follows a number that stands alone.
  ///
  /// - Parameters:
  ///   - start: the index of the number's first byte.
  ///   - other: an operator that may follow, as in `rgb(0 0 0/50%)`.
  func checkNoOperator(after start: Int, but other: UInt8? = nil) throws(ScriptError) {
    guard let b = lexer.current, b != other, Self.operatorBytes.contains(b), !startsComment else { return }
    // `+10ms` and `-5` begin values, but not directly after another one.
    throw ScriptError(.habit(.bareCalculation(calculation(from: start))), at: lexer.position(at: start))
  }

  /// Returns the error for a number with an operator between blanks after it; nil if there is none.
  func calculationError(after start: Int) -> ScriptError? {
    var ahead = lexer
    ahead.skipBlanks(comments: false)
    guard let b = ahead.current, Self.operatorBytes.contains(b), Lexer.isBlank(ahead.peek(1)) else {
      return nil
    }
    return ScriptError(.habit(.bareCalculation(calculation(from: start))), at: lexer.position(at: start))
  }

  private static let operatorBytes = Set("+-*/".utf8)

  private var startsComment: Bool { lexer.looking(at: "//") || lexer.looking(at: "/*") }

  /// Returns the text of a calculation that begins at a byte: to a comma, a blank that is not beside an operator, or
  /// the end of the statement.
  private func calculation(from start: Int) -> String {
    var ahead = lexer
    ahead.index = start
    var depth = 0
    var wasOperator = false
    while let b = ahead.current, ahead.index - start < 200 {
      switch b {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        if depth == 0 { return ahead.text(from: start).trimmed }
        depth -= 1
      case Lexer.newline, UInt8(ascii: ";"),
        UInt8(ascii: "{") where ahead.peek(-1) != UInt8(ascii: "$"),
        UInt8(ascii: ",") where depth == 0:
        return ahead.text(from: start).trimmed
      case let b where Lexer.isBlank(b) && depth == 0 && !wasOperator:
        var next = ahead
        next.skipBlanks(comments: false)
        guard let b = next.current, Self.operatorBytes.contains(b), Lexer.isBlank(next.peek(1)) else {
          return ahead.text(from: start).trimmed
        }
      default: break
      }
      if !Lexer.isBlank(b) { wasOperator = Self.operatorBytes.contains(b) }
      ahead.index += 1
    }
    return ahead.text(from: start).trimmed
  }

  /// Checks for the operators of other languages after or before an operand.
  func checkForeignOperator() throws(ScriptError) {
    let operators: [(StaticString, String, String)] = [
      ("&&", "&&", "and"), ("||", "||", "or"), ("!", "!", "not"), ("<>", "<>", "!="), (">", "<>", "!="),
      ("=", "===", "=="),
    ]
    for (text, written, own) in operators where lexer.looking(at: text) {
      throw ScriptError(.habit(.foreignOperator(written, own: own)), at: lexer.position())
    }
  }

  /// Returns the error for a size like `300x200` or `300x200+10+10`, of which the first number is parsed; nil if it
  /// is none.
  func geometryError(after start: Int) -> ScriptError? {
    var ahead = lexer
    let width = ahead.text(from: start)
    guard ahead.take("x") || ahead.take("X") else { return nil }
    let height = ahead.take(while: Lexer.isDigit)
    guard !height.isEmpty, width.utf8.allSatisfy(Lexer.isDigit) else { return nil }
    var offset: [String] = []
    while offset.count < 2, ahead.take("+") { offset.append(ahead.take(while: Lexer.isDigit)) }
    return ScriptError(
      .habit(.geometry(width: width, height: height, offset: offset.count == 2 ? offset : [])),
      at: lexer.position(at: start))
  }

  /// Returns the error for a file name or text without quotes; nil if neither is next.
  var quotesError: ScriptError? {
    var ahead = lexer
    let text = ahead.take {
      Lexer.isWordByte($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "~")
    }
    guard !text.isEmpty, !Lexer.isDigit(text.utf8.first) else { return nil }
    if text.contains(".") || text.contains("/") {
      return ScriptError(.habit(.unquotedFile(text)), at: lexer.position())
    }
    return ScriptError(.habit(.unquotedText(text)), at: lexer.position())
  }

  /// Returns the error for a number with a plus sign; nil if none is next.
  var plusSignError: ScriptError? {
    var ahead = lexer
    ahead.skipBlanks()
    let place = ahead.position()
    guard ahead.take("+") else { return nil }
    let text = ahead.take { Lexer.isDigit($0) || $0 == UInt8(ascii: ".") }
    guard Double(text) != nil else { return nil }
    let unit = ahead.take { Lexer.isWordByte($0) || $0 == UInt8(ascii: "%") }
    return ScriptError(.habit(.plusSign(text + unit)), at: place)
  }

  /// Throws if the factor of a color edit has a plus sign, which other programs write before a change in percent.
  func checkNoPlusSign(of word: ColorEditWord) throws(ScriptError) {
    guard let error = plusSignError, case .habit(.plusSign(let text)) = error.problem,
      let number = Double(text.hasSuffix("%") ? String(text.dropLast()) : text)
    else { return }
    let factor = 1 + (number <= 1 ? number : number / 100)
    throw ScriptError(
      .habit(.plusSignOfFactor(word.rawValue, factor: factor.scriptText)), at: error.position)
  }

  /// Throws if a radius and sigma as in ImageMagick are next: `0x8`.
  func checkNoSigma(of word: NeighborhoodWord) throws(ScriptError) {
    var ahead = lexer
    ahead.skipBlanks()
    let place = ahead.position()
    func isNumber(_ byte: UInt8?) -> Bool { Lexer.isDigit(byte) || byte == UInt8(ascii: ".") }
    guard !ahead.take(while: isNumber).isEmpty, ahead.take("x") else { return }
    let sigma = ahead.take(while: isNumber)
    guard !sigma.isEmpty else { return }
    throw ScriptError(
      .habit(.radiusAndSigma(word == .sharpen ? "sharpen 1 \(sigma)" : "\(word.rawValue) \(sigma)")),
      at: place)
  }

  /// Throws if `filter` is followed by filters of CSS, or by a statement.
  func checkNoCSSFilter() throws(ScriptError) {
    var ahead = lexer
    ahead.skipBlanks()
    _ = ahead.take(":")
    ahead.skipBlanks()
    let place = ahead.position()
    if let statements = CSSFilter.statements(ahead.restOfStatement) {
      throw ScriptError(.habit(.cssFilter(statements)), at: place)
    }
    let word = ahead.word
    guard StatementTable.all.contains(where: { $0.word == word && Self.changesPixels($0.section) }) else {
      return
    }
    throw ScriptError(.habit(.statementAsFilter(word)), at: place)
  }

  /// Throws if the statement or option that begins at a byte is a filter function of CSS whose value has a unit: `blur(5px)`.
  func checkNoCSSFunction(from start: Int) throws(ScriptError) {
    guard lexer.looking(at: "(") else { return }
    var ahead = lexer
    ahead.index = start
    let text = ahead.restOfStatement
    guard let end = text.firstIndex(of: ")") else { return }
    // A value without a unit is a number in parentheses.
    let first = String(text[...end])
    guard ["px)", "deg)", "rad)", "turn)"].contains(where: first.hasSuffix),
      let statements = CSSFilter.statements(text) ?? CSSFilter.statements(first)
    else { return }
    throw ScriptError(.habit(.cssFilter(statements)), at: lexer.position(at: start))
  }

  private static func changesPixels(_ section: ReferenceSection) -> Bool {
    section == .colors || section == .neighborhoods
  }

  // MARK: Statements

  /// The error for the comment of another language; nil if none is next.
  var commentError: ScriptError? {
    guard startsComment else { return nil }
    return ScriptError(.habit(.foreignComment(lexer.looking(at: "//") ? "//" : "/*")), at: lexer.position())
  }

  /// Skips the comment of another language.
  mutating func skipForeignComment(_ sign: String) {
    let isBlock = sign == "/*"
    while !lexer.atEnd, isBlock ? !lexer.looking(at: "*/") : lexer.current != Lexer.newline {
      lexer.index += 1
    }
    if isBlock { _ = lexer.take("*/") }
  }

  /// Returns the error for what follows a whole statement; nil if it is no known habit.
  var trailingHabit: Habit? {
    switch lexer.current {
    case UInt8(ascii: ","): .strayComma
    case UInt8(ascii: ")"): .strayParenthesis
    default: nil
    }
  }

  /// Throws if `=` or `:` follows the first word of a statement.
  func checkNoSeparator(after word: String) throws(ScriptError) {
    var ahead = lexer
    ahead.skipBlanks()
    let place = ahead.position()
    guard ahead.take("=") || ahead.take(":") else { return }
    let separator = ahead.text(from: ahead.index - 1)
    throw ScriptError(
      .habit(.separatorAfterWord(word, separator: separator, rest: ahead.restOfStatement)), at: place)
  }

  /// Returns the error for `$x = 5` or `x = 5`, whose name is next; nil if this is something else.
  var assignmentError: ScriptError? {
    var ahead = lexer
    _ = ahead.take("$")
    let name = ahead.take(while: Lexer.isNameByte)
    ahead.skipBlanks()
    guard !name.isEmpty, ahead.take("="), !ahead.looking(at: "=") else { return nil }
    return ScriptError(
      .habit(.assignmentWithoutLet(name, value: ahead.restOfStatement)), at: lexer.position())
  }

  // MARK: Paints

  /// Throws if a stroke begins with its width.
  func checkNoWidthFirst() throws(ScriptError) {
    guard Lexer.isDigit(lexer.current) else { return }
    var ahead = self
    let start = lexer.index
    guard (try? ahead.parseLength()) != nil else { return }
    let width = ahead.lexer.text(from: start)
    ahead.lexer.skipBlanks(comments: false)
    let second = ahead.lexer.index
    let paint = (try? ahead.parseColor()).map { _ in ahead.lexer.text(from: second) } ?? "COLOR"
    throw ScriptError(.habit(.strokeWidthFirst(width: width, paint: paint)), at: lexer.position())
  }

  /// Throws if a gradient's first point is missing.
  func checkGradientPoint(at place: ScriptPosition) throws(ScriptError) {
    var ahead = self
    ahead.lexer.skipBlanks(comments: false)
    if ahead.lexer.word == "to" || ahead.startsColor && !ahead.lexer.looking(at: "$") {
      throw ScriptError(.habit(.gradientWithoutPoints), at: place)
    }
    guard (try? ahead.parseNumber()) != nil else { return }
    guard ["deg", "rad", "turn"].contains(ahead.lexer.word) else { return }
    throw ScriptError(.habit(.gradientWithoutPoints), at: place)
  }
}

extension Lexer {
  /// The text to the end of the statement, without blanks at its ends.
  fileprivate var restOfStatement: String {
    var ahead = self
    ahead.skipBlanks()
    let start = ahead.index
    while !ahead.atStatementEnd, ahead.index - start < 200, ahead.current != UInt8(ascii: "#") {
      ahead.index += 1
    }
    return ahead.text(from: start).trimmed
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmed: String {
    String(reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed())
  }
}

/// The filter functions of CSS (Filter Effects 1), and the statements in their place.
private enum CSSFilter {
  private static let words = [
    "blur": "blur", "brightness": "brightness", "contrast": "contrast", "grayscale": "grayscale",
    "hue-rotate": "hue", "hue": "hue", "invert": "invert", "opacity": "opacity", "saturate": "saturation",
    "sepia": "sepia",
  ]

  /// Returns the statements for a list of functions such as `blur(5px) grayscale(1)`; nil for other texts.
  static func statements(_ text: String) -> String? {
    var statements: [String] = []
    var rest = text[...]
    while true {
      rest = rest.drop { $0 == " " || $0 == ";" }
      guard !rest.isEmpty else { return statements.isEmpty ? nil : statements.joined(separator: "; ") }
      guard let open = rest.firstIndex(of: "("), let close = rest.firstIndex(of: ")"), open < close,
        let word = words[String(rest[..<open])]
      else { return nil }
      let value = rest[rest.index(after: open)..<close].filter { $0 != " " }
      guard value.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-%".contains($0)) }) else {
        return nil
      }
      let number = word == "blur" && value.hasSuffix("px") ? String(value.dropLast(2)) : String(value)
      let units = word == "hue" ? ["deg", "rad", "turn"] : ["%", ""]
      let unit = String(number.drop { $0.isNumber || ".-".contains($0) })
      // Of the words, only those of shares need no number.
      let isComplete =
        number.isEmpty ? ["grayscale", "invert", "sepia"].contains(word) : units.contains(unit)
      guard isComplete else { return nil }
      statements.append(number.isEmpty ? word : "\(word) \(number)")
      rest = rest[rest.index(after: close)...]
    }
  }
}
