import FrameImage

/// Variables, loops, conditions, definitions and includes.
extension Parser {
  /// A statement with an unknown word: a call, if there is a definition of that name anywhere.
  struct PendingCall {
    var name: String
    var place: ScriptPosition
    var count: Int
    /// The error in the arguments, reported only if the name is valid.
    var error: ScriptError?
    /// The definition that contains the call, if any.
    var caller: String?
  }

  struct Definition {
    var parameters: [String]
    var place: ScriptPosition

    func usage(of name: String) -> String { ([name] + parameters).joined(separator: " ") }
  }

  /// `param NAME = DEFAULT`
  mutating func parseParameter() throws(ScriptError) -> ControlStatement {
    let name = try parseDeclaredName("a parameter's name")
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
    inputVariables.noteDeclaration(of: name)
    return name
  }

  private mutating func parseEquals() throws(ScriptError) {
    lexer.skipBlanks()
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

  /// `define NAME args { }`
  mutating func parseDefine() throws(ScriptError) -> ControlStatement {
    lexer.skipBlanks()
    let place = lexer.position()
    guard Lexer.isLetter(lexer.current) || lexer.looking(at: "_") else { throw expected("a name") }
    let name = lexer.take(while: Lexer.isWordByte)
    if StatementTable.byWord[Spelling.own(name)] != nil || definitions[name] != nil {
      report(.repeatedDefine(name), at: place)
    }
    var parameters: [String] = []
    lexer.skipBlanks()
    while !lexer.looking(at: "{") {
      parameters.append(try parseDeclaredName("a parameter's name or '{'"))
      lexer.skipBlanks()
    }
    definitions[name] = Definition(parameters: parameters, place: place)
    let firstCall = calls.count
    let body = try parseBlock()
    for i in firstCall..<calls.count where calls[i].caller == nil { calls[i].caller = name }
    return .define(name, parameters: parameters, body)
  }

  /// `NAME 1 (2+3)`
  mutating func parseCall() throws(ScriptError) -> Statement {
    let place = lexer.position()
    let name = lexer.take(while: Lexer.isWordByte)
    var call = PendingCall(name: name, place: place, count: 0)
    var arguments: [Expression] = []
    do throws(ScriptError) {
      lexer.skipBlanks()
      while !lexer.atStatementEnd {
        arguments.append(try parseValue("a value"))
        lexer.skipBlanks()
      }
    } catch {
      call.error = error
      skipStatement()
    }
    call.count = arguments.count
    calls.append(call)
    return Statement(.flow(.call(name, arguments)), word: name, at: place)
  }

  /// `include "FILE"`: the file's statements replace it.
  mutating func parseInclude(at place: ScriptPosition) throws(ScriptError) -> [Statement] {
    let template = try parseString()
    guard let path = template.literal else {
      throw ScriptError(.includeNotLiteral, at: template.position)
    }
    let file: ScriptFile
    do throws(ScriptParser.IncludeFailure) {
      file = try loadInclude(path)
    } catch {
      throw ScriptError(error.problem, at: template.position)
    }
    return try nested(at: place) { parser throws(ScriptError) in
      parser.parseFile(file, includedAt: place)
    }
  }
}

/// Checks of calls that need all texts.
extension Parser {
  /// Reports words that are neither statements nor definitions, wrong numbers of arguments, and recursive
  /// definitions.
  mutating func checkCalls() {
    let words = Array(StatementTable.byWord.keys) + Array(definitions.keys)
    // A misspelling often occurs several times.
    var nearest: [String: String?] = [:]
    for call in calls {
      guard let definition = definitions[call.name] else {
        let suggestion = nearest[call.name] ?? call.name.nearest(in: words)
        nearest[call.name] = suggestion
        report(.unknownStatement(call.name, nearest: suggestion), at: call.place)
        continue
      }
      let usages = [definition.usage(of: call.name)]
      if let error = call.error {
        report(error.problem, at: error.position, usages: usages)
      } else if call.count != definition.parameters.count {
        report(
          .callArity(call.name, wanted: definition.parameters.count, found: call.count), at: call.place,
          usages: usages)
      }
    }
    checkRecursion()
  }

  private mutating func checkRecursion() {
    let callees = Dictionary(grouping: calls.filter { $0.caller != nil }, by: { $0.caller! })
    var finished: Set<String> = []
    for start in definitions.keys.sorted() where !finished.contains(start) {
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
          report(.limit(LimitExceeded(.recursion, needed: path.count, allowed: 0)), at: call.place)
        } else if definitions[call.name] != nil, !finished.contains(call.name) {
          path.append((call.name, 0))
          onPath.insert(call.name)
        }
      }
    }
  }
}
