import FrameGeometry
import FrameScene

/// A rectangle, an ellipse or a path.
struct AreaArgument: Written {
  let shape: LayerContent
  let rule: FillRule
}

extension Argument<SceneLayer.Clip> {
  /// `clip [rect ...|ellipse [...]|path ...] [evenodd|nonzero]`
  static let clip = either(Argument { .ellipse }, or: areaOrBounds) { $0.acceptBoxEllipse() }

  private static let areaOrBounds = Argument({ p throws(ScriptError) in try p.parseArea() }) {
    written, e throws(ScriptError) in
    guard let written else { return .bounds }
    return .path(try e.shape(written.shape).path, written.rule)
  }
}

extension Argument<LayerEffect.Area?> {
  /// `in AREA`, the part of a layer in which an effect acts; nil for all of it.
  static let area = after("in", Argument<LayerEffect.Area>.required) { p throws(ScriptError) in
    p.lexer.skipBlanks()
    guard Parser.shapes.contains(p.lexer.word) else { return }
    throw ScriptError(.habit(.areaWithoutIn(p.lexer.word)), at: p.lexer.position())
  }
}

extension Argument<LayerEffect.Area> {
  fileprivate static let required = Argument({ p throws(ScriptError) in try p.parseRequiredArea() }) {
    written, e throws(ScriptError) in try e.area(written)
  }
}

extension Parser {
  /// - Returns: nil if no area is next.
  fileprivate mutating func parseArea() throws(ScriptError) -> AreaArgument? {
    for word in Self.shapes where accept(word) {
      let shape = try Self.contents[word]!(&self)
      return AreaArgument(shape: shape, rule: acceptWord() ?? .nonZero)
    }
    return nil
  }

  /// Accepts the word `ellipse` without a place.
  fileprivate mutating func acceptBoxEllipse() -> Bool {
    var ahead = self
    guard ahead.accept("ellipse"), !ahead.startsNumber else { return false }
    self = ahead
    return true
  }

  mutating func parseRequiredArea() throws(ScriptError) -> AreaArgument {
    guard let area = try parseArea() else {
      throw expected("an area: 'rect X,Y W,H', 'ellipse X,Y W,H' or 'path \"DATA\"'")
    }
    return area
  }

  /// The shapes of areas.
  static let shapes = ["rect", "ellipse", "path"]
}

extension Evaluator {
  mutating func area(_ argument: AreaArgument) throws(ScriptError) -> LayerEffect.Area {
    LayerEffect.Area(path: try shape(argument.shape).path, rule: argument.rule)
  }
}
