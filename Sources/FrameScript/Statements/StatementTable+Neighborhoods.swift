/// Statements that change each pixel of the current layer by its neighborhood.
extension StatementTable {
  static let neighborhoods: [StatementEntry] = [
    .neighborhood([
      "blur N [in AREA]":
        "blurs by a Gaussian with a standard deviation of N pixels, as CSS's `blur()`: `blur 4`; an AREA limits it to a part of the layer, and is `rect X,Y W,H [radius RX[,RY]]`, `ellipse X,Y W,H` or `path \"DATA\"` as in `clip`: `blur 12 in rect 620,690 90,120`; `blur 0` changes nothing"
    ]),
    .neighborhood([
      "sharpen AMOUNT RADIUS [THRESHOLD] [in AREA]":
        "applies an unsharp mask: adds AMOUNT times the difference between each sample and a blur with a standard deviation of RADIUS pixels: `sharpen 0.8 1.5`; differences below THRESHOLD (0 to 1) are ignored; an AMOUNT of 0 changes nothing",
      "sharpen output":
        "sharpens an image that is drawn at less than 90% of its size",
    ]),
    .neighborhood([
      "pixelate N [in AREA]":
        "gives squares of N pixels their mean color: `pixelate 20 in rect 100,80 60,40`; squares begin at the corner of the AREA; `pixelate 1` changes nothing"
    ]),
    .neighborhood([
      "effect NAME [KEY N]... [in AREA]":
        "applies an effect of a [plugin](plugins.md); `frameit plugins list` shows the effects and their keys: `effect median radius 3`"
    ]),
  ]

  /// The same edits as options of layers.
  static let neighborhoodOptions: [(String, Parser.OptionRule)] = NeighborhoodWord.allCases.map { word in
    (
      word.rawValue,
      { p throws(ScriptError) in .look(try p.parseNeighborhood(word, before: Set(Parser.options.keys))) }
    )
  }
}

extension StatementEntry {
  fileprivate static func neighborhood(_ forms: KeyValuePairs<String, String>) -> StatementEntry {
    StatementEntry(forms) { p throws(ScriptError) in
      .look(try p.parseNeighborhood(NeighborhoodWord(rawValue: firstWord(of: forms))!))
    }
  }
}

extension Parser {
  /// An edit, and `in AREA` if it acts only there.
  ///
  /// - Parameter ends: the words that end the list of an effect's values.
  fileprivate mutating func parseNeighborhood(
    _ word: NeighborhoodWord, before ends: Set<String> = []
  ) throws(ScriptError) -> AppearanceStatement {
    let isOutput = word == .sharpen && accept("output")
    let edit = isOutput ? nil : try parseNumbers(of: word, before: ends)
    let area = accept("in") ? try parseRequiredArea() : nil
    lexer.skipBlanks()
    if area == nil, Self.shapes.contains(lexer.word) {
      throw ScriptError(.habit(.areaWithoutIn(lexer.word)), at: lexer.position())
    }
    return edit.map { .neighborhood($0, in: area) } ?? .sharpenOutput(in: area)
  }

  /// Parses the numbers of an edit, also as the value of an animation.
  ///
  /// - Parameters:
  ///   - effect: the name of the effect of a plugin; nil if it is next.
  ///   - ends: the words that end the list of an effect's values, apart from `in`.
  mutating func parseNumbers(
    of word: NeighborhoodWord, _ effect: Template? = nil, before ends: Set<String>
  ) throws(ScriptError) -> NeighborhoodArgument {
    switch word {
    case .blur:
      try refuse(sigmaError(of: word))
      return .blur(try parseLength("a radius"))
    case .sharpen:
      try refuse(sigmaError(of: word))
      let amount = try parseFactor("an amount, such as 0.8")
      let radius = try parseLength("a radius in pixels, such as 1.5")
      return .sharpen(
        amount: amount, radius: radius,
        threshold: startsNumber ? try parseFactor("a threshold from 0 to 1") : nil)
    case .pixelate: return .pixelate(try parseLength("the side of a square, in pixels"))
    case .effect:
      let name = if let effect { effect } else { try parseName("the name of an effect") }
      return .effect(name: name, try parseEffectSettings(before: ends.union(["in"])))
    }
  }

  /// The shapes of areas.
  private static let shapes: Set = ["rect", "ellipse", "path"]

  mutating func parseRequiredArea() throws(ScriptError) -> AreaArgument {
    guard let area = try parseArea() else {
      throw expected("an area: 'rect X,Y W,H', 'ellipse X,Y W,H' or 'path \"DATA\"'")
    }
    return area
  }

  /// - Parameter ends: the words that are not names of parameters, but end the list.
  fileprivate mutating func parseEffectSettings(
    before ends: Set<String>
  ) throws(ScriptError) -> [EffectSetting] {
    var settings: [EffectSetting] = []
    while true {
      lexer.skipBlanks()
      let (word, position) = (lexer.word, lexer.position())
      guard Lexer.isLetter(lexer.current), !ends.contains(word), !Self.shapes.contains(word)
      else { return settings }
      lexer.index += word.utf8.count
      let value = try parseLength("a value for '\(word)'")
      settings.append(EffectSetting(name: word, value: value, position: position))
    }
  }
}
