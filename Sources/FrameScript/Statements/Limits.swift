import FrameGeometry
import FrameScene

/// Limits of what gestures do to the current layer.
extension StatementTable {
  static let limits: [StatementEntry] = [
    .edit(
      [
        "limit scale A..B [hard|elastic]":
          "its transform enlarges it by A at least and by B at most, as `scaleOf(NAME)` says",
        "limit cover X,Y W,H [hard|elastic]": "it covers a rectangle in its parent, also when it is turned",
        "limit cover LAYER [hard|elastic]": "it covers another layer, also when it is turned",
        "limit inside canvas [hard|elastic]": "its image, or its box without one, stays on the canvas",
        "limit none": "removes all limits of the layer",
      ], .limit
    ) { .limit($0) }
  ]
}

extension Argument<LayerLimit?> {
  /// nil removes all limits.
  fileprivate static let limit = choice(
    .limit,
    [
      "scale": limit(.scales) { .scale($0) }, "cover": limit(.covered) { .cover($0) },
      "inside": limit(.canvas) { .insideCanvas }, "none": Argument { nil },
    ])

  private static func limit<Part>(
    _ part: Argument<Part>, kind: @escaping @Sendable (Part) -> LayerLimit.Kind
  ) -> Argument {
    Argument(part, Argument<LimitHardness?>.ifWord()) { part, hardness in
      LayerLimit(kind: kind(part), isElastic: hardness == .elastic)
    }
  }
}

/// Whether a gesture can go beyond a limit while fingers are down.
enum LimitHardness: String, ScriptKeyword {
  case hard, elastic
  static let meaning = WordMeaning.limitKind
}

extension Argument<Void> {
  fileprivate static let canvas = required("canvas", Argument {})
}

/// The least and the greatest scale, as written: `A..B`.
private struct ScalesArgument: Written {
  let least, greatest: Quantity
}

extension Argument<ClosedRange<Double>> {
  fileprivate static let scales = Argument({ p throws(ScriptError) in
    let least = try p.parseFactor("the least scale")
    p.lexer.skipBlanks()
    guard p.lexer.take("..") else { throw p.expected("'..' and the greatest scale") }
    return ScalesArgument(least: least, greatest: try p.parseFactor("the greatest scale"))
  }) { written, e throws(ScriptError) in
    let (least, greatest) = (try e.unitShare(written.least), try e.unitShare(written.greatest))
    try written.least.position.require(
      least > 0 && least <= greatest, "the least scale", least,
      wanted: "more than 0, and at most the greatest")
    return least...greatest
  }
}

extension Argument<LayerLimit.Area> {
  /// What a layer covers.
  fileprivate static let covered = either(Argument(.layer) { .layer($0) }, or: rect) {
    $0.lexer.skipBlanks()
    return Lexer.isLetter($0.lexer.current)
  }

  private static let rect = Argument(
    .rect,
    evaluating: { (e: inout Evaluator, rect: Rect) throws(ScriptError) in
      let shortest = min(rect.size.width, rect.size.height)
      try e.place.require(shortest > 0, "the size of a covered rectangle", shortest, wanted: "more than 0")
      return .rect(rect)
    })
}
