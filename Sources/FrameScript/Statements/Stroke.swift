import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

/// The paint and style of a stroke, as written. What is nil has the default of `StrokeStyle`.
private struct StrokeArgument: Written {
  var paint: PaintArgument
  var width: Quantity
  var join: StrokeStyle.Join?
  var miterLimit: Expression?
  var cap: StrokeStyle.Cap?
  var dashes: [Quantity] = []
  var dashOffset: Quantity?
}

extension Argument<RenderPlan.Stroke> {
  static let stroke = Argument({ p throws(ScriptError) in try p.parseStroke() }) {
    written, e throws(ScriptError) in
    RenderPlan.Stroke(try e.paint(written.paint), try e.style(written))
  }
}

extension Argument<[Double]> {
  /// The color and the width of a stroke. `none` needs no width.
  static let plainStroke = either(
    Argument(.required("none", Argument<Void> {})) { _ in Color.clear.numbers + [0] },
    or: Argument(.color, .size("a line's width")) { $0.numbers + [$1] }
  ) {
    var ahead = $0
    return ahead.accept("none") && !ahead.startsNumber
  }
}

extension Parser {
  /// `stroke PAINT WIDTH [join J] [miter-limit N] [cap C] [dash LENGTH,... [offset LENGTH]]`
  fileprivate mutating func parseStroke() throws(ScriptError) -> StrokeArgument {
    lexer.skipBlanks(comments: false)
    let place = lexer.position()
    try refuse(widthFirstError)
    let start = lexer.index
    let paint = try parsePaint()
    let written = lexer.text(from: start)
    lexer.skipBlanks()
    // No stroke needs no width.
    let lacksWidth = lexer.atStatementEnd || Lexer.isLetter(lexer.current) && !startsFunction
    let isNone = paint == .color(.color(.clear)) && lacksWidth
    if lacksWidth, !isNone { throw ScriptError(.habit(.strokeWithoutWidth(paint: written)), at: place) }
    let width = isNone ? Quantity(Expression(.number(0), at: place), nil) : try parseLength()
    var stroke = StrokeArgument(paint: paint, width: width)
    while true {
      if try accept("join", once: stroke.join) {
        stroke.join = try parseWord()
      } else if try accept("miter-limit", once: stroke.miterLimit) {
        stroke.miterLimit = try parseNumber("a miter limit")
      } else if try accept("cap", once: stroke.cap) {
        stroke.cap = try parseWord()
      } else if try accept("dash", once: stroke.dashes.first) {
        stroke.dashes = [try parseLength()]
        while takeComma() { stroke.dashes.append(try parseLength()) }
        if accept("offset") { stroke.dashOffset = try parseLength() }
      } else {
        return stroke
      }
    }
  }

  /// The width of a stroke before its paint.
  private var widthFirstError: ScriptError? {
    guard Lexer.isDigit(lexer.current) else { return nil }
    var ahead = self
    let start = lexer.index
    guard (try? ahead.parseLength()) != nil else { return nil }
    let width = ahead.lexer.text(from: start)
    ahead.lexer.skipBlanks(comments: false)
    let second = ahead.lexer.index
    let paint = (try? ahead.parseColor()).map { _ in ahead.lexer.text(from: second) } ?? "COLOR"
    return ScriptError(.habit(.strokeWidthFirst(width: width, paint: paint)), at: lexer.position())
  }
}

extension Evaluator {
  fileprivate mutating func style(_ argument: StrokeArgument) throws(ScriptError) -> StrokeStyle {
    var style = StrokeStyle(width: try nonNegative(argument.width, "a line's width"))
    style.join = argument.join ?? style.join
    style.cap = argument.cap ?? style.cap
    if let limit = argument.miterLimit {
      style.miterLimit = try number(of: limit)
      try limit.position.require(
        style.miterLimit >= 1, "a miter's limit", style.miterLimit, wanted: "1 or more")
    }
    for dash in argument.dashes { style.dashes.append(try nonNegative(dash, "a dash")) }
    if let offset = argument.dashOffset { style.dashOffset = try length(offset, .alone) }
    return style
  }
}
