/// Statements that change each pixel of the current layer by its neighborhood.
extension StatementTable {
  static let neighborhoods = neighborhoodForms.map { word, forms in
    StatementEntry(word.rawValue, .neighborhoods, forms: forms) { p throws(ScriptError) in
      .look(.neighborhood(try p.parseNeighborhood(word)))
    }
  }

  /// The same edits as options of layers.
  static let neighborhoodOptions: [(String, Parser.OptionRule)] = neighborhoodForms.map { word, _ in
    (
      word.rawValue,
      { p throws(ScriptError) in
        .look(.neighborhood(try p.parseNeighborhood(word, before: Set(Parser.options.keys))))
      }
    )
  }

  private static let neighborhoodForms: [(NeighborhoodWord, [StatementForm])] = [
    (
      .blur,
      [
        StatementForm(
          "blur N", "blurs by a Gaussian with a standard deviation of N pixels, as CSS's `blur()`"),
        StatementForm(
          "blur N in rect X,Y W,H [radius RX[,RY]] [nonzero|evenodd]",
          "blurs a part of the layer; also `in ellipse X,Y W,H` and `in path \"DATA\"`, as in `clip`"),
      ]
    ),
    (
      .sharpen,
      [
        StatementForm(
          "sharpen N N [N]",
          "adds to a sample a multiple (the first N, such as 0.8) of its difference from a blur (the second N, in pixels), if the difference is at least the third N (from 0 to 1): an unsharp mask"
        ),
        StatementForm("sharpen output", "makes an image crisp that is drawn smaller than it is"),
        StatementForm("sharpen N N [N] in rect X,Y W,H", "sharpens a part of the layer"),
      ]
    ),
    (
      .pixelate,
      [
        StatementForm("pixelate N", "gives squares of N pixels their mean color"),
        StatementForm(
          "pixelate N in rect X,Y W,H", "does so in a part of the layer, where the squares begin"),
      ]
    ),
    (
      .effect,
      [
        StatementForm(
          "effect NAME [KEY N]...",
          "applies an effect of a [plugin](plugins.md); `frameit plugins list` shows the effects and their keys: `effect median radius 3`"
        ),
        StatementForm("effect NAME [KEY N]... in rect X,Y W,H", "applies it to a part of the layer"),
      ]
    ),
  ]
}

extension Parser {
  /// An operation, and `in AREA` if it acts only there.
  ///
  /// - Parameter ends: the words that end the list of an effect's values.
  fileprivate mutating func parseNeighborhood(
    _ word: NeighborhoodWord, before ends: Set<String> = []
  ) throws(ScriptError) -> NeighborhoodArgument {
    let isOutput = word == .sharpen && accept("output")
    let operation = isOutput ? .sharpenOutput : try parseOperation(word, before: ends)
    return NeighborhoodArgument(operation, in: accept("in") ? try parseRequiredArea() : nil)
  }

  /// Parses the numbers of an operation, also as the value of an animation.
  ///
  /// - Parameters:
  ///   - effect: the name of the effect of a plugin; nil if it is next.
  ///   - ends: the words that end the list of an effect's values, apart from `in`.
  mutating func parseOperation(
    _ word: NeighborhoodWord, _ effect: Template? = nil, before ends: Set<String>
  ) throws(ScriptError) -> NeighborhoodArgument.Operation {
    switch word {
    case .blur: return .blur(try parseRadius("a radius"))
    case .sharpen:
      let amount = try parseFactor("an amount, such as 0.8")
      let radius = try parseRadius("a radius in pixels, such as 1.5")
      return .sharpen(
        amount: amount, radius: radius,
        threshold: startsNumber ? try parseFactor("a threshold from 0 to 1") : nil)
    case .pixelate: return .pixelate(try parseRadius("the side of a square, in pixels"))
    case .effect:
      let name = if let effect { effect } else { try parseName("the name of an effect") }
      return .effect(name: name, try parseEffectSettings(before: ends.union(["in"])))
    }
  }

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
      guard Lexer.isLetter(lexer.current), !ends.contains(word) else { return settings }
      lexer.index += word.utf8.count
      let value = try parseQuantity("a value for '\(word)'", units: [.pixels, .points, .percent])
      settings.append(EffectSetting(word, value, at: position))
    }
  }

  fileprivate mutating func parseRadius(_ meaning: String) throws(ScriptError) -> Quantity {
    try parseQuantity(meaning, units: [.pixels, .points, .percent])
  }
}
