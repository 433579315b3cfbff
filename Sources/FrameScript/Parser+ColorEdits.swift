import FrameImage
import FramePlan

/// Color edits, as options in declarations and as statements.
extension Parser {
  /// An edit with one number, which may be left out if it is a share.
  mutating func parseEdit(_ word: NumberEdit) throws(ScriptError) -> ColorEditArgument {
    if word == .grayscale { return try parseGrayscale() }
    if word.kind == .share, !startsNumber { return .number(word, nil) }
    return .number(word, try parseNumber(of: word))
  }

  /// The number of a color edit, also as the value of an animation.
  mutating func parseNumber(of word: NumberEdit) throws(ScriptError) -> Quantity {
    let expectation = word.expectation
    switch word.kind {
    case .plain, .count:
      let number =
        word == .temperature ? try parseTemperature(expectation) : try parseNumber(expectation)
      return Quantity(number, nil)
    case .factor:
      try refuse(plusSignError(of: word))
      return try parseFactor(expectation)
    case .angle: return try parseAngle()
    case .share, .sample: return try parseFactor(expectation)
    }
  }

  /// - Throws: an error for a color temperature in kelvin, apart from others.
  private mutating func parseTemperature(_ expectation: String) throws(ScriptError) -> Expression {
    lexer.skipBlanks()
    let place = lexer.position()
    let number = try parseNumber(expectation)
    let isLarge = if case .number(let value) = number.kind { value >= 1000 } else { false }
    guard !isLarge, !lexer.looking(at: "K"), !lexer.looking(at: "k") else {
      throw ScriptError(.habit(.kelvin), at: place)
    }
    return number
  }

  /// `levels BLACK..WHITE [LOW..HIGH] [GAMMA] [red|green|blue]`
  mutating func parseLevels() throws(ScriptError) -> ColorEditArgument {
    let input = try parseLevelRange()
    let output = startsRange ? try parseLevelRange() : nil
    let gamma = startsNumber ? try parseNumber("a gamma") : nil
    return .levels(input, output, gamma: gamma, acceptWord())
  }

  /// `auto-levels [channels] [N%]`
  mutating func parseAutoLevels() throws(ScriptError) -> ColorEditArgument {
    .autoLevels(
      accept("channels") ? .perChannel : .shared,
      clipping: startsNumber ? try parseFactor("a share of the pixels, such as 1%") : nil)
  }

  private mutating func parseLevelRange() throws(ScriptError) -> ColorEditArgument.RangeArgument {
    let meaning = "a range A..B of levels, such as 5%..90%"
    let (start, end) = try parseRange(from: meaning, meaning, to: "the end of the range")
    return .init(start: start, end: end)
  }

  /// `colorize COLOR [N]`
  mutating func parseColorize() throws(ScriptError) -> ColorEditArgument {
    let color = try parseColor()
    return .colorize(color, startsNumber ? try parseFactor("a share from 0 to 1") : nil)
  }

  /// `curve X,Y X,Y ... [red|green|blue]`
  mutating func parseCurve() throws(ScriptError) -> ColorEditArgument {
    var points: [PairArgument] = []
    while points.count < 2 || startsNumber {
      points.append(try parsePair("a point X,Y of the curve, from 0,0 to 1,1"))
    }
    return .curve(points, acceptWord())
  }

  var startsNumber: Bool {
    var ahead = self
    ahead.lexer.skipBlanks()
    return (try? ahead.parseNumberIfPresent()).flatMap(\.self) != nil
  }

  /// `grayscale`, `grayscale SHARE` or `grayscale R,G,B`
  mutating func parseGrayscale() throws(ScriptError) -> ColorEditArgument {
    guard startsNumber else { return .number(.grayscale, nil) }
    var numbers = [try parseFactor("a share or weights R,G,B")]
    while takeComma() { numbers.append(try parseFactor("a weight")) }
    switch numbers.count {
    case 1: return .number(.grayscale, numbers[0])
    case 3: return .weightedGray(numbers)
    default: throw expected("three weights R,G,B")
    }
  }

  /// `lut "FILE.cube"`
  mutating func parseLookup() throws(ScriptError) -> ColorEditArgument {
    let file = try parseDataFile(.lookup)
    do throws(ScriptError) {
      return .lookup(try DataReader.lookup(of: file, limits: limits))
    } catch {
      report(error.problem, at: error.position)
      return .lookup(ColorLookup(path: file.path, tables: []))
    }
  }

  /// `color-matrix`, with the 20 numbers of SVG's feColorMatrix
  mutating func parseColorMatrix() throws(ScriptError) -> ColorEditArgument {
    var numbers: [Expression] = []
    for i in 1...20 {
      if i > 1 { _ = takeComma() }
      numbers.append(try parseNumber("number \(i) of the 20 numbers of a color matrix"))
    }
    return .matrix(numbers)
  }
}
