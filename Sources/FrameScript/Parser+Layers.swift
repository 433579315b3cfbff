import FrameImage
import FrameScene
import FrameText

/// The canvas's size, layers, groups, and their contents.
extension Parser {
  mutating func parseLayer() throws(ScriptError) -> LayerDeclaration {
    let name = try parseName("a layer's name")
    lexer.skipBlanks()
    let place = lexer.position()
    let kind = lexer.word
    guard let parse = Self.contents[kind] else {
      let kinds = Self.contents.keys.sorted()
      if lexer.current == UInt8(ascii: "\"") { throw ScriptError(.habit(.layerWithoutKind), at: place) }
      if kind.isEmpty { throw expected("a kind of layer: \(kinds.joined(separator: ", "))") }
      throw ScriptError(.unknown(kind, .layerKind, among: kinds), at: place)
    }
    lexer.index += kind.utf8.count
    let content = try parse(&self)
    if case .image(nil) = content { try checkQuotes() }
    return LayerDeclaration(name: name, content: content, options: try parseOptions())
  }

  mutating func parseGroup() throws(ScriptError) -> LayerDeclaration {
    let name = try parseName("a group's name")
    let options = try parseOptions(stopAtBrace: true)
    return LayerDeclaration(name: name, content: .group(try parseBlock()), options: options)
  }

  typealias ContentRule = @Sendable (inout Parser) throws(ScriptError) -> LayerContent

  static let contents: [String: ContentRule] = [
    "image": { p throws(ScriptError) in .image(try p.parseSourceIfPresent()) },
    "rect": { p throws(ScriptError) in
      let origin = try p.parsePair("a point X,Y")
      let size = try p.parsePair("a size W,H")
      guard p.accept("radius") else { return .rect(origin: origin, size: size, radius: []) }
      var radius = [try p.parseLength()]
      if p.takeComma() { radius.append(try p.parseLength()) }
      return .rect(origin: origin, size: size, radius: radius)
    },
    "ellipse": { p throws(ScriptError) in
      .ellipse(origin: try p.parsePair("a point X,Y"), size: try p.parsePair("a size W,H"))
    },
    "line": { p throws(ScriptError) in .line(try p.parsePair(), try p.parsePair()) },
    "arc": { p throws(ScriptError) in
      let center = try p.parsePair("a center CX,CY")
      let radius = try p.parseLength()
      try p.expect("from")
      let from = try p.parseAngle()
      try p.expect("to")
      return .arc(center: center, radius: radius, from: from, to: try p.parseAngle())
    },
    "path": { p throws(ScriptError) in
      var pieces: [PathCommand] = []
      repeat {
        let data = try p.parseString()
        pieces.append(PathCommand(data: data, matrix: p.accept("with") ? try p.parseMatrix() : nil))
      } while p.accept("path")
      return .path(pieces)
    },
    "text": { p throws(ScriptError) in
      let text = try p.parseString()
      try p.expect("at")
      return .text(text, at: try p.parsePair())
    },
  ]

  // MARK: Sources

  /// Throws if a file name without quotes is next.
  private func checkQuotes() throws(ScriptError) {
    var ahead = self
    ahead.lexer.skipBlanks()
    if let error = ahead.quotesError, case .habit(.unquotedFile) = error.problem { throw error }
  }

  private mutating func parseSourceIfPresent() throws(ScriptError) -> ImageReference? {
    lexer.skipBlanks()
    let starts =
      lexer.looking(at: "\"") || lexer.looking(at: "$")
      || ["random", "placeholder"].contains(lexer.word)
    return starts ? try parseSource() : nil
  }

  mutating func parseSource() throws(ScriptError) -> ImageReference {
    if accept("placeholder") { return .placeholder }
    if accept("random") { return .random(try parseString()) }
    let place = lexer.position()
    if lexer.looking(at: "$"), Lexer.isDigit(lexer.peek(1)) {
      lexer.index += 1
      let digits = lexer.take(while: Lexer.isDigit)
      guard let number = Int(digits), number >= 1, number <= 100_000 else {
        throw ScriptError(.expected("an input from $1 to $100000", found: "'$\(digits)'"), at: place)
      }
      return .input(number)
    }
    if lexer.looking(at: "\"") { return .file(try parseString()) }
    try refuse(quotesError)
    guard lexer.looking(at: "$") else {
      throw expected("$1, a file name in quotes, random \"FOLDER\" or placeholder")
    }
    return .file(try parseName("a file's name"))
  }

  // MARK: Options

  /// `W,H`, `W,auto` or `auto,H`
  mutating func parseSides(_ meaning: String) throws(ScriptError) -> LayerSizeArgument {
    lexer.skipBlanks()
    if lexer.looking(at: "auto,") {
      lexer.index += 5
      return .height(try parseLength())
    }
    let start = lexer.index
    let width = try parseLength(meaning)
    guard takeComma() else {
      guard width.unit == nil, isVariable(width.value) else {
        throw missingComma(after: start, "',' and a height")
      }
      return .size(.variable(width.value))
    }
    lexer.skipBlanks()
    if lexer.word == "auto" {
      lexer.index += 4
      return .width(width)
    }
    return .size(.pair(width, try parseLength()))
  }

  private mutating func parseOptions(stopAtBrace: Bool = false) throws(ScriptError) -> [PlacedOption] {
    effectEnds = Self.optionWords
    defer { effectEnds = [] }
    var options: [PlacedOption] = []
    var words: [String] = []
    while true {
      lexer.skipBlanks()
      if lexer.atStatementEnd || stopAtBrace && lexer.looking(at: "{") { return options }
      let place = lexer.position()
      let word = lexer.word
      guard let rule = Self.options[word] else {
        if word.isEmpty { return options }
        if StatementTable.entry(of: word) != nil {
          throw ScriptError(.habit(.statementAsOption(word)), at: place)
        }
        let words = Self.options.keys.sorted()
        throw ScriptError(.unknown(word, .layerOption, among: words), at: place)
      }
      lexer.index += word.utf8.count
      try refuse(cssFunctionError(from: lexer.index - word.utf8.count))
      if !Self.repeatedOptions.contains(word) {
        if words.contains(word) { throw ScriptError(.repeatedWord(word), at: place) }
        words.append(word)
      }
      options.append(PlacedOption(option: try rule(&self), position: place))
    }
  }

  /// The options that act one after the other.
  private static let repeatedOptions = Set(
    (StatementTable.colors + StatementTable.neighborhoods + StatementTable.perspectives).map(\.word)
  ).subtracting(["unwarp"])

  /// The words that end the values of an effect. Effects of plugins have radii of their own, so the option comes before them.
  private static let optionWords = Set(options.keys).subtracting(["radius"])

  typealias OptionRule = @Sendable (inout Parser) throws(ScriptError) -> LayerOption

  static let options = allOptions()

  private static func allOptions() -> [String: OptionRule] {
    var options = ownOptions
    for entry in StatementTable.options where options[entry.word] == nil {
      let rule: OptionRule = { p throws(ScriptError) in .look(entry, try entry.parse(&p)) }
      options[entry.word] = rule
    }
    for (word, argument) in Argument.textOptions {
      let rule: OptionRule = { p throws(ScriptError) in .text(word, try argument.parse(&p)) }
      options[word] = rule
    }
    return options
  }

  private static let ownOptions: [String: OptionRule] = [
    "at": { p throws(ScriptError) in .at(try p.parsePair("a point X,Y")) },
    "size": { p throws(ScriptError) in .size(try p.parseSides("a size W,H")) },
    "part": { p throws(ScriptError) in
      .part(origin: try p.parsePair("a point X,Y of the image"), size: try p.parsePair("a size W,H"))
    },
    "hidden": { _ throws(ScriptError) in .hidden },
    "below": { p throws(ScriptError) in .below(try p.parseName("a layer's name")) },
    "untouchable": { _ throws(ScriptError) in .untouchable },
  ]
}

/// Changes a text by one of its options.
typealias TextChange = @Sendable (inout TextBlock) -> Void

extension Argument<TextChange> {
  /// The options of texts, by their words.
  static let textOptions: [String: Argument] = [
    "font": Argument({ p throws(ScriptError) in try p.parseString() }) { written, e throws(ScriptError) in
      let file = try e.text(of: written)
      return { block in
        block.style.font = .file(file)
        block.fontOrigin = Origin(written.position)
      }
    },
    "font-size": Argument(.pixels(.alone)) { size in { $0.style.size = size } },
    "weight": Argument(.number("a weight from 1 to 1000")) { weight in { $0.style.weight = weight } },
    "align": Argument(.alignment) { alignment in
      { block in
        block.style.alignment = alignment.side
        block.placement = alignment.height ?? block.placement
      }
    },
    // The width at which lines wrap.
    "width": Argument(.pixels(.x)) { width in { $0.style.width = width } },
    "lines": Argument(.count("a maximum number of lines", "a number of lines", from: 1)) { lines in
      { $0.style.lines = lines }
    },
    "line-height": Argument(.number("a line height as a multiple of the font size")) { height in
      { $0.style.lineHeight = height }
    },
  ]
}

extension Argument<(side: TextAlignment, height: TextPlacement?)> {
  /// `left|center|right|leading [top|middle|baseline|bottom]`
  static let alignment = Argument(.keyword, .ifWord()) { ($0, $1) }
}
