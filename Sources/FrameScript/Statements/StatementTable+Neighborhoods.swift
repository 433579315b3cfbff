/// Statements that change each pixel of the current layer by its neighborhood.
extension StatementTable {
  static let neighborhoods = neighborhoodEdits.map { edit in
    StatementEntry(edit.word, .neighborhoods, forms: edit.forms) { p throws(ScriptError) in
      .look(.neighborhood(try p.parseNeighborhood(edit.operation)))
    }
  }

  /// The same edits as options of layers.
  static let neighborhoodOptions: [(String, Parser.OptionRule)] = neighborhoodEdits.map { edit in
    (edit.word, { p throws(ScriptError) in .look(.neighborhood(try p.parseNeighborhood(edit.operation))) })
  }

  private static let neighborhoodEdits: [NeighborhoodEntry] = [
    NeighborhoodEntry(
      "blur",
      StatementForm("blur N", "blurs by a Gaussian with a standard deviation of N pixels, as CSS's `blur()`"),
      StatementForm(
        "blur N in rect X,Y W,H [radius RX[,RY]] [nonzero|evenodd]",
        "blurs a part of the layer; also `in ellipse X,Y W,H` and `in path \"DATA\"`, as in `clip`")
    ) { p throws(ScriptError) in .blur(try p.parseRadius("a radius")) },
    NeighborhoodEntry(
      "sharpen",
      StatementForm(
        "sharpen N N [N]",
        "adds to a sample a multiple (the first N, such as 0.8) of its difference from a blur (the second N, in pixels), if the difference is at least the third N (from 0 to 1): an unsharp mask"
      ),
      StatementForm("sharpen output", "makes an image crisp that is drawn smaller than it is"),
      StatementForm("sharpen N N [N] in rect X,Y W,H", "sharpens a part of the layer")
    ) { p throws(ScriptError) in
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
    ) { p throws(ScriptError) in .pixelate(try p.parseRadius("the side of a square, in pixels")) },
  ]

  private struct NeighborhoodEntry: Sendable {
    let word: String
    let forms: [StatementForm]
    let operation: @Sendable (inout Parser) throws(ScriptError) -> NeighborhoodArgument.Operation

    init(
      _ word: String, _ forms: StatementForm...,
      operation: @escaping @Sendable (inout Parser) throws(ScriptError) -> NeighborhoodArgument.Operation
    ) {
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

  fileprivate mutating func parseRadius(_ meaning: String) throws(ScriptError) -> Quantity {
    try parseQuantity(meaning, units: [.pixels, .points, .percent])
  }
}
