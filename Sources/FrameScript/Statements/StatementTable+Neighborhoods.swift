/// Statements that change each pixel of the current layer by its neighborhood.
extension StatementTable {
  static let neighborhoods = neighborhoodEdits.map { edit in
    StatementEntry(edit.word, .neighborhoods, forms: edit.forms) { p throws(ScriptError) in
      .look(.neighborhood(try p.parseNeighborhood { p throws(ScriptError) in try edit.operation(&p, []) }))
    }
  }

  /// The same edits as options of layers.
  static let neighborhoodOptions: [(String, Parser.OptionRule)] = neighborhoodEdits.map { edit in
    (
      edit.word,
      { p throws(ScriptError) in
        let options = Set(Parser.options.keys)
        return .look(
          .neighborhood(try p.parseNeighborhood { p throws(ScriptError) in try edit.operation(&p, options) }))
      }
    )
  }

  private static let neighborhoodEdits: [NeighborhoodEntry] = [
    NeighborhoodEntry(
      "blur",
      StatementForm("blur N", "blurs by a Gaussian with a standard deviation of N pixels, as CSS's `blur()`"),
      StatementForm(
        "blur N in rect X,Y W,H [radius RX[,RY]] [nonzero|evenodd]",
        "blurs a part of the layer; also `in ellipse X,Y W,H` and `in path \"DATA\"`, as in `clip`")
    ) { p, _ throws(ScriptError) in .blur(try p.parseRadius("a radius")) },
    NeighborhoodEntry(
      "sharpen",
      StatementForm(
        "sharpen N N [N]",
        "adds to a sample a multiple (the first N, such as 0.8) of its difference from a blur (the second N, in pixels), if the difference is at least the third N (from 0 to 1): an unsharp mask"
      ),
      StatementForm("sharpen output", "makes an image crisp that is drawn smaller than it is"),
      StatementForm("sharpen N N [N] in rect X,Y W,H", "sharpens a part of the layer")
    ) { p, _ throws(ScriptError) in
      if p.accept("output") { return .sharpenOutput }
      let amount = try p.parseFactor("an amount, such as 0.8, or 'output'")
      let radius = try p.parseRadius("a radius in pixels, such as 1.5")
      return .sharpen(
        amount: amount, radius: radius,
        threshold: p.startsNumber ? try p.parseFactor("a threshold from 0 to 1") : nil)
    },
    NeighborhoodEntry(
      "pixelate",
      StatementForm("pixelate N", "gives squares of N pixels their mean color"),
      StatementForm("pixelate N in rect X,Y W,H", "does so in a part of the layer, where the squares begin")
    ) { p, _ throws(ScriptError) in .pixelate(try p.parseRadius("the side of a square, in pixels")) },
    NeighborhoodEntry(
      "effect",
      StatementForm(
        "effect NAME [KEY N]...",
        "applies an effect of a [plugin](plugins.md); `frameit plugins list` shows the effects and their keys: `effect median radius 3`"
      ),
      StatementForm("effect NAME [KEY N]... in rect X,Y W,H", "applies it to a part of the layer")
    ) { p, options throws(ScriptError) in
      .effect(
        name: try p.parseName("the name of an effect"),
        try p.parseEffectSettings(before: options.union(["in"])))
    },
  ]

  private struct NeighborhoodEntry: Sendable {
    let word: String
    let forms: [StatementForm]
    let operation: Rule

    /// - Parameter options: the keywords of the options that may follow.
    typealias Rule =
      @Sendable (inout Parser, _ options: Set<String>) throws(ScriptError) -> NeighborhoodArgument.Operation

    init(_ word: String, _ forms: StatementForm..., operation: @escaping Rule) {
      (self.word, self.forms, self.operation) = (word, forms, operation)
    }
  }
}

extension Parser {
  /// An operation, and `in AREA` if it acts only there.
  fileprivate mutating func parseNeighborhood(
    _ operation: (inout Parser) throws(ScriptError) -> NeighborhoodArgument.Operation
  ) throws(ScriptError) -> NeighborhoodArgument {
    let operation = try operation(&self)
    guard accept("in") else { return NeighborhoodArgument(operation: operation, area: nil) }
    guard let area = try parseArea() else {
      throw expected("an area: 'rect X,Y W,H', 'ellipse X,Y W,H' or 'path \"DATA\"'")
    }
    return NeighborhoodArgument(operation: operation, area: area)
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
      settings.append(EffectSetting(name: word, value: value, position: position))
    }
  }

  fileprivate mutating func parseRadius(_ meaning: String) throws(ScriptError) -> Quantity {
    try parseQuantity(meaning, units: [.pixels, .points, .percent])
  }
}
