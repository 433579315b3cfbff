import FrameImage
import FrameScene

/// Colors.
extension Parser {
  /// Parses `#rgb`, a name, `none`, `rgb(...)`, `hsl(...)`, or a variable.
  /// - Parameter others: what else is allowed here, for suggestions.
  mutating func parseColor(or others: [String] = []) throws(ScriptError) -> ColorArgument {
    lexer.skipBlanks(comments: false)
    let place = lexer.position()
    if lexer.looking(at: "#") {
      var ahead = lexer
      ahead.index += 1
      let digits = ahead.take(while: Lexer.isWordByte)
      // Anything but 3, 4, 6 or 8 digits is a comment, and the color is missing.
      guard !digits.isEmpty else { throw expected("a color") }
      guard let color = Color(hex: digits) else {
        throw ScriptError(
          .expected("a color with 3, 4, 6 or 8 hexadecimal digits", found: "'#\(digits)'"), at: place)
      }
      lexer = ahead
      return .color(color)
    }
    if let model = lexer.colorModel { return .components(try parseComponents(of: model)) }
    if lexer.looking(at: "\"") { return .template(try parseString()) }
    let name = try parseName("a color")
    guard let text = name.literal else { return .template(name) }
    guard !lexer.looking(at: "(") else {
      guard !text.hasSuffix("-gradient") else { throw ScriptError(.habit(.gradientWithoutPoints), at: place) }
      throw ScriptError(.unknownColorFunction(text), at: place)
    }
    guard let color = Color(name: text) else {
      throw ScriptError(
        .unknownWord(
          text, meaning: .color, nearest: text.nearest(in: Color.allNames + others), choices: []),
        at: place)
    }
    return .color(color)
  }

  /// Parses a color where a gradient has no place.
  mutating func parsePlainColor(of word: String?) throws(ScriptError) -> ColorArgument {
    lexer.skipBlanks(comments: false)
    let place = lexer.position()
    if lexer.word.hasPrefix("linear") || lexer.word.hasPrefix("radial") {
      throw ScriptError(.habit(.gradientAsColor(word)), at: place)
    }
    return try parseColor()
  }

  /// Returns the color of a text; nil for anything else.
  static func parseColor(_ text: String) -> ColorArgument? {
    var parser = Parser(limits: Limits()) { path, _ throws(ScriptError) in
      throw ScriptError(.outsideFolder(path))
    }
    parser.lexer = Lexer(text, file: 0)
    guard let color = try? parser.parseColor() else { return nil }
    parser.lexer.skipBlanks(comments: false)
    return parser.lexer.atEnd ? color : nil
  }

  /// Parses `rgb(R G B [/ A])`, or with commas `rgb(R,G,B[,A])`, as CSS Color 4 has both; `hsl` likewise.
  private mutating func parseComponents(
    of model: ColorComponents.Model
  ) throws(ScriptError) -> ColorComponents {
    let place = lexer.position()
    let function = lexer.take(while: Lexer.isLetter)
    lexer.index += 1
    var values: [Quantity] = []
    var alpha: Quantity?
    while true {
      lexer.skipBlanks(comments: false)
      if lexer.take(")") { break }
      if values.count == 3, alpha == nil, lexer.take("/") {
        lexer.skipBlanks(comments: false)
        alpha = try parseComponent("an alpha from 0 to 1", units: [.percent], isLast: true)
        continue
      }
      if !values.isEmpty { _ = takeComma() }
      let isHue = model == .hsl && values.isEmpty
      values.append(
        try parseComponent(
          isHue ? "a hue" : "a component of the color, '/' and an alpha, or ')'",
          units: isHue ? [.degrees, .radians, .turns] : [.percent], isLast: values.count != 2))
    }
    if values.count == 4, alpha == nil { alpha = values.removeLast() }
    guard values.count == 3 else {
      throw ScriptError(
        .wrongArgumentCount(
          function: function, wanted: "3 or 4", found: values.count + (alpha == nil ? 0 : 1)),
        at: place)
    }
    return ColorComponents(model: model, values: values, alpha: alpha)
  }

  /// - Parameter isLast: false if `/` may follow directly.
  private mutating func parseComponent(
    _ meaning: String, units: [Quantity.Unit], isLast: Bool
  ) throws(ScriptError) -> Quantity {
    let place = lexer.position()
    return try nested(at: place) { parser throws(ScriptError) in
      try parser.parseQuantity(meaning, units: units, before: isLast ? nil : UInt8(ascii: "/"))
    }
  }
}

extension Lexer {
  /// The model of the color function that is next; nil if there is none.
  var colorModel: ColorComponents.Model? {
    guard Self.isLetter(current) else { return nil }
    var ahead = self
    let name = ahead.take(while: Self.isLetter)
    guard ahead.looking(at: "(") else { return nil }
    switch name.lowercased() {
    case "rgb", "rgba": return .rgb
    case "hsl", "hsla": return .hsl
    default: return nil
    }
  }
}
