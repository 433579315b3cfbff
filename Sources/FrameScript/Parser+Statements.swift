/// The first words of statements and their parsers. This table is the index of the grammar.
extension Parser {
  typealias Rule = @Sendable (inout Parser) throws(ScriptError) -> Statement.Kind

  static let rules: [String: Rule] = [
    // Parameters and control flow
    "param": { p throws(ScriptError) in .flow(try p.parseParameter()) },
    "let": { p throws(ScriptError) in .flow(try p.parseAssignment()) },
    "repeat": { p throws(ScriptError) in .flow(try p.parseRepeat()) },
    "if": { p throws(ScriptError) in .flow(try p.parseIf()) },
    "define": { p throws(ScriptError) in .flow(try p.parseDefine()) },
    // Canvas
    "canvas": { p throws(ScriptError) in .canvas(.canvas(try p.parseCanvasSize())) },
    "crop": { p throws(ScriptError) in
      .canvas(.crop(origin: try p.parsePair("a point X,Y"), size: try p.parsePair("a size W,H")))
    },
    "background": { p throws(ScriptError) in .canvas(.background(try p.parseColor())) },
    "border": { p throws(ScriptError) in .canvas(.border(try p.parseLength(), try p.parseColor())) },
    "corner-radius": { p throws(ScriptError) in .canvas(.cornerRadius(try p.parseLength())) },
    "filter": { p throws(ScriptError) in .canvas(.filter(try p.parseChoice())) },
    "light": { p throws(ScriptError) in .canvas(.light(try p.parseChoice())) },
    // Layers
    "layer": { p throws(ScriptError) in .layer(try p.parseLayer()) },
    "group": { p throws(ScriptError) in .layer(try p.parseGroup()) },
    "select": { p throws(ScriptError) in .choose(.select(try p.parseName("a layer's name"))) },
    "mark": { p throws(ScriptError) in
      .choose(.mark(try p.parseName("a layer's name"), try p.parseWord()))
    },
    // Edits
    "rotate": { p throws(ScriptError) in .edit(.rotate(try p.parseAngle(), about: try p.parseAbout())) },
    "scale": { p throws(ScriptError) in .edit(try p.parseScale()) },
    "translate": { p throws(ScriptError) in .edit(.translate(try p.parsePair("a vector x,y"))) },
    "skew": { p throws(ScriptError) in .edit(try p.parseSkew()) },
    "concat": { p throws(ScriptError) in .edit(.concat(try p.parseMatrix())) },
    "transform": { p throws(ScriptError) in .edit(.transform(try p.parseMatrix())) },
    "move": { p throws(ScriptError) in .edit(.move(try p.parsePair("a vector x,y"))) },
    "anchor": { p throws(ScriptError) in
      .edit(.anchor(try p.parsePair("a point AX,AY in fractions of the size, such as 0.5,0.5")))
    },
    "mode": { p throws(ScriptError) in .edit(.mode(try p.parseChoice())) },
    "straighten": { p throws(ScriptError) in .edit(.straighten(try p.parseAngle())) },
    "reset": { _ throws(ScriptError) in .edit(.reset) },
    "save": { _ throws(ScriptError) in .edit(.save) },
    "restore": { _ throws(ScriptError) in .edit(.restore) },
    "undo": { _ throws(ScriptError) in .edit(.undo) },
    "redo": { _ throws(ScriptError) in .edit(.redo) },
    // Appearance
    "opacity": { p throws(ScriptError) in .look(try p.parseOpacity()) },
    "blend": { p throws(ScriptError) in .look(.blend(try p.parseChoice())) },
    "clip": { p throws(ScriptError) in .look(.clip(try p.parseClip())) },
    "shadow": { p throws(ScriptError) in .look(.shadow(try p.parseShadow())) },
    "fill": { p throws(ScriptError) in .look(.fill(try p.parseFill())) },
    "stroke": { p throws(ScriptError) in .look(.stroke(try p.parseStroke())) },
    "show": { _ throws(ScriptError) in .look(.show) },
    "hide": { _ throws(ScriptError) in .look(.hide) },
    "trim": { p throws(ScriptError) in .look(try p.parseTrim()) },
    "source": { p throws(ScriptError) in .look(.source(try p.parseSource())) },
    "text": { p throws(ScriptError) in .look(.text(try p.parseString())) },
    // Time
    "animate": { p throws(ScriptError) in .animate(try p.parseAnimation()) },
    // Gestures and touches
    "pan": { p throws(ScriptError) in try p.parseGesture(.pan(try p.parsePair("a vector x,y"))) },
    "pinch": { p throws(ScriptError) in try p.parseGesture(.pinch(try p.parseNumber("a factor"))) },
    "twist": { p throws(ScriptError) in try p.parseGesture(.twist(try p.parseAngle())) },
    "tap": { p throws(ScriptError) in try p.parseGesture(.tap(try p.parsePair())) },
    "double-tap": { p throws(ScriptError) in try p.parseGesture(.doubleTap(try p.parsePair())) },
    "long-press": { p throws(ScriptError) in try p.parseLongPress() },
    "swipe": { p throws(ScriptError) in try p.parseSwipe() },
    "drag": { p throws(ScriptError) in try p.parseDrag() },
    "two-finger": { p throws(ScriptError) in try p.parseTwoFinger() },
    "touch": { p throws(ScriptError) in .gesture(try p.parseTouch()) },
    "wait": { p throws(ScriptError) in .gesture(.wait(try p.parseTime())) },
    // Recognizers
    "preset": { p throws(ScriptError) in .recognizer(.preset(try p.parseChoice())) },
    "set": { p throws(ScriptError) in .recognizer(try p.parseSetting()) },
    "recognize": { p throws(ScriptError) in .recognizer(try p.parseRecognize()) },
    "require": { p throws(ScriptError) in .recognizer(try p.parseRequire()) },
    "simultaneous": { p throws(ScriptError) in
      .recognizer(
        .simultaneous(
          try p.parseName("a recognizer's name"), try p.parseName("a second recognizer's name")))
    },
    "enable": { p throws(ScriptError) in
      .recognizer(.enable(try p.parseName("a recognizer's name"), true))
    },
    "disable": { p throws(ScriptError) in
      .recognizer(.enable(try p.parseName("a recognizer's name"), false))
    },
    "limit": { p throws(ScriptError) in .edit(.limit(try p.parseLimit())) },
    "on": { p throws(ScriptError) in .recognizer(try p.parseReaction()) },
    // Menus and dialogs
    "menu": { p throws(ScriptError) in .dialog(try p.parseMenu()) },
    "dialog": { p throws(ScriptError) in .dialog(try p.parseDialog()) },
    "open": { p throws(ScriptError) in .dialog(.open(try p.parseName("a menu's name"))) },
    "choose": { p throws(ScriptError) in .dialog(.choose(try p.parseString())) },
    "say": { p throws(ScriptError) in .dialog(.say(try p.parseString())) },
    // Expectations
    "expect": { p throws(ScriptError) in .expect(try p.parseExpectation()) },
  ]

  /// Keywords that are not in the table.
  static let otherWords = ["include", "frameit", "else"]

  /// Parses one statement; an `include` may give many.
  mutating func parseStatement() throws(ScriptError) -> [Statement] {
    let place = lexer.position()
    let word = lexer.word
    operators = 0
    if word == "include" { return try parseInclude() }
    if word == "frameit" { throw ScriptError(.versionNotFirst, at: place) }
    if word == "else" { throw ScriptError(.strayElse, at: place) }
    guard Lexer.isLetter(lexer.current) || lexer.looking(at: "_") else {
      throw ScriptError(.expected("a statement", found: lexer.found), at: place)
    }
    guard let rule = Self.rules[Spelling.own(word)] else { return [try parseCall()] }
    lexer.index += word.utf8.count
    lexer.skipBlanks(comments: false)
    return [Statement(try rule(&self), word: Spelling.own(word), at: place)]
  }
}

/// Edits that need more than their table entry.
extension Parser {
  mutating func parseAbout() throws(ScriptError) -> PairArgument? {
    accept("about") ? try parsePair("a point x,y in the parent") : nil
  }

  /// `scale F[,F] [about P]`
  mutating func parseScale() throws(ScriptError) -> EditStatement {
    let x = try parseNumber("a factor")
    guard lexer.take(",") else { return .scale(x, nil, about: try parseAbout()) }
    try checkNoBlank()
    let y = try parseNumber("a second factor")
    return .scale(x, y, about: try parseAbout())
  }

  /// `skew ANGLE[,ANGLE] [about P]`
  mutating func parseSkew() throws(ScriptError) -> EditStatement {
    let x = try parseAngle()
    guard lexer.take(",") else { return .skew(x, nil, about: try parseAbout()) }
    try checkNoBlank()
    let y = try parseAngle()
    return .skew(x, y, about: try parseAbout())
  }
}

/// Menus and dialogs.
extension Parser {
  mutating func parseMenu() throws(ScriptError) -> DialogStatement {
    let name = try parseName("a menu's name")
    let title = try parseString()
    return .menu(name: name, title: title, try parseItems())
  }

  mutating func parseDialog() throws(ScriptError) -> DialogStatement {
    let title = try parseString()
    let message = accept("message") ? try parseString() : Template([], at: title.position)
    return .dialog(title: title, message: message, try parseItems())
  }

  private mutating func parseItems() throws(ScriptError) -> [MenuItem] {
    lexer.skipBlanks()
    let brace = lexer.position()
    guard lexer.take("{") else { throw expected("'{' and items") }
    return try nested(at: brace) { parser throws(ScriptError) in
      var items: [MenuItem] = []
      while true {
        parser.lexer.skipBetweenStatements()
        if parser.lexer.take("}") { return items }
        if parser.lexer.atEnd {
          if !parser.lexer.gaveUp { parser.report(.unclosedBlock, at: brace) }
          return items
        }
        // An invalid item is skipped, as a statement is, and the menu stays open.
        parser.attempt { parser throws(ScriptError) in
          let role: MenuItem.Role = try parser.parseWord()
          let title = try parser.parseString()
          parser.lexer.skipBlanks()
          let body = parser.lexer.looking(at: "{") ? try parser.parseBlock() : []
          items.append(MenuItem(role: role, title: title, body: body))
        }
      }
    }
  }
}
