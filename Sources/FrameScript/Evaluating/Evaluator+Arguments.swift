import FrameGeometry
import FrameScene

/// Evaluates arguments. The text of variables is parsed here.
extension Evaluator {
  enum Axis { case x, y, alone }

  // MARK: Quantities

  /// In pixels.
  ///
  /// - Parameter size: The size that percentages are of; nil for the canvas's.
  mutating func length(
    _ quantity: Quantity, _ axis: Axis, of size: Size? = nil
  ) throws(ScriptError) -> Double {
    try pixels(of: try length(quantity), axis, of: size, at: quantity.position)
  }

  private func pixels(
    of length: Length, _ axis: Axis, of size: Size?, at place: ScriptPosition
  ) throws(ScriptError) -> Double {
    guard length.percent != 0 else { return length.pixels }
    let size = size ?? editor.scene.canvas.size
    guard size.width > 0 else { throw ScriptError(.canvasRequired, at: place) }
    switch axis {
    case .x: return length.pixels(of: size.width)
    case .y: return length.pixels(of: size.height)
    case .alone: return length.pixels(of: min(size.width, size.height))
    }
  }

  private mutating func length(_ quantity: Quantity) throws(ScriptError) -> Length {
    let value = try value(of: quantity.value)
    return try Self.length(value, quantity.unit, at: quantity.position)
  }

  private static func length(
    _ value: Value, _ unit: Quantity.Unit?, at place: ScriptPosition
  ) throws(ScriptError) -> Length {
    if case .length(let length) = value, unit == nil { return length }
    let (number, unit) = try resolve(
      value, unit, units: [.pixels, .points, .percent], as: "a length", at: place)
    return unit == .percent ? Length(percent: number) : Length(pixels: number)
  }

  /// Returns the size of the canvas, and fixes it.
  ///
  /// - Parameter variable: The variable that reads it, for errors.
  func canvasSize(_ variable: String, at position: ScriptPosition) throws(ScriptError) -> Size {
    switch editor.scene.canvas.extent {
    case .unstated, .size, .imageAspect, .cover: break
    case .fit, .inscribed: throw ScriptError(.canvasSizeFollows(variable), at: position)
    }
    try editor.start(at: position)
    editor.modify { $0.canvas.isSizeRead = true }
    return editor.scene.canvas.size
  }

  mutating func nonNegative(
    _ quantity: Quantity, _ meaning: String
  ) throws(ScriptError) -> Double {
    let value = try length(quantity, .alone)
    try quantity.position.require(value >= 0, meaning, value, wanted: "from 0")
    return value
  }

  /// Returns a length of which percentages are of something that is known later.
  mutating func nonNegativeLength(_ quantity: Quantity, _ meaning: String) throws(ScriptError) -> Length {
    let length = try length(quantity)
    // The sign of a mixture, such as 50% - 10, is known later.
    let least = min(length.pixels, length.percent)
    let isAllowed = least >= 0 || max(length.pixels, length.percent) > 0
    try quantity.position.require(isAllowed, meaning, least, wanted: "from 0")
    return length
  }

  mutating func angle(_ quantity: Quantity) throws(ScriptError) -> Angle {
    let (number, unit) = try resolve(quantity, units: [.degrees, .radians, .turns], as: "an angle")
    switch unit {
    case .degrees: return Angle(degrees: number)
    case .radians: return Angle(radians: number)
    case .turns: return Angle(turns: number)
    default:
      throw ScriptError(
        .bareAngle(quantity.value.variableText ?? number.scriptText), at: quantity.position)
    }
  }

  /// In seconds; never negative.
  mutating func time(_ quantity: Quantity) throws(ScriptError) -> Double {
    let (number, unit) = try resolve(quantity, units: [.milliseconds, .seconds], as: "a time")
    let place = quantity.position
    let seconds: Double
    switch unit {
    case .milliseconds: seconds = number / 1000
    case .seconds: seconds = number
    default: throw ScriptError(.bareTime(quantity.value.variableText ?? number.scriptText), at: place)
    }
    let times = 0...Self.longestTime
    try place.require(times.contains(seconds), "a time", seconds, wanted: "\(times.boundsText) seconds")
    return seconds
  }

  /// A year: with this, clocks have microsecond precision.
  private static let longestTime = 31_536_000.0

  mutating func wholeNumber(
    _ expression: Expression, _ meaning: String, from least: Double
  ) throws(ScriptError) -> Int {
    let value = try number(of: expression)
    try expression.position.require(
      value == value.rounded() && value >= least && value <= 1e15, meaning, value,
      wanted: "a whole number of at least \(least.scriptText)")
    return Int(value)
  }

  mutating func number(
    _ quantity: Quantity, _ meaning: String, in range: ClosedRange<Double>
  ) throws(ScriptError) -> Double {
    try quantity.position.checked(try unitShare(quantity), meaning, in: range)
  }

  mutating func number(
    _ expression: Expression, _ meaning: String, in range: ClosedRange<Double>
  ) throws(ScriptError) -> Double {
    try expression.position.checked(try number(of: expression), meaning, in: range)
  }

  mutating func resolve(
    _ quantity: Quantity, units: [Quantity.Unit], as meaning: String
  ) throws(ScriptError) -> (Double, Quantity.Unit?) {
    let value = try value(of: quantity.value)
    return try Self.resolve(value, quantity.unit, units: units, as: meaning, at: quantity.position)
  }

  /// - Parameter unit: The unit as written; nil if the value may contain it.
  static func resolve(
    _ value: Value, _ unit: Quantity.Unit?, units: [Quantity.Unit], as meaning: String,
    at place: ScriptPosition
  ) throws(ScriptError) -> (Double, Quantity.Unit?) {
    guard unit == nil else { return (try number(value, at: place), unit) }
    switch value {
    case .number(let number): return (number, nil)
    case .length(let length): throw ScriptError(.lengthFound(length, wanted: meaning), at: place)
    case .text(let text):
      if let (number, unit) = Quantity.parts(of: text), unit.map(units.contains) ?? true {
        return (number, unit)
      }
    case .list, .record, .input: break
    }
    throw ScriptError(.notANumber(meaning, found: value.kind), at: place)
  }

  // MARK: Pairs

  /// Evaluates a point, size or vector of lengths.
  ///
  /// - Parameter size: The size that percentages are of; nil for the canvas's.
  mutating func pair(
    _ argument: PairArgument, of size: Size? = nil
  ) throws(ScriptError) -> (x: Double, y: Double) {
    let (x, y) = try lengths(argument)
    let places = argument.positions
    return (try pixels(of: x, .x, of: size, at: places.x), try pixels(of: y, .y, of: size, at: places.y))
  }

  /// Evaluates a pair of plain numbers: an anchor.
  mutating func unitPair(_ argument: PairArgument) throws(ScriptError) -> Point {
    switch argument {
    case .pair(let x, let y): return Point(x: try unitShare(x), y: try unitShare(y))
    case .variable(let expression):
      let place = expression.position
      let (x, y) = try parts(of: expression)
      return Point(x: try Self.unitShare(x, nil, at: place), y: try Self.unitShare(y, nil, at: place))
    }
  }

  /// Evaluates a pair of lengths whose percentages are not of the canvas.
  mutating func lengths(_ argument: PairArgument) throws(ScriptError) -> (Length, Length) {
    switch argument {
    case .pair(let x, let y): return (try length(x), try length(y))
    case .variable(let expression):
      let place = expression.position
      let (x, y) = try parts(of: expression)
      return (try Self.length(x, nil, at: place), try Self.length(y, nil, at: place))
    }
  }

  /// Evaluates a share of the bounds; `50%` is 0.5.
  mutating func unitShare(_ quantity: Quantity) throws(ScriptError) -> Double {
    let value = try value(of: quantity.value)
    return try Self.unitShare(value, quantity.unit, at: quantity.position)
  }

  private static func unitShare(
    _ value: Value, _ unit: Quantity.Unit?, at place: ScriptPosition
  ) throws(ScriptError) -> Double {
    if unit == nil, let share = value.share { return share }
    let (number, unit) = try resolve(value, unit, units: [.percent], as: "a share", at: place)
    return unit == .percent ? number / 100 : number
  }

  /// Evaluates a variable that holds a pair: a list of two values, or a text with a comma.
  private mutating func parts(of expression: Expression) throws(ScriptError) -> (Value, Value) {
    let value = try value(of: expression)
    var parts: [Value] = []
    switch value {
    case .list(let list): parts = list.items
    case .text(let text): parts = text.split(separator: ",", maxSplits: 2).map { .text(String($0)) }
    case .number, .length, .record, .input: break
    }
    guard parts.count == 2 else {
      throw ScriptError(.notANumber("a pair x,y", found: value.kind), at: expression.position)
    }
    for case .list in parts {
      throw ScriptError(.notANumber("a pair x,y", found: "a list"), at: expression.position)
    }
    return (parts[0], parts[1])
  }

  /// - Parameter whole: The size that percentages are of; nil for the canvas's.
  mutating func rect(
    _ origin: PairArgument, _ size: PairArgument, of whole: Size? = nil
  ) throws(ScriptError) -> Rect {
    let (x, y) = try pair(origin, of: whole)
    let (width, height) = try pair(size, of: whole)
    return Rect(x: x, y: y, width: width, height: height)
  }

  mutating func point(_ argument: PairArgument) throws(ScriptError) -> Point {
    let (x, y) = try pair(argument)
    return Point(x: x, y: y)
  }

  mutating func numbers(of expressions: [Expression]) throws(ScriptError) -> [Double] {
    var numbers: [Double] = []
    for expression in expressions { numbers.append(try number(of: expression)) }
    return numbers
  }

  mutating func matrix(_ argument: MatrixArgument) throws(ScriptError) -> AffineTransform {
    let n = try numbers(of: argument.numbers)
    return AffineTransform(n[0], n[1], n[2], n[3], n[4], n[5])
  }

  /// - Parameter argument: nine numbers, row by row.
  mutating func projection(_ argument: MatrixArgument) throws(ScriptError) -> Projection {
    let n = try numbers(of: argument.numbers)
    return Projection(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8])
  }

  mutating func map(_ argument: MatrixArgument) throws(ScriptError) -> PlaneMap {
    argument.numbers.count == 9
      ? PlaneMap(try projection(argument)) : .affine(try matrix(argument))
  }

  // MARK: Words

  mutating func word<W: ScriptKeyword>(_ choice: Choice<W>) throws(ScriptError) -> W {
    switch choice {
    case .word(let word): return word
    case .template(let template):
      let text = try text(of: template)
      guard let word = W(word: text) else {
        throw ScriptError(W.problem(with: text), at: template.position)
      }
      return word
    }
  }

  /// Evaluates a number from 0 to 1, or a percentage.
  mutating func share(_ quantity: Quantity, of meaning: String) throws(ScriptError) -> Double {
    try number(quantity, meaning, in: 0...1)
  }

  // MARK: Layers

  mutating func layer(named template: Template) throws(ScriptError) -> Int {
    try editor.start(at: template.position)
    let name = try name(of: template)
    guard let index = editor.scene.index(of: name) else {
      throw ScriptError(
        .unknownLayer(name, nearest: name.nearest(in: editor.scene.names)), at: template.position)
    }
    return index
  }

  /// Returns the layer that receives edits.
  ///
  /// - Parameters:
  ///   - word: The statement or variable that needs the layer, for errors.
  ///   - position: The position of that word; nil for the position of the statement.
  mutating func currentLayer(
    for word: String, at position: ScriptPosition? = nil
  ) throws(ScriptError) -> Int {
    let position = position ?? place
    try editor.start(at: position)
    guard let current = editor.scene.current else { throw ScriptError(.noCurrentLayer(word), at: position) }
    return current
  }
}

extension Quantity {
  /// Returns the number and the unit of a text, such as the value of a parameter; nil for other texts.
  static func parts(of text: String) -> (number: Double, unit: Unit?)? {
    let tail = text.reversed().prefix { $0.isLetter || $0 == "%" }.count
    guard let number = Double(plain: text.dropLast(tail)) else { return nil }
    if tail == 0 { return (number, nil) }
    return Unit(rawValue: String(text.suffix(tail))).map { (number, $0) }
  }
}

extension Expression {
  /// A variable as it is written before a unit; nil for anything else.
  fileprivate var variableText: String? { if case .variable(let name) = kind { "${\(name)}" } else { nil } }
}

extension Value {
  /// A percentage as a share: `50%` is 0.5; nil for anything else.
  fileprivate var share: Double? {
    if case .length(let length) = self, length.pixels == 0 { length.percent / 100 } else { nil }
  }
}
