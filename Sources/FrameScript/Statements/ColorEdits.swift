import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

/// Statements that change the colors of the current layer.
extension StatementTable {
  static let colors: [StatementEntry] = [
    .number([
      "exposure N":
        "multiplies light by 2 to this power: `exposure 1` doubles it, and `exposure -1` halves it"
    ]),
    .number(["brightness N": "multiplies samples, as CSS does: `brightness 1.2` or `brightness 120%`"]),
    .number([
      "contrast N":
        "moves samples away from the middle, as CSS does, or with a factor below 1 towards it: `contrast 1.2` or `contrast 120%`"
    ]),
    .number([
      "saturation N":
        "moves colors away from their gray, as CSS's `saturate()`, or with a factor below 1 towards it: `saturation 1.3`; 0 makes them gray"
    ]),
    .number([
      "vibrance N":
        "moves dull colors further away from their gray than strong ones (N up to 100), or towards it (down to -100): `vibrance 40`"
    ]),
    .number(["hue ANGLE": "rotates hue in Oklab, at the same lightness: `hue 30deg`"]),
    .number([
      "temperature N":
        "makes colors warmer (N up to 100) or colder (down to -100): `temperature 30`; N is a change in mired, not a color temperature in kelvin"
    ]),
    .number(["tint N": "shifts the color of the light by N, from -100 (green) to 100 (magenta): `tint 10`"]),
    .color(
      [
        "levels BLACK..WHITE [LOW..HIGH] [GAMMA] [red|green|blue]":
          "maps the range BLACK..WHITE to LOW..HIGH (0..1 by default), in one channel or all: `levels 5%..90%`; samples are from 0 to 1, and a GAMMA above 1 lightens the midtones"
      ], .levels
    ) { $0 },
    .color(
      [
        "auto-levels [N%]":
          "stretches the tones of an image to the full range, as `levels` with the range of its samples: `auto-levels`, or `auto-levels 1%`; N% of the pixels, usually 0.5%, may be cut off at each end",
        "auto-levels channels [N%]": "stretches each channel by its own range, which changes hues",
      ], .autoLevels
    ) { $0 },
    .color(
      [
        "curve X,Y X,Y [X,Y]... [red|green|blue]":
          "maps samples by a smooth curve through points, from 0,0 to 1,1, in all channels or one: `curve 0,0 0.3,0.4 1,1`"
      ], .curve
    ) { $0 },
    .color(
      [
        "grayscale [N]": "replaces colors by their gray, or a share of them: `grayscale 50%`",
        "grayscale N,N,N": "the same with weights of the channels: `grayscale 0.3,0.6,0.1`",
      ], .grayscale, animation: AnimationEntry(.grayscale)
    ) { $0 },
    .number(["sepia [N]": "replaces colors by brown tones, as CSS does, or a share of them: `sepia 80%`"]),
    .number(["invert [N]": "replaces samples by their negatives, as CSS does, or a share of them: `invert`"]),
    .number([
      "threshold N": "makes a color white if its gray is at least N, and black otherwise: `threshold 50%`"
    ]),
    .number(["posterize N": "leaves N levels of each channel, from 2 to 256: `posterize 4`"]),
    .color(
      [
        "colorize COLOR [N]":
          "replaces colors, or a share N of them, by COLOR with their brightness: `colorize #704214 50%`; black stays black, white becomes COLOR, and a share of 0 changes nothing"
      ], .color, .ifNumber(.share("a share"))
    ) { .colorize($0, amount: $1 ?? 1) },
    .color(
      [
        "color-matrix N N N N N N N N N N N N N N N 0 0 0 1 0":
          "maps colors as SVG's feColorMatrix: for red, green and blue five numbers each, the weights of red, green, blue, alpha and 1; `color-matrix 1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0` changes nothing"
      ], .colorMatrix
    ) { $0 },
    .color(
      [
        "lut \"FILE.cube\" [N]":
          "replaces colors, or a share N of them, by the entries of a [lookup table](color-edits.md#lookup-tables), which must be where `include` finds files: `lut \"film.cube\" 60%`"
      ], .lookup, .ifNumber(.share("a share"))
    ) { ColorEdit(.lookup($0, amount: $1 ?? 1)) },
  ]

  /// The first form of each color edit, without the options of a long one, and its values that change nothing, such as
  /// "1"; nil if there are none.
  static let neutralForms: [(form: String, neutral: String?)] = colors.map { entry in
    let usage = entry.forms[0].usage
    return (
      usage.count <= 24 ? usage : usage.split(separator: " [")[0].description, neutralText(of: entry.word)
    )
  }

  fileprivate static func neutralText(of word: String) -> String? {
    ["levels": "0..1", "curve": "0,0 1,1"][word]
      ?? NumberEdit.named(word).flatMap { edit in edit.neutral.map(edit.text) }
  }
}

extension StatementEntry {
  fileprivate static func color<each Part>(
    _ forms: KeyValuePairs<String, String>, _ parts: repeat Argument<each Part>,
    animation: AnimationEntry? = nil,
    edit: @escaping @Sendable (repeat each Part) throws(ScriptError) -> ColorEdit
  ) -> StatementEntry {
    .look(
      forms, Argument(repeat each parts, value: edit), isFree: true,
      neutral: StatementTable.neutralText(of: firstWord(of: forms)),
      animation: animation
    ) { .effect(.color($0)) }
  }

  /// Creates the entry of an edit with one number, which may be left out if it is a share.
  fileprivate static func number(_ forms: KeyValuePairs<String, String>) -> StatementEntry {
    let edit = NumberEdit.named(firstWord(of: forms))!
    let animation = edit.neutral == nil ? nil : AnimationEntry(edit)
    guard edit.kind == .share else {
      return .color(forms, .number(of: edit), animation: animation) { ColorEdit(edit, $0) }
    }
    return .color(forms, .ifNumber(.number(of: edit)), animation: animation) { ColorEdit(edit, $0 ?? 1) }
  }
}

extension AnimationEntry {
  fileprivate init(_ edit: NumberEdit) {
    self.init(.number(of: edit, isNoted: false)) { AnimatedValue(edit, $0) }
  }
}

// MARK: Numbers

extension Argument<Double> {
  /// The number of a color edit.
  ///
  /// - Parameter isNoted: True if a number that is probably meant as something else is noted.
  fileprivate static func number(of edit: NumberEdit, isNoted: Bool = true) -> Argument {
    Argument({ p throws(ScriptError) in try p.parseNumber(of: edit) }) { written, e throws(ScriptError) in
      let number = try e.number(of: edit, written)
      if isNoted, edit.kind == .factor { e.noteDoubt(of: edit, number, isPercent: written.unit == .percent) }
      return number
    }
  }
}

extension Parser {
  fileprivate mutating func parseNumber(of edit: NumberEdit) throws(ScriptError) -> Quantity {
    let expectation = edit.expectation
    switch edit.kind {
    case .plain, .count:
      let number = edit == .temperature ? try parseTemperature(expectation) : try parseNumber(expectation)
      if edit == .exposure { acceptStops() }
      return Quantity(number, nil)
    case .factor:
      try refuse(changeError(of: edit))
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

  /// A sign before the factor of a color edit, which other programs write before a change in percent.
  private func changeError(of edit: NumberEdit) -> ScriptError? {
    var ahead = lexer
    ahead.skipBlanks()
    let place = ahead.position()
    let isLess = ahead.looking(at: "-")
    guard isLess || ahead.looking(at: "+") else { return nil }
    ahead.index += 1
    let text = ahead.take { Lexer.isDigit($0) || $0 == UInt8(ascii: ".") }
    guard let number = Double(text) else { return nil }
    let share = number <= 1 && !ahead.looking(at: "%") ? number : number / 100
    let factor = max(0, isLess ? 1 - share : 1 + share)
    return ScriptError(.habit(.changeOfFactor(edit.word, factor: factor.scriptText)), at: place)
  }

  /// Accepts the unit of an exposure in photos, which may be left out: `0.5ev`.
  private mutating func acceptStops() {
    var ahead = lexer
    ahead.skipBlanks()
    guard ["ev", "EV", "Ev", "stop", "stops"].contains(ahead.word) else { return }
    ahead.index += ahead.word.utf8.count
    lexer = ahead
  }

  var startsNumber: Bool {
    var ahead = self
    ahead.lexer.skipBlanks()
    return (try? ahead.parseNumberIfPresent()).flatMap(\.self) != nil
  }
}

extension Evaluator {
  /// Returns the number of an edit that has one.
  fileprivate mutating func number(of edit: NumberEdit, _ quantity: Quantity) throws(ScriptError) -> Double {
    switch edit.kind {
    case .plain: return try number(quantity.value, edit.name, in: edit.range)
    case .factor:
      let factor = try unitShare(quantity)
      if quantity.unit == nil, factor > edit.range.upperBound, factor < 1000 {
        let meant = "\(factor.scriptText)%"
        throw ScriptError(.habit(.changeOfFactor(edit.word, factor: meant)), at: quantity.position)
      }
      return try quantity.position.checked(factor, edit.name, in: edit.range)
    case .angle: return try angle(quantity).degrees
    case .share: return try share(quantity, of: edit.name)
    case .sample: return try sample(quantity, edit.name)
    case .count:
      let count = Double(try wholeNumber(quantity.value, edit.name, from: edit.range.lowerBound))
      return try quantity.position.checked(count, edit.name, in: edit.range)
    }
  }

  /// Notes a factor that is probably meant as a change in percent: other programs have scales from -100 to 100.
  fileprivate func noteDoubt(of edit: NumberEdit, _ factor: Double, isPercent: Bool) {
    guard isPercent ? factor > 0 && factor < 0.3 : factor >= 5 else { return }
    editor.log.add(RunRecord.FactorDoubt(word: edit.word, factor: factor, isPercent: isPercent))
  }

  /// A sample from 0 to 1.
  fileprivate mutating func sample(_ quantity: Quantity, _ meaning: String) throws(ScriptError) -> Double {
    try checkSample(try unitShare(quantity), meaning, at: quantity.position)
    return try share(quantity, of: meaning)
  }

  /// Throws if a sample seems to be one of 8 bits.
  fileprivate func checkSample(_ value: Double, _ meaning: String, at place: ScriptPosition)
    throws(ScriptError)
  {
    guard value > 2, value <= 255, value == value.rounded() else { return }
    throw ScriptError(.eightBitSample(meaning, value: value), at: place)
  }
}

// MARK: Levels

private struct LevelsArgument: Written {
  let black, white: Quantity
  /// nil for all.
  let lowest, highest: Quantity?
  let gamma: Expression?
  /// nil for all.
  let channel: ColorChannel?
}

extension Argument<ColorEdit> {
  /// `BLACK..WHITE [LOW..HIGH] [GAMMA] [red|green|blue]`
  fileprivate static let levels = Argument({ p throws(ScriptError) in
    let input = try p.parseLevelRange()
    let output = p.startsRange ? try p.parseLevelRange() : nil
    return LevelsArgument(
      black: input.start, white: input.end, lowest: output?.start, highest: output?.end,
      gamma: p.startsNumber ? try p.parseNumber("a gamma") : nil, channel: p.acceptWord())
  }) { written, e throws(ScriptError) in
    var levels = ColorEdit.Levels(
      black: try e.sample(written.black, "a level"), white: try e.sample(written.white, "a level"),
      channel: written.channel)
    try written.white.position.require(
      levels.black < levels.white, "the end of the levels", levels.white, wanted: "above their start")
    if let lowest = written.lowest { levels.lowest = try e.sample(lowest, "a level") }
    if let highest = written.highest { levels.highest = try e.sample(highest, "a level") }
    if let gamma = written.gamma { levels.gamma = try e.number(gamma, "a gamma", in: 0.01...100) }
    return .levels(levels)
  }

  /// `[channels] [N%]`
  fileprivate static let autoLevels = Argument(.ifNext("channels"), .ifNumber(.clipping)) {
    isPerChannel, clipping in
    .autoLevels(isPerChannel ? .perChannel : .shared, clipping: clipping ?? ColorEdit.usualClipping)
  }
}

extension Argument<Double> {
  fileprivate static let clipping = factor("a share of the pixels, such as 1%")
    .requiring("the share of clipped pixels", "from 0% to 49%, such as 0.5%") {
      (0...ColorEdit.mostClipping).contains($0)
    }
}

extension Parser {
  fileprivate mutating func parseLevelRange() throws(ScriptError) -> (start: Quantity, end: Quantity) {
    let meaning = "a range A..B of levels, such as 5%..90%"
    let start = try parseFactor(meaning)
    lexer.skipBlanks()
    guard lexer.take("..") else { throw expected(meaning) }
    return (start, try parseFactor("the end of the range"))
  }
}

// MARK: Other edits

/// The points of a curve, as written.
private struct CurveArgument: Written {
  var points: [PairArgument] = []
  /// nil for all.
  var channel: ColorChannel?
}

extension Argument<ColorEdit> {
  /// `X,Y X,Y ... [red|green|blue]`
  fileprivate static let curve = Argument({ p throws(ScriptError) in
    var curve = CurveArgument()
    while curve.points.count < 2 || p.startsNumber {
      curve.points.append(try p.parsePair("a point X,Y of the curve, from 0,0 to 1,1"))
    }
    curve.channel = p.acceptWord()
    return curve
  }) { written, e throws(ScriptError) in .curve(try e.points(written.points), in: written.channel) }

  /// Nothing, a share, or weights `R,G,B`
  fileprivate static let grayscale = Argument({ p throws(ScriptError) in
    guard p.startsNumber else { return [Quantity]() }
    var shares = [try p.parseFactor("a share or weights R,G,B")]
    while p.takeComma() { shares.append(try p.parseFactor("a weight")) }
    guard [1, 3].contains(shares.count) else { throw p.expected("three weights R,G,B") }
    return shares
  }) { shares, e throws(ScriptError) in
    switch shares.count {
    case 0: return .grayscale()
    case 1: return .grayscale(amount: try e.number(of: .grayscale, shares[0]))
    default:
      var weights: [Double] = []
      for weight in shares { weights.append(try e.number(weight, "a weight", in: -10...10)) }
      return .weightedGray(red: weights[0], green: weights[1], blue: weights[2])
    }
  }

  /// The 20 numbers of SVG's feColorMatrix.
  fileprivate static let colorMatrix = Argument({ p throws(ScriptError) in
    var numbers: [Expression] = []
    for i in 1...20 {
      if i > 1 { _ = p.takeComma() }
      numbers.append(try p.parseNumber("number \(i) of the 20 numbers of a color matrix"))
    }
    return numbers
  }) { numbers, e throws(ScriptError) in ColorEdit(.matrix(try e.colorMatrix(numbers))) }
}

extension Argument<ColorLookup> {
  /// `"FILE.cube"`, which is read before the script runs.
  fileprivate static let lookup = Argument({ p throws(ScriptError) in try p.parseLookup() }) { written, _ in
    written
  }
}

extension Parser {
  fileprivate mutating func parseLookup() throws(ScriptError) -> ColorLookup {
    let file = try parseDataFile(.lookup)
    do throws(ScriptError) {
      return try DataReader.lookup(of: file, limits: limits)
    } catch {
      report(error.problem, at: error.position)
      return ColorLookup(path: file.path, tables: [])
    }
  }
}

extension Evaluator {
  fileprivate mutating func points(_ arguments: [PairArgument]) throws(ScriptError) -> [Point] {
    var points: [Point] = []
    for argument in arguments {
      let point = try unitPair(argument)
      let place = argument.position
      for value in [point.x, point.y] { try checkSample(value, "a point of a curve", at: place) }
      for value in [point.x, point.y] { _ = try place.checked(value, "a point of a curve", in: 0...1) }
      let isRising = points.last.map { point.x > $0.x } ?? true
      try place.require(isRising, "a point of a curve", point.x, wanted: "to the right of the last one")
      points.append(point)
    }
    return points
  }

  fileprivate mutating func colorMatrix(_ expressions: [Expression]) throws(ScriptError) -> ColorMatrix {
    var numbers: [Double] = []
    for expression in expressions {
      numbers.append(try number(expression, "a number of a color matrix", in: -1000...1000))
    }
    for (i, wanted) in [0.0, 0, 0, 1, 0].enumerated() where numbers[15 + i] != wanted {
      throw expressions[15 + i].position.error(
        .outOfRange("the row of alpha", value: numbers[15 + i], wanted: "0 0 0 1 0, which keeps alpha"))
    }
    return ColorMatrix(rows: Array(numbers[0..<5]), Array(numbers[5..<10]), Array(numbers[10..<15]))
  }
}
