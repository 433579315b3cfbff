import FrameGeometry
import FrameImage

/// An operand of a formula.
enum Term {
  case number(Double)
  case length(Length)

  /// The operand as a length: a number is pixels.
  var length: Length {
    switch self {
    case .number(let number): Length(pixels: number)
    case .length(let length): length
    }
  }

  var value: Value {
    switch self {
    case .number(let number): .number(number)
    case .length(let length): .length(length)
    }
  }
}

/// Operators and functions, of numbers and of lengths.
extension Evaluator {
  mutating func term(of expression: Expression) throws(ScriptError) -> Term {
    try Self.term(try value(of: expression), at: expression.position)
  }

  private static func term(_ value: Value, at place: ScriptPosition) throws(ScriptError) -> Term {
    switch value {
    case .length(let length): return .length(length)
    case .text(let text):
      // A text from `-D` may be a length.
      if let length = Length(plain: text) {
        return length.percent == 0 ? .number(length.pixels) : .length(length)
      }
    default: break
    }
    return .number(try number(value, at: place))
  }

  /// `a + b + c + ...` is a tree as deep as it is long, so its left side is evaluated in a loop.
  mutating func binary(_ expression: Expression) throws(ScriptError) -> Value {
    var chain: [Expression] = []
    var first = expression
    while case .binary(_, let left, _) = first.kind {
      chain.append(first)
      first = left
    }
    var result = try value(of: first)
    for node in chain.reversed() {
      guard case .binary(let symbol, let left, let right) = node.kind else { break }
      result = try combine(result, at: left.position, symbol, right, at: node.position)
    }
    return result
  }

  private mutating func combine(
    _ first: Value, at leftPlace: ScriptPosition, _ symbol: Expression.BinaryOperator, _ right: Expression,
    at place: ScriptPosition
  ) throws(ScriptError) -> Value {
    switch symbol {
    case .and, .or:
      // The second operand is evaluated only if it matters.
      let isTrue = try Self.number(first, at: leftPlace) != 0
      if isTrue == (symbol == .or) { return .number(isTrue ? 1 : 0) }
      return .number(try number(of: right) != 0 ? 1 : 0)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      let isTrue = try Self.compare(first, symbol, try value(of: right), at: leftPlace, right.position)
      return .number(isTrue ? 1 : 0)
    default: break
    }
    let a = try Self.term(first, at: leftPlace)
    let b = try term(of: right)
    if case .number(0) = b, symbol == .divide || symbol == .remainder {
      throw ScriptError(.divisionByZero, at: right.position)
    }
    guard case .number(let x) = a, case .number(let y) = b else {
      guard let length = Self.combine(a, symbol, b) else {
        throw ScriptError(.lengthsCombined(symbol.rawValue), at: place)
      }
      guard length.isFinite else {
        throw ScriptError(.notFinite("the result of \(symbol.rawValue)"), at: place)
      }
      return .length(length)
    }
    let result: Double
    switch symbol {
    case .add: result = x + y
    case .subtract: result = x - y
    case .multiply: result = x * y
    case .divide: result = x / y
    case .remainder: result = x.floored(by: y)
    default: preconditionFailure("handled above")
    }
    guard result.isFinite else {
      throw ScriptError(.notFinite("the result of \(symbol.rawValue)"), at: place)
    }
    return .number(result)
  }

  /// Combines operands of which at least one is a length.
  ///
  /// - Returns: nil if the operator does not take them.
  private static func combine(_ a: Term, _ symbol: Expression.BinaryOperator, _ b: Term) -> Length? {
    switch (symbol, a, b) {
    case (.add, _, _): a.length + b.length
    case (.subtract, _, _): a.length - b.length
    case (.multiply, .length(let length), .number(let factor)): length * factor
    case (.multiply, .number(let factor), .length(let length)): length * factor
    case (.divide, .length(let length), .number(let divisor)): length / divisor
    default: nil
    }
  }

  /// Compares two values that are evaluated.
  ///
  /// - Parameter comparison: such as `<`.
  static func compare(
    _ a: Value, _ comparison: Expression.BinaryOperator, _ b: Value, at first: ScriptPosition,
    _ second: ScriptPosition
  ) throws(ScriptError) -> Bool {
    switch comparison {
    case .equal: return try isEqual(a, b, at: second)
    case .notEqual: return try !isEqual(a, b, at: second)
    default: break
    }
    let (x, y) = (try term(a, at: first), try term(b, at: second))
    let (left, right): (Double, Double)
    if case .number(let a) = x, case .number(let b) = y {
      (left, right) = (a, b)
    } else {
      (left, right) = (try order([x, y], of: comparison.rawValue, at: second), 0)
    }
    switch comparison {
    case .less: return left < right
    case .lessOrEqual: return left <= right
    case .greater: return left > right
    case .greaterOrEqual: return left >= right
    default: preconditionFailure("a comparison")
    }
  }

  private static func isEqual(_ a: Value, _ b: Value, at place: ScriptPosition) throws(ScriptError) -> Bool {
    // A parameter from the command line is a text even if it looks like a number.
    switch (a.withoutInput, b.withoutInput) {
    case (.number(let x), .text(let y)), (.text(let y), .number(let x)): return Double(plain: y) == x
    case (.length(let x), .length(let y)): return try isEqual(x, y, at: place)
    case (.length(let x), .number(let y)), (.number(let y), .length(let x)):
      return try isEqual(x, Length(pixels: y), at: place)
    case (.length(let x), .text(let y)), (.text(let y), .length(let x)):
      guard let y = Length(plain: y) else { return false }
      return try isEqual(x, y, at: place)
    default: return a.withoutInput == b.withoutInput
    }
  }

  private static func isEqual(_ a: Length, _ b: Length, at place: ScriptPosition) throws(ScriptError) -> Bool
  {
    try order([.length(a), .length(b)], of: "==", at: place) == 0
  }

  /// Returns a number with the sign of the difference of two operands.
  ///
  /// - Parameter operation: what compares them, for the error if a percentage decides.
  private static func order(
    _ terms: [Term], of operation: String, at place: ScriptPosition
  ) throws(ScriptError) -> Double {
    guard let order = Length.order(terms[0].length, terms[1].length) else {
      throw ScriptError(.undecidedLengths(operation, terms.map(\.value.description)), at: place)
    }
    return order
  }

  // MARK: Functions

  mutating func call(
    _ function: Expression.Function, _ terms: [Term], at place: ScriptPosition
  ) throws(ScriptError) -> Value {
    var numbers: [Double] = []
    for case .number(let number) in terms { numbers.append(number) }
    if numbers.count == terms.count { return .number(try call(function, numbers, at: place)) }
    let name = function.rawValue
    switch function {
    case .min, .max:
      var best = terms[0]
      for term in terms.dropFirst() {
        let order = try Self.order([term, best], of: name, at: place)
        if function == .min ? order < 0 : order > 0 { best = term }
      }
      return best.value
    case .clamp:
      let (low, high) = (terms[1].length, terms[2].length)
      guard try Self.order([terms[1], terms[2]], of: name, at: place) <= 0 else {
        let isShare = low.percent != high.percent
        throw ScriptError(
          .emptyRange(isShare ? low.percent : low.pixels, isShare ? high.percent : high.pixels), at: place)
      }
      if try Self.order([terms[0], terms[1]], of: name, at: place) < 0 { return terms[1].value }
      return try Self.order([terms[0], terms[2]], of: name, at: place) > 0 ? terms[2].value : terms[0].value
    case .abs:
      let isNegative = try Self.order([terms[0], .number(0)], of: name, at: place) < 0
      return .length(isNegative ? -terms[0].length : terms[0].length)
    default: throw ScriptError(.undecidedLengths(name, terms.map(\.value.description)), at: place)
    }
  }

  private mutating func call(
    _ function: Expression.Function, _ x: [Double], at place: ScriptPosition
  ) throws(ScriptError) -> Double {
    let result: Double
    switch function {
    case .sin: result = Trigonometry.sine(radians: x[0])
    case .cos: result = Trigonometry.cosine(radians: x[0])
    case .tan: result = Trigonometry.tangent(Angle(radians: x[0]))
    case .atan2: result = Trigonometry.atan2(x[0], x[1])
    case .hypot: result = Trigonometry.hypot(x[0], x[1])
    case .sqrt: result = x[0].squareRoot()
    case .min: result = x.min()!
    case .max: result = x.max()!
    case .abs: result = abs(x[0])
    case .floor: result = x[0].rounded(.down)
    case .ceil: result = x[0].rounded(.up)
    case .trunc: result = x[0].rounded(.towardZero)
    case .round: result = x[0].rounded(.toNearestOrAwayFromZero)
    case .sign: result = x[0] > 0 ? 1 : x[0] < 0 ? -1 : 0
    case .clamp:
      guard x[1] <= x[2] else { throw ScriptError(.emptyRange(x[1], x[2]), at: place) }
      result = min(max(x[0], x[1]), x[2])
    case .mod:
      guard x[1] != 0 else { throw ScriptError(.divisionByZero, at: place) }
      result = x[0].floored(by: x[1])
    case .random: result = try random(x[0], x[1], at: place)
    case .count: preconditionFailure("handled when values are evaluated")
    }
    guard result.isFinite else {
      throw ScriptError(.notFinite("the result of \(function.rawValue)"), at: place)
    }
    return result
  }

  /// Returns an integer from `low` to `high`, both included.
  private mutating func random(
    _ low: Double, _ high: Double, at place: ScriptPosition
  ) throws(ScriptError) -> Double {
    bindings.noteReading(of: Bindings.chance)
    let first = low.rounded(.up)
    let last = high.rounded(.down)
    guard first <= last, abs(first) < 1e15, abs(last) < 1e15 else {
      throw ScriptError(.emptyRange(low, high), at: place)
    }
    return first + Double(randomNumbers.next() % (UInt64(last - first) + 1))
  }
}

extension Double {
  /// Returns the remainder with the divisor's sign.
  fileprivate func floored(by divisor: Double) -> Double {
    let rest = truncatingRemainder(dividingBy: divisor)
    return rest != 0 && (rest < 0) != (divisor < 0) ? rest + divisor : rest
  }
}

extension Length {
  /// A length as `-D` gives it: a number with a unit of length.
  init?(plain text: String) {
    guard let (number, unit) = Quantity.parts(of: text) else { return nil }
    switch unit {
    case .percent: self.init(percent: number)
    case .pixels, .points: self.init(pixels: number)
    default: return nil
    }
  }
}
