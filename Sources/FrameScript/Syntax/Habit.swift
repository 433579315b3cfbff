/// A form of another language or tool, for which this language has a form of its own.
package indirect enum Habit: Equatable, Sendable {
  // Values
  /// A calculation without parentheses where a number stands: `at $x+5,10`, and the units in it.
  case bareCalculation(String, units: [String])
  /// `contrast +20`: the statement, and the factor that may be meant.
  case changeOfFactor(String, factor: String)
  /// A name without `$` in a formula.
  case bareName(String)
  /// A function without a parenthesis directly after it: `sqrt (4)`.
  case bareFunction(String)
  /// `size=5` in a call of a definition.
  case namedValue(String)
  /// An operator, and the language's own one.
  case foreignOperator(String, own: String)
  /// `300x200`, or with an offset.
  case geometry(width: String, height: String, offset: [String])
  /// A file name without quotes.
  case unquotedFile(String)
  case unquotedText(String)
  /// A formula without parentheses in a text: `${x*2}`.
  case formulaInBraces(String)

  // Statements
  /// `//` or `/*`
  case foreignComment(String)
  /// `$x = 5` or `x = 5`, with the text of the value.
  case assignmentWithoutLet(String, value: String)
  /// `canvas=300,300`: the word, the separator, and the rest of the statement.
  case separatorAfterWord(String, separator: String, rest: String)
  case strayComma
  case strayParenthesis

  // Layers
  /// A file or a text directly after a layer's name.
  case layerWithoutKind
  /// A kind of layer in the place of a statement.
  case kindAsStatement(String)
  /// An option of a layer in the place of a statement.
  case optionAsStatement(String)
  /// A statement in the place of an option.
  case statementAsOption(String)
  /// `text "..." at X,Y`, which is only valid in the declaration of a layer.
  case textWithoutLayer

  // Color edits, blurs and masks
  /// `blur 12 rect X,Y W,H`, with the word of the shape.
  case areaWithoutIn(String)
  /// The radius and sigma of ImageMagick, as in `blur 0x8`, with the statement to write.
  case radiusAndSigma(String)
  /// CSS filter functions, with the statements to write.
  case cssFilter(String)
  /// `filter blur`: a statement as the value of `filter`.
  case statementAsFilter(String)
  /// `temperature 6500`
  case kelvin
  /// `mask text "NORTH"`, with the kind of the layer.
  case maskWithoutLayer(String)

  // Paints
  /// `stroke 2 red`, with the width and what follows.
  case strokeWidthFirst(width: String, paint: String)
  case strokeWithoutWidth(paint: String)
  /// `border red 2`
  case borderColorFirst(_ word: String, color: String, width: String)
  /// A gradient by an angle, a side, or without points.
  case gradientWithoutPoints
  /// A gradient where only a color can stand, with the statement if a stroked rectangle can replace it.
  case gradientAsColor(String?)
  /// A stop's place without `@`: `red 25%`.
  case stopWithoutSign(place: String)

  // Animations
  /// A start and an end without `from`.
  case animationWithoutFrom
  /// A duration without `over`.
  case animationWithoutOver(String)
}

/// A language of scripts that is recognized by its first line, to say that it is not this one.
package enum ForeignLanguage: Equatable, Sendable {
  /// Any `#!` but that of this program, with the name of the interpreter.
  case interpreter(String)
  case svg, html, xml

  init?(_ text: String) {
    let start = text.prefix(200).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let line = start.prefix { !$0.isNewline }.lowercased()
    if line.hasPrefix("#!"), !line.contains("frameit") {
      let words = line.dropFirst(2).split { $0 == " " || $0 == "/" }
      self = .interpreter(words.last { !$0.hasPrefix("-") }.map(String.init) ?? "another program")
    } else if line.hasPrefix("<svg") || line.hasPrefix("<?xml") && text.prefix(2000).contains("<svg") {
      self = .svg
    } else if line.hasPrefix("<!doctype html") || line.hasPrefix("<html") {
      self = .html
    } else if line.hasPrefix("<?xml") || line.hasPrefix("<!--") {
      self = .xml
    } else {
      return nil
    }
  }
}
