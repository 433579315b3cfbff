import FrameGeometry
import FrameImage
import FrameScene

/// Variables, loops, conditions, definitions and includes.
extension Parser {
  /// The names that a script uses, which are checked when all of its texts are parsed.
  struct ScriptNames {
    var calls: [PendingCall] = []
    var definitions: [String: Definition] = [:]
    var parameters: Set<String> = []
    var inputVariables = InputVariables()
    /// True if a value depends on the order of statements: on the canvas, a layer or a random number.
    var readsScene = false
    /// True in the block of a `define`.
    var isDefining = false
  }

  /// A statement with an unknown word, or a formula with an unknown function: a call, if there is a definition of that
  /// name anywhere.
  struct PendingCall {
    var name: String
    var place: ScriptPosition
    var count: Int
    var isFormula = false
    /// The error in the arguments, reported only if the name is valid.
    var error: ScriptError?
    /// The error if the name is not valid, because the statement seems to set a variable.
    var assignmentError: ScriptError?
    /// The definition that contains the call, if any.
    var caller: String?
  }

  struct Definition {
    /// The parameters as errors show them: "x", "w=100".
    var parameters: [String]
    /// The number of parameters without a default.
    var required: Int
    /// True if it returns a value, so that it is a function.
    var returns = false

    func usage(of name: String) -> String { ([name] + parameters).joined(separator: " ") }
  }

  /// `param NAME = DEFAULT`
  mutating func parseParameter() throws(ScriptError) -> ControlStatement {
    lexer.skipBlanks()
    let place = lexer.position()
    let name = try parseDeclaredName("a parameter's name")
    // In blocks and other files, the parameter may be declared instead of this one.
    if depth == 0, !names.parameters.insert(name).inserted {
      throw ScriptError(.repeatedWord(name), at: place)
    }
    try parseEquals()
    return .parameter(name, default: try parseExpression())
  }

  /// `let NAME = EXPR`
  mutating func parseAssignment() throws(ScriptError) -> ControlStatement {
    let name = try parseDeclaredName("a variable's name")
    try parseEquals()
    return .assign(name, try parseExpression())
  }

  /// Parses the name of a variable that the script declares.
  private mutating func parseDeclaredName(_ meaning: String) throws(ScriptError) -> String {
    let name = try parseIdentifier(meaning)
    names.inputVariables.noteDeclaration(of: name)
    return name
  }

  private mutating func parseEquals() throws(ScriptError) {
    lexer.skipBlanks()
    if lexer.looking(at: "==") { throw ScriptError(.expected("'='", found: "'=='"), at: lexer.position()) }
    guard lexer.take("=") else { throw expected("'='") }
  }

  /// `repeat N [as NAME] { }`
  mutating func parseRepeat() throws(ScriptError) -> ControlStatement {
    let count = try parseNumber("how often")
    let name = accept("as") ? try parseDeclaredName("a variable's name") : nil
    return .repeat(count, as: name, try parseBlock())
  }

  /// `if EXPR { } else { }`, or `else if`
  mutating func parseIf() throws(ScriptError) -> ControlStatement {
    let condition = try parseExpression()
    if lexer.looking(at: "=") { throw expected("'==' or '{'") }
    let then = try parseBlock()
    // `else` begins no statement, so it may be on the next line.
    var ahead = lexer
    ahead.skipBetweenStatements()
    guard ahead.word == "else" else { return .if(condition, then: then, else: []) }
    lexer = ahead
    lexer.index += 4
    lexer.skipBlanks()
    guard lexer.word == "if" else { return .if(condition, then: then, else: try parseBlock()) }
    let place = lexer.position()
    lexer.index += 2
    let chained = try nested(at: place) { parser throws(ScriptError) in try parser.parseIf() }
    return .if(condition, then: then, else: [Statement(.flow(chained), word: "if", at: place)])
  }

  /// `define NAME [ARG]... [ARG=DEFAULT]... { }`
  mutating func parseDefine() throws(ScriptError) -> ControlStatement {
    lexer.skipBlanks()
    let place = lexer.position()
    guard Lexer.isLetter(lexer.current) || lexer.looking(at: "_") else { throw expected("a name") }
    let name = lexer.take(while: Lexer.isWordByte)
    if StatementTable.entry(of: name) != nil || names.definitions[name] != nil {
      report(.repeatedDefine(name), at: place)
    }
    let firstCall = names.calls.count
    // After an error in the parameters, too: the block is then parsed alone.
    let outer = names.isDefining
    names.isDefining = true
    let (parameters, texts) = try parseParameters()
    var definition = Definition(
      parameters: texts, required: parameters.count { $0.fallback == nil })
    names.definitions[name] = definition
    let body = try parseBlock()
    names.isDefining = outer
    definition.returns = body.returns
    names.definitions[name] = definition
    if definition.returns { checkFunction(name, body, at: place) }
    for i in firstCall..<names.calls.count where names.calls[i].caller == nil { names.calls[i].caller = name }
    return .define(name, parameters: parameters, body)
  }

  /// - Returns: the parameters, and their texts for errors.
  private mutating func parseParameters() throws(ScriptError) -> ([DefinitionParameter], [String]) {
    var parameters: [DefinitionParameter] = []
    var texts: [String] = []
    var names: Set<String> = []
    lexer.skipBlanks()
    while !lexer.looking(at: "{") {
      let place = lexer.position()
      let start = lexer.index
      var parameter = DefinitionParameter(name: try parseDeclaredName("a parameter's name or '{'"))
      guard names.insert(parameter.name).inserted else {
        throw ScriptError(.repeatedWord(parameter.name), at: place)
      }
      if lexer.take("=") { parameter.fallback = try parseValue("a default value, directly after '='") }
      if parameter.fallback == nil, parameters.last?.fallback != nil {
        throw ScriptError(.requiredAfterDefault(parameter.name), at: place)
      }
      parameters.append(parameter)
      texts.append(String(decoding: lexer.bytes[start..<lexer.index], as: UTF8.self))
      lexer.skipBlanks()
    }
    return (parameters, texts)
  }

  /// Reports what a definition that returns a value cannot have.
  private mutating func checkFunction(_ name: String, _ body: [Statement], at place: ScriptPosition) {
    if name.utf8.contains(where: { !Lexer.isNameByte($0) }) || name == "pi"
      || Expression.Function(rawValue: name) != nil || Expression.LayerFunction(rawValue: name) != nil
    {
      report(.badFunctionName(name), at: place)
    }
    var others: [Statement] = []
    body.forEachNested { statement in
      switch statement.kind {
      case .flow(.assign), .flow(.repeat), .flow(.if), .flow(.return): break
      default: others.append(statement)
      }
    }
    for statement in others { report(.insideFunction(statement.word), at: statement.position) }
  }

  /// `return EXPR`
  mutating func parseReturn() throws(ScriptError) -> ControlStatement {
    guard names.isDefining else { throw ScriptError(.strayReturn, at: lexer.position()) }
    return .return(try parseExpression())
  }

  /// `NAME 1 (2+3)`
  mutating func parseCall() throws(ScriptError) -> Statement {
    let place = lexer.position()
    let assignmentError = self.assignmentError
    let name = lexer.take(while: Lexer.isWordByte)
    var call = PendingCall(name: name, place: place, count: 0, assignmentError: assignmentError)
    var arguments: [Expression] = []
    do throws(ScriptError) {
      lexer.skipBlanks()
      while !lexer.atStatementEnd {
        if Lexer.isLetter(lexer.current), !startsFunction {
          guard lexer.peek(lexer.word.utf8.count) == UInt8(ascii: "=") else { throw bareWordError }
          throw ScriptError(.habit(.namedValue(lexer.word)), at: lexer.position())
        }
        arguments.append(try parseValue("a value"))
        lexer.skipBlanks()
      }
    } catch {
      call.error = error
      skipStatement(after: error)
    }
    call.count = arguments.count
    names.calls.append(call)
    return Statement(.flow(.call(name, arguments)), word: name, at: place)
  }

  // MARK: Other files

  /// `data NAME "FILE"`: the values of a file, which is read before the script runs.
  mutating func parseData() throws(ScriptError) -> ControlStatement {
    let name = try parseDeclaredName("a variable's name")
    let file = try parseDataFile(.values)
    do throws(ScriptError) {
      return .data(name, try DataReader.value(of: file, limits: limits))
    } catch {
      report(error.problem, at: error.position)
      return .data(name, .text(""))
    }
  }

  /// `"FILE"`: a file of data, which is read before the script runs.
  mutating func parseDataFile(_ kind: DataFile.Kind) throws(ScriptError) -> DataFile {
    let template = try parseString()
    guard let path = template.literal else {
      throw ScriptError(.data(.nameNotLiteral(kind)), at: template.position)
    }
    guard kind.names(path) else {
      throw ScriptError(.data(.unknownFormat(path, kind)), at: template.position)
    }
    let loaded: LoadedFile
    do throws(ScriptError) {
      loaded = try loadFile(path, at: template.position)
    } catch {
      guard case .includeFailed(let path, let reason) = error.problem else { throw error }
      throw ScriptError(.data(.unreadable(path, reason: reason)), at: template.position)
    }
    guard case .text(let file) = loaded else {
      throw ScriptError(
        .data(.unreadable(path, reason: "it is a log, which 'include' reads")), at: template.position)
    }
    return DataFile(path: path, text: file.text, index: try addFile(file, at: template.position))
  }

  /// `include "FILE"`: the file's statements replace it.
  mutating func parseInclude(at place: ScriptPosition) throws(ScriptError) -> [Statement] {
    let template = try parseString()
    guard let path = template.literal else {
      throw ScriptError(.includeNotLiteral, at: template.position)
    }
    let options = try parseRecordingOptions()
    let file = try loadFile(path, at: template.position)
    return try nested(at: place) { parser throws(ScriptError) in
      parser.parseFile(file, includedAt: place, options)
    }
  }

  /// `[screen W,H] [rotation N] [range X0..X1,Y0..Y1] [element ID at X,Y]...`
  private mutating func parseRecordingOptions() throws(ScriptError) -> RecordingOptions {
    var options = RecordingOptions()
    while true {
      lexer.skipBlanks()
      let word = RecordingOptions.Word(word: lexer.word, position: lexer.position())
      if accept("screen") {
        let width = try parseConstant("the width of the screen")
        guard lexer.take(",") else { throw expected("',' and the height of the screen") }
        let height = try parseConstant("the height of the screen")
        guard width > 0, height > 0 else { throw expected("a screen of more than 0 pixels") }
        options.screen = Size(width: width, height: height)
      } else if accept("rotation") {
        let degrees = try parseConstant("0, 90, 180 or 270")
        guard let quarters = [0.0, 90, 180, 270].firstIndex(of: degrees) else {
          throw expected("0, 90, 180 or 270")
        }
        options.quarters = quarters
      } else if accept("range") {
        let x = try parseConstantRange()
        guard lexer.take(",") else { throw expected("',' and the range of the other axis") }
        options.ranges = (x, try parseConstantRange())
      } else if accept("element") {
        let name = try parseElementName()
        try expect("at")
        let x = try parseConstant("the X of its center")
        guard lexer.take(",") else { throw expected("',' and the Y of its center") }
        options.elements[name] = Point(x: x, y: try parseConstant("the Y of its center"))
      } else {
        return options
      }
      if word.word != "element", options.words.contains(where: { $0.word == word.word }) {
        throw ScriptError(.repeatedWord(word.word), at: word.position)
      }
      options.words.append(word)
    }
  }

  /// The ID of an element, as a word or in quotes.
  private mutating func parseElementName() throws(ScriptError) -> String {
    lexer.skipBlanks()
    if lexer.looking(at: "\"") {
      let template = try parseString()
      guard let name = template.literal else {
        throw ScriptError(
          .expected("the ID of an element", found: "a string with variables"), at: template.position)
      }
      return name
    }
    let name = lexer.take(while: Lexer.isWordByte)
    guard !name.isEmpty else { throw expected("the ID of an element") }
    return name
  }

  private mutating func parseConstantRange() throws(ScriptError) -> ClosedRange<Double> {
    let low = try parseConstant("the least number of the axis")
    guard lexer.take("..") else { throw expected("'..' and the greatest number of the axis") }
    let high = try parseConstant("the greatest number of the axis")
    guard low < high else { throw expected("a range from a smaller to a greater number") }
    return low...high
  }

  /// A number that is known before the script runs: files are read then.
  private mutating func parseConstant(_ what: String) throws(ScriptError) -> Double {
    let number = try parseNumber(what)
    switch number.kind {
    case .number(let value): return value
    case .negate(let inner):
      if case .number(let value) = inner.kind { return -value }
    default: break
    }
    throw ScriptError(.expected(what, found: "an expression"), at: number.position)
  }
}

/// Checks of calls that need all texts.
extension Parser {
  /// Reports words that are neither statements nor definitions, wrong numbers of arguments, and recursive
  /// definitions.
  ///
  /// - Parameter allowsUnknown: True if texts that were not read may define more words. Errors in their arguments are reported.
  mutating func checkCalls(allowsUnknown: Bool = false) {
    let words = Array(StatementTable.byWord.keys) + Array(names.definitions.keys)
    let functions = names.definitions.filter(\.value.returns).map(\.key) + Expression.functionNames
    // A misspelling often occurs several times.
    var nearest: [String: String?] = [:]
    /// A suggestion compares a word with all others.
    let mostSuggestions = 20
    func suggestion(for name: String, in candidates: [String]) -> String? {
      if let known = nearest[name] { return known }
      let found = nearest.count < mostSuggestions ? name.nearest(in: candidates) : nil
      nearest.updateValue(found, forKey: name)
      return found
    }
    errors.beginPass()
    for call in names.calls {
      if let definition = names.definitions[call.name] {
        check(call, of: definition)
      } else if errors.isFull {
        if allowsUnknown, call.error == nil { continue }
        report(.unknownStatement(call.name, nearest: nil), at: call.place)
      } else if allowsUnknown {
        if let error = call.error { report(error.problem, at: error.position) }
      } else if call.isFormula {
        report(
          .unknownFunction(call.name, nearest: suggestion(for: call.name, in: functions)), at: call.place)
      } else {
        let problem = habit(of: call)
        report(
          problem ?? .unknownStatement(call.name, nearest: suggestion(for: call.name, in: words)),
          at: call.place)
      }
    }
    checkRecursion()
  }

  private mutating func check(_ call: PendingCall, of definition: Definition) {
    if let error = call.error {
      report(error.problem, at: error.position, usages: [definition.usage(of: call.name)])
    } else if definition.returns != call.isFormula {
      report(call.isFormula ? .noResult(call.name) : .unusedResult(call.name), at: call.place)
    } else if !(definition.required...definition.parameters.count).contains(call.count) {
      report(.callArity(call.name, parameters: definition.parameters, found: call.count), at: call.place)
    }
  }

  /// Returns the problem with a statement that does not exist, if its words are those of a layer or a variable.
  private func habit(of call: PendingCall) -> ScriptProblem? {
    if Self.contents[call.name] != nil { return .habit(.kindAsStatement(call.name)) }
    if Self.options[call.name] != nil { return .habit(.optionAsStatement(call.name)) }
    return call.assignmentError?.problem
  }

  private mutating func checkRecursion() {
    let callees = Dictionary(grouping: names.calls.filter { $0.caller != nil }, by: { $0.caller! })
    var finished: Set<String> = []
    for start in names.definitions.keys.sorted() where !finished.contains(start) {
      // An iterative walk, because a chain of definitions may be long.
      var path: [(name: String, next: Int)] = [(start, 0)]
      var onPath: Set<String> = [start]
      while let (name, next) = path.last {
        let calls = callees[name] ?? []
        guard next < calls.count else {
          finished.insert(name)
          onPath.remove(name)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let call = calls[next]
        if onPath.contains(call.name) {
          report(
            .scene(.limit(LimitExceeded(.recursion, needed: path.count, allowed: 0))), at: call.place)
        } else if names.definitions[call.name] != nil, !finished.contains(call.name) {
          path.append((call.name, 0))
          onPath.insert(call.name)
        }
      }
    }
  }
}

extension Expression {
  /// The names of all built-in functions.
  static var functionNames: [String] {
    Function.allCases.map(\.rawValue) + LayerFunction.allCases.map(\.rawValue)
  }
}

extension [Statement] {
  /// True if a definition with these statements returns a value. Those of definitions in it do not count.
  fileprivate var returns: Bool {
    contains { statement in
      switch statement.kind {
      case .flow(.return): true
      case .flow(.define): false
      default: statement.blocks.contains(where: \.returns)
      }
    }
  }
}
