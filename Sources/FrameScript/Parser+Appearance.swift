import FrameImage
import FrameText

/// The appearance of layers, as options in declarations and as statements.
extension Parser {
  mutating func parseOpacity() throws(ScriptError) -> AppearanceStatement {
    .opacity(try parseFactor("an opacity from 0 to 1"))
  }

  /// `text "TEXT"`
  mutating func parseNewText() throws(ScriptError) -> Template {
    let text = try parseString()
    lexer.skipBlanks()
    guard lexer.word != "at" else { throw ScriptError(.habit(.textWithoutLayer), at: lexer.position()) }
    return text
  }

  /// `trim A..B` of a path, or `trim [COLOR] [~TOL]` of an image
  mutating func parseTrim() throws(ScriptError) -> AppearanceStatement {
    if startsPart {
      let (start, end) = try parsePart(
        otherwise: "'..' and the end of a path's part (a tolerance has '~' before it)")
      return .trim(start, end)
    }
    var border = BorderArgument()
    if startsColor { border.color = try parsePlainColor(of: "trim") }
    lexer.skipBlanks()
    if Lexer.isDigit(lexer.current) { throw expected("'~' before a tolerance") }
    if lexer.take("~") { border.tolerance = try parseFactor("a tolerance from 0 to 1, or in percent") }
    return .trimBorder(border)
  }

  /// True if a number is next, or a value before `..`.
  private var startsPart: Bool {
    var ahead = self
    ahead.lexer.skipBlanks()
    let first = ahead.lexer.current
    if Lexer.isDigit(first) || first == UInt8(ascii: "-") || first == UInt8(ascii: ".") { return true }
    return startsRange
  }

  /// Parses the part of a path: `0.2..0.8`.
  ///
  /// - Parameter dots: what is expected where `..` is missing.
  mutating func parsePart(
    otherwise dots: String = "'..' and the end of the part"
  ) throws(ScriptError) -> (start: Quantity, end: Quantity) {
    try parseRange(from: "the start of the part, from 0 to 1", dots, to: "the end of the part, from 0 to 1")
  }

  /// Parses two numbers with `..` between them. Its arguments are what is expected in errors.
  mutating func parseRange(
    from start: String, _ dots: String, to end: String
  ) throws(ScriptError) -> (start: Quantity, end: Quantity) {
    let first = try parseFactor(start)
    lexer.skipBlanks()
    guard lexer.take("..") else { throw expected(dots) }
    return (first, try parseFactor(end))
  }

  /// True if a value before `..` is next.
  var startsRange: Bool {
    var ahead = self
    guard (try? ahead.parseFactor("")) != nil else { return false }
    ahead.lexer.skipBlanks()
    return ahead.lexer.looking(at: "..")
  }

  /// `focus X,Y`, `focus attention`, `focus "FILE"` or `focus none`
  mutating func parseFocus() throws(ScriptError) -> FocusArgument? {
    if accept("none") { return nil }
    if accept("attention") { return .attention }
    lexer.skipBlanks()
    if lexer.looking(at: "\"") { return .boxes(try parseString()) }
    return .point(try parsePair("a point X,Y of the image, 'attention', a JSON file in quotes or 'none'"))
  }

  /// `fill PAINT [evenodd|nonzero]`
  mutating func parseFill() throws(ScriptError) -> FillArgument {
    let paint = try parsePaint()
    return FillArgument(paint: paint, rule: acceptWord() ?? .nonZero)
  }

  /// `stroke PAINT WIDTH [join J] [miter-limit N] [cap C] [dash LENGTH,... [offset LENGTH]]`
  mutating func parseStroke() throws(ScriptError) -> StrokeArgument {
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
      if accept("join") {
        stroke.join = try parseWord()
      } else if accept("miter-limit") {
        stroke.miterLimit = try parseNumber("a miter limit")
      } else if accept("cap") {
        stroke.cap = try parseWord()
      } else if accept("dash") {
        stroke.dashes = [try parseLength()]
        while takeComma() { stroke.dashes.append(try parseLength()) }
        if accept("offset") { stroke.dashOffset = try parseLength() }
      } else {
        return stroke
      }
    }
  }

  /// `shadow DX,DY BLUR COLOR` or `shadow none`
  mutating func parseShadow() throws(ScriptError) -> ShadowArgument? {
    if accept("none") { return nil }
    let offset = try parsePair("a shadow offset DX,DY, or 'none'")
    return ShadowArgument(
      offset: offset, blur: try parseLength("a shadow's blur"),
      color: try parseColor())
  }

  /// `align left|center|right|leading [top|middle|baseline|bottom]`
  mutating func parseAlignment() throws(ScriptError) -> TextOption {
    let alignment: Choice<TextAlignment> = try parseChoice()
    return .align(alignment, acceptWord())
  }

  /// Parses a color, `linear P to P STOPS` or `radial P RADIUS STOPS`.
  mutating func parsePaint() throws(ScriptError) -> PaintArgument {
    // A "#" here begins a color, not a comment.
    lexer.skipBlanks(comments: false)
    guard !lexer.looking(at: "#") else { return .color(try parseColor()) }
    let place = lexer.position()
    if accept("linear") {
      try refuse(gradientError(at: place))
      let start = try parsePair("the start point x,y of the gradient")
      try expect("to")
      return .linear(from: start, to: try parsePair("the end point x,y of the gradient"), try parseStops())
    }
    if accept("radial") {
      try refuse(gradientError(at: place))
      let center = try parsePair("a center CX,CY")
      return .radial(center: center, radius: try parseLength(), try parseStops())
    }
    return .color(try parseColor(or: ["linear", "radial"]))
  }

  /// Parses `COLOR[@PLACE] COLOR[@PLACE] ...`, at least two.
  private mutating func parseStops() throws(ScriptError) -> [StopArgument] {
    var stops: [StopArgument] = []
    while stops.count < 2 || startsColor {
      let color = try parseColor()
      let place = lexer.take("@") ? try parseFactor("a stop from 0 to 1") : nil
      stops.append(StopArgument(color: color, place: place))
      try checkStopSign()
    }
    return stops
  }

  /// Throws if a percentage follows a color without `@`.
  private func checkStopSign() throws(ScriptError) {
    var ahead = self
    ahead.lexer.skipBlanks()
    let start = ahead.lexer.index
    guard Lexer.isDigit(ahead.lexer.current), let place = try? ahead.parseFactor(""), place.unit == .percent,
      !ahead.lexer.looking(at: ",")
    else { return }
    // The width of a stroke may be a percentage, too.
    guard ahead.startsColor else { return }
    throw ScriptError(
      .habit(.stopWithoutSign(place: ahead.lexer.text(from: start))), at: lexer.position(at: start))
  }

  var startsColor: Bool {
    var ahead = lexer
    ahead.skipBlanks(comments: false)
    if ahead.looking(at: "$") || ahead.colorModel != nil { return true }
    guard ahead.looking(at: "#") else { return Color(name: ahead.word) != nil }
    ahead.index += 1
    return Color(hex: ahead.take(while: Lexer.isWordByte)) != nil
  }
}
