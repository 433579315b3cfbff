import FrameGeometry
import FrameImage
import FrameScene

/// Evaluates expressions.
extension Evaluator {
  mutating func value(of expression: Expression) throws(ScriptError) -> Value {
    switch expression.kind {
    case .number(let number): return .number(number)
    case .variable(let name): return try variable(name, at: expression.position)
    default:
      stack.evaluations += 1
      defer { stack.evaluations -= 1 }
      try expression.position.check(.nesting, stack.evaluations, atMost: Self.deepestEvaluation)
      return try value(ofCompound: expression)
    }
  }

  /// The parser limits the depth of a formula, but functions can call each other in formulas. Even a debug build evaluates
  /// this many levels on the stack of a worker thread, which has 4 MiB.
  private static let deepestEvaluation = 256

  private mutating func value(ofCompound expression: Expression) throws(ScriptError) -> Value {
    switch expression.kind {
    case .number, .variable: preconditionFailure("evaluated before")
    case .text(let template): return .text(try text(of: template))
    case .list(let items):
      var values: [Value] = []
      for item in items { values.append(try value(of: item)) }
      return .list(try limited(ValueList(values, nesting: limits.nesting), at: expression.position))
    case .element(let list, let index): return try element(of: list, index, at: expression.position)
    case .negate(let operand):
      switch try term(of: operand) {
      case .number(let number): return .number(-number)
      case .length(let length): return .length(-length)
      }
    case .percent(let operand):
      return .length(Length(percent: try number(of: operand)))
    case .not(let operand): return .number(try number(of: operand) == 0 ? 1 : 0)
    case .layer(let function, let name, let arguments):
      let layer = try self.layer(named: name)
      return try value(of: function, layer, try numbers(of: arguments), at: expression.position)
    case .binary: return try binary(expression)
    case .field(let record, let name):
      let value = try value(of: record)
      guard case .record(let found) = value else {
        throw ScriptError(.notARecord(found: value.kind), at: record.position)
      }
      return try field(name, of: found, at: expression.position)
    case .define(let name, let arguments):
      return try value(ofFunction: name, arguments, at: expression.position)
    case .call(.count, let arguments):
      let list = try value(of: arguments[0])
      switch list {
      case .list(let list): return .number(Double(list.items.count))
      case .record(let record): return .number(Double(record.values.count))
      default: throw ScriptError(.notAList(found: list.kind), at: arguments[0].position)
      }
    case .call(let function, let arguments):
      var terms: [Term] = []
      for argument in arguments { terms.append(try term(of: argument)) }
      return try call(function, terms, at: expression.position)
    }
  }

  mutating func number(of expression: Expression) throws(ScriptError) -> Double {
    try Self.number(try value(of: expression), at: expression.position)
  }

  static func number(_ value: Value, at place: ScriptPosition) throws(ScriptError) -> Double {
    switch value {
    case .number(let number): return number
    case .text(let text):
      // A text from `-D` or a list may be a number.
      if let number = Double(plain: text) { return number }
    case .length(let length): throw ScriptError(.lengthFound(length, wanted: "a number"), at: place)
    case .list, .record, .input: break
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
      case .value(let expression, nil):
        part = try value(of: expression)
        if let (path, record) = part.firstRecord(in: expression.plainText) {
          let field = "${\(path).\(record.names.first ?? "FIELD")}"
          throw ScriptError(.recordInText(field: field), at: expression.position)
        }
      }
      guard part.write(to: &text, limit: limits.stringBytes) else {
        let needed = limits.stringBytes + 1
        throw ScriptError(
          .limit(LimitExceeded(.stringBytes, needed: needed, allowed: limits.stringBytes)),
          at: template.position)
      }
    }
    return text
  }

  /// Evaluates the name of a layer, a recognizer or a menu.
  mutating func name(of template: Template) throws(ScriptError) -> String {
    let name = try text(of: template)
    try template.position.check(.nameBytes, name.utf8.count, atMost: limits.nameBytes)
    return name
  }

  private mutating func variable(_ name: String, at place: ScriptPosition) throws(ScriptError) -> Value {
    if let value = environment[name] {
      if bindings.names.contains(name), environment.isOutermost(name) { bindings.noteReading(of: name) }
      return value
    }
    switch name {
    case "canvas_width": return .number(try canvasSize(name, at: place).width)
    case "canvas_height": return .number(try canvasSize(name, at: place).height)
    case "marked":
      bindings.noteReading(of: Bindings.marks)
      return .number(Double(editor.scene.marked.count))
    case "layer":
      bindings.noteReading(of: Bindings.chance)
      let index = try currentLayer(for: "$layer", at: place)
      return .text(editor.scene.layers[index].name)
    default: break
    }
    if let value = try inputVariable(name, at: place) { return value }
    let known =
      environment.names + ["marked", "layer", "canvas_width", "canvas_height", "inputs", "count"]
      + InputField.allCases.map(\.rawValue)
    throw ScriptError(.unknownVariable(name, nearest: name.nearest(in: known)), at: place)
  }

  private mutating func element(
    of list: Expression, _ index: Expression, at place: ScriptPosition
  ) throws(ScriptError) -> Value {
    if let field = inputField(list) {
      let index = try itemIndex(index, count: images.count)
      return try value(of: field, input: index + 1, at: place)
    }
    let value = try value(of: list)
    if case .record(let record) = value {
      return try field(try self.value(of: index).description, of: record, at: index.position)
    }
    guard case .list(let found) = value else {
      throw ScriptError(.notAList(found: value.kind), at: list.position)
    }
    return found.items[try itemIndex(index, count: found.items.count)]
  }

  private func field(
    _ name: String, of record: ValueRecord, at place: ScriptPosition
  ) throws(ScriptError) -> Value {
    guard let value = record[name] else {
      throw ScriptError(
        .unknownField(name, nearest: name.nearest(in: record.names), fields: record.names), at: place)
    }
    return value
  }

  private mutating func itemIndex(_ expression: Expression, count: Int) throws(ScriptError) -> Int {
    let number = try number(of: expression)
    guard number == number.rounded(), number >= 0, number < Double(count) else {
      throw ScriptError(.badIndex(number.scriptText, count: count), at: expression.position)
    }
    return Int(number)
  }
}

extension Expression {
  fileprivate var plainText: String {
    switch kind {
    case .variable(let name): name
    case .field(let record, let name): record.plainText + "." + name
    case .element(let list, let index):
      if case .number(let number) = index.kind {
        "\(list.plainText)[\(number.scriptText)]"
      } else if case .variable(let name) = index.kind {
        "\(list.plainText)[$\(name)]"
      } else {
        list.plainText + "[...]"
      }
    default: "NAME"
    }
  }
}

extension Value {
  /// Returns the value or the first record in it, with its path in a value of this path: `rows[0]`; nil without records.
  fileprivate func firstRecord(in path: @autoclosure () -> String) -> (path: String, ValueRecord)? {
    switch self {
    case .record(let record): return (path(), record)
    case .list(let list) where list.depth > 1:
      for (i, item) in list.items.enumerated() {
        if let found = item.firstRecord(in: "\(path())[\(i)]") { return found }
      }
      return nil
    default: return nil
    }
  }
}

extension Double {
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
