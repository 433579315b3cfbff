import FrameGeometry
import FrameImage
import FrameScene

/// A recursive descent parser for a script and its includes. After an error, the statement is skipped, the error is
/// kept, and parsing continues.
struct Parser {
  let limits: Limits
  let load: ScriptParser.Loader

  var lexer = Lexer("", file: 0)
  private(set) var files: [ScriptFile] = []
  var errors = ScriptErrors()
  /// The number of open blocks, parentheses and includes.
  private(set) var depth = 0
  /// The number of operators in the statement so far: an expression is a tree as deep as it is long.
  var operators = 0
  private static let mostOperators = 10_000
  /// The innermost statement that is parsed, for the usage in its errors: its first word in the spelling of the language,
  /// and the index of the byte after that word. nil before the first word, and in a call of a definition.
  var openStatement: (word: String, start: Int)?
  /// The words that end the values of an effect, apart from its own.
  var effectEnds: Set<String> = []
  private var totalBytes = 0
  /// The bytes of logs, which have a limit of their own.
  private var logBytes = 0
  /// The names of the open files, outermost first.
  private var open: [String] = []
  var names = ScriptNames()

  init(limits: Limits, load: @escaping ScriptParser.Loader) {
    self.limits = limits
    self.load = load
  }

  // MARK: Files

  /// - Parameters:
  ///   - includedAt: the position of the `include`, for errors about the whole file.
  ///   - options: how recorded touches are read.
  mutating func parseFile(
    _ loaded: LoadedFile, includedAt: ScriptPosition?, _ options: RecordingOptions = RecordingOptions()
  ) -> [Statement] {
    let index = files.count
    defer { if files.indices.contains(index) { files[index].includedAt = includedAt } }
    let file: ScriptFile
    switch loaded {
    case .log(let log): return readLog(log, ScriptFile(name: log.name, text: ""), options)
    case .text(let text): file = text
    }
    if let log = LogFile(file) { return readLog(log, file, options) }
    let place = includedAt ?? ScriptPosition(file: files.count)
    if StreamReader.reads(file.text.utf8) { return readStream(file, options, at: place) }
    refuse(options) { _ in true }
    do throws(ScriptError) { try countBytes(of: file, at: place) } catch {
      if includedAt == nil { files.append(ScriptFile(name: file.name, text: "")) }
      report(error.problem, at: place)
      return []
    }
    guard !open.contains(file.name) else {
      report(.scene(.limit(LimitExceeded(.recursion, needed: open.count + 1, allowed: 0))), at: place)
      return []
    }
    files.append(file)
    open.append(file.name)
    let outer = lexer
    lexer = Lexer(file.text, file: files.count - 1)
    // The layout is that of the script's own text.
    if includedAt == nil { lexer.layout = outer.layout }
    defer {
      let layout = lexer.layout
      lexer = outer
      if includedAt == nil { lexer.layout = layout }
      open.removeLast()
    }
    if let language = ForeignLanguage(file.text) {
      report(.foreignLanguage(language), at: ScriptPosition(file: files.count - 1))
      return []
    }
    if let nul = lexer.bytes.firstIndex(of: 0) {
      report(.nulByte, at: lexer.position(at: nul))
      return []
    }
    parseVersion()
    return parseStatements(until: nil)
  }

  /// Reports the last option of an `include` that has no effect on its file.
  private mutating func refuse(_ options: RecordingOptions, _ isUseless: (RecordingOptions.Word) -> Bool) {
    guard let option = options.words.last(where: isUseless) else { return }
    report(.optionOfOtherRecording(option.word), at: option.position)
  }

  /// Parses a text that is a condition, as an expectation.
  mutating func parseCondition(_ file: ScriptFile) -> [Statement] {
    files.append(file)
    lexer = Lexer(file.text, file: files.count - 1)
    var statements: [Statement] = []
    attempt { parser throws(ScriptError) in statements.append(try parser.parseExpectation()) }
    return statements
  }

  /// Adds a file that is not a script.
  ///
  /// - Returns: its index.
  mutating func addFile(_ file: ScriptFile, at place: ScriptPosition) throws(ScriptError) -> Int {
    try countBytes(of: file, at: place)
    files.append(file)
    return files.count - 1
  }

  private mutating func countBytes(of file: ScriptFile, at place: ScriptPosition) throws(ScriptError) {
    totalBytes += file.text.utf8.count
    try place.check(.scriptBytes, totalBytes, atMost: limits.scriptBytes)
  }

  // MARK: Recorded touches

  /// Reads a log of touches as statements.
  ///
  /// - Parameter file: Its text, if it is held.
  private mutating func readLog(
    _ log: LogFile, _ file: ScriptFile, _ options: RecordingOptions
  ) -> [Statement] {
    refuse(options) { $0.isForTouchscreens != (log.format == .input) }
    let index = files.count
    files.append(file)
    let lines = LogLines(log, file: index, limits: limits, after: logBytes)
    var result: (statements: [Statement], lines: LogLines, firstShown: Int, shown: [UInt8])
    var failure: ScriptError?
    switch log.format {
    case .input:
      var reader = InputLogReader(lines, options, limits: limits)
      do throws(ScriptError) { try reader.read() } catch { failure = error }
      result = (reader.statements, reader.lines, reader.lines.number, Array(reader.lines.line))
    case .driver:
      var reader = DriverLogReader(lines, file: index, options, limits: limits)
      do throws(ScriptError) { try reader.read() } catch { failure = error }
      result = (reader.statements, reader.lines, reader.shown.first, reader.shown.text)
    }
    logBytes = result.lines.count
    if let failure { errors.add(failure) }
    if file.text.isEmpty {
      files[index].digest = result.lines.digest
      if failure != nil {
        files[index].firstLine = result.firstShown
        files[index].text = String(decoding: result.shown, as: UTF8.self)
      }
    }
    return result.statements
  }

  private mutating func readStream(
    _ file: ScriptFile, _ options: RecordingOptions, at place: ScriptPosition
  ) -> [Statement] {
    refuse(options, \.isForTouchscreens)
    files.append(file)
    logBytes += file.text.utf8.count
    guard logBytes <= limits.logBytes else {
      files[files.count - 1].text = ""
      report(
        .scene(.limit(LimitExceeded(.logBytes, needed: logBytes, allowed: limits.logBytes))), at: place)
      return []
    }
    var reader = StreamReader(file.text, file: files.count - 1, options, limits: limits)
    reader.read()
    errors.add(reader.errors)
    return reader.statements
  }

  /// `frameit 1` selects the version of the language; it is only allowed first.
  private mutating func parseVersion() {
    lexer.skipBetweenStatements()
    guard lexer.word == "frameit" else { return }
    let outer = openStatement
    defer { openStatement = outer }
    attempt { parser throws(ScriptError) in
      let word = parser.lexer.take(while: Lexer.isWordByte)
      parser.openStatement = (word, parser.lexer.index)
      parser.lexer.skipBlanks()
      let place = parser.lexer.position()
      let version = parser.lexer.take { Lexer.isWordByte($0) || $0 == UInt8(ascii: ".") }
      guard version == "1" else { throw ScriptError(.unknownVersion(version), at: place) }
      try parser.endStatement()
    }
  }

  /// Finds the text of a file that the script names at a place.
  func loadFile(_ path: String, at place: ScriptPosition) throws(ScriptError) -> LoadedFile {
    try ScriptError.placing(at: place, load(path, files[lexer.file].name))
  }

  // MARK: Statements

  /// Parses statements to the end of the text or, with `brace`, to the closing brace of the block.
  mutating func parseStatements(until brace: ScriptPosition?) -> [Statement] {
    var statements: [Statement] = []
    let outer = openStatement
    defer { openStatement = outer }
    while true {
      lexer.skipBetweenStatements()
      if limits.cancellation?.isCancelled == true, !lexer.atEnd {
        report(.scene(.limit(.cancelled)), at: lexer.position())
        lexer.giveUp()
      }
      if lexer.atEnd {
        if let brace, !lexer.gaveUp { report(.unclosedBlock, at: brace) }
        return statements
      }
      if lexer.looking(at: "}") {
        if brace != nil {
          lexer.index += 1
          return statements
        }
        report(.strayBrace, at: lexer.position())
        lexer.index += 1
        continue
      }
      let start = lexer.index
      let isWhole = attempt { parser throws(ScriptError) in
        statements += try parser.parseStatement()
        if brace == nil { parser.lexer.addStatement(from: start) }
        try parser.endStatement()
      }
      if !isWhole { passElse() }
    }
  }

  /// Skips the `else` of an invalid `if`; its block is parsed for errors.
  private mutating func passElse() {
    var ahead = lexer
    ahead.skipBetweenStatements()
    guard ahead.word == "else" else { return }
    lexer = ahead
    skipStatement()
  }

  /// Parses a block in braces.
  mutating func parseBlock() throws(ScriptError) -> [Statement] {
    lexer.skipBlanks()
    let place = lexer.position()
    guard lexer.take("{") else { throw expected("'{'") }
    return try nested(at: place) { parser throws(ScriptError) in parser.parseStatements(until: place) }
  }

  /// Parses a list of parts in braces. An invalid part is skipped, as a statement is, and the list stays open.
  ///
  /// - Parameters:
  ///   - meaning: What errors expect where the list is missing.
  ///   - part: What errors expect in an empty list; nil if the list may be empty.
  mutating func parseBraced(
    _ meaning: String, needing part: String? = nil,
    _ parsePart: (inout Parser) throws(ScriptError) -> Void
  ) throws(ScriptError) {
    lexer.skipBlanks()
    let brace = lexer.position()
    guard lexer.take("{") else { throw expected(meaning) }
    try nested(at: brace) { parser throws(ScriptError) in
      parser.lexer.skipBetweenStatements()
      if let part, parser.lexer.looking(at: "}") { parser.report(.expected(part, found: "'}'"), at: brace) }
      while !parser.lexer.take("}") {
        if parser.lexer.atEnd {
          if !parser.lexer.gaveUp { parser.report(.unclosedBlock, at: brace) }
          return
        }
        parser.attempt(parsePart)
        parser.lexer.skipBetweenStatements()
      }
    }
  }

  /// Runs `body` one level deeper.
  mutating func nested<R>(
    at place: ScriptPosition, _ body: (inout Parser) throws(ScriptError) -> R
  ) throws(ScriptError) -> R {
    depth += 1
    defer { depth -= 1 }
    try place.check(.nesting, depth, atMost: limits.nesting)
    return try body(&self)
  }

  mutating func countOperator(at place: ScriptPosition) throws(ScriptError) {
    operators += 1
    try place.check(.parts("operators in a statement"), operators, atMost: Self.mostOperators)
  }

  mutating func endStatement() throws(ScriptError) {
    lexer.skipBlanks()
    guard !lexer.atStatementEnd else { return }
    throw commentError ?? trailingError ?? ScriptError(.unexpected(lexer.found), at: lexer.position())
  }

  // MARK: Errors

  mutating func report(_ problem: ScriptProblem, at position: ScriptPosition, usages: [String] = []) {
    errors.add(ScriptError(problem, at: position, usages: usages))
  }

  func expected(_ what: String) -> ScriptError {
    commentError ?? ScriptError(.expected(what, found: lexer.found), at: lexer.position())
  }

  /// Runs `body`; if it throws, keeps the error and skips the rest of the statement.
  ///
  /// - Returns: false if it threw.
  @discardableResult
  mutating func attempt(_ body: (inout Parser) throws(ScriptError) -> Void) -> Bool {
    do {
      try body(&self)
      return true
    } catch {
      errors.add(errors.isFull ? error : addingUsage(to: error))
      // Too deep to look inside: every further level would give the same error.
      if case .scene(.limit) = error.problem { lexer.giveUp() } else { skipStatement(after: error) }
      return false
    }
  }

  /// Skips the rest of a statement, or only the foreign comment that is its error.
  mutating func skipStatement(after error: ScriptError) {
    if case .habit(.foreignComment(let sign)) = error.problem {
      skipForeignComment(sign)
    } else {
      skipStatement()
    }
  }

  /// Skips the rest of a statement. Its blocks are parsed for errors.
  mutating func skipStatement() {
    while let b = lexer.current, b != Lexer.newline, b != UInt8(ascii: ";"), b != UInt8(ascii: "}") {
      switch b {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "#"): lexer.skipBlanks()
      case UInt8(ascii: "$") where lexer.looking(at: "${"): skipBraced()
      case UInt8(ascii: "{"):
        let place = lexer.position()
        lexer.index += 1
        do throws(ScriptError) {
          _ = try nested(at: place) { parser throws(ScriptError) in
            parser.parseStatements(until: place)
          }
        } catch {
          errors.add(error)
          lexer.giveUp()
        }
      default: lexer.index += 1
      }
    }
  }

  /// Skips `${...}` on this line.
  mutating func skipBraced() {
    while let b = lexer.current, b != UInt8(ascii: "}"), b != Lexer.newline { lexer.index += 1 }
    if lexer.looking(at: "}") { lexer.index += 1 }
  }

  /// Skips a string on this line.
  mutating func skipString() {
    lexer.index += 1
    while let b = lexer.current, b != Lexer.newline {
      lexer.index += 1
      if b == UInt8(ascii: "\\"), lexer.current != nil, lexer.current != Lexer.newline {
        lexer.index += 1
      } else if b == UInt8(ascii: "\"") {
        return
      }
    }
  }
}

/// Parses text to a `Script`.
///
///     let script = try ScriptParser().parse("rotate 30deg", name: "turn.txt")
///
/// A text that begins with a bracket or brace is a recorded stream of touches: one touch per line, or the actions of
/// W3C WebDriver. It becomes a script of `touch` statements, as do logs, also if it is included.
///
/// This only parses: no name is resolved and no expression is evaluated. All errors of all files are found in one
/// pass, in the order of the text.
package struct ScriptParser {
  /// Finds the text of an `include`.
  ///
  /// - Parameters: the path as written, and the name of the including file.
  /// - Returns: the file to parse, with the name for error messages.
  package typealias Loader = (_ path: String, _ includer: String) throws(ScriptError) -> LoadedFile

  let limits: Limits
  private let load: Loader

  /// - Parameter load: without it, every `include` is an error.
  package init(
    limits: Limits = Limits(),
    load: @escaping Loader = { path, _ throws(ScriptError) in
      throw ScriptError(.includeFailed(path, reason: "files cannot be included here"))
    }
  ) {
    self.limits = limits
    self.load = load
  }

  /// - Throws: `ScriptError`, with the errors of the text and its includes: all of them, or the first 100 and one that tells
  ///   the number of the others.
  package func parse(_ text: String, name: String) throws(ScriptError) -> Script {
    try parse(text, name: name, claims: []).script
  }

  /// - Parameter claims: conditions about what the script makes.
  /// - Returns: the script, and the claims as expectations.
  package func parse(
    _ text: String, name: String, claims: [ScriptFile]
  ) throws(ScriptError) -> (script: Script, claims: [Statement]) {
    var parser = Parser(limits: limits, load: load)
    let statements = parser.parseFile(.text(ScriptFile(name: name, text: text)), includedAt: nil)
    let expectations = claims.flatMap { parser.parseCondition($0) }
    parser.checkCalls()
    guard parser.errors.isEmpty else {
      throw ScriptError(parser.errors.all, in: parser.files)
    }
    let script = Script(
      files: parser.files, statements: parser.names.readsScene ? statements : statements.withEarlyCanvas,
      takesAllInputs: parser.names.inputVariables.readAllInputs)
    return (script, expectations)
  }
}
