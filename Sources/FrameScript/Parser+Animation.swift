import FrameScene

/// Statements about animation.
extension Parser {
  /// `animate NAME CHANGE [from A] to B [about P] [in AREA] [over TIME] [ease EASE] [after TIME] [repeat N|forever]`
  mutating func parseAnimation() throws(ScriptError) -> AnimateStatement {
    let layer = try parseName("a layer's name")
    let word: AnimatedChange.Word = try parseWord()
    let effect = word == .neighborhood(.effect) ? try parseName("the name of an effect") : nil
    let from = accept("from") ? try parseValue(of: word, effect) : nil
    if from == nil {
      // Plugins do not declare the values with which an effect changes nothing.
      if effect != nil { throw expected("'from' and the values at the start, such as 'from amount 0'") }
      if lexer.word != "to" { try checkNoStart(of: word) }
    }
    try expect("to")
    var animation = AnimateStatement(layer: layer, from: from, to: try parseValue(of: word, effect))
    while true {
      if word.hasPivot, accept("about") {
        animation.about = try parsePair("a point x,y in the parent")
      } else if word.hasArea, accept("in") {
        animation.area = try parseRequiredArea()
      } else if accept("over") {
        animation.duration = try parseTime()
      } else if accept("ease") {
        animation.easing = try parseEasing()
      } else if accept("after") {
        animation.delay = try parseTime()
      } else if accept("repeat") {
        animation.rounds =
          accept("forever") ? .forever : .times(try parseNumber("a number of times, or 'forever'"))
      } else {
        try checkAnimationEnd(after: word)
        return animation
      }
    }
  }

  /// Throws if a value and `to` are next, without `from`.
  private func checkNoStart(of word: AnimatedChange.Word) throws(ScriptError) {
    var ahead = self
    guard (try? ahead.parseValue(of: word, nil)) != nil, ahead.accept("to") else { return }
    throw ScriptError(.habit(.animationWithoutFrom), at: lexer.position())
  }

  /// Throws if a word or time follows that is no option.
  private func checkAnimationEnd(after word: AnimatedChange.Word) throws(ScriptError) {
    let place = lexer.position()
    if Lexer.isLetter(lexer.current) {
      let words = Self.animationOptions + (word.hasPivot ? ["about"] : []) + (word.hasArea ? ["in"] : [])
      let text = lexer.word
      throw ScriptError(
        .unknownWord(text, meaning: .animationOption, nearest: text.nearest(in: words), choices: words),
        at: place)
    }
    var ahead = self
    let start = lexer.index
    guard Lexer.isDigit(lexer.current), (try? ahead.parseTime()) != nil else { return }
    throw ScriptError(.habit(.animationWithoutOver(ahead.lexer.text(from: start))), at: place)
  }

  private static let animationOptions = ["over", "ease", "after", "repeat"]

  /// - Parameter effect: the name of the effect of a plugin whose values are next.
  private mutating func parseValue(
    of word: AnimatedChange.Word, _ effect: Template?
  ) throws(ScriptError) -> AnimatedChange {
    let property: AnimatedChange.Word.Property
    switch word {
    case .color(let color): return .color(color, try parseNumber(of: color))
    case .neighborhood(let word):
      let edit = try parseNumbers(of: word, effect, before: Set(Self.animationOptions + ["to"]))
      if case .effect(_, []) = edit {
        throw expected("a key of the effect and its value, such as 'amount 0.5'")
      }
      return .neighborhood(edit)
    case .property(let own): property = own
    }
    switch property {
    case .opacity: return .opacity(try parseFactor("an opacity from 0 to 1"))
    case .trim:
      let (start, end) = try parsePart()
      return .trim(start, end)
    case .fill: return .fill(try parseColor())
    case .stroke: return .stroke(try parseColor(), width: try parseLength())
    case .rotate: return .rotate(try parseAngle())
    case .scale:
      let (x, y) = try parseFactors()
      return .scale(x, y)
    case .skew:
      let (x, y) = try parseAngles()
      return .skew(x, y)
    case .translate: return .translate(try parsePair("a vector x,y"))
    case .move: return .move(try parsePair("a vector x,y"))
    case .transform: return .transform(try parseMatrix())
    }
  }

  /// A name, or two control points: `0.42,0 0.58,1`.
  private mutating func parseEasing() throws(ScriptError) -> EasingArgument {
    lexer.skipBlanks()
    if Lexer.isLetter(lexer.current) || lexer.looking(at: "$") { return .name(try parseChoice()) }
    let meaning = "an easing's name, or its control points x,y x,y"
    return .curve(try parsePair(meaning), try parsePair("a second control point x,y"))
  }
}
