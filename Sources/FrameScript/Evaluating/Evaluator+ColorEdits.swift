import FrameGeometry
import FrameImage
import FramePlan
import FrameScene

/// Color edits, with limits that keep numbers meaningful.
extension Evaluator {
  mutating func colorEdit(_ argument: ColorEditArgument) throws(ScriptError) -> ColorEdit {
    switch argument {
    // All of a share.
    case .number(let edit, nil): return ColorEdit(edit, 1)
    case .number(let edit, let quantity?): return ColorEdit(edit, try number(of: edit, quantity))
    case .levels(let input, let output, let gamma, let channel):
      return .levels(try levels(input, output, gamma, channel))
    case .autoLevels(let range, let quantity):
      guard let quantity else { return .autoLevels(range, clipping: ColorEdit.usualClipping) }
      let share = try unitShare(quantity)
      guard (0...ColorEdit.mostClipping).contains(share) else {
        throw ScriptError(
          .outOfRange("the share of clipped pixels", value: share, wanted: "from 0% to 49%, such as 0.5%"),
          at: quantity.value.position)
      }
      return .autoLevels(range, clipping: share)
    case .curve(let arguments, let channel): return .curve(try points(arguments), in: channel)
    case .weightedGray(let quantities):
      var weights: [Double] = []
      for quantity in quantities { weights.append(try number(quantity, "a weight", in: -10...10)) }
      return .weightedGray(red: weights[0], green: weights[1], blue: weights[2])
    case .colorize(let color, let amount):
      return .colorize(
        try self.color(color),
        amount: try amount.map { amount throws(ScriptError) in try share(amount, of: "a share") } ?? 1)
    case .matrix(let expressions): return ColorEdit(.matrix(try colorMatrix(expressions)))
    case .lookup(let lookup): return ColorEdit(.lookup(lookup))
    }
  }

  /// Returns the number of an edit that has one.
  mutating func number(of edit: NumberEdit, _ quantity: Quantity) throws(ScriptError) -> Double {
    switch edit.kind {
    case .plain: return try number(quantity.value, edit.name, in: edit.range)
    case .factor: return try number(quantity, edit.name, in: edit.range)
    case .angle: return try angle(quantity).degrees
    case .share: return try share(quantity, of: edit.name)
    case .sample: return try sample(quantity, edit.name)
    case .count:
      let count = Double(try wholeNumber(quantity.value, edit.name, from: edit.range.lowerBound))
      return try check(count, edit.name, edit.range, at: quantity.value.position)
    }
  }

  private mutating func levels(
    _ input: ColorEditArgument.RangeArgument, _ output: ColorEditArgument.RangeArgument?,
    _ gamma: Expression?,
    _ channel: ColorChannel?
  ) throws(ScriptError) -> ColorEdit.Levels {
    var levels = ColorEdit.Levels(
      black: try sample(input.start, "a level"), white: try sample(input.end, "a level"), channel: channel)
    guard levels.black < levels.white else {
      throw ScriptError(
        .outOfRange("the end of the levels", value: levels.white, wanted: "above their start"),
        at: input.end.value.position)
    }
    if let output {
      levels.lowest = try sample(output.start, "a level")
      levels.highest = try sample(output.end, "a level")
    }
    if let gamma { levels.gamma = try number(gamma, "a gamma", in: 0.01...100) }
    return levels
  }

  private mutating func points(_ arguments: [PairArgument]) throws(ScriptError) -> [Point] {
    var points: [Point] = []
    for argument in arguments {
      let point = try unitPair(argument)
      let place = argument.position
      for value in [point.x, point.y] { try checkSample(value, "a point of a curve", at: place) }
      guard (0...1).contains(point.x), (0...1).contains(point.y) else {
        throw ScriptError(
          .outOfRange(
            "a point of a curve", value: (0...1).contains(point.x) ? point.y : point.x, wanted: "from 0 to 1"),
          at: place)
      }
      if let last = points.last, point.x <= last.x {
        throw ScriptError(
          .outOfRange("a point of a curve", value: point.x, wanted: "to the right of the last one"), at: place
        )
      }
      points.append(point)
    }
    return points
  }

  /// A sample from 0 to 1.
  private mutating func sample(_ quantity: Quantity, _ meaning: String) throws(ScriptError) -> Double {
    try checkSample(try unitShare(quantity), meaning, at: quantity.value.position)
    return try share(quantity, of: meaning)
  }

  /// Throws if a sample seems to be one of 8 bits.
  private func checkSample(_ value: Double, _ meaning: String, at place: ScriptPosition) throws(ScriptError) {
    guard value > 2, value <= 255, value == value.rounded() else { return }
    throw ScriptError(.eightBitSample(meaning, value: value), at: place)
  }

  private mutating func colorMatrix(_ expressions: [Expression]) throws(ScriptError) -> ColorMatrix {
    var numbers: [Double] = []
    for expression in expressions {
      numbers.append(try number(expression, "a number of a color matrix", in: -1000...1000))
    }
    for (i, wanted) in [0.0, 0, 0, 1, 0].enumerated() where numbers[15 + i] != wanted {
      throw ScriptError(
        .outOfRange(
          "the row of alpha", value: numbers[15 + i], wanted: "0 0 0 1 0, which keeps alpha"),
        at: expressions[15 + i].position)
    }
    return ColorMatrix(rows: Array(numbers[0..<5]), Array(numbers[5..<10]), Array(numbers[10..<15]))
  }

  mutating func number(
    _ quantity: Quantity, _ meaning: String, in range: ClosedRange<Double>
  ) throws(ScriptError) -> Double {
    try check(try unitShare(quantity), meaning, range, at: quantity.value.position)
  }

  private mutating func number(
    _ expression: Expression, _ meaning: String, in range: ClosedRange<Double>
  ) throws(ScriptError) -> Double {
    try check(try number(of: expression), meaning, range, at: expression.position)
  }

  func check(
    _ value: Double, _ meaning: String, _ range: ClosedRange<Double>, at place: ScriptPosition
  ) throws(ScriptError) -> Double {
    guard range.contains(value) else {
      throw ScriptError(
        .outOfRange(
          meaning, value: value,
          wanted: "from \(range.lowerBound.scriptText) to \(range.upperBound.scriptText)"),
        at: place)
    }
    return value
  }
}
