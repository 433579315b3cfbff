import FrameGeometry
import FrameImage
import FrameScript

/// Evaluates expressions.
extension Evaluator {
  mutating func value(of expression: Expression) throws(ScriptError) -> Value {
    switch expression.kind {
    case .number(let number): return .number(number)
    case .text(let template): return .text(try text(of: template))
    case .list(let items):
      var values: [Value] = []
      for item in items { values.append(try value(of: item)) }
      do throws(LimitExceeded) {
        return .list(try ValueList(values, nesting: limits.nesting))
      } catch {
        throw ScriptError(.limit(error), at: expression.position)
      }
    case .variable(let name): return try variable(name, at: expression.position)
    case .element(let list, let index): return try element(of: list, index, at: expression.position)
    case .negate(let operand): return .number(-(try number(of: operand)))
    case .not(let operand): return .number(try number(of: operand) == 0 ? 1 : 0)
    case .layer(let function, let name, let arguments):
      let layer = try self.layer(named: name)
      var numbers: [Double] = []
      for argument in arguments { numbers.append(try number(of: argument)) }
      return try value(of: function, layer, numbers, at: expression.position)
    case .binary: return try binary(expression)
    case .call(.count, let arguments):
      let list = try value(of: arguments[0])
      guard case .list(let list) = list else {
        throw ScriptError(.notAList(found: list.kind), at: arguments[0].position)
      }
      return .number(Double(list.items.count))
    case .call(let function, let arguments):
      var numbers: [Double] = []
      for argument in arguments { numbers.append(try number(of: argument)) }
      return .number(try call(function, numbers, at: expression.position))
    }
  }

  mutating func number(of expression: Expression) throws(ScriptError) -> Double {
    try number(try value(of: expression), at: expression.position)
  }

  func number(_ value: Value, at place: ScriptPosition) throws(ScriptError) -> Double {
    switch value {
    case .number(let number): return number
    case .text(let text):
      // A text from `-D` or a list may be a number.
      if let number = Double(plain: text) { return number }
    case .list: break
    }
    throw ScriptError(.notANumber("a number", found: value.kind), at: place)
  }

  mutating func text(of template: Template) throws(ScriptError) -> String {
    var text = ""
    for piece in template.pieces {
      let part: Value
      switch piece {
      case .text(let string): part = .text(string)
      case .value(let expression, let decimals?): part = .text(try number(of: expression).fixed(decimals))
      case .value(let expression, nil): part = try value(of: expression)
      }
      guard part.write(to: &text, limit: limits.stringBytes) else {
        let exceeded = LimitExceeded(
          .stringBytes, needed: limits.stringBytes + 1, allowed: limits.stringBytes)
        throw ScriptError(.limit(exceeded), at: template.position)
      }
    }
    return text
  }

  /// Evaluates the name of a layer, a recognizer or a menu.
  mutating func name(of template: Template) throws(ScriptError) -> String {
    let name = try text(of: template)
    guard name.utf8.count <= limits.nameBytes else {
      let exceeded = LimitExceeded(.nameBytes, needed: name.utf8.count, allowed: limits.nameBytes)
      throw ScriptError(.limit(exceeded), at: template.position)
    }
    return name
  }

  private mutating func variable(_ name: String, at place: ScriptPosition) throws(ScriptError) -> Value {
    if let value = environment[name] {
      if bindings.names.contains(name), environment.isOutermost(name) { bindings.noteReading(of: name) }
      return value
    }
    switch name {
    case "marked":
      bindings.noteReading(of: Bindings.marks)
      return .number(Double(editor.scene.marked.count))
    case "layer":
      bindings.noteReading(of: Bindings.chance)
      let index = try currentLayer(for: "$layer", at: place)
      return .text(editor.scene.layers[index].name)
    default: break
    }
    let known = environment.names + ["marked", "layer"]
    throw ScriptError(.unknownVariable(name, nearest: name.nearest(in: known)), at: place)
  }

  private mutating func element(
    of list: Expression, _ index: Expression, at place: ScriptPosition
  ) throws(ScriptError) -> Value {
    let value = try value(of: list)
    guard case .list(let found) = value else {
      throw ScriptError(.notAList(found: value.kind), at: list.position)
    }
    let items = found.items
    let number = try number(of: index)
    guard number == number.rounded(), number >= 0, number < Double(items.count) else {
      throw ScriptError(.badIndex(number.scriptText, count: items.count), at: index.position)
    }
    return items[Int(number)]
  }

  /// `a + b + c + ...` is a tree as deep as it is long, so its left side is evaluated in a loop.
  private mutating func binary(_ expression: Expression) throws(ScriptError) -> Value {
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
      let isTrue = try number(first, at: leftPlace) != 0
      if isTrue == (symbol == .or) { return .number(isTrue ? 1 : 0) }
      return .number(try number(of: right) != 0 ? 1 : 0)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      let isTrue = try compare(first, symbol, try value(of: right), at: leftPlace, right.position)
      return .number(isTrue ? 1 : 0)
    default: break
    }
    let a = try number(first, at: leftPlace)
    let b = try number(of: right)
    let result: Double
    switch symbol {
    case .add: result = a + b
    case .subtract: result = a - b
    case .multiply: result = a * b
    case .divide, .remainder:
      guard b != 0 else { throw ScriptError(.divisionByZero, at: right.position) }
      result = symbol == .divide ? a / b : a.floored(by: b)
    default: preconditionFailure("handled above")
    }
    guard result.isFinite else { throw ScriptError(.notFinite(symbol.rawValue), at: place) }
    return .number(result)
  }

  /// Compares two values that are evaluated.
  ///
  /// - Parameter comparison: such as `<`.
  func compare(
    _ a: Value, _ comparison: Expression.BinaryOperator, _ b: Value, at first: ScriptPosition,
    _ second: ScriptPosition
  ) throws(ScriptError) -> Bool {
    switch comparison {
    case .equal: return isEqual(a, b)
    case .notEqual: return !isEqual(a, b)
    default: break
    }
    let (x, y) = (try number(a, at: first), try number(b, at: second))
    switch comparison {
    case .less: return x < y
    case .lessOrEqual: return x <= y
    case .greater: return x > y
    case .greaterOrEqual: return x >= y
    default: preconditionFailure("a comparison")
    }
  }

  private func isEqual(_ a: Value, _ b: Value) -> Bool {
    // A parameter from the command line is a text even if it looks like a number.
    switch (a, b) {
    case (.number(let x), .text(let y)), (.text(let y), .number(let x)): Double(plain: y) == x
    default: a == b
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
    case .random: result = try random(x[0], x[1], at: place)
    case .count: preconditionFailure("handled when values are evaluated")
    }
    guard result.isFinite else { throw ScriptError(.notFinite(function.rawValue), at: place) }
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

  /// A number as in scripts: digits on both sides of a point, and an optional exponent.
  init?(plain text: some StringProtocol) {
    let bytes = Array(text.utf8)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = bytes.first, let last = bytes.last, digits.contains(last),
      digits.contains(first) || first == UInt8(ascii: "-") && bytes.count > 1 && digits.contains(bytes[1]),
      bytes.allSatisfy({ digits.contains($0) || ".eE+-".utf8.contains($0) }),
      let value = Double(String(text)), value.isFinite
    else { return nil }
    self = value
  }
}
